"""Remember: notes that outlive the page they were made on."""

from __future__ import annotations

from itertools import count

from pydantic import Field

from handrail.browser.types.network.addresses import origin_of
from handrail.results import Failed, Ok, Result
from handrail.results.data.run import NoteData, ReadNotesData
from handrail.tools.core.context import Context
from handrail.tools.core.table import NoParams, Params, Security, tool
from handrail.trust import External, is_of_site

NOTES_CAP = 20_000
"""Characters that all notes may hold together, so that `read_notes` can show them in one result."""


class Note(Params):
    text: str = Field(min_length=1, max_length=4_000)
    """What to remember."""
    # A count in the pattern would be compiled into 40 copies of all letters there are: 4.5 MiB.
    key: str | None = Field(None, pattern=r"^[\w.-]+$", max_length=40)
    """A later note with the same key replaces this one.

    A short name; numbered when left out."""


@tool(
    effect="control",
    example={"key": "cheapest", "text": "Team plan, 19 dollars a month (t1)"},
    label="Write a note[: {what}]",
    label_keys=("text",),
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
)
async def note(ctx: Context, p: Note) -> Result[NoteData]:
    """Write down what you will need from a page before you leave it.

    A model's note counts as text from outside, of the site that is open at the time."""
    key = p.key or _free_key(ctx)
    others = sum(len(text) for name, text in ctx.notes.entries.items() if name != key)
    if others + len(p.text) > NOTES_CAP:
        return Failed(
            "notes_full",
            f"The notes are full ({NOTES_CAP:,} characters).",
            hint="Replace an old note: give its key with shorter text.",
        )
    # What a model writes after it has read a page is outside text, however it is phrased.
    ctx.notes.entries[key] = External(p.text, _site(ctx), "notes") if ctx.caller == "model" else p.text
    return Ok({"key": key, "notes": len(ctx.notes.entries)})


def _site(ctx: Context) -> str:
    """The site that is open: what a model writes after it has read a page may be the page's."""
    tab = ctx.tabs.active_or_none
    site = origin_of(tab.page.url) if tab is not None else "null"
    return site if site != "null" else "model"


def _free_key(ctx: Context) -> str:
    """The next number that no note has, whoever named it: a note without a key replaces none."""
    return next(key for number in count(1) if (key := f"note-{number}") not in ctx.notes.entries)


@tool(
    effect="control",
    rare=True,
    result_cap=NOTES_CAP + 4_000,
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
    label="Read the notes",
)
async def read_notes(ctx: Context, p: NoParams) -> Result[ReadNotesData]:
    """Read all notes, by key.

    With the sites that were open when a model wrote them."""
    notes = ctx.notes.entries
    sites = {key: External(text.origin, text.origin, "notes") for key, text in notes.items() if is_of_site(text)}
    return Ok({"notes": dict(notes), "sites": sites} if sites else {"notes": dict(notes)})
