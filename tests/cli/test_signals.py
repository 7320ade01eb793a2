"""Ctrl-C, and a browser that dies, while a command goes on."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import psutil
import pytest

from handrail.browser.process.reaper import children, end_processes, is_alive
from tests.running import running

pytestmark = pytest.mark.browser

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent to a process on POSIX only")


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl_c", "sigterm"])
def test_a_signal_ends_a_run_cleanly_with_its_log_whole(tmp_path, serve, number, code):
    script = tmp_path / "script.json"
    script.write_text('[{"tool": "wait", "params": {"seconds": 30}}]')
    command = [sys.executable, "-m", "handrail", "run", "wait", "--url", serve("<h1>Here</h1>"), "--headless", "--json"]
    command += ["--model", f"scripted:{script}", "--run-dir", str(tmp_path / "run")]
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if json.loads(line)["event"] == "intent" or json.loads(line).get("tool") == "wait":
                break
        process.send_signal(number)
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == code, errors
    assert json.loads(rest.splitlines()[-1])["outcome"] == "cancelled"
    assert "Traceback" not in errors
    logged = (tmp_path / "run" / "run.jsonl").read_text().splitlines()
    assert json.loads(logged[-1])["event"] == "run_ended"


def browsers_of(process):
    """The browsers of a command: what its Playwright driver started."""
    return [browser for driver in children(process) for browser in children(driver)]


@posix
def test_ctrl_c_ends_a_pipe_that_waits_for_input_and_its_browser():
    command = [sys.executable, "-m", "handrail", "pipe", "--headless"]
    # A group of its own, as in a terminal: Ctrl-C reaches everything in it, the driver too.
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running(command, start_new_session=True, **pipes) as pipe:
        pipe.stdin.write(b'{"tool": "page_info"}\n')
        pipe.stdin.flush()
        assert json.loads(pipe.stdout.readline())["status"] == "ok"
        process = psutil.Process(pipe.pid)
        browsers = browsers_of(process)
        os.killpg(pipe.pid, signal.SIGINT)
        try:
            # Its input stays open; that must not matter.
            assert pipe.wait(timeout=30) == 130
        finally:
            end_processes(browsers_of(process))
        assert pipe.stderr.read() == b"Cancelled.\n"
    assert browsers
    assert not any(map(is_alive, browsers))


@posix
def test_sigterm_ends_an_mcp_server_whose_client_says_nothing_more_and_its_browser(serve):
    command = [sys.executable, "-m", "handrail", "mcp", "--headless", "--no-log"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    with running(command, **pipes) as server:

        def ask(number, method, params):
            line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            server.stdin.write(line.encode() + b"\n")
            server.stdin.flush()
            return json.loads(server.stdout.readline())

        ask(1, "initialize", client)
        assert "result" in ask(2, "tools/call", {"name": "page_info", "arguments": {}})
        browsers = browsers_of(psutil.Process(server.pid))
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=40) == 143
    assert browsers
    assert not any(map(is_alive, browsers))


@posix
def test_a_command_is_cancelled_by_ctrl_c_and_a_second_one_ends_it_at_once():
    program = """
        import asyncio
        from handrail.cli import app, main

        def never():
            from handrail.cli.signals import run_command

            async def work():
                try:
                    print("working", flush=True)
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    print("closing", flush=True)
                    await asyncio.Event().wait()

            run_command(work())

        app.app.command("never")(never)
        main()
    """
    command = [sys.executable, "-c", textwrap.dedent(program), "never"]
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for said in ("working", "closing"):
            assert process.stdout.readline() == f"{said}\n"
            process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30) == ("", "")
        assert process.returncode == 130


@posix
def test_a_browser_that_dies_in_the_middle_is_started_again_and_the_run_goes_on(tmp_path, serve):
    script = tmp_path / "script.json"
    calls = [("wait", {"seconds": 3}), ("page_info", {}), ("done", {"result": "waited"})]
    script.write_text(json.dumps([{"tool": name, "params": params} for name, params in calls]))
    command = [sys.executable, "-m", "handrail", "run", "wait", "--url", serve("<h1>Here</h1>"), "--headless", "--json"]
    command += ["--model", f"scripted:{script}", "--run-dir", str(tmp_path / "run")]
    with running(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if json.loads(line)["event"] == "turn":
                break
        end_processes(browsers_of(psutil.Process(process.pid)))
        rest, errors = process.communicate(timeout=90)
    assert process.returncode == 0, rest + errors
    events = [json.loads(line) for line in rest.splitlines()]
    assert "recovered" in [event["event"] for event in events]
    assert events[-1]["outcome"] == "done"
    assert "Traceback" not in errors


def test_ctrl_c_before_anything_began_is_one_line():
    program = """
        import sys
        import handrail.cli

        class Interrupted:
            def find_spec(self, name, *_):
                if name == "handrail.cli.app":
                    raise KeyboardInterrupt

        sys.meta_path.insert(0, Interrupted())
        handrail.cli.main()
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Cancelled.\n")
