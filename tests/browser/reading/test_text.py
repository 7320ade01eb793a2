"""Reader over the kit: text, elements, choices and HTML of real pages, frames in their places."""

from __future__ import annotations

import asyncio
import os
import shutil

import pytest
from playwright.async_api import Browser, Playwright

from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import DocumentChanged
from handrail.browser.types.reading import TextMatches
from handrail.tools.support.matcher import Matcher
from tests.browser.conftest import Read
from tests.pages import PageServer


async def launch(playwright: Playwright, *switches: str) -> Browser:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return await playwright.chromium.launch(executable_path=path, chromium_sandbox=not root, args=list(switches))


async def blocks(reader: PlaywrightReader) -> TextMatches:
    """All text, a match for each block."""
    return await reader.search(Matcher.compile("(?s).+", regex=True), limit=100)


async def texts(reader: PlaywrightReader, *, visible: bool | None = None) -> list[str]:
    found = await blocks(reader)
    return [part.match.raw for part in found.matches if visible is None or part.visible is visible]


class TestBlocks:
    async def test_inline_elements_are_one_line_and_blocks_are_not(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve("<p>log <b>o</b>ut<i> now</i></p><div>a<div>b</div>c</div>one<br>two"))
        assert await texts(reader) == ["log out now", "a", "b", "c", "one\ntwo"]

    async def test_style_decides_what_is_a_block_not_the_tag(self, read: Read, serve: PageServer) -> None:
        html = (
            "<style>span{display:block} div{display:inline}</style><span>a</span><span>b</span><div>c</div><div>d</div>"
        )
        assert await texts(await read(serve(html))) == ["a", "b", "cd"]

    async def test_animated_letters_stay_one_word_and_badges_stand_apart(self, read: Read, serve: PageServer) -> None:
        html = "<style>i{display:inline-block}</style><p><i>H</i><i>i</i></p><p><i>New</i><i>12</i></p>"
        assert await texts(await read(serve(html))) == ["Hi", "New 12"]

    async def test_numbers_that_a_margin_parts_are_not_read_as_one(self, read: Read, serve: PageServer) -> None:
        style = "<style>span{margin-left:8px} u{padding:0 1px} i{padding-right:5px} bdi{padding:0 5px}</style>"
        html = "<p>42<span>3%</span></p><p>1<u>7</u></p><p><i>10<span>5</span></i>20</p><p>a<span>b</span></p>"
        html += (
            "<p><bdi>0</bdi><bdi>4</bdi>:<bdi>5</bdi><bdi>9</bdi>, <bdi>1</bdi><bdi>2</bdi><bdi>3</bdi><bdi>4</bdi></p>"
        )
        reader = await read(serve(style + html))
        lines = ["42 3%", "17", "10 5 20", "ab", "04:59, 1234"]
        assert await texts(reader) == lines
        assert (await reader.snapshot("full")).text.raw.splitlines() == [f": {line}" for line in lines]
        html_read = (await reader.html()).html.raw
        assert "42 3%" in html_read
        assert "04:59, 1234" in html_read

    async def test_white_space_is_folded_and_preformatted_lines_are_kept(self, read: Read, serve: PageServer) -> None:
        html = "<p>  a\n\n  b&nbsp;c so&shy;ft </p><pre>one\n  two   three</pre>"
        assert await texts(await read(serve(html))) == ["a b c soft", "one\ntwo three"]

    async def test_a_hidden_part_is_marked_and_does_not_break_its_line(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve("<p>Log <span hidden>not</span> out</p>"))
        found = (await blocks(reader)).matches
        assert [(part.match.raw, part.visible) for part in found] == [("Log out", True), ("not", False)]

    async def test_scripts_styles_and_templates_are_no_text(self, read: Read, serve: PageServer) -> None:
        html = "<style>p{}</style><script>1</script><template>t</template><noscript>n</noscript><p>text</p>"
        assert await texts(await read(serve(html))) == ["text"]

    async def test_shadow_trees_and_slots_are_read_as_they_are_shown(self, read: Read, serve: PageServer) -> None:
        html = (
            "<div id=h><b slot=name>Ann</b><u>never shown</u></div><script>h.attachShadow({mode:'open'}).innerHTML="
            "'<p>Hello <slot name=name></slot>!</p><slot name=other>default</slot>'</script>"
        )
        assert await texts(await read(serve(html))) == ["Hello Ann!", "default"]

    async def test_each_block_has_the_heading_it_stands_under(self, read: Read, serve: PageServer) -> None:
        html = "<p>top</p><h1>A <i>b</i></h1><p>x</p><div role=heading>C</div><p>y</p><h2 hidden>no</h2><p>z</p>"
        found = (await blocks(await read(serve(html)))).matches
        under = {part.match.raw: part.heading.raw for part in found}
        assert {name: under[name] for name in ("top", "A b", "x", "y", "z")} == {
            "top": "", "A b": "A b", "x": "A b", "y": "C", "z": "C",
        }  # fmt: skip

    async def test_what_stands_above_the_name_of_a_card_belongs_to_that_card(
        self, read: Read, serve: PageServer
    ) -> None:
        cards = "".join(
            f"<div><p>{over}</p><h3>{name}</h3></div>" for over, name in (("New", "Dome"), ("Sold", "Clip"))
        )
        reader = await read(serve(f"<h2>Lamps</h2>{cards}<p>End"))
        found = await blocks(reader)
        under = {part.match.raw: part.heading.raw for part in found.matches}
        assert (under["New"], under["Sold"], under["End"]) == ("Lamps", "Clip", "Clip")

    async def test_fields_say_what_they_show_and_secrets_do_not(self, read: Read, serve: PageServer) -> None:
        html = (
            "<input value=typed><input placeholder=hint><input type=password value=hunter2><input type=submit value=Go>"
            "<textarea>old</textarea><input type=hidden value=h><select><option>One<option selected>Two</select>"
            "<script>document.querySelector('textarea').value = 'new'</script>"
        )
        reader = await read(serve(html))
        assert await texts(reader, visible=True) == ["typed", "hint", "•••", "Go", "new", "Two"]
        assert await texts(reader, visible=False) == ["One"]

    async def test_frames_stand_in_their_places_with_their_own_origin(self, read: Read, serve: PageServer) -> None:
        serve("<p>theirs</p>", "/theirs")
        inner = "<p>in</p><iframe srcdoc='<p>deep</p>'></iframe>".replace("'", "&quot;")
        html = (
            f"<p>before</p><iframe srcdoc='{inner}'></iframe><p>between</p>"
            f"<iframe src={serve.other_site}/theirs></iframe><p>after</p>"
        )
        found = (await blocks(await read(serve(html)))).matches
        assert [part.match.raw for part in found] == ["before", "in", "deep", "between", "theirs", "after"]
        assert len({part.frame for part in found}) == 4
        assert {part.match.raw: part.match.origin for part in found}["theirs"] == serve.other_site
        assert {part.match.raw: part.match.origin for part in found}["after"] == serve.origin
        assert {part.match.label for part in found} == {"page-text"}

    async def test_a_silent_frame_is_named_and_the_rest_is_read(
        self, playwright_: Playwright, serve: PageServer
    ) -> None:
        serve("<p>busy</p><script>setTimeout(() => { for (;;); }, 0)</script>", "/busy")
        url = serve(f"<p>here</p><iframe src={serve.other_site}/busy></iframe><p>there</p>")
        # Without this switch the headless shell keeps all sites in one process, and one hung frame hangs all.
        browser = await launch(playwright_, "--site-per-process")
        try:
            page = await browser.new_page()
            await page.goto(url, wait_until="domcontentloaded")
            found = await blocks(PlaywrightReader(PageContext("t1", page, Refs())))
        finally:
            await browser.close()
        assert [part.match.raw for part in found.matches] == ["here", "there"]
        assert found.missing == ("frame f1 could not be read",)

    async def test_deep_nesting_is_read_to_the_bottom(self, read: Read, serve: PageServer) -> None:
        html = (
            "<div id=d></div><script>let at = d; for (let i = 0; i < 2000; i++) { const n = "
            "document.createElement('span'); at.append(n); at = n } at.textContent = 'bottom'</script><p>end</p>"
        )
        assert await texts(await read(serve(html))) == ["bottom", "end"]


class TestSearch:
    async def test_only_shown_matches_get_refs(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve("<p>x</p>" * 50))
        found = await reader.search(Matcher.compile("x"), limit=3)
        assert (found.total, [match.ref for match in found.matches]) == (50, ["e1", "e2", "e3"])

    async def test_words_found_in_the_page_and_here_are_the_same(self, read: Read, serve: PageServer) -> None:
        html = (
            "<p>log out</p><p>log <b>out</b></p><p>log<br>out</p><p>LOG\n out</p><p>lo<i>g o</i>ut</p>"
            "<p>log</p><p>out</p><p>logout</p><p>ｌｏｇ ｏｕｔ</p><button>log</button>"
            "<button>out</button><p>log <s hidden>x</s>out</p>"
        )
        reader = await read(serve(html))
        # Full width is another spelling to a phrase, and another letter to a regular expression.
        assert (await reader.search(Matcher.compile("log out"), limit=20)).total == 7
        assert (await reader.search(Matcher.compile(r"log\s+out", regex=True), limit=20)).total == 6

    async def test_context_leaves_out_what_cannot_be_seen(self, read: Read, serve: PageServer) -> None:
        reader = await read(
            serve("<p>one</p><p hidden>secret orders</p><p>two <b hidden>more</b> hit three</p><p>four</p>")
        )
        (match,) = (await reader.search(Matcher.compile("hit"), context=30)).matches
        assert (match.before.raw, match.after.raw) == ("one\ntwo ", " three\nfour")

    async def test_characters_that_javascript_counts_twice(self, read: Read, serve: PageServer) -> None:
        html = (
            "<h2>😀 one</h2><p>🎉🎉 first <b>hit</b> 🎉</p><iframe srcdoc='<p>a hit</p>'></iframe><p>😀 last hit 😀</p>"
        )
        found = await (await read(serve(html))).search(Matcher.compile("hit"), context=9)
        assert [(m.before.raw, m.match.raw, m.after.raw, m.frame) for m in found.matches] == [
            ("🎉 first ", "hit", " 🎉\n😀 la", ""),
            ("a ", "hit", "", "f1"),
            ("\n😀 last ", "hit", " 😀", ""),
        ]

    async def test_a_page_that_is_replaced_while_it_is_searched(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve("<p>x</p>"))
        second = serve("<p>other</p>")
        loop = asyncio.get_running_loop()

        class Replacing:
            words = None
            only_words = False

            def find(self, text: str, keep: int) -> tuple[int, list[tuple[int, int]]]:
                asyncio.run_coroutine_threadsafe(reader._core.page.goto(second), loop).result(20)
                return 1, [(0, 1)][:keep]

        with pytest.raises(DocumentChanged):
            await reader.search(Replacing())


class TestQuery:
    async def test_addresses_are_absolute_and_secrets_masked(self, read: Read, serve: PageServer) -> None:
        html = (
            "<a href='../up?q=1#x'>Up</a><img src=a.png srcset='a.png 1x, b.png 2x'><input type=password value=hunter2>"
        )
        reader = await read(serve(html, "/folder/page"))
        asked = ("href", "src", "srcset", "value", "nothing")
        found = (await reader.query("a, img, input", attributes=asked)).elements
        here = serve.origin
        assert [{name: value.raw for name, value in element.attributes.items()} for element in found] == [
            {"href": f"{here}/up?q=1#x"},
            {"src": f"{here}/folder/a.png", "srcset": f"{here}/folder/a.png 1x, {here}/folder/b.png 2x"},
            {"value": "•••"},
        ]

    async def test_open_shadow_roots_are_searched_in_the_order_of_the_page(self, read: Read, serve: PageServer) -> None:
        html = (
            "<i class=x>1</i><div id=h><i class=x>3</i></div><i class=x>4</i><script>"
            "const s=h.attachShadow({mode:'open'}); s.innerHTML='<div><i class=x>2</i></div><slot></slot>'</script>"
        )
        reader = await read(serve(html))
        assert [e.text.raw for e in (await reader.query(".x")).elements] == ["1", "2", "3", "4"]
        host = (await reader.query("#h")).elements[0].ref
        assert [e.text.raw for e in (await reader.query(".x", within_ref=host)).elements] == ["2", "3"]

    async def test_within_an_element_or_a_frame(self, read: Read, serve: PageServer) -> None:
        reader = await read(serve("<p>a</p><div><p>b</p></div><iframe srcdoc='<p>c'></iframe>"))
        div, frame = (await reader.query("div, iframe")).elements
        assert [e.text.raw for e in (await reader.query("p", within_ref=div.ref)).elements] == ["b"]
        assert [e.text.raw for e in (await reader.query("p", within_ref=frame.ref)).elements] == ["c"]
