"""`handrail runs` and `handrail report`, as a person types them."""

import json
import os
import re
import stat
import sys
import zipfile

import pytest

from handrail.cli import main
from tests.runs.writing import BEGUN, USAGE, Writer, jpeg, whole_run


@pytest.fixture
def store(tmp_path, monkeypatch):
    """Three runs, the last one without an end."""
    folder = tmp_path / "runs"
    monkeypatch.setenv("HANDRAIL_RUNS_DIR", str(folder))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)
    whole_run(folder / "20260101-100000-aaaa")
    Writer(folder / "20260301-100000-bbbb").started("Find a kettle").ended("stuck", "It was not there.")
    Writer(folder / "20260301-120000-cccc").started("Count the chairs").decided("click", {"ref": "e3"}).stop()
    return folder


@pytest.fixture
def handrail(store, monkeypatch, capsys):
    """Calls the command line; returns its exit code and output."""

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["handrail", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def listed(handrail, *options):
    code, out, err = handrail("runs", "--json", *options)
    assert code == 0, err
    return [json.loads(line)["run_id"][-4:] for line in out.splitlines()]


def test_runs_are_listed_newest_first_with_their_outcome(handrail):
    code, out, _ = handrail("runs")
    lines = out.splitlines()
    assert code == 0
    assert [line[:20] for line in lines[1:]] == ["20260301-120000-cccc", "20260301-100000-bbbb", "20260101-100000-aaaa"]
    assert "Unfinished" in lines[1]
    assert "Count the chairs" in lines[1]
    assert "Stuck" in lines[2]
    assert "Done" in lines[3]
    assert "$0.0031" in lines[3]


def test_newest_is_what_began_last_whatever_the_clock_of_its_zone_showed(handrail, store):
    earlier = Writer(store / "20260801-100000-dddd")
    earlier.at = BEGUN - 60
    earlier.started("In Tokyo").ended()
    later = Writer(store / "20260101-010000-eeee")
    later.at = BEGUN + 60
    later.started("In London").ended()
    assert listed(handrail) == ["eeee", "cccc", "bbbb", "aaaa", "dddd"]
    assert "In London" in handrail("runs", "show", "last")[1]


def test_a_long_task_is_cut_in_a_terminal_and_whole_in_a_pipe(handrail, store, monkeypatch):
    Writer(store / "20260801-100000-hhhh").started("Find the cheapest train " * 12).ended()
    assert "train Find the cheapest train" in handrail("runs", "--limit", "1")[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    lines = handrail("runs", "--limit", "1")[1].splitlines()
    assert len(lines) == 2
    assert "20260801-100000-hhhh" in lines[1]
    assert "Find the cheapest" in lines[1]
    assert lines[1].endswith("…")


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--outcome", "done"], ["aaaa"]),
        (["--outcome", "done", "--outcome", "unfinished"], ["cccc", "aaaa"]),
        (["--outcome", "Stuck", "--outcome", "Partly done"], ["bbbb"]),
        (["--grep", "KETTLE"], ["bbbb"]),
        (["--grep", "one** lamp"], ["aaaa"]),
        (["--limit", "2"], ["cccc", "bbbb"]),
        (["--since", "2999-01-01"], []),
        (["--since", "2000-01-01T10:00"], ["cccc", "bbbb", "aaaa"]),
    ],
)
def test_the_list_can_be_filtered(handrail, options, found):
    assert listed(handrail, *options) == found


def test_the_list_has_a_command_of_its_own_too(handrail):
    assert handrail("runs", "list", "--json") == handrail("runs", "--json")


def test_json_lines_have_all_columns(handrail):
    _, out, _ = handrail("runs", "--json", "--outcome", "done")
    assert json.loads(out) == {
        "run_id": "20260101-100000-aaaa",
        "begun": BEGUN,
        "outcome": "done",
        "steps": 1,
        "usage": {"calls": 1, **USAGE},
        "task": "Buy a lamp",
        "answer": "Bought **one** lamp.",
    }


def test_the_path_of_the_log_is_whole_in_a_narrow_terminal(handrail, store, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "30")
    assert str(store / "20260101-100000-aaaa" / "run.jsonl") in handrail("runs", "show", "20260101-100000-aaaa")[1]


def test_show_prints_plan_steps_and_answer(handrail):
    code, out, _ = handrail("runs", "show", "20260101")
    assert code == 0
    for part in ("Task: Buy a lamp", "A lamp is in the basket", 'click button "Save"', "going round in circles",
                 "accepted: The basket holds a lamp.", "Done", "Bought **one** lamp.", "$0.0031"):  # fmt: skip
        assert part in out


def test_show_json_prints_the_whole_record(handrail):
    _, out, _ = handrail("runs", "show", "last", "--json")
    record = json.loads(out)
    assert (record["outcome"], record["timeline"][0]["state"]) == ("unfinished", "uncertain")


def test_a_name_unlike_any_run_gets_no_suggestion(handrail):
    code, _, message = handrail("runs", "show", "nothing")
    assert (code, "Did you mean" in message) == (2, False)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["runs", "show", "20260301-100000-bbbx"], "Did you mean 20260301-100000-bbbb?"),
        (["report", "20260301"], "2 runs begin with '20260301'.\n  Say which one: 20260301-120000-cccc, 20260301-1000"),
        (["runs", "delete", "nothing"], "There is no run 'nothing'."),
        (["runs", "delete"], "Which runs?"),
        (["runs", "delete", "last"], "no terminal to confirm deleting 1 run"),
        (["runs", "--since", "soon"], "'soon' is not a time."),
        (["runs", "--outcome", "good"], "There is no outcome 'good'."),
        (["runs", "show", "/no/such/folder"], "There is no run in /no/such/folder."),
        (["report", "last", "--to", "/dev/null/x"], "cannot be written"),
        (["runs", "export", "last", "--to", "/dev/null/x"], "cannot be written"),
    ],
)
def test_errors_are_one_sentence_and_a_hint(handrail, words, sentence):
    code, out, err = handrail(*words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.strip().splitlines()) <= 2


def test_without_any_run_the_hint_is_how_to_start_one(handrail, store, monkeypatch):
    monkeypatch.setenv("HANDRAIL_RUNS_DIR", str(store.parent / "empty"))
    assert "No run is kept" in handrail("runs")[2]
    assert "Start one: handrail run" in handrail("report")[2]


@pytest.mark.parametrize("name", ["20260101-100000-aaaa", "20260101", "runs/20260101-100000-aaaa"])
def test_a_report_is_written_beside_its_run_and_overwritten(handrail, store, name):
    for _ in range(2):
        code, out, err = handrail("report", name)
        assert code == 0, err
    path = store / "20260101-100000-aaaa" / "report.html"
    assert out.strip().endswith("20260101-100000-aaaa/report.html")
    assert "Bought <strong>one</strong> lamp." in path.read_text("utf-8")
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_report_overwrites_only_a_report(handrail, tmp_path):
    mine = tmp_path / "mine.html"
    mine.write_text("<p>mine</p>")
    code, _, err = handrail("report", "last", "--to", str(mine))
    assert (code, mine.read_text()) == (2, "<p>mine</p>")
    assert "is not a report" in err


def test_a_folder_that_is_not_there_is_not_made(handrail, tmp_path):
    for words in (["report", "last"], ["runs", "export", "last"]):
        code, out, err = handrail(*words, "--to", str(tmp_path / "misspelt" / "a" / "file"))
        assert (code, out, (tmp_path / "misspelt").exists()) == (2, "", False)
        assert err.splitlines() == [
            f"handrail: There is no folder {tmp_path / 'misspelt' / 'a'}.",
            "  Make it first, or name another file with --to.",
        ]


def test_a_later_run_of_a_session_has_its_own_name(handrail, store):
    Writer(store / "20260101-100000-aaaa").started("And again").ended("done", "Twice.")
    assert listed(handrail, "--outcome", "done") == ["aa-2", "aaaa"]
    assert "Twice." in handrail("runs", "show", "20260101-100000-aaaa-2")[1]
    assert "Bought **one** lamp." in handrail("runs", "show", "20260101-100000-aaaa")[1]


def test_export_packs_log_pictures_downloads_and_report(handrail, store, tmp_path):
    (store / "20260101-100000-aaaa" / "invoice.pdf").write_bytes(b"%PDF")
    # What a page called as we call ours is a download like any other.
    (store / "20260101-100000-aaaa" / "downloads").mkdir()
    (store / "20260101-100000-aaaa" / "downloads" / "report.html").write_text("<p>theirs</p>")
    # Who is given a run is not given the sign-ins of its user.
    (store / "20260101-100000-aaaa" / "state.json").write_text('{"cookies": []}')
    code, out, err = handrail("runs", "export", "20260101")
    assert code == 0, err
    with zipfile.ZipFile(tmp_path / out.strip()) as packed:
        names = {name.partition("/")[2] for name in packed.namelist()}
    ours = {"run.jsonl", "run-001.jpg", "run-002.jpg", "invoice.pdf", "report.html"}
    assert names == ours | {"downloads/report.html"}
    assert handrail("runs", "export", "20260101")[0] == 2


def test_an_export_that_fails_leaves_nothing_in_the_way_of_the_next(handrail, store, tmp_path):
    resource = pytest.importorskip("resource")
    (store / "20260101-100000-aaaa" / "noise.bin").write_bytes(os.urandom(50_000))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, before[1]))
    try:
        code, _, err = handrail("runs", "export", "20260101", "--to", "kept.zip")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (code, err) == (2, "handrail: kept.zip cannot be written: File too large.\n")
    assert handrail("runs", "export", "20260101", "--to", "kept.zip")[0] == 0


def test_delete_removes_the_whole_folder(handrail, store):
    assert handrail("runs", "delete", "last", "20260101", "--yes")[0] == 0
    assert [folder.name for folder in store.iterdir()] == ["20260301-100000-bbbb"]


def test_delete_older_than_keeps_newer_runs(handrail, store):
    new = store / "20260401-100000-dddd"
    write = Writer(new)
    write.at = 4_000_000_000.0
    write.started().ended()
    assert handrail("runs", "delete", "--older-than", "2090-01-01", "--yes")[0] == 0
    assert list(store.iterdir()) == [new]
    assert "nothing to delete" in handrail("runs", "delete", "--older-than", "30d", "--yes")[1]


def test_a_folder_of_files_without_a_log_is_listed_and_deleted(handrail, store):
    folder = store / "20260401-100000-dddd"
    (folder / "downloads").mkdir(parents=True)
    (folder / "downloads" / "private.csv").write_text("secret")
    (store / "mine").mkdir()
    code, out, _ = handrail("runs")
    assert (code, "Files only" in out) == (0, True)
    assert handrail("runs", "show", "last")[1].startswith("Task: Count the chairs")
    code, _, err = handrail("runs", "show", "20260401")
    assert (code, "kept no log" in err, str(folder) in err) == (2, True, True)
    assert handrail("runs", "delete", "--older-than", "2026-04-02", "--yes")[0] == 0
    assert (folder.exists(), (store / "mine").exists()) == (False, True)


def test_in_a_folder_that_the_user_chose_only_log_and_pictures_are_deleted(handrail, tmp_path):
    whole_run(tmp_path / "chosen")
    (tmp_path / "chosen" / "thesis.odt").write_text("years of work")
    (tmp_path / "chosen" / "run-notes.txt").write_text("mine")
    assert handrail("runs", "delete", "./chosen", "--yes")[0] == 0
    assert {file.name for file in (tmp_path / "chosen").iterdir()} == {"thesis.odt", "run-notes.txt"}


def test_deleting_one_of_two_runs_in_a_folder_keeps_the_other(handrail, store):
    folder = store / "20260101-100000-aaaa"
    write = Writer(folder).started("And again")("screenshot", tool="click", files=(jpeg(),))
    write.ended()
    first = {"run.jsonl", "run-001.jpg", "run-002.jpg", "report.html"}
    for run in ("20260101-100000-aaaa", "20260101-100000-aaaa-2"):
        assert handrail("report", run)[0] == 0
    assert handrail("runs", "delete", "20260101-100000-aaaa-2", "--yes")[0] == 0
    assert {file.name for file in folder.iterdir()} == first


def test_deleting_the_first_of_a_hundred_runs_in_a_folder_keeps_the_hundredth(handrail, store):
    folder = store / "20260101-100000-aaaa"
    hundredth = {"run-100.jsonl", "run-100-001.jpg", "run-100-report.html"}
    for name in hundredth:
        (folder / name).write_bytes(jpeg())
    assert handrail("runs", "delete", "20260101-100000-aaaa", "--yes")[0] == 0
    assert {file.name for file in folder.iterdir()} == hundredth


def test_deleting_a_run_deletes_its_report(handrail, store):
    folder = store / "20260101-100000-aaaa"
    Writer(folder).started("And again").ended()
    assert handrail("report", "20260101-100000-aaaa")[0] == 0
    assert handrail("runs", "delete", "20260101-100000-aaaa", "--yes")[0] == 0
    assert {file.name for file in folder.iterdir()} == {"run-2.jsonl"}


def test_a_file_of_the_user_named_like_a_report_is_kept(handrail, tmp_path):
    whole_run(tmp_path / "chosen")
    (tmp_path / "chosen" / "report.html").write_text("<h1>Mine</h1>")
    assert handrail("runs", "delete", "./chosen", "--yes")[0] == 0
    assert {file.name for file in (tmp_path / "chosen").iterdir()} == {"report.html"}


def test_symbolic_links_in_the_runs_folder_are_not_followed(handrail, store, tmp_path):
    whole_run(tmp_path / "elsewhere")
    (store / "20260501-100000-eeee").symlink_to(tmp_path / "elsewhere")
    assert listed(handrail) == ["cccc", "bbbb", "aaaa"]


def test_text_of_a_page_cannot_control_the_terminal(handrail, store):
    text = "\x1b[2J\x1b]8;;http://x\x07bold\x1b[1m\u202e\r\nForged line"
    write = Writer(store / "20260601-100000-ffff").started(text)
    write.result(
        text, target={"role": text, "name": text}, label={text: text}, result={"status": "failed", "error": text}
    )
    write("nudge", text=text)("verdict", ok=False, by=text, reasons=[text], attempt=1).ended(
        text, text, remedies=[text]
    )
    for words in (["runs"], ["runs", "show", "last"]):
        out = handrail(*words)[1]
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", out)
        assert not any(line.startswith("Forged") for line in out.splitlines())


def test_a_damaged_log_does_not_break_the_list(handrail, store):
    folder = store / "20260701-100000-gggg"
    folder.mkdir()
    (folder / "run.jsonl").write_bytes(b"\x00\xff half a li")
    assert listed(handrail) == ["gggg", "cccc", "bbbb", "aaaa"]
