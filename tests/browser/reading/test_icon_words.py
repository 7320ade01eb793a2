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
<button><span style='font-family: Icons'>favourites</span></button><button>word</button>
<button><span><span aria-hidden=true>&#8203;</span></span>O&shy;K</button><p>&#8203;</p>"""


async def test_the_word_that_an_icon_is_drawn_for_is_left_out_of_a_name_or_marked(both: Stage) -> None:
    assert await outline(both, ICONS) == "\n".join(
        [
            'button "delete forever" [e1] guessed',
            'button "Create" [e2]',
            'button "Done" [e3]',
            'button "favourites" [e4]',
            'button "word" [e5]',
            'button "OK" [e6]',
        ]
    )
    facts = await both.facts("button")
    assert facts.name.raw == "delete_forever", "the judge of a press reads every word"


AUTHORED = """<button aria-label="Create a new event"><b class=i aria-hidden=true>event</b></button>
<a href=#d aria-label="Open delete"><b class=i>delete</b></a>
<button><b aria-label="Account delete"><b class=i>delete</b></b></button>
<button><b class=i>event</b> Create a new event</button>
<button><img alt="event" src=x.png> Save <b class=i>event</b></button>"""


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


ACTIVE = """<div><a class="btn active" href=/old>Oldest</a><a class=btn href=/new>Newest</a></div>
<ul><li><a href=/1>1</a><li class="page-item active"><a href=/2>2</a><li><a class=btn href=/3>3</a></ul>
<ul><li><a class=active href=/h>Home</a><li><a href=/k>About</a></ul><div><a class=active href=/x>Only</a></div>"""


async def test_the_link_of_what_is_shown_is_current_where_only_a_class_says_so(both: Stage) -> None:
    lines = (await outline(both, ACTIVE)).splitlines()
    assert [line.split('"')[1] for line in lines if " current" in line] == ["Oldest", "2", "Home"]


SORTED = """<table><tr><th aria-sort=ascending>Name<th aria-sort=none>Age</tr><tr><td>1<td>2</table>
<table><tr><th><div class="th-inner sortable both desc" onclick=1>Name</div><th><a href=/age>Age</a></tr></table>
<table><tr><th class="sorting sorting_asc" tabindex=0>Name<th class="dt-orderable-asc dt-orderable-desc">Age</table>
<table><tr><th class=sort-asc><a href=/name>Name</a><th class=desc>Text</tr></table>"""


async def test_the_column_that_a_table_is_sorted_by_says_so(both: Stage) -> None:
    lines = [line for line in (await outline(both, SORTED)).splitlines() if "Name" in line]
    assert lines == [
        ' row header > "Name" sort=ascending | "Age"',
        ' row header > clickable "Name" [e3] sort=descending | link "Age" [e4] -> /age',
        ' row header > "Name" [e6] sort=ascending clickable | "Age"',
        ' row header > link "Name" [e8] sort=ascending -> /name | "Text"',
    ]


OUTLINES = {
    "only the text of an icon is left out of a name and never a word of its author": (
        ICONS.partition("</style>")[0] + "</style>" + AUTHORED,
        [
            'button "Create a new event" [e1]',
            'link "Open delete" [e2] -> #d',
            'button "Account delete" [e3]',
            'button "Create a new event" [e4]',
            'button "event Save" [e5]',
        ],
    ),
    "an icon alone in its box that says yes or no is the value of what stands beside": (
        """<style>i, svg { display: inline-block; width: 9px; height: 9px }</style>
<div>Uploads</div><div><i class="glyphicon glyphicon-ok"></i></div>
<div>Guests</div><div><i class="fa fa-times"></i></div>
<div>Mail</div><div><svg class="lucide lucide-check"></svg></div><p><i class="fa fa-home"></i></p>
<p><i class="fa fa-check"></i> Included</p><p onclick=1><i class="fa fa-check"></i></p>
<table><tr><th>Admin<th>Name</tr><tr><td><i class="fa fa-check"></i><td>Ann</tr></table>""",
        [
            ": Uploads",
            ": (ok)",
            ": Guests",
            ": (times)",
            ": Mail",
            ": (check)",
            ": Included",
            'clickable "check" [e1] guessed',
            "table [e2]",
            " row: Admin | Name",
            " row: (check) | Ann",
        ],
    ),
    "a number that a machine made names no picture": (
        """<a href=tel:1><img alt="" src="blob:http://x.example/d33eebf5-0ff8-4245-b44a-a71d5fea6d1a"></a>
<button><img alt="" src="http://x.example/9f86d081884c7d659a2feaa0c55ad015.png"></button>
<button><img alt="" src="http://x.example/deadline.png"></button>""",
        ["link [e1] -> tel:1", "button [e2]", 'button "deadline" [e3] guessed'],
    ),
}


async def test_an_outline_says_of_each_page_what_a_person_sees(both: Stage) -> None:
    for case, (html, lines) in OUTLINES.items():
        assert (case, (await outline(both, html)).splitlines()) == (case, lines)
