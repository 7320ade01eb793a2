"""Which files are kept, and which of them may be programs."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from handrail.browser.types.side_effects import ArrivingFile
from handrail.policy import AddressFacts, Allow, Ask, Deny, Facts, FileFacts, Permissions, decide
from handrail.policy.facts import RemoteFileFacts
from handrail.policy.rules.files import is_program, links_to_program, may_keep, question_to_keep
from handrail.policy.rules.guardrails import compile_guardrails
from handrail.policy.words.user_words import UserWords
from tests.policy.judged import EVIL, SHOP, element, facts, outside, request

LIST = ArrivingFile(f"{SHOP}/list", "list.csv", "text/csv")
SETUP = ArrivingFile(f"{SHOP}/get", "setup.exe", "application/octet-stream")


def words(task: str) -> UserWords:
    made = UserWords()
    made.add_text(task)
    return made


def kept(
    file: ArrivingFile,
    task: str = "Look around",
    of: Facts | None = None,
    *,
    grants: Sequence[str] = (),
    approved: bool = False,
    asked: bool = False,
) -> bool:
    allowed = Permissions.of([SHOP], grants)
    return may_keep(file, of or facts(), allowed, words(task), approved=approved, asked=asked)


@pytest.mark.parametrize(
    ("name", "content_type", "program"),
    [
        ("setup.exe", "", True),
        ("SETUP.EXE", "", True),
        ("setup.exe. ", "", True),
        ("setup.ｅｘｅ", "", True),
        ("report.pdf.scr", "application/pdf", True),
        ("install.sh", "text/plain", True),
        ("prices.xlsm", "", True),
        ("letter.docm", "", True),
        ("tool.dmg", "", True),
        ("tool.jar", "", True),
        ("shortcut.lnk", "", True),
        ("list.csv", "application/x-msdownload", True),
        ("list.csv", "Application/Vnd.Ms-Excel.Sheet.MacroEnabled.12", True),
        ("list", "text/x-shellscript; charset=utf-8", True),
        ("list.csv", "text/csv", False),
        ("report.pdf", "application/pdf", False),
        ("sheet.xlsx", "application/octet-stream", False),
        ("exe", "", False),
        ("update.msu", "", True),
        ("addin.vsto", "", True),
        ("package.whl", "application/octet-stream", True),
        ("saved.mht", "", True),
        ("of-another-kind.zzz", "text/plain", True),
        ("notes-1.2", "text/plain", False),
        ("export", "application/octet-stream", False),
        ("export. ", "application/octet-stream", False),
        ("Talk.MP4", "", False),
        ("data.parquet", "", False),
        ("backup.tar.gz", "", False),
        ("invite.ics", "", False),
        ("photo.jpg", "image/jpeg", False),
        ("archive.zip", "application/zip", False),
        ("", "", False),
    ],
)
def test_what_is_not_opened_as_data_by_its_ending_may_be_a_program_and_so_may_one_by_its_content_type(
    name, content_type, program
):
    assert is_program(name, content_type) is program


def test_nothing_is_kept_that_nobody_asked_for():
    assert not kept(LIST)
    assert not kept(LIST, "Do not download the list")
    assert not kept(LIST, "How do I download the list?")
    assert not kept(LIST, "Never save anything")


def test_a_task_that_asks_for_a_file_keeps_one_of_an_opened_origin_that_is_no_program():
    assert kept(LIST, "Export the prices")
    assert not kept(SETUP, "Download the tool")
    assert not kept(ArrivingFile(f"{EVIL}/list", "list.csv"), "Export the prices")


def test_a_named_control_keeps_a_file_and_a_program_only_where_it_is_named_as_a_control():
    assert kept(LIST, of=facts(element("link"), named=True))
    assert not kept(SETUP, of=facts(element("link"), named=True))
    assert kept(SETUP, of=facts(element("link"), named=True, names_press=True))


def test_a_named_file_or_address_is_kept_though_it_is_a_program():
    assert kept(SETUP, "Fetch setup.exe")
    assert not kept(SETUP, "Do not fetch setup.exe")
    assert not kept(ArrivingFile(f"{EVIL}/get", "setup.exe"), "Fetch setup.exe")
    assert kept(SETUP, of=facts(address=AddressFacts(f"{SHOP}/get", SHOP, known=True, by_user=True)))


def test_a_grant_keeps_files_and_programs_of_its_origin():
    grant = [f"download@{SHOP}"]
    elsewhere = ArrivingFile("https://cdn.example/x", "list.csv")
    assert kept(LIST, grants=grant)
    assert kept(SETUP, grants=grant)
    assert kept(elsewhere, of=facts(element("link")), grants=grant)
    assert not kept(ArrivingFile("https://cdn.example/x", "setup.exe"), of=facts(element("link")), grants=grant)


def test_a_yes_keeps_a_file_and_a_program_where_the_question_was_whether_to_download():
    assert kept(LIST, approved=True)
    assert not kept(SETUP, approved=True)
    assert kept(SETUP, approved=True, asked=True)


def test_no_grant_keeps_what_the_user_forbade():
    grant = [f"download@{SHOP}"]
    assert not kept(LIST, "Read it. Do not download anything", grants=grant)
    assert not kept(LIST, "Download the prices, but never download list.csv", grants=grant)
    allowed = Permissions.of(grants=grant)
    allowed.rails = compile_guardrails("no downloads").rails
    assert not may_keep(LIST, facts(), allowed, words("Download it"), approved=True, asked=True)


@pytest.mark.parametrize(
    ("file", "pressed", "question"),
    [
        (LIST, "", f"{SHOP} hands over the file “list.csv”, which you did not ask for."),
        (LIST, "“Get”", f"After the model pressed “Get”, {SHOP} hands over the file “list.csv”."),
        (SETUP, "", f"{SHOP} hands over “setup.exe”, which may be a program, and you did not ask for it."),
        (SETUP, "“Get”", f"After the model pressed “Get”, {SHOP} hands over “setup.exe”, which may be a program."),
    ],
)
def test_a_file_that_nobody_asked_for_is_kept_only_after_a_question(file: ArrivingFile, pressed: str, question: str):
    asked = question_to_keep(file, facts(), Permissions.of([SHOP]), words("Look around"), pressed)
    assert asked is not None
    assert (asked.question, asked.remedy) == (question, f"--grant download@{SHOP}")


def test_of_what_the_user_forbade_and_of_what_comes_from_nowhere_nothing_is_asked():
    allowed = Permissions.of([SHOP])
    assert question_to_keep(LIST, facts(), allowed, words("Do not download anything")) is None
    assert question_to_keep(ArrivingFile("blob:null/1-2", "list.csv"), facts(), allowed, words("Look")) is None


def test_what_a_script_made_is_of_its_page():
    assert kept(ArrivingFile(f"blob:{SHOP}/1-2-3", "list.csv"), "Export the prices")
    assert kept(ArrivingFile("data:text/csv,a", "list.csv"), "Export the prices", of=facts(element("link")))
    assert not kept(ArrivingFile(f"blob:{EVIL}/1-2-3", "list.csv"), "Export the prices")


def test_an_address_or_a_control_that_the_user_named_brings_no_program_of_another_site():
    gone_to = facts(address=AddressFacts(f"{SHOP}/news", SHOP, known=True, by_user=True))
    assert kept(SETUP, of=gone_to)
    foreign = ArrivingFile(f"{EVIL}/get", "setup.exe", "application/octet-stream")
    assert not kept(foreign, of=gone_to)
    assert not kept(ArrivingFile(f"{EVIL}/list", "list.csv"), of=gone_to)
    pressed = facts(element("button", "Download"), named=True, names_press=True)
    assert kept(SETUP, of=pressed)
    assert kept(ArrivingFile(f"{EVIL}/list", "list.csv"), of=pressed)
    assert not kept(foreign, of=pressed)


def link(name: str, to: str):
    return element("link", name, saves=outside(f"{SHOP}{to}"), downloads=True)


@pytest.mark.parametrize(
    ("to", "given", "kind"),
    [
        ("/list.csv", {}, Ask),
        ("/list.csv", {"named": True}, Allow),
        ("/list.csv", {"wants_file": True}, Allow),
        ("/setup.exe", {"wants_file": True}, Ask),
        ("/setup%2Eexe?x=.pdf", {"named": True}, Ask),
        ("/update.msu", {"wants_file": True}, Ask),
        ("/export.php?id=3", {"wants_file": True}, Allow),
        ("/setup.exe", {"named": True, "names_press": True}, Allow),
    ],
)
def test_a_link_made_to_download_is_asked_unless_it_or_a_file_is_wanted(to, given, kind):
    assert isinstance(decide(request("click"), facts(link("Get", to), **given)), kind)


@pytest.mark.parametrize(
    ("url", "origin", "place", "remedy"),
    [
        (f"{EVIL}/list.csv", EVIL, EVIL, f"--grant download@{EVIL}"),
        ("https://ann@shop.example/list.csv", None, "another site", ""),
    ],
)
def test_a_question_about_a_download_says_from_which_site_as_far_as_that_is_known(url, origin, place, remedy):
    asked = decide(
        request("download", effect="navigate"), facts(address=AddressFacts(url, origin, known=True, made_up=False))
    )
    assert isinstance(asked, Ask)
    assert (asked.question, asked.remedy) == (f"The model wants to download “{url}” from {place}.", remedy)


KINDS = tomllib.loads((Path(__file__).parent / "kinds_of_files.toml").read_text("utf-8"))


@pytest.mark.parametrize("kind", KINDS["data"])
def test_what_people_keep_is_data_by_its_ending(kind: str):
    assert [ending for ending in KINDS["data"][kind].split() if is_program(f"from-the-web.{ending}")] == []


@pytest.mark.parametrize("kind", KINDS["programs"])
def test_what_a_server_calls_a_program_is_one_though_its_name_is_that_of_data(kind: str):
    assert [one for one in KINDS["programs"][kind].split() if not is_program("list.csv", one)] == []


@pytest.mark.parametrize("kind", KINDS["pages"])
def test_a_link_to_a_page_that_hands_over_a_file_names_no_program(kind: str):
    endings = KINDS["pages"][kind].split()
    assert [one for one in endings if links_to_program(f"{SHOP}/export.{one}?id=3")] == []
    assert all(is_program(f"export.{one}") for one in endings), "a file of such a name is one"


@pytest.mark.parametrize(
    ("allowed", "known", "why"),
    [
        ((), False, "is not one that uploads may come from"),
        ((), True, "is not one that uploads may come from"),
        ((f"{SHOP}/files/",), False, "is below one that uploads may come from, but"),
        ((f"{SHOP}/files/",), True, None),
        ((f"{SHOP}/files/cv.pdf",), False, None),
    ],
)
def test_a_file_is_fetched_for_an_upload_from_what_was_allowed_or_is_known_below_that(allowed, known, why):
    file = RemoteFileFacts(f"{SHOP}/files/cv.pdf", allowed, named=True, known=known)
    decided = decide(request("upload_file", "upload"), facts(element("file"), file=file))
    assert isinstance(decided, Deny) is (why is not None)
    if isinstance(decided, Deny):
        assert (decided.remedy, why in decided.reason) == (f"--upload-url {SHOP}/files/cv.pdf", True)


def test_a_file_that_the_user_did_not_name_is_asked_for_by_its_path_or_address(tmp_path: Path):
    url = f"{SHOP}/files/cv.pdf"
    for file, shown in (
        (RemoteFileFacts(url, (url,)), url),
        (FileFacts(tmp_path / "cv.pdf", (tmp_path,)), str(tmp_path / "cv.pdf")),
    ):
        asked = decide(request("upload_file", "upload"), facts(element("file"), file=file))
        assert isinstance(asked, Ask)
        assert asked.question == f"The model wants to upload “{shown}” to {SHOP}."
        reads = decide(request("read_file", effect="read"), facts(file=file))
        assert isinstance(reads, Ask)
        assert (reads.question, reads.remedy) == (f"The model wants to read “{shown}”.", "")


def test_a_file_of_a_folder_that_was_not_allowed_is_refused_with_the_flag_that_allows_it():
    file = FileFacts(Path("/home/ann/private/cv.pdf"), (Path("/home/ann/public"),), named=True)
    decided = decide(request("upload_file", "upload"), facts(element("file"), file=file))
    assert isinstance(decided, Deny)
    assert decided.remedy == "--upload-dir /home/ann/private"
    both = replace(file, allowed=(Path("/home/ann/public"), Path("/home/ann/private")))
    assert isinstance(decide(request("upload_file", "upload"), facts(element("file"), file=both)), Allow)
