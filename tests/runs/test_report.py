"""The report of a run: one file without script or network, in which what pages said is text."""

import os
import re
from collections import Counter
from functools import partial
from html.parser import HTMLParser
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Agent
from handrail.messages import rule_sentences
from handrail.models import Call, Scripted
from handrail.models.protocol import Usage
from handrail.runs import pictures
from handrail.runs.log_reader import read_run
from handrail.runs.markdown import to_html
from handrail.runs.pictures import PictureAlbum
from handrail.runs.record import ModelCall, PictureBox, PictureRecord, StepRecord
from handrail.runs.report import filmstrip, render, totals_by_purpose
from handrail.trust import External
from tests.runs.writing import Writer, jpeg, whole_run

HOSTILE = [
    "</script><script>document.title='owned'</script>",
    '"><img src=http://127.0.0.1:9/x onerror="document.title=1">',
    "</pre></details><iframe src=http://127.0.0.1:9/></iframe>",
    "</title><style>body{display:none}</style>",
    "{{ 7 * 7 }}{% for x in y %}",
    "<svg/onload=document.title=1>",
    "javascript:document.title=1",
    "[link](javascript:alert(1)) ![picture](http://127.0.0.1:9/p.png) <b>bold</b>",
    "\u202egnp.exe\u2066\u200b\x1b[31mred\x1b]8;;http://127.0.0.1:9/\x07link\x07\x00",
    "x" * 1_000_000,
    "<" * 100_000,
    "\ud83d half a pair",
    "' onmouseover='document.title=1",
]


class Tags(HTMLParser):
    """Counts tags, and what they may not have."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: Counter[str] = Counter()
        self.loads: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.loads += [
            value
            for name, value in attrs
            if name in ("src", "href", "srcset") and not re.match(r"data:image/|#", value)
        ]


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    return tags


def run_full_of(folder, text: str):
    """A run in which everything that a page or a model may say is ``text``."""
    write = Writer(folder).started(task=text, url=text, model=text, data={text: text}, options={text: [text]})
    write("plan", criteria=[text], steps=[text], url=text, revision=0)
    write("observed", url=text, title=text, mode=text, text=text)
    write("turn", number=1)
    write("model_call", purpose="act", model=text, seconds=1, usage={}, calls=[{"name": text}], reasoning=text)
    write("model_text", text=text)
    write("decision", tool=text, caller="model", rule=text, allowed=False, reason=text, remedy=text)
    failed = {"status": "failed", "code": text, "error": text, "hint": text, "details": {text: text}}
    write.result(text, {text: text}, target={"role": text, "name": text}, label={"x": text}, result=failed)
    write("screenshot", tool=text, files=(jpeg(),))
    followed = {"navigated_to": text, "dialog": {"message": text}, "downloads": [{"name": text}]}
    got = {"status": "ok", "data": {text: text, "n": 1}, "followed": followed}
    write.decided("click", {text: text}).result("click", result=got)
    write("nudge", text=text)("notice", text=text)("fault", trace=text)
    write("verdict", ok=False, by=text, reasons=[text], attempt=1)
    more = {"data": {text: text}, "sources": [{"url": text, "title": text}], "remedies": [text], "doubts": [text]}
    return write.ended("error", "An answer.", **more)


@pytest.fixture(scope="module")
def harmless(tmp_path_factory):
    return parsed(render(read_run(run_full_of(tmp_path_factory.mktemp("harmless"), "word"))))


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_of_pages_and_models_never_becomes_markup(tmp_path, harmless, text):
    html = render(read_run(run_full_of(tmp_path, text)))
    found = parsed(html)
    # Long texts add a line to the footer that says so.
    assert found.tags - harmless.tags <= Counter(p=1)
    assert harmless.tags - found.tags == Counter()
    assert (found.handlers, found.loads) == ([], [])
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", html)
    assert len(html) < 5_000_000


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_markdown_of_an_answer_is_harmless(tmp_path, text):
    found = parsed(str(to_html(text)))
    assert set(found.tags) <= {"p", "a", "pre", "code", "blockquote"}
    assert (found.handlers, [url for url in found.loads if not url.startswith("http")]) == ([], [])


def test_a_link_in_an_answer_shows_its_address_and_a_picture_is_text():
    html = str(to_html("[Your bank](https://evil.example/login) <https://a.example/> ![cat](https://b.example/c.png)"))
    assert 'rel="noopener noreferrer nofollow"' in html
    assert "Your bank</a> (https://evil.example/login)" in html
    assert ">https://a.example/</a> [picture: cat, https://b.example/c.png]" in html
    assert "<img" not in html


def test_an_answer_keeps_tables_lists_and_emphasis():
    assert set(parsed(str(to_html("# Head\n\n- **one**\n\n| a | b |\n|---|---|\n| 1 | 2 |"))).tags) == {
        "h3", "ul", "li", "strong", "table", "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip


@pytest.fixture
def report(tmp_path):
    """The report of a run with one of everything, as a file."""
    log = whole_run(tmp_path / "20261121-120000-abcd")
    path = tmp_path / "report.html"
    path.write_text(render(read_run(log)), "utf-8")
    return path


async def opened(browser: Browser, path, **options):
    context = await browser.new_context(**options)
    page = await context.new_page()
    asked, complaints = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    await page.goto(path.as_uri())
    return page, asked, complaints


async def test_it_loads_nothing_and_its_content_security_policy_allows_its_style(chromium, report):
    page, asked, complaints = await opened(chromium, report)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert complaints == []
    assert await page.locator("article").first.evaluate("e => getComputedStyle(e).borderRadius") == "14px"
    await page.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    await page.evaluate("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/x.png'}))")
    await page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'document.title=1'}))"
    )
    assert len([word for word in complaints if "Content Security Policy" in word]) >= 3
    assert await page.title() == "Buy a lamp · Handrail"
    await page.context.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
async def test_it_fits_every_width_and_follows_the_color_scheme(chromium, tmp_path, width, scheme):
    path = tmp_path / "report.html"
    path.write_text(render(read_run(run_full_of(tmp_path / "run", "long" * 3000))), "utf-8")
    page, _, _ = await opened(chromium, path, viewport={"width": width, "height": 800}, color_scheme=scheme)
    assert await page.evaluate("document.documentElement.scrollWidth") == width
    dark = await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 20, 18)"
    assert dark == (scheme == "dark")
    await page.context.close()


async def test_the_costs_fit_a_phone(chromium, report):
    page, _, _ = await opened(chromium, report, viewport={"width": 390, "height": 800})
    inner, outer = await page.evaluate("(e => [e.scrollWidth, e.clientWidth])(document.querySelector('.wide'))")
    assert inner == outer
    words = " ".join((await page.locator(".totals tfoot").inner_text()).split())
    assert words.startswith("in all ")
    await page.context.close()


async def test_it_can_be_used_with_the_keyboard_alone(chromium, report):
    page, _, _ = await opened(chromium, report)
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.textContent") == "To the steps"
    fold = page.get_by_text("The page as the model saw it")
    await fold.focus()
    await page.keyboard.press("Enter")
    assert await page.get_by_text("button Save [e1]").is_visible()
    await page.get_by_role("button", name="The page at step 1, larger").first.focus()
    await page.keyboard.press("Enter")
    large = page.locator("[popover][aria-label='The page at step 1']").first
    assert await large.is_visible()
    await page.keyboard.press("Escape")
    assert not await large.is_visible()
    await page.context.close()


async def test_the_element_is_marked_where_it_was(chromium, tmp_path, session, serve):
    serve("<h1>Sent</h1>", "/sent")
    url = serve("<body style='margin: 0'><div style='height: 90px'></div><a href=/sent>Send it</a>")

    def decide(turn):
        links = [node.ref for node in turn.observation.snapshot.nodes if node.ref and node.role == "link"]
        return [Call("click", {"ref": links[0]})] if links else [Call("done", {"result": "Sent."})]

    result = await Agent(session, model=Scripted(decide), pictures="step").run("Send it", url=url)
    run = read_run(result.log)
    (tmp_path / "report.html").write_text(render(run), "utf-8")
    assert run.steps[0].box.y == pytest.approx(90, abs=1)
    page, _, _ = await opened(chromium, tmp_path / "report.html")
    assert await page.locator(".film li").count() == 2
    svg = page.locator("#step-1 .open svg")
    frame, mark = await svg.bounding_box(), await svg.locator(".mark").bounding_box()
    assert mark["y"] - frame["y"] == pytest.approx(86 * frame["width"] / 1280, abs=2)
    assert await page.locator("#step-2 .open svg .mark").count() == 0
    await page.context.close()


PICTURES = [PictureRecord(f"{number}.jpg") for number in range(4)]
BOX = PictureBox(1, 2, 3, 4)


def a_step(box=None, took=(), changed=False) -> StepRecord:
    step = StepRecord("click", "model", box=box, pictures=[*took])
    step.got = {"page_changed": changed}
    return step


@pytest.mark.parametrize(
    ("before", "steps", "film_"),
    [
        ([], [a_step(), a_step()], {}),
        # What a step saw was taken after the one before it; the end is shown, too.
        (PICTURES[:1], [a_step(BOX, PICTURES[1:2], True), a_step(BOX, PICTURES[2:3], True)], {0: ["0"], 1: ["1", "2"]}),
        # The same page is not shown twice, unless another element is marked on it.
        (PICTURES[:1], [a_step(BOX), a_step(), a_step(BOX)], {0: ["0"], 2: ["0"]}),
        # Nothing is marked on a picture of how the page was before it changed.
        (PICTURES[:1], [a_step(BOX, changed=True), a_step(BOX), a_step(BOX, PICTURES[1:2])], {0: ["0"], 2: ["1"]}),
        # Without a picture of the page before it, a step that took one is the end.
        ([], [a_step(BOX, PICTURES[1:2])], {0: ["1"]}),
    ],
)
def test_a_call_is_shown_with_the_page_before_it(before, steps, film_):
    found = filmstrip(before, steps)
    assert {place: [picture.file[:1] for picture in pictures] for place, pictures in found.items()} == film_


def test_it_shows_answer_steps_and_cost(report):
    html = report.read_text("utf-8")
    told = ["Buy a lamp", "<strong>one</strong> lamp", "A lamp is in the basket", "The basket holds a lamp.", "Done"]
    told += ["I will do that.", "because", "acting on the write set", "The page changed", "Nudged", "$0.0031"]
    told += ["4.2 k tokens in (3.0 k cached), 90 out", "your call"]
    assert [part for part in told if part not in html] == []


def test_a_rule_is_explained_as_policy_explain_does(tmp_path):
    write = Writer(tmp_path / "20261121-120000-abcd").started()
    write("decision", tool="click", caller="model", rule="consequential_acts", allowed=True).result("click")
    html = render(read_run(write.ended("done", "It is gone.")))
    assert f"{rule_sentences()['consequential_acts']}</span>" in html


def test_it_says_whether_you_allowed_an_act_and_what_you_were_asked(tmp_path):
    write = Writer(tmp_path / "20261121-120000-abcd").started()
    asked = "The model wants to press “Delete all”."
    write("decision", tool="click", caller="model", rule="consequential_acts", allowed=True, reason=asked)
    write.result("click")
    write("decision", tool="dialog", caller="model", rule="agreed_dialogs", allowed=True)
    write.result("dialog", target=None, label={"accept": True})
    html = render(read_run(write.ended("done", "It is gone.")))
    assert (html.count("<dt>Allowed by you</dt>"), html.count("<dt>Allowed</dt>")) == (1, 1)
    assert f"<p>{asked}</p>" in html
    assert '<bdi class="target">accept</bdi>' in html


def test_a_step_is_told_by_what_it_did_and_a_failure_without_words_for_a_model(tmp_path):
    write = Writer(tmp_path).started().observed('button "Add to cart" [e12]')
    hint = "Take a snapshot and use a ref from it."
    failed = {"status": "failed", "code": "stale_ref", "error": "The element e12 is gone.", "hint": hint}
    more: dict[str, Any] = {"target": None, "label": {"ref": "e12"}, "label_text": "Click[ {what}]"}
    write.decided("click", {"ref": "e12"}).result("click", {"ref": "e12"}, result=failed, **more)
    write.result("search_page", target=None, result={"status": "ok", "data": {"total": 3, "matches": []}})
    write.result("hover", target=None, result={"status": "ok", "data": {"suggestions": []}})
    seen = re.sub(r"<details.*?</details>", "", render(read_run(write.ended())), flags=re.DOTALL)
    seen = " ".join(re.sub(r"<[^>]+>", "", seen).split())
    told = ["Click button “Add to cart”", "The button “Add to cart” is gone.", "Found 3", "The page stayed as it was"]
    assert [part for part in told if part not in seen] == []
    assert [part for part in ("e12", "snapshot", "Suggestions", "Matches") if part in seen] == []


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"ref": "e1", "value": "Ada", "mismatch": False}, "The field holds what was put into it"),
        ({"ref": "e1", "mismatch": True, "value": "12"}, "The page stayed as it was"),
    ],
)
def test_of_a_field_that_was_filled_in_it_says_what_the_field_holds(tmp_path, data, told):
    write = Writer(tmp_path).started()
    assert told in render(read_run(write.result("fill", result={"status": "ok", "data": data}).ended()))


def test_an_answer_that_was_refuted_is_not_called_done(tmp_path):
    doubt = "Step 2, click e1: the page that followed complains (Email: required). Look at what the page says, and do "
    doubt += "it again only if it was not taken."
    html = render(read_run(Writer(tmp_path).started().ended("refuted", "Done: click “Send”.", doubts=[doubt])))
    assert "<h2>The answer that was not accepted</h2>" in html
    assert "Done: " not in html
    assert "the page complains (Email: required). Look at the page before you try it again." in html


def test_what_a_plan_changes_is_told(tmp_path):
    write = Writer(tmp_path).started()
    write("plan", criteria=["It is there"], steps=["Add it"], url="", revision=0, changes=["Adds a lamp"])
    assert re.search(r"<h3>Changes</h3>\s*<ul><li dir=\"auto\">Adds a lamp</li></ul>", render(read_run(write.ended())))


def test_what_a_model_was_told_of_a_failure_is_kept_beside_it(tmp_path):
    write = Writer(tmp_path).started()
    failed = {"status": "failed", "code": "stale_ref", "error": "The element e12 is gone.", "hint": "Take a snapshot."}
    html = render(read_run(write.result("click", target=None, result=failed).ended()))
    assert "The element e12 is gone. Take a snapshot.</pre>" in html


def test_an_unfinished_run_names_the_act_under_way(tmp_path):
    log = Writer(tmp_path).started().decided("click", {"ref": "e7"}).stop()
    log.write_bytes(log.read_bytes() + b'{"event": "resu')
    html = render(read_run(log))
    assert "The log ends before the run did." in html
    assert "whether it happened is uncertain" in html
    assert "1 line of the log could not be read." in html
    assert f"handrail resume {tmp_path.name}" in html


def test_pictures_are_limited_shown_once_and_omissions_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("handrail.runs.report.PictureAlbum", partial(PictureAlbum, room=40_000))
    write = Writer(tmp_path).started()
    for number in range(20):
        picture = jpeg(padding=5000 + number)
        write.decided("click", {}).result("click")("screenshot", tool="click", files=(picture, picture))
    html = render(read_run(write.ended()))
    assert html.count("data:image/jpeg;base64,") <= 8
    assert "left out to keep this file small" in html
    assert len(html) < 250_000


def test_files_outside_the_folder_are_not_embedded(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    (tmp_path / "secret.jpg").write_bytes(jpeg())
    (run / "notes.jpg").write_bytes(b"not a picture")
    (run / "large.jpg").write_bytes(jpeg(padding=pictures.MAX_PICTURE_BYTES))
    (run / "huge.jpg").write_bytes(jpeg(65_000, 65_000))
    (run / "fine.jpg").write_bytes(jpeg())
    names = [
        "../secret.jpg",
        str(tmp_path / "secret.jpg"),
        "notes.jpg",
        "large.jpg",
        "huge.jpg",
        "gone.jpg",
        "a\0b",
        "",
        ".",
    ]
    if os.name == "posix":
        os.mkfifo(run / "pipe.jpg")
        (run / "link.jpg").symlink_to(tmp_path / "secret.jpg")
        names += ["pipe.jpg", "link.jpg"]
    album = PictureAlbum(run, [PictureRecord(name) for name in [*names, "fine.jpg"]])
    assert [name for name in names if album.get(PictureRecord(name))] == []
    assert album.get(PictureRecord("fine.jpg")).width == 1280


def test_totals_by_purpose_add_up_calls_and_seconds():
    asked = [ModelCall("act", "m", 1.0, Usage(calls), External("", "model", "notes")) for calls in (1, 2)]
    assert [(total.purpose, total.usage.calls, total.seconds) for total in totals_by_purpose(asked)] == [
        ("act", 3, 2.0)
    ]
