"""Names and roles as the browser itself computes them: the kit beside Chromium's own accessibility tree."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Browser, CDPSession, Page

from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

# Each names its element with `t`. What stands there is judged by Chromium, not by an expectation of ours.
CASES = {
    "labelledby chain": "<span id=a>One</span><span id=b>Two</span><button t aria-labelledby='a b'>x</button>",
    "labelledby itself": "<span id=a>Delete</span><button t id=me aria-label='row 4' aria-labelledby='a me'>x</button>",
    "labelledby is followed once": "<span id=a aria-labelledby=b>A</span><span id=b>B</span>"
    "<button t aria-labelledby=a></button>",
    "labelledby hidden": "<span id=a hidden>Hidden <b>name</b></span><button t aria-labelledby=a>x</button>",
    "labelledby missing": "<button t aria-labelledby=nobody>Fallback</button>",
    "labelledby of a field": "<label id=l>Find <input id=i value='cats'> now</label>"
    "<a t href=# aria-labelledby=l>x</a>",
    "label beats title": "<button t aria-label=Close title=Shut>x</button>",
    "empty aria-label": "<button t aria-label='  '>Text</button>",
    "label around": "<label>First name <input t></label>",
    "label for": "<label for=i>Email</label><input t id=i type=email>",
    "two labels": "<label for=i>One</label><label for=i>Two</label><input t id=i>",
    "label with a field in it": "<label>Flash <input value=3 size=2> times <input type=checkbox t></label>",
    "label with a select in it": "<label><input type=checkbox t> every <select>"
    "<option>day<option selected>week</select></label>",
    "label with a list by role in it": "<label>Flash <span role=combobox tabindex=0><span role=listbox>"
    "<span role=option>1</span><span role=option aria-selected=true>3</span></span></span> times <input t></label>",
    "placeholder": "<input t placeholder='Search here'>",
    "title before placeholder": "<input t title='The title' placeholder='Search here'>",
    "textarea label": "<label>Comment <textarea t>old text</textarea></label>",
    "content with inline": "<button t>Sa<b>ve</b> all</button>",
    "content with blocks": "<button t><div>One</div><div>Two</div></button>",
    "content with line break": "<a t href=#>One<br>Two</a>",
    "content with hidden parts": "<button t>Show<span hidden> hidden</span><span style='display:none'> none</span>"
    "</button>",
    "content with aria-hidden": "<button t>Mail <span aria-hidden=true>X</span></button>",
    "content with visibility": "<button t>See <span style='visibility:hidden'>not</span> this</button>",
    "content with image": "<a t href=#><img alt='Home page' src=data:,></a>",
    "content with images and text": "<a t href=#>a<img alt=b src=data:,>c<img alt='' src=data:,>d</a>",
    "content with labelled svg": "<button t><svg aria-label=Trash role=img width=9 height=9></svg></button>",
    "svg title": "<button t><svg width=9 height=9><title>Bin</title><path d='M0 0h9'/></svg></button>",
    "svg img": "<svg t role=img width=9 height=9><title>Chart</title></svg>",
    "generated content": "<style>.x::before{content:'New '}.x::after{content:' !'}</style>"
    "<button t class=x>mail</button>",
    "generated icon with a text": "<style>.x::before{content:'★' / 'favourite'}</style><button t class=x></button>",
    "image": "<img t alt='A cat' src=data:,>",
    "image with title only": "<img t title='A cat' src=data:,>",
    "submit": "<input t type=submit>",
    "submit with value": "<input t type=submit value='Send it'>",
    "reset": "<input t type=reset>",
    "image button": "<input t type=image alt='Go on' src=data:,>",
    "button input": "<input t type=button value=Press>",
    "checkbox": "<label><input t type=checkbox> Agree</label>",
    "radio": "<label><input t type=radio name=r> Red</label>",
    "switch": "<button t role=switch aria-checked=true>Wifi</button>",
    "range": "<label>Volume <input t type=range></label>",
    "number": "<label>Count <input t type=number></label>",
    "search": "<input t type=search aria-label=Find>",
    "combobox input": "<input t list=l aria-label=City><datalist id=l><option>Ulm</datalist>",
    "select": "<label>Size <select t><option>S<option>M</select></label>",
    "list box": "<label>Sizes <select t multiple><option>S<option>M</select></label>",
    "fieldset": "<fieldset t><legend>Address</legend><input></fieldset>",
    "table caption": "<table t><caption>Prices</caption><tr><td>1</table>",
    "header cell": "<table><tr><th t>Name<th>Age<tr><td>a<td>b</table>",
    "row header": "<table><tr><td><th>x<tr><th t scope=row>Name<td>b</table>",
    "nav": "<nav t aria-label=Main><a href=#>x</a></nav>",
    "section without a name": "<section t><p>x</p></section>",
    "section with a name": "<section t aria-label=News><p>x</p></section>",
    "header of the page": "<header t><p>x</p></header>",
    "header of an article": "<article><header t><p>x</p></header></article>",
    "aside": "<aside t><p>x</p></aside>",
    "link without href": "<a t>not a link</a>",
    "heading": "<h2 t>Part <em>two</em></h2>",
    "heading by role": "<div t role=heading aria-level=3>Deep</div>",
    "list item": "<ul><li t>x</ul>",
    "list item elsewhere": "<div><li t>x</div>",
    "unknown role falls through": "<div t role='fancy button'>x</div>",
    "presentation on a focusable": "<button t role=presentation>Still</button>",
    "menu item": "<div role=menu><div t role=menuitem>Copy <kbd>C</kbd></div></div>",
    "tab": "<div role=tablist><div t role=tab aria-selected=true>One</div></div>",
    "tree item": "<ul role=tree><li t role=treeitem>Docs</ul>",
    "option by role": "<div role=listbox><div t role=option>Red</div></div>",
    "dialog": "<dialog t open aria-labelledby=h><h2 id=h>Sure?</h2></dialog>",
    "editable": "<div t role=textbox contenteditable=true aria-label=Body>text</div>",
    "summary": "<details><summary t>More</summary>x</details>",
    "slotted": "<x-b><template shadowrootmode=open><button t><slot></slot> now</button></template>Buy</x-b>",
    "tooltip as name": "<a t href=# title='Only a title'></a>",
    "owned": "<button t aria-owns=o>Own</button><span id=o>ed</span>",
    "meter": "<meter t aria-label=Disk value=.5></meter>",
    "progress": "<progress t aria-label=Load value=.5></progress>",
    "output": "<output t aria-label=Sum>5</output>",
    "spaces": "<button t>\n  Many \t spaces\n</button>",
    "right to left": "<button t dir=rtl>שלום <b>עולם</b></button>",
    "search landmark": "<search t><input></search>",
    "text of a cell with a link": "<table><tr><th>a<th>b<tr><td t>See <a href=#>this</a><td>x</table>",
    "upper case by style": "<button t style='text-transform:uppercase'>Save</button>",
    "hidden input is nothing": "<input type=hidden value=x><button t>y</button>",
    "labels in each other": "<label>A<label>B<input t></label></label>",
    "label with an open list in it": "<label><input type=checkbox t> Flash <select multiple><option selected>a<option>b"
    "<option selected>c</select></label>",
    "label with an article in it": "<label>One <article>two</article> three<input t></label>",
    "labelledby an article": "<article id=a>Two <header>three</header></article><button t aria-labelledby=a></button>",
    "labelledby elements": "<b id=a>A</b><button t>x</button><script>"
    "document.querySelector('[t]').ariaLabelledByElements = [document.querySelector('#a')]</script>",
    "labelledby is empty": "<button t aria-labelledby=''>Content</button>",
    "submit with an empty value": "<input t type=submit value=''>",
    "submit with a title": "<input t type=submit title=Send>",
    "image button with a value": "<input t type=image value=v title=tt src=data:,>",
    "file": "<input t type=file title=tt>",
    "files": "<input t type=file multiple>",
    "file with a label": "<label>Photo <input t type=file></label>",
    "content with an article": "<a t href=#>News <article><h2>Head</h2><p>Text</p></article></a>",
    "content with a named article": "<a t href=#>News <article aria-label=Article>Text</article></a>",
    "content with a status": "<a t href=#>Cart <output>3</output></a>",
    "content with a group": "<a t href=#>One<div role=group>two</div></a>",
    "content with a fieldset": "<button t>One<fieldset><legend>two</legend></fieldset></button>",
    "content with a picture by role": "<a t href=#>One <span role=img>two</span></a>",
    "content with a dialog": "<a t href=#>One<dialog open>two</dialog></a>",
    "content with closed details": "<a t href=#><details><summary>More</summary>hidden</details></a>",
    "content with details without a summary": "<a t href=#><details>hidden</details></a>",
    "content with something inert": "<a t href=#>One <span inert>two</span></a>",
    "content with a named paragraph": "<button t><p aria-label=Said>Written</p></button>",
    "content with a picture that is none": "<a t href=#>One <img alt=two role=none src=data:,></a>",
    "nested tree item": "<ul role=tree><li t role=treeitem>A<ul role=group><li role=treeitem>B</ul></li></ul>",
    "nested menu": "<ul role=menubar><li t role=menuitem>A<ul role=menu><li role=menuitem>B</ul></li></ul>",
    "icon from a sheet": "<svg width=0 height=0><symbol id=s><title>Bin</title></symbol></svg>"
    "<a t href=#><svg class=i width=9 height=9><use href='#s'></use></svg> it</a>",
    "icon from a hidden sheet": "<svg style='display:none'><g id=g><title>Bin</title></g></svg>"
    "<button t><svg class=i width=9 height=9><use xlink:href='#g'></use></svg></button>",
    "generated picture": "<style>a::before{content:url(data:,) 'x'}</style><a t href=#>t</a>",
    "generated picture with a text": f"<style>a::before{{content:url({PIXEL}) / 'Star'}}</style><a t href=#>t</a>",
    "generated text of an attribute": "<style>a::before{content:'★' / 'al' attr(b)}</style><a t href=# b=dx>t</a>",
    "generated attribute": "<style>a::after{content:' (' attr(href) ')'}</style><a t href=#x>t</a>",
    "generated quotes": "<style>a::before{content:open-quote}a::after{content:close-quote}</style><a t href=#>t</a>",
    "generated line break": "<style>a::before{content:'\\A new'}</style><a t href=#>t</a>",
    "text that says a word twice": "<a t href=#>Bora <b>Bora</b></a>",
    "link by handler": "<a t onclick='1'>Go</a>",
}  # fmt: skip

# Where we say more than Chromium does, on purpose: (role, name) with the reason beside it.
DELIBERATE = {
    # HTML-AAM names a figure by its caption; Chromium leaves the name to whoever reads the caption.
    "<figure t><img alt=x src=data:,><figcaption>A figure</figcaption></figure>": ("figure", "A figure"),
    # A box that a person can type into is a text box for whoever acts on it, role or not.
    "<div t contenteditable=true aria-label=Body>text</div>": ("textbox", "Body"),
    # ARIA names no term by its content; Chromium does. The text stands below it all the same.
    "<dl><dt t>Word<dd>meaning</dl>": ("term", ""),
    # A part of a picture is a link to whoever clicks it; Chromium's protocol says nothing of areas.
    f"<img usemap=#m alt=map width=9 height=9 src={PIXEL}><map name=m><area t href=/x alt=North coords=0,0,9,9></map>":
    ("link", "North"),
    # A closed list's button: Chromium calls it a disclosure triangle.
    "<details><summary t>More</summary>x</details>": ("button", "More"),
    # A tip that is open names what it explains, for as long as the pointer stays there: it is the same button.
    "<button t aria-label=Run aria-labelledby=i>▶</button><div role=tooltip id=i>Run it F5</div>": ("button", "Run"),
    # A picture that says what its text says is read out twice; whoever names the control says it once.
    "<button t><img alt=Save src=data:,> Save</button>": ("button", "Save"),
    "<button t><b title=Save></b> Save</button>": ("button", "Save"),
    "<a t href=#><svg width=9 height=9><title>Save as</title></svg> <span>Save as</span></a>": ("link", "Save as"),
}  # fmt: skip

# Chromium has words of its own for some roles.
WORDS = {
    "image": "img", "sectionheader": "", "sectionfooter": "", "DisclosureTriangle": "button", "generic": "",
    "none": "", "Section": "", "LayoutTable": "",
    "DescriptionListTerm": "term", "Video": "video", "StaticText": "", "SvgRoot": "img", "Details": "group",
    "ListMarker": "", "LabelText": "", "Legend": "", "DisclosureTriangleGrouped": "button",
}  # fmt: skip


async def _chromium(session: CDPSession) -> tuple[str, str]:
    """The role and name that Chromium gives to the element marked `t`."""
    await session.send("Accessibility.enable")
    root = (await session.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"]
    (marked,) = list(_marked(root))
    tree = await session.send(
        "Accessibility.getPartialAXTree", {"backendNodeId": marked["backendNodeId"], "fetchRelatives": False}
    )
    await session.send("Accessibility.disable")
    (node,) = tree["nodes"]
    if node["ignored"]:
        return "", ""
    role = node["role"]["value"]
    return WORDS.get(role, role), " ".join(node.get("name", {}).get("value", "").split())


def _marked(node: dict[str, Any]) -> Any:
    if "t" in node.get("attributes", [])[::2]:
        yield node
    for child in [*node.get("children", []), *node.get("shadowRoots", [])]:
        yield from _marked(child)


async def test_is_called_what_the_browser_calls_it(page: Page) -> None:
    """In one page for all, since a context costs more than a case."""
    session = await page.context.new_cdp_session(page)
    differences = {}
    for case, html in CASES.items():
        ours, browser = await _ours(page, html), await _chromium(session)
        if ours != browser:
            differences[case] = (ours, browser)
    assert differences == {}


async def test_differs_from_the_browser_only_on_purpose(page: Page) -> None:
    assert {html: await _ours(page, html) for html in DELIBERATE} == DELIBERATE


async def test_firefox_reads_the_same(chromium: Browser, firefox: Browser) -> None:
    pages = [await browser.new_page() for browser in (chromium, firefox)]
    differences = {}
    for case, html in CASES.items():
        said = [await _ours(page, html) for page in pages]
        if said[0] != said[1]:
            differences[case] = said
    for page in pages:
        await page.close()
    assert differences == {}


async def _ours(page: Page, html: str) -> tuple[str, str]:
    await page.set_content(f"<!doctype html><body>{html}")
    (element,) = (await PlaywrightReader(PageContext("t1", page, Refs())).query("[t]")).elements
    return element.role, "" if element.guessed else element.name.raw
