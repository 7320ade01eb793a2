"""The command line, as a person runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from handrail.cli import main
from handrail.demo import serve as serve_demo
from tests.pages import Reply

posix = pytest.mark.skipif(os.name != "posix", reason="a shell script as browser")


@pytest.fixture(scope="module")
def shop():
    with serve_demo() as site:
        yield site


@pytest.fixture
def handrail(tmp_path):
    """Run a command with a home folder of its own, but for what Node.js compiled of the driver."""
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "120"}
    for key in ("XDG_CONFIG_HOME", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"):
        env.pop(key, None)

    def run(*words: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "handrail", *words]
        return subprocess.run(
            command, env=env | more, input=stdin, capture_output=True, text=True, timeout=100, cwd=tmp_path
        )

    return run


@pytest.fixture
def here(monkeypatch, tmp_path, capsys):
    """As `handrail`, in this process, which saves a second of a processor."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    for key in ("XDG_CONFIG_HOME", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        for name, value in more.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["handrail", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(words, int(ended.value.code or 0), printed.out, printed.err)

    return run


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["call", "page_info", "{not json"], "Not valid JSON"),
        (["call", "page_info", "[1]"], "must be a JSON object"),
        (["call", "page_info", "--viewport", "big"], "is not a size"),
        (["call", "page_info", "--proxy", "foo"], "'foo' is no address of a proxy."),
        (["call", "page_info", "--browser", "opera"], "There is no browser 'opera'"),
        (["tools", "clik"], "Did you mean click?"),
        (["run", "x", "--model", "antropic:x"], "antropic"),
        (["call", "extract", '{"description": "x"}', "--model", "antropic:x"], "Did you mean anthropic:x?"),
        (["run", "x", "--data", "{"], "not valid JSON"),
        (["run", "x", "--output-schema", "{"], '--output-schema \'{"type": "object"}\''),
        (["run", " "], "There is no task."),
        (["run", "x", "--data", "@missing.json"], "missing.json, the file of the data, cannot be read: No such file"),
        (["run", "x", "--data", "@/"], "/, the file of the data, cannot be read: Is a directory"),
        (["run", "x", "--model", "openai:"], "'openai:' is not a whole model name."),
        (["call", "page_info", "--secret", "foo"], "A secret begins with a name and an equals sign."),
        (["call", "page_info", "--secret", "a=env:NO_SUCH_VAR@https://a.example"], "The variable NO_SUCH_VAR"),
        (["call", "page_info", "--cdp", "ftp://x"], "The CDP address must start with http:// or ws://."),
        (["call", "page_info", "--block", "foo"], "There is no resource kind 'foo' to block."),
        (["call", "page_info", "--executable", "/nope"], "`handrail doctor` lists them."),
        (["call", "page_info", "--run-dir", "/dev/null/x"], "/dev/null/x cannot be written"),
        (["call", "page_info", "--session", "nope"], "There is no session 'nope'."),
        (["call", "page_info", "--session", "nope", "--mode", "ask"], "--mode is for opening a session"),
        (["call", "click", "e12"], 'Example: {"ref": "e12"}'),
        (["help", "nothing"], "There is no topic 'nothing'."),
        (["help"], "Say which topic."),
        (["resume", "nope"], "No run is kept yet."),
        (["mcp", "install", "nobody"], "There is no MCP client 'nobody' here."),
        (["grants", "revoke", "https://nope.example"], "is not in the list."),
        (["demo-site", "--port", "99999"], "There is no port 99999."),
        (["snapshot", "https://nas.example", "--accept-certificate", "nas.example"], "names no https origin"),
        (["mcp", "--accept-certificate", "https://nas.example"], "by its fingerprint only"),
        (["run", "x", "--small-model-for", "plan"], "There is no small model to do that."),
        (["run", "x", "--plan", "approve"], "A plan can only be approved at a terminal"),
    ],
)
def test_wrong_input_is_one_clear_sentence_and_an_exit_code(here, words, sentence):
    is_one_clear_sentence(here(*words), 2, sentence)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (
            ["run", "x", "--model", "offline", "--headless", "--run-dir", "/dev/null/x"],
            2,
            "/dev/null/x cannot be written",
        ),
        (["snapshot", "http://127.0.0.1:9/", "--headless"], 1, "does not open that address"),
    ],
)
@pytest.mark.browser
def test_a_process_prints_one_clear_sentence_and_has_an_exit_code(handrail, words, code, sentence):
    is_one_clear_sentence(handrail(*words), code, sentence)


def is_one_clear_sentence(done, code, sentence):
    assert done.returncode == code, done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    error = done.stderr.strip().removeprefix("Model: offline, as asked for.\n")
    assert len(error.split("\n")) <= 2


def test_a_missing_argument_is_called_as_in_the_usage_line(here):
    said = here("run").stderr
    assert "handrail run [OPTIONS] TASK" in said
    assert "Missing argument 'TASK'" in said


def test_version_is_printed_by_its_word_too(here):
    assert here("version").stdout == here("--version").stdout


@pytest.mark.browser
def test_a_call_that_names_an_element_without_a_page_says_that_none_is_open(here):
    failed = json.loads(here("call", "click", '{"ref": "Home"}', "--headless").stdout)
    assert failed["error"] == "No page is open."
    assert "--url" in failed["hint"]


@pytest.mark.browser
def test_a_run_that_has_no_page_says_so_in_one_sentence(here):
    done = here("run", "hi", "--headless")
    assert done.returncode == 1
    assert "There is no page yet, and “hi” opens none. Begin with an address: “open https://…”, or --url" in done.stderr


@pytest.mark.browser
@pytest.mark.parametrize("words", [("call", "page_info"), ("pipe",)])
def test_a_guardrail_that_became_no_rule_is_reported(handrail, words):
    done = handrail(*words, "--guardrails", "be nice; do not buy anything", "--headless")
    assert done.stderr == "handrail: Guardrails that only the model is asked to follow: be nice\n"


@pytest.mark.browser
def test_a_call_that_fails_is_a_result_and_exit_code_1(here):
    done = here("call", "goto", '{"url": "http://127.0.0.1:9/"}', "--headless")
    assert done.returncode == 1
    assert json.loads(done.stdout)["code"] == "navigation_failed"
    done = here("call", "page_info", "{}", "--url", "http://127.0.0.1:9/", "--headless")
    assert (done.returncode, json.loads(done.stdout)["code"]) == (1, "navigation_failed")


@pytest.fixture
def marked(tmp_path):
    """A browser program that leaves a file when it is started."""
    program = tmp_path / "browser"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\nexit 1\n")
    program.chmod(0o755)
    return program


@posix
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["call", "clik"], "Did you mean click?"),
        (["call", "click", '{"rfe": "e1"}'], "no parameter 'rfe'"),
        (["snapshot", "http://127.0.0.1:9/", "--view", "foo"], "There is no view 'foo'."),
        (["run", "x", "--max-steps", "0"], "'--max-steps': Input should be greater than or equal to 1"),
        (["run", "x", "--timeout", "-1"], "'--timeout': Input should be greater than or equal to 1"),
        (
            ["snapshot", "http://127.0.0.1:9/", "--max-chars", "0"],
            "'--max-chars': Input should be greater than or equal to 100",
        ),
    ],
)
def test_wrong_usage_is_exit_code_2_and_starts_no_browser(here, marked, words, sentence):
    done = here(*words, "--executable", str(marked))
    assert done.returncode == 2, done.stderr
    assert sentence in " ".join((done.stdout + done.stderr).split())
    assert not (marked.parent / "started").exists()
    if words[0] == "call":
        assert json.loads(done.stdout)["status"] == "failed"


@pytest.mark.browser
def test_a_run_without_a_model_that_answers_is_exit_code_4(here):
    nobody = {"OPENAI_API_KEY": "a-key", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    done = here("run", "Buy a lamp", "--model", "openai:gpt-test", "--headless", **nobody)
    assert done.returncode == 4, done.stdout + done.stderr
    assert "Error" in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("name", "said"), [("openai:gpt-test", "needs a key"), ("ollama:x", "cannot be reached")])
def test_a_run_whose_model_cannot_answer_starts_no_browser_and_leaves_no_folder(here, marked, tmp_path, name, said):
    done = here("run", "Buy a lamp", "--model", name, "--executable", str(marked), OLLAMA_HOST="127.0.0.1:9")
    assert done.returncode == 4, done.stderr
    assert said in done.stderr
    assert not (marked.parent / "started").exists()
    assert not list((tmp_path / "data").rglob("run.jsonl"))


@pytest.mark.browser
def test_pipe_prints_a_result_for_each_line_and_continues_after_an_invalid_one(handrail, shop):
    lines = [
        '{"tool": "page_info"}',
        "not json",
        '{"tool": 5}',
        "[" * 100_000,
        '{"tool": "done", "params": {"result": "x", "data": ' + "[" * 900 + "]" * 900 + "}}",
        '{"tool": "wait", "params": {"seconds": ' + "9" * 5_000 + "}}",
        '{"id": "last", "tool": "search_page", "params": {"pattern": "pricing"}}',
    ]
    done = handrail("pipe", "--url", shop.url, "--headless", stdin="\n".join(lines) + "\n")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [result.get("code", "ok") for result in results]
    assert codes == ["ok", "bad_json", "bad_request", "bad_json", "bad_json", "bad_json", "ok"]
    assert [result.get("id") for result in results] == [None] * 6 + ["last"]
    assert done.returncode == 0


@pytest.mark.browser
@pytest.mark.parametrize(
    ("reply", "first", "code"),
    [
        ({"html": "<h1>It broke</h1>", "status": 500},
         "The site answered with HTTP status 500 (Internal Server Error): this is its error page.", 0),
        ({"html": "<svg xmlns='http://www.w3.org/2000/svg'></svg>", "content_type": "image/png"},
         "This is an image (image/png), not a page: there is no text to read.", 0),
        ({"html": "<h1>Begun</h1>", "cut": True}, "The page did not finish loading: parts of it may be missing.", 1),
    ],
)  # fmt: skip
def test_snapshot_says_in_its_first_line_what_is_no_whole_page(here, serve, reply, first, code):
    done = here("snapshot", serve(**reply), "--headless")
    assert done.stdout.splitlines()[0] == first
    assert done.returncode == code, done.stderr
    assert "handrail" not in done.stderr


@pytest.mark.browser
def test_a_called_screenshot_is_a_file_whose_path_is_printed(here, serve):
    done = here("call", "screenshot", "--url", serve("<h1>Shop</h1>"), "--headless")
    assert Path(json.loads(done.stdout)["data"]["path"]).stat().st_size > 0
    kept = here("call", "screenshot", '{"save": false}', "--url", serve("<h1>Shop</h1>"), "--headless")
    assert "path" not in json.loads(kept.stdout)["data"]


@pytest.mark.browser
def test_snapshot_of_a_file_says_where_it_was_saved(here, serve):
    done = here("snapshot", serve.put("/list.csv", Reply(b"a,b", content_type="text/csv")), "--headless")
    is_one_clear_sentence(done, 1, "This address is a file, not a page; it was saved as")


def test_the_help_of_a_run_begins_with_what_a_newcomer_needs(here):
    shown = here("run", "--help").stdout
    order = [
        shown.index(words) for words in ("run [OPTIONS] TASK", "--url TEXT", "--headless", "The agent:", "--keep-state")
    ]
    assert order == sorted(order)
    assert shown.index("The browser:") < shown.index("--proxy TEXT")


@pytest.mark.parametrize("group", [[], ["models"], ["selftest"], ["runs"], ["session"]])
def test_the_help_cuts_no_summary_of_a_command(here, group):
    assert "..." not in here(*group, "--help").stdout.partition("Commands:")[2]


def test_the_help_calls_an_argument_as_its_usage_line_does(here):
    shown = here("grants", "revoke", "--help").stdout
    assert "revoke [OPTIONS] LINE...\n" in shown
    assert "  LINE  A line of the list" in shown


def test_an_mcp_client_is_given_only_flags_that_the_server_takes(here):
    done = here("mcp", "install", "cursor", "--print", "--", "--bogus")
    assert (done.returncode, done.stdout) == (2, "")
    assert "No such option: --bogus" in done.stderr


def test_tools_lists_all_and_shows_one(here):
    listed = here("tools")
    assert {"click", "search_page", "goto"} <= {line.split()[0] for line in listed.stdout.splitlines() if line.strip()}
    one = here("tools", "search_page")
    assert "pattern (string)" in one.stdout
    as_json = json.loads(here("tools", "--json").stdout)
    assert {"name", "description", "parameters"} == set(as_json[0])


@pytest.mark.browser
def test_a_question_is_answered_without_a_model(here, shop):
    done = here(
        "run", "How many pricing tiers are there?", "--url", f"{shop.url}pricing", "--model", "offline", "--headless"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "4 pricing tiers on this page: Basic, Home, Studio, Workshop.\n"
    assert done.stderr.startswith("Model: offline")
    assert "no model was called" in done.stderr


@pytest.mark.browser
def test_json_prints_one_event_a_line_and_the_result_last_and_the_log_on_disk_holds_every_step(handrail, shop):
    done = handrail("run", "How many pricing tiers are there?", "--url", f"{shop.url}pricing", "--headless", "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    last = events[-1]
    assert (events[0]["event"], last["outcome"]) == ("model", "done")
    assert {"run_started", "turn", "result", "run_ended"} <= {event["event"] for event in events}
    log = Path(last["log"])
    logged = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    steps = [event for event in logged if event["event"] == "result" and event["caller"] == "model"]
    assert len(steps) == last["steps"] > 0
    if os.name == "posix":
        assert log.stat().st_mode & 0o077 == 0


HEAVY = ("playwright", "pydantic_ai", "openai", "anthropic", "mcp", "html_to_markdown", "handrail.session")


def test_an_mcp_server_starts_without_browser_and_models():
    code = (
        "import sys, handrail.cli\n"
        "sys.argv = ['handrail', 'mcp', '--headless']\n"
        "try: handrail.cli.main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('playwright', 'pydantic_ai', 'handrail.agent') if name in sys.modules])"
    )
    env = {**os.environ, "OLLAMA_HOST": "127.0.0.1:9"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=env, input="")
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize("words", [["--help"], ["tools"], ["run", "--help"]])
def test_nothing_heavy_is_imported_for_help_and_for_the_list_of_tools(words):
    code = (
        "import sys, handrail.cli\n"
        f"sys.argv = ['handrail', *{words!r}]\n"
        "try: handrail.cli.main()\n"
        "except SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr.strip() == "[]"
