"""Icons that a font draws in place of words are no names; a picture that links where its title does is no line."""

from __future__ import annotations

from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

# No font is loaded: what is cut to the width of a letter is as wide as its icon would be.
ICONS = """<style>@font-face { font-family: Icons; src: url(data:font/woff2;base64,AAAA) }
.i { font: 24px Icons; display: inline-block; width: 24px; height: 24px; overflow: hidden; white-space: nowrap }</style>
<button><span class=i>delete_forever</span></button><button><span class=i>add</span> Create</button>
<button title=Done><span class=i>check_box_outline_blank</span></button>
<button><span style='font-family: Icons'>favourites</span></button><button>word</button>"""


async def test_the_word_that_an_icon_is_drawn_for_is_left_out_of_a_name_or_marked(both: Stage) -> None:
    assert await outline(both, ICONS) == "\n".join(
        [
            'button "delete forever" [e1] guessed',
            'button "Create" [e2]',
            'button "Done" [e3] guessed',
            'button "favourites" [e4]',
            'button "word" [e5]',
        ]
    )
    facts = await both.facts("button")
    assert facts.name.raw == "delete_forever", "the judge of a press reads every word"


TWINS = """<div><a href=/a><img src=x.png alt=""></a><a href=/a>Title A</a></div>
<div><a href=/b>Title B</a><a href=/b><svg width=9 height=9></svg></a></div>
<div><a href=/c><svg width=9 height=9></svg></a><a href=/d>Title D</a></div>"""


async def test_a_picture_that_links_where_the_words_beside_it_do_has_no_line(both: Stage) -> None:
    assert await outline(both, TWINS) == "\n".join(
        [
            'link "Title A" [e1] -> /a',
            'link "Title B" [e2] -> /b',
            "link [e3] -> /c",
            'link "Title D" [e4] -> /d',
        ]
    )
    snapshot = await PlaywrightReader(both.core).snapshot("full")
    assert len(snapshot.nodes) == 6
