"""Long conversations in short, and too long ones squeezed."""

from handrail.agent.conversation.history import History
from handrail.attachments import Attachment
from handrail.models.protocol import Call, Message, ModelReply, Usage
from handrail.models.providers.messages import to_pydantic_ai
from handrail.results import Ok
from handrail.runs.result import Step, came_of
from handrail.tools.core.plan import Plan
from handrail.trust import External, fence
from tests.agent.conversation.test_history import ORIGIN, observed, said, turn

NOTES = {"price": External("19 dollars", "model", "notes")}
PICTURE = Attachment("image", "image/png", b"1", "screenshot")


def long_run(turns: int = 12, **options) -> tuple[History, list[Step]]:
    """A run that reads the page it began on, with a plan, a word of the user's and, late in it, an extraction."""
    history = History("system", "Buy milk", **options)
    history.plan(Plan(("milk is bought",), ("find the shop",)))
    history.show_page(observed("the page " + "x" * 3_000).parts())
    turn(history, "wait", Ok({}))
    history.add_user_message("Organic, please.")
    for at in range(turns - 1):
        if at == turns - 4:
            turn(history, "extract", Ok({"data": External("litre 1.10", ORIGIN, "extract-result")}))
            continue
        read = {"text": External(f"read {at} " + "y" * 2_000, ORIGIN, "page-text")}
        turn(history, "read_page", Ok(read, observation=observed(f"change {at}", "changes")))
    found = came_of({"data": {"total": 0, "text": "z" * 2_000}})
    steps = [Step(at + 1, "read_page", {"at": at}, True, None, 0.1, found) for at in range(turns)]
    return history, steps


def test_compaction_keeps_task_plan_words_notes_extractions_steps_and_the_page():
    history, steps = long_run()
    before = history.size
    assert history.compact(NOTES, steps)
    assert history.size < 0.7 * before
    text = said(history)
    for kept in ("Buy milk", "find the shop", "Organic, please.", "19 dollars", "litre 1.10", "the page ", "change 3"):
        assert kept in text
    assert '1. read_page {"at": 0}: ok "total": 0, ' in text
    assert "read 2 " not in text
    assert "read 10 " in text


def test_what_models_and_pages_said_stays_fenced_in_a_compacted_conversation():
    history, steps = long_run()
    history.compact(NOTES, steps)
    for words in ("19 dollars", "litre 1.10", '"at": 0', "change 3"):
        assert all(line.startswith("| ") for line in said(history).split("\n") if words in line)


def test_a_compacted_conversation_is_one_that_providers_take():
    history, steps = long_run()
    history.compact(NOTES, steps)
    sent = to_pydantic_ai(history.messages)
    assert [type(message).__name__ for message in sent] == ["ModelRequest", "ModelResponse"] * 2 + ["ModelRequest"]
    calls = [part.tool_call_id for message in sent for part in message.parts if part.part_kind == "tool-call"]
    results = [part.tool_call_id for message in sent for part in message.parts if part.part_kind == "tool-return"]
    assert calls == results


def test_what_the_model_wrote_outlives_compactions_a_sentence_a_turn_and_fenced():
    history = History("system", "Buy milk")
    history.show_page(observed("the page").parts())
    for number in range(12):
        call = Call("read_page", {}, "c1")
        history.reply(ModelReply((call,), text=f"Shop {number} sells milk. It also sells bread."))
        history.result(call, Ok({}))
        if number in (5, 11):
            history.compact({}, [])
    text = said(history)
    assert [text.count(f"Shop {number} sells milk.") for number in range(12)] == [1] * 12
    assert all(line.startswith("| ") for line in text.split("\n") if "Shop 3 " in line)
    assert "Shop 3 sells milk. It also" not in text


def test_a_second_compaction_tells_every_step_once_and_keeps_what_the_first_kept():
    history, steps = long_run()
    history.compact(NOTES, steps)
    for at in range(8):
        turn(history, "goto", Ok({}, observation=observed(f"page {at}")))
    steps += [Step(len(steps) + at + 1, "goto", {}, True, None, 0.1) for at in range(8)]
    history.compact(NOTES, steps)
    text = said(history)
    assert text.count('{"at": 0}') == 1
    assert "19 dollars" in text
    assert "litre 1.10" not in text, "an extraction has its time, notes stay"
    assert "the page " not in text


def test_steps_that_stay_whole_are_not_reported_again():
    history, steps = long_run()
    history.compact(NOTES, steps)
    assert "10. read_page" in said(history)
    assert "11. read_page" not in said(history)


def test_only_the_newest_revision_of_the_plan_outlives_a_compaction():
    history, steps = long_run(4)
    history.plan(Plan(("milk is bought",), ("ask the neighbour",), revision=1))
    history.plan(Plan(("milk is bought",), ("ask the dairy",), revision=2))
    for _ in range(4):
        turn(history, "wait", Ok({}))
    history.compact({}, steps)
    assert "ask the neighbour" not in said(history)
    assert "| ask the dairy" in said(history)
    assert "Your plan:" in said(history)


def test_compaction_is_due_before_the_window_is_full_by_what_requests_really_cost():
    history, steps = long_run(window=20_000)
    assert not history.should_compact()
    history.calibrate(Usage(calls=1, input_tokens=15_000))
    assert history.should_compact()
    history.compact(NOTES, steps)
    assert not history.should_compact()


def test_a_window_that_the_page_alone_fills_is_no_reason_to_compact_on_every_turn():
    history = History("system" * 1_000, "task", window=1_000)
    history.show_page(observed("the page " * 500).parts())
    turn(history, "wait", Ok({}))
    assert not history.should_compact()


def test_squeezing_goes_from_old_text_to_compaction_to_parts_of_the_page_and_ends():
    history, steps = long_run()
    sizes = [history.size]
    while history.squeeze(NOTES, steps):
        sizes.append(history.size)
        assert len(sizes) < 30
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) > 2
    assert "Buy milk" in said(history)
    assert "19 dollars" in said(history)


def test_squeezing_ends_after_many_steps_too_and_what_was_cut_does_not_come_back():
    history, _ = long_run(60)
    steps = [Step(at + 1, "read_page", {"what": "z" * 100}, True, None, 0.1) for at in range(400)]
    sizes = [history.size]
    while history.squeeze(NOTES, steps):
        sizes.append(history.size)
        assert len(sizes) < 30
    assert sizes == sorted(sizes, reverse=True)


def test_a_run_that_was_gone_on_with_keeps_its_past_when_its_plan_is_revised():
    history = History("system", "task")
    history.say(fence(External("an order was sent", "model", "notes"), keep=True), pinned=True)
    history.show_page(observed("the page").parts())
    history.plan(Plan(("milk is bought",), ("ask the dairy",), revision=1))
    for _ in range(4):
        turn(history, "wait", Ok({}))
    history.compact({}, [])
    assert "an order was sent" in said(history)


def test_a_whole_snapshot_that_the_model_took_stands_for_the_page_from_then_on():
    history = History("system", "task")
    history.show_page(observed("the page at first " * 200).parts())
    taken = {"mode": "full", "snapshot": External("the page later " * 100, ORIGIN, "page-snapshot")}
    turn(history, "snapshot", Ok(taken, observation=observed("(nothing changed)", "changes")))
    for _ in range(6):
        turn(history, "wait", Ok({}))
    history.clip()
    assert "the page later" in said(history)
    assert "the page at first" not in said(history)


def test_two_pictures_are_kept_and_older_ones_become_a_word():
    history = History("system", "task")
    for _ in range(5):
        turn(history, "screenshot", Ok({}, attachments=(PICTURE,)))
        history.clip()
        kept = [part for message in history.messages for part in message.parts if part == PICTURE]
        assert len(kept) <= 2
    assert "[earlier image removed]" in said(history)
    assert history.messages[-1].parts[-1] == PICTURE


def test_the_mark_for_caches_stands_where_nothing_changes_any_more():
    history = History("system", "task")
    before: list[str] = []
    for at in range(12):
        turn(history, "goto", Ok({}, observation=observed(f"page {at} " + "x" * 2_000)))
        history.clip()
        marked = [place for place, message in enumerate(history.messages) if message.settled]
        assert len(marked) <= 1
        now = [message.text for message in history.messages]
        settled = now[: marked[0] + 1] if marked else []
        assert settled[: len(before)] == before
        before = settled
    assert len(before) > 15
    assert said(history).count("x" * 2_000) < 12


def test_a_marked_message_is_a_mark_for_anthropic_and_nothing_for_others():
    messages = [
        Message("system", ["s"]),
        Message("user", ["task"]),
        Message("assistant", calls=(Call("wait", {}, "c"),)),
        Message("tool", ["ok"], call_id="c", name="wait", settled=True),
        Message("assistant", ["next"]),
    ]
    marks = [
        [piece for message in to_pydantic_ai(messages, name) for piece in message.parts if "CachePoint" in repr(piece)]
        for name in ("anthropic:claude-sonnet-4-5", "openai:gpt-5")
    ]
    assert list(map(len, marks)) == [1, 0]
