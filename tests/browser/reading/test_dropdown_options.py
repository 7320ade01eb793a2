"""The options of a dropdown, as a program and a model get them."""

from __future__ import annotations

import pytest

from handrail.browser.types.errors import WrongElement
from tests.browser.conftest import Read
from tests.pages import PageServer


class TestOptions:
    async def test_a_native_select_with_groups(self, read: Read, serve: PageServer) -> None:
        html = (
            "<select><optgroup label=G><option value=1>One<option value=2 disabled>Two</optgroup>"
            "<option selected>Three</select>"
        )
        reader = await read(serve(html))
        choices = await reader.options((await reader.query("select")).elements[0].ref)
        assert [
            (o.value.raw, o.label.raw, o.selected, o.disabled, o.group and o.group.raw) for o in choices.options
        ] == [("1", "One", False, False, "G"), ("2", "Two", False, True, "G"), ("Three", "Three", True, False, None)]
        assert (choices.total, choices.multiple, choices.built_when_open) == (3, False, False)

    async def test_at_most_200_are_handed_over_and_all_are_counted(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve(f"<select multiple>{'<option>x' * 450}</select>"))
        choices = await reader.options((await reader.query("select")).elements[0].ref)
        assert (len(choices.options), choices.total, choices.multiple) == (200, 450, True)

    async def test_a_data_list(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve("<input list=l><datalist id=l><option value=red>Red<option value=blue></datalist>"))
        choices = await reader.options((await reader.query("input")).elements[0].ref)
        assert [(o.value.raw, o.label.raw) for o in choices.options] == [("red", "Red"), ("blue", "blue")]

    async def test_an_aria_combobox_names_its_list(self, read: Read, serve: PageServer) -> None:
        html = (
            "<div role=combobox aria-controls=l aria-expanded=false tabindex=0>Pick</div><ul id=l role=listbox>"
            "<li role=option data-value=r aria-selected=true>Red<li role=option aria-disabled=true>Blue</ul>"
        )
        reader = await read(serve(html))
        choices = await reader.options((await reader.query("[role=combobox]")).elements[0].ref)
        assert [(o.value.raw, o.label.raw, o.selected, o.disabled) for o in choices.options] == [
            ("r", "Red", True, False), ("", "Blue", False, True),
        ]  # fmt: skip

    async def test_a_list_that_is_not_there_yet_is_reported_as_built_when_open(
        self, read: Read, serve: PageServer
    ) -> None:
        reader = await read(serve("<button aria-haspopup=listbox aria-expanded=false>Colour</button>"))
        choices = await reader.options((await reader.query("button")).elements[0].ref)
        assert (choices.options, choices.built_when_open) == ([], True)

    async def test_what_is_no_dropdown_is_refused(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve("<h1>Plans</h1>"))
        ref = (await reader.query("h1")).elements[0].ref
        with pytest.raises(WrongElement):
            await reader.options(ref)
