"""Games and everything that answers: guesses, a terminal, a board."""

from __future__ import annotations

import re

from bench.miniwob.episode import Episode, Unsolved, css, solves


@solves("guess-number")
async def guess_a_number(e: Episode) -> None:
    """Guess the middle of what is left."""
    low, high = 0, 9
    while low <= high:
        guess = (low + high) // 2
        await e.fill(css("#tt"), str(guess))
        await e.submit()
        feedback = " ".join(one.text for one in await e.find("#feedback > div"))
        if "higher" in feedback:
            low = guess + 1
        elif "lower" in feedback:
            high = guess - 1
        else:
            return


@solves("generate-number")
async def generate_a_number(e: Episode) -> None:
    (kind,) = e.match_task(r"(less|greater|odd|even)")
    limit = int((re.findall(r"\d+", e.task) or ["0"])[0])
    for _ in range(60):
        await e.click("Generate")
        number = int((await e.find("#display-number"))[0].text)
        if {"less": number < limit, "greater": number > limit, "odd": number % 2, "even": not number % 2}[kind]:
            await e.submit()
            return
    raise Unsolved("bad luck")


@solves("terminal")
async def delete_a_file(e: Episode) -> None:
    """List the files and remove one of the kind."""
    ending = re.search(r"extension (\.[\w.]+)", e.task)
    await e.click(css("#terminal"))
    await e.call("type_text", text="ls")
    await e.call("send_keys", keys="Enter")
    files = (await e.find("#terminal .output"))[-1].text.split()
    fits = [one for one in files if (one.endswith(ending[1]) if ending else "." not in one)]
    await e.call("type_text", text=f"rm {fits[0]}")
    await e.call("send_keys", keys="Enter")


@solves("hot-cold")
async def find_the_hot_place(e: Episode) -> None:
    """Move the pointer over the area in steps, until it is hot."""
    box = await e.box(css("#touch-area"))
    for y in range(box.top + 4, box.top + box.height, 7):
        for x in range(box.left + 4, box.left + box.width, 7):
            await e.call("move_to", x=x, y=y)
            if await e.find("#display .hot"):
                await e.click_at((x, y))
                return
    raise Unsolved("nowhere hot")


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@solves("tic-tac-toe")
async def play_tic_tac_toe(e: Episode) -> None:
    """Win where that is possible, else block, else set up two ways to win."""
    for _ in range(5):
        cells = await e.find("#area .ttt-row span", "class")
        board = [one.attributes.get("class", "") for one in cells]
        if all(board):
            return
        await e.click(cells[_best(board)].ref)


def _best(board: list[str]) -> int:
    free = [place for place, mark in enumerate(board) if not mark]
    for mark in ("mark-x", "mark-o"):
        for place in free:
            if _wins([*board[:place], mark, *board[place + 1 :]], mark):
                return place
    return max(free, key=lambda place: _chances([*board[:place], "mark-x", *board[place + 1 :]]) + (place == 4))


def _wins(board: list[str], mark: str) -> bool:
    return any(all(board[place] == mark for place in line) for line in LINES)


def _chances(board: list[str]) -> int:
    """Return how well X stands: lines that it alone holds count by how full they are."""
    return sum(
        sum(board[place] == "mark-x" for place in line) ** 2
        for line in LINES
        if not any(board[place] == "mark-o" for place in line)
    )
