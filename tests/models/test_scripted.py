"""Scripted: turns from a list, a function or a file."""

import json

import pytest

from handrail.attachments import Attachment
from handrail.errors import ModelError, UsageError
from handrail.models import Call, Message, ModelReply, Scripted, ScriptedTurn, Usage
from handrail.models.protocol import ToolSpec
from handrail.trust import External, fence

CLICK = Call("click", {"ref": "e7"})
ASK = [Message("system", ["You are a test."]), Message("user", ["Click it."])]


async def test_one_item_of_the_list_is_one_turn():
    model = Scripted([CLICK, [CLICK, Call("wait", {"seconds": 1})], "Done."])
    replies = [await model.respond(ASK, []) for _ in range(3)]
    assert [reply.calls for reply in replies] == [(CLICK,), (CLICK, Call("wait", {"seconds": 1})), ()]
    assert [reply.text for reply in replies] == ["", "", "Done."]


async def test_a_list_that_has_run_out_says_which_turn_is_missing():
    model = Scripted([CLICK])
    await model.respond(ASK, [])
    with pytest.raises(ModelError, match=r"The script has no turn 2: it holds 1\."):
        await model.respond(ASK, [])


async def test_a_function_sees_what_is_new_since_the_last_reply_as_it_is_shown():
    seen: list[ScriptedTurn] = []
    model = Scripted(lambda turn: seen.append(turn) or [CLICK])
    page = fence(External("Buy now", "https://shop.example", "page-text"))
    picture = Attachment("image", "image/png", b"", "screenshot")
    reply = await model.respond(ASK, [])
    later = [*ASK, Message("assistant", [], calls=reply.calls), Message("tool", ["Clicked.", page, picture])]
    await model.respond(later, [ToolSpec("click", "", {})])
    assert seen[0].text == "You are a test.\nClick it."
    assert seen[1].text == f"Clicked.\n{page.text}\n[image: screenshot]"
    assert [tool.name for tool in seen[1].tools] == ["click"]
    assert seen[1].messages == later


async def test_a_function_may_be_async_and_answer_in_any_form():
    answers = iter([CLICK, [CLICK], "words", ModelReply(text="whole", usage=Usage(1, 10, 0, 5))])

    async def script(turn: ScriptedTurn):
        return next(answers)

    model = Scripted(script)
    replies = [await model.respond(ASK, []) for _ in range(4)]
    assert [(len(reply.calls), reply.text) for reply in replies] == [(1, ""), (1, ""), (0, "words"), (0, "whole")]
    assert replies[3].usage.input_tokens == 10


async def test_words_are_passed_on_to_listeners():
    heard: list[str] = []
    await Scripted(["Hello."]).respond(ASK, [], on_text=heard.append)
    assert heard == ["Hello."]


async def test_an_invalid_turn_is_a_clear_error():
    with pytest.raises(UsageError, match="is not a turn"):
        await Scripted([{"tool": "click"}]).respond(ASK, [])  # type: ignore[list-item]


async def test_a_file_holds_calls_lists_of_calls_and_words(tmp_path):
    script = [{"tool": "click", "params": {"ref": "e7"}}, [{"tool": "back"}, {"tool": "forward"}], "Done."]
    path = tmp_path / "script.json"
    path.write_text(json.dumps(script))
    model = Scripted.load(path)
    replies = [await model.respond(ASK, []) for _ in range(3)]
    assert [reply.calls for reply in replies] == [(CLICK,), (Call("back"), Call("forward")), ()]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "is not JSON"),
        ("{}", "is not a list"),
        ('["x", {"tol": "click"}]', "Turn 2 of the script"),
        ('[{"tool": "click", "params": []}]', "Turn 1"),
        ('[[{"tool": "back"}, "words"]]', "Turn 1"),
    ],
)
def test_a_file_that_is_no_script_says_where(tmp_path, text, fault):
    path = tmp_path / "script.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=fault):
        Scripted.load(path)


def test_a_missing_file_is_a_clear_error(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        Scripted.load(tmp_path / "none.json")
