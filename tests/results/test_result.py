"""A program notices that a call failed: the result is false, and `unwrap` or the session raises."""

import pytest

import handrail
from handrail import Failed, Ok, Session, ToolFailed
from handrail.results.result import Target
from handrail.trust import External

STALE = Failed("stale_ref", "The element e12 is gone.", hint="Take a snapshot.", details={"role": "button"})


def test_a_failed_result_is_false_and_any_other_is_true():
    assert (bool(STALE), bool(Ok()), bool(Ok({"total": 0}))) == (False, True, True)


def test_unwrap_returns_the_data_or_raises_what_went_wrong():
    assert Ok({"total": 3}).unwrap() == {"total": 3}
    with pytest.raises(ToolFailed) as raised:
        STALE.unwrap()
    error = raised.value
    assert (error.code, error.error, error.hint) == ("stale_ref", "The element e12 is gone.", "Take a snapshot.")
    assert error.result is STALE
    assert str(error) == "The element e12 is gone. Take a snapshot. (stale_ref)"


async def test_a_session_raises_for_its_users_calls_alone(tmp_path):
    session = Session(raise_errors=True, run_dir=tmp_path)
    with pytest.raises(ToolFailed, match="Did you mean goto"):
        await session.call("gotto", url="https://example.org")
    assert (await session.call_as("model", "gotto")).code == "unknown_tool"
    assert (await Session(run_dir=tmp_path).call("gotto")).code == "unknown_tool"


def test_every_public_name_is_there():
    assert all(hasattr(handrail, name) for name in handrail.__all__)


def test_a_printed_result_begins_with_its_data_and_leaves_out_what_is_as_usual():
    shown = repr(Ok({"ref": "e6"}, page_changed=True, target=Target("button", External("Send", "o", "page-elements"))))
    assert shown == "Ok(data={'ref': 'e6'}, page_changed=True)"
    assert repr(Failed("stale_ref", "It is gone.")) == "Failed(code='stale_ref', error='It is gone.')"
