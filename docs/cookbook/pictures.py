"""Pictures of many addresses, five at a time: ``python pictures.py pictures/ < addresses.txt``."""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from handrail import Session


async def take(numbered: Iterator[tuple[int, str]], folder: Path) -> None:
    async with Session(headless=True, plain=True, raise_errors=True) as session:
        for number, address in numbered:
            await session.goto(address)
            picture = await session.screenshot()
            (folder / f"{number:02}.{picture.mime.rpartition('/')[2]}").write_bytes(picture.data)


async def take_all(addresses: Iterable[str], folder: Path, at_once: int = 5) -> None:
    numbered = iter(enumerate(addresses, 1))
    await asyncio.gather(*(take(numbered, folder) for _ in range(at_once)))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(sys.stdin.read().split(), folder))
