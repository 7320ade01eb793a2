"""How long an MCP client waits until the server answers, beside an empty server of the SDK.

    python -m bench.mcp_start [--rounds 9]

Each side is started anew, in turns, and is sent `initialize`; the time until its answer is what a client waits. The
browser is no part of it: it starts with the first call. The least of the rounds counts, since a busy machine only adds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

EMPTY = "from mcp.server import MCPServer; MCPServer('empty').run()"
SIDES = {
    "an empty server of the SDK": [sys.executable, "-c", EMPTY],
    "handrail mcp": [sys.executable, "-m", "handrail", "mcp", "--headless"],
}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    },
}


def seconds_to_answer(command: list[str]) -> float:
    begun = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        seconds = time.perf_counter() - begun
        assert answer["result"]["serverInfo"]["name"], answer
        server.stdin.close()
        server.wait(30)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    least = dict.fromkeys(SIDES, float("inf"))
    for _ in range(rounds):
        for side, command in SIDES.items():
            least[side] = min(least[side], seconds_to_answer(command))
    for side, seconds in least.items():
        print(f"{side:28} {seconds:.2f} s")
    empty, ours = least.values()
    print(f"{'ratio':28} {ours / empty:.2f}")


if __name__ == "__main__":
    main()
