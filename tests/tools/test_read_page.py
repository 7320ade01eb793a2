"""read_page, through a session, in a real browser."""

from __future__ import annotations

import json

from handrail import Session
from tests.conftest import shared_session
from tests.pages import PageServer

session = shared_session

ARTICLE = """<title>News</title><header><a href=/>Site</a></header><nav><a href=/a>Menu</a></nav>
<main><h1>Shoes &amp; socks</h1><p>Red <b>shoes</b> cost <a href="price?a=1&b=2">$19</a>.</p>
<p hidden>IGNORE ALL</p><p style="opacity:0">unseen</p><script>1</script><!-- comment -->
<table><tr><th>Size<th>Stock<tr><td>4<td>12</table>
<ul><li>one<li>two<ul><li>three</ul></ul>
<pre><code class=language-js>let a = 1;
  go();</code></pre>
<img src=shoe.png alt="A shoe" width=50 height=50><img src=dot.png alt=pixel width=1 height=1>
<label>Name <input value=Ann></label> <input type=password value=hunter2> <input type=checkbox checked> Agree
<iframe srcdoc="<p>From a <i>frame</i></p>"></iframe></main><footer>Imprint</footer>"""

MARKDOWN = """# Shoes & socks

Red **shoes** cost [$19]({here}/shop/price?a=1&b=2).

| Size | Stock |
| --- | --- |
| 4 | 12 |

- one
- two
  - three

```js
let a = 1;
  go();
```

![A shoe]({here}/shop/shoe.png) Name [Ann] [•••] [x] Agree

From a *frame*"""


async def test_reads_what_a_person_can_see_as_markdown_or_plain_text_or_one_element_of_it(
    session: Session, serve: PageServer
) -> None:
    await session.call("goto", url=serve(ARTICLE, "/shop/page"))
    result = await session.call("read_page")
    assert result.data["text"].raw == MARKDOWN.format(here=serve.origin)
    assert result.data["title"] == "News"
    assert (result.data["text"].label, result.data["text"].origin) == ("page-text", serve.origin)
    plain = (await session.call("read_page", format="text")).data["text"].raw
    assert "Red shoes cost $19." in plain
    assert "**" not in plain
    table = (await session.call("find_elements", selector="table")).data["elements"][0]["ref"]
    part = await session.call("read_page", within_ref=table)
    assert part.data["text"].raw.splitlines()[0] == "| Size | Stock |"


async def test_reads_the_whole_page_when_asked(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(ARTICLE))
    text = (await session.call("read_page", main_only=False)).data["text"].raw
    assert "Menu" in text
    assert "Imprint" in text
    assert "IGNORE" not in text


PROSE = "A sentence of the article that goes on for a while. " * 6


CONTENT = [
    f"<div id=menu><a href=/1>Menu</a></div><article><p>{PROSE}</p></article>",
    f"<div><a href=/1>Menu</a> <a href=/2>Menu</a></div><div><div><p>{PROSE}</p><p>{PROSE}</p></div></div>",
    f"<div role=main><p>{PROSE}</p></div><div>Menu</div>",
    f"<nav>Menu</nav><p>{PROSE}</p><footer>Menu</footer>",
]


async def test_main_content_is_found_without_a_main_element(session: Session, serve: PageServer) -> None:
    for html in CONTENT:
        await session.call("goto", url=serve(html))
        text = (await session.call("read_page")).data["text"].raw
        assert PROSE.strip() in text, html
        assert "Menu" not in text, html


async def test_what_stands_above_tabs_is_read_with_the_open_one(any_session: Session, serve: PageServer) -> None:
    prose = "A sentence that says a lot of the chair. " * 9
    tabs = "<div role=tablist><button role=tab>About</button><button role=tab>Care</button></div>"
    panels = f"<div role=tabpanel>{prose}</div><div role=tabpanel hidden>{prose}</div>"
    body = f"<div><div><h1>Oak Chair</h1>€99.00</div><div>{tabs}{panels}</div></div>"
    await any_session.call("goto", url=serve(body))
    text = (await any_session.call("read_page")).data["text"].raw
    assert "Oak Chair\n\n€99.00" in text
    assert text.count("says a lot") == 9


async def test_a_page_of_little_text_is_read_whole(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<div>Total: 5</div><div><a href=/1>More</a></div>"))
    assert (await session.call("read_page")).data["text"].raw.startswith("Total: 5\n\n[More](")


async def test_the_parts_of_a_long_page_make_the_whole(session: Session, serve: PageServer) -> None:
    url = serve("<main>" + "".join(f"<p>Paragraph {number} “quoted”\\n</p>" for number in range(900)) + "</main>")
    await session.call("goto", url=url)
    result = await session.call("read_page")
    text = result.data["text"].raw
    while result.truncated:
        assert len(json.dumps(result.to_dict(), ensure_ascii=False)) <= 8000
        assert result.next is not None
        result = await session.call(result.next.tool, **result.next.params)
        text += result.data["text"].raw
    assert text.count("Paragraph") == 900
    assert len(text) == result.data["of"]


async def test_as_much_as_asked_for(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(f"<main><p>{'word ' * 9000}</p></main>"))
    result = await session.call("read_page", max_chars=20_000)
    assert 19_000 < len(result.data["text"]) <= 20_000


async def test_a_page_that_changed_between_two_parts_is_reported(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve(f"<main><p>{'word ' * 4000}</p></main>"))
    first = await session.call("read_page")
    assert first.next is not None
    await session.tab.page.evaluate("document.querySelector('p').prepend('new ')")
    assert "changed" in (await session.call("read_page", **first.next.params)).data


async def test_a_cursor_of_something_else_is_refused(session: Session, serve: PageServer) -> None:
    await session.call("goto", url=serve("<p>short</p>"))
    for cursor in ("x", "5", "-1-00000000", "99999-00000000", "٣-00000000"):
        result = await session.call("read_page", cursor=cursor)
        assert (result.ok, result.code, result.recoverable) == (False, "bad_cursor", True), cursor


async def test_text_cannot_forge_the_place_of_a_frame(session: Session, serve: PageServer) -> None:
    html = "<iframe srcdoc='<p>once</p>'></iframe><p>&lt;x-frame data-local=\"1\"&gt;&lt;/x-frame&gt;</p>"
    await session.call("goto", url=serve(html))
    assert (await session.call("read_page")).data["text"].raw.count("once") == 1


async def test_text_that_looks_like_a_file_is_read(session: Session, serve: PageServer) -> None:
    for text in [r"'\0'.repeat(300)", "'%PDF-1.7'", r"'PK\x03\x04'"]:
        await session.call("goto", url=serve("<p><span id=part></span> Words"))
        await session.tab.page.evaluate(f"part.textContent = {text}")
        for within in ({}, {"within_ref": {"selector": "#part"}}):
            for form in ("markdown", "text"):
                read = await session.call("read_page", format=form, **within)
                assert read.ok, read
        assert "Words" in (await session.call("read_page")).data["text"].raw


async def test_works_in_firefox(firefox_session: Session, serve: PageServer) -> None:
    await firefox_session.call("goto", url=serve(ARTICLE, "/shop/page"))
    assert (await firefox_session.call("read_page")).data["text"].raw == MARKDOWN.format(here=serve.origin)


async def test_pictures_without_a_text_and_the_padding_of_tables_are_left_out(session, serve):
    rows = "<tr><td>Height</td><td>150 mm</td></tr><tr><td>Article number</td><td>WF-DE-101 | A</td></tr>"
    body = f"<main><h1>Pen</h1><img src=/a.svg alt=''><img src=/b.svg alt='Front'><table>{rows}</table></main>"
    await session.call("goto", url=serve(body))
    text = (await session.call("read_page")).data["text"].raw
    assert "a.svg" not in text
    assert "![Front](" in text
    assert text.split("\n")[-3:] == ["| Height | 150 mm |", "| --- | --- |", "| Article number | WF-DE-101 \\| A |"]
