"""Each tool of the package is a method of a session, which makes its call. Type checkers know its parameters and data:
mypy checks `tests.typed_calls` and `tests.typed_program`."""

import inspect
from pathlib import Path

import pytest
from scripts.tool_methods import WRITTEN_BY_HAND, records_with_method

from handrail import Session, SyncSession
from handrail.results import Ok
from handrail.tools.core.table import Record, own_records

RECORDS = list(own_records())
GENERATED = records_with_method()


class Recording(Session):
    """A session that writes down its calls in place of carrying them out."""

    async def perform(self, caller, name, params, **options):
        self.performed = (caller, name, params)
        return Ok()


@pytest.mark.parametrize("record", GENERATED, ids=lambda record: record.name)
async def test_a_method_makes_the_users_call_of_its_tool(record: Record, tmp_path: Path):
    session = Recording(run_dir=tmp_path)
    assert (await getattr(session, record.name)(**record.example)).ok
    caller, name, params = session.performed
    assert (caller, name) == ("user", record.name)
    assert record.params.model_validate(params) == record.params.model_validate(record.example)
    assert params.keys() <= record.example.keys(), "what is as by default is no part of the call"


@pytest.mark.parametrize("record", GENERATED, ids=lambda record: record.name)
def test_a_method_takes_what_its_tool_takes(record: Record):
    parameters = dict(inspect.signature(getattr(Session, record.name)).parameters)
    parameters.pop("self")
    required = {name for name, one in parameters.items() if one.default is inspect.Parameter.empty}
    assert set(parameters) == set(record.params.model_fields), "run: make docs"
    assert required == {name for name, field in record.params.model_fields.items() if field.is_required()}
    assert getattr(SyncSession, record.name).__doc__ == getattr(Session, record.name).__doc__


def test_what_steers_a_run_is_no_method_of_a_session_which_has_none():
    assert not [name for name in ("done", "abort", "revise_plan") if hasattr(Session, name)]


def test_sessions_read_the_page_by_methods_of_their_own_that_take_what_the_tools_take():
    own = {record.name: set(record.params.model_fields) for record in RECORDS if record.name in WRITTEN_BY_HAND}
    taken = {name: set(inspect.signature(getattr(Session, name)).parameters) for name in own}
    # The picture itself is returned, so there is nothing to save.
    assert {name: fields - taken[name] for name, fields in own.items()} == {"snapshot": set(), "screenshot": {"save"}}
