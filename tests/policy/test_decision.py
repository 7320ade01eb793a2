"""What decisions tell the user: the flag that would allow an act."""

import re
import shlex
from pathlib import Path

import handrail
from handrail.messages import Sentence
from handrail.policy.decision import MAX_SHOWN, Allow, Ask, Deny, both_ends, flag, is_shown, rules_that_asked

SOURCE = Path(handrail.__file__).parent


def test_a_flag_holds_no_command_of_a_page():
    for host in ("x;{touch,y};", "a$(id)", "a`id`", "a'b", "a b\nc"):
        words = shlex.split(flag("--grant", f"submit@http://{host}"))
        assert words == ["--grant", f"submit@http://{' '.join(host.split())}"]
    assert flag("--grant", "submit@https://shop.example:8080") == "--grant submit@https://shop.example:8080"


def test_each_flag_of_policy_and_calls_is_written_for_a_shell():
    """No rule puts an outside value into a flag by itself. (Permissions quote the user's own.)"""
    sources = [*(SOURCE / "policy").rglob("*.py"), *(SOURCE / "calls").rglob("*.py")]
    assert len(sources) > 50
    assert [file.name for file in sources if re.search(r'f"[^"]*--[a-z-]+ \{', file.read_text("utf-8"))] == [
        "permissions.py"
    ]


def test_a_question_can_show_texts_of_a_length_and_no_longer_ones():
    half = "x" * ((MAX_SHOWN - 3) // 2)
    longest = [half, half + "x" * (MAX_SHOWN - 3 - 2 * len(half))]
    assert is_shown(longest)
    assert not is_shown([*longest[:-1], longest[-1] + "x"])


def test_only_a_question_has_rules_that_asked():
    assert rules_that_asked(Ask("one+two", Sentence("Allow?"), "--yes")) == {"one", "two"}
    assert rules_that_asked(Deny("one", "No.")) == rules_that_asked(Allow("one")) == frozenset()


def test_of_a_long_name_whole_words_are_shown_beside_the_cut():
    name = "Invoice of the northern warehouse for lamps, delivered in the last week of November"
    assert both_ends(name, 40) == "Invoice of the northern … of November"
    assert both_ends("x" * 60, 40) == f"{'x' * 26}…{'x' * 13}"
    # Nothing is left out that stands whole beside the cut.
    assert both_ends(f"{'a' * 20} whole {'b' * 40} {'c' * 13}", 40) == f"{'a' * 20} whole…{'c' * 13}"
    assert len(both_ends(name, 60)) <= 60
