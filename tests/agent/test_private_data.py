"""Values of a task's data that the model does not see: neither in its prompt, nor in the log, nor where a page shows
them."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.agent import Agent, RunResult
from handrail.errors import UsageError
from handrail.models.protocol import Call
from handrail.models.scripted import Scripted
from handrail.vault.private_data import split_private
from tests.pages import PageServer

IBAN = "DE02120300000000202051"
DATA = {"name": "Ada", "bank": {"iban": IBAN, "city": "Bern"}}


def log_of(result: RunResult) -> str:
    return result.log.read_text("utf-8")


def test_private_values_are_left_out_of_the_data_by_their_names():
    assert split_private(DATA, ["bank.iban"]) == ({"name": "Ada", "bank": {"city": "Bern"}}, {"bank.iban": IBAN})
    assert split_private({"iban": IBAN, "year": 2026}, ["iban", "year"]) == (None, {"iban": IBAN, "year": "2026"})
    assert split_private(None, []) == (None, {})


@pytest.mark.parametrize("name", ["iban", "bank", "bank.none", "name.first", "", "b nk"])
def test_a_name_without_a_text_or_number_is_refused(name: str):
    with pytest.raises(UsageError):
        split_private(DATA, [name])


async def test_a_model_fills_in_private_data_by_its_name_alone(session: Session, serve: PageServer):
    url = serve("<form><label>IBAN <input></label></form>")
    fill = Call("fill_secret", {"ref": "IBAN", "name": "bank.iban"})
    model = Scripted([fill, Call("snapshot", {}), Call("done", {"result": "It is filled in."})])
    planner = Scripted([Call("plan", {"criteria": ["It is filled in."], "steps": ["Fill it in."]})])
    result = await Agent(session, model=model, planner=planner, verify=0).run(
        "Fill in my IBAN", url=url, data=DATA, private=["bank.iban"]
    )
    assert result.outcome == "done", result
    prompts = "\n".join(message.text for turn in model.turns for message in turn.messages)
    assert "bank.iban: text, 22 characters, for sites opened for changes" in prompts
    assert IBAN not in prompts + log_of(result) + planner.turns[0].text
    assert "that no model sees, by name: bank.iban" in planner.turns[0].text
    assert "Bern" in prompts
    assert (await session.call("element_info", ref="IBAN")).ok
