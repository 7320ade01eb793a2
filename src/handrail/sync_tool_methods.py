"""Each tool as a method of handrail.SyncSession, for editors and type checkers.

Made from the records of the tools by ``make docs``; change the tools.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from os import PathLike
from typing import Any, Generic, Literal

from handrail.browser.types.element_names import Element
from handrail.results import Result
from handrail.results.data.documents import (
    CollectData,
    ListDownloadsData,
    ReadDownloadData,
    ReadPdfData,
    ReadTableData,
    WrittenFileData,
)
from handrail.results.data.elements import (
    CheckData,
    DropdownOptionsData,
    ElementInfoData,
    FillData,
    FillSecretData,
    KeysData,
    OnElement,
    RequestUserDataData,
    ScrollData,
    SelectData,
    UploadData,
)
from handrail.results.data.input import DragData, FillFormData, PlaceData, TypeTextData, ViewportData
from handrail.results.data.network import (
    ConsoleData,
    FetchUrlData,
    NetworkData,
    TabstackData,
    TabstackMarkdownData,
    WebSearchData,
)
from handrail.results.data.pages import (
    ExtractData,
    FindElementsData,
    PageInfoData,
    PageToolListData,
    PageToolResultData,
    ReadPageData,
    SearchPageData,
)
from handrail.results.data.run import AskUserData, HandOverData, NoteData, ReadNotesData
from handrail.results.data.tabs import (
    CloseTabData,
    DialogData,
    DownloadData,
    LocationData,
    TabData,
    WaitData,
    WaitForData,
)
from handrail.trust import Text


class SyncToolMethods(ABC, Generic[Text]):
    """The tools as methods. Each returns the result of its call, as `handrail.SyncSession.call` does.

    A parameter that is left out, or is as by default, is no part of the call.
    """

    @abstractmethod
    def _call(self, name: str, params: dict[str, Any]) -> Result[Any]:
        """Call a tool by its name."""

    def click(
        self,
        ref: Element,
        *,
        button: Literal["left", "right"] = "left",
        count: int = 1,
        modifiers: Sequence[Literal["Alt", "Control", "Meta", "Shift", "ControlOrMeta"]] = (),
    ) -> Result[OnElement]:
        """Click an element.

        Scrolls to it first; what follows is in the result. If something covers it, the call fails and names that
        by ref.

        Args:
            ref: The element: its ref (e12) or its label.
            button: The mouse button; right opens a context menu.
            count: 2 for a double click.
            modifiers: Keys held down meanwhile.
        """
        return self._call("click", locals())

    def fill(self, ref: Element, value: str, *, submit: bool = False) -> Result[FillData[Text]]:
        """Put text into a field, replacing what it holds.

        The result says whether the field holds the value as given, and has suggestions that appeared. Works for
        dates, numbers, sliders, colours and rich text too. After a mismatch nothing is submitted.

        Args:
            ref: The element: its ref (e12) or its label.
            value: The whole new value; empty clears. Dates as 2026-01-31, times as 09:30. Colours as #1a2b3c. A
                field for text that shows a date in another form takes it in that.
            submit: Press Enter afterwards. Or the form's button, where Enter makes a new line.
        """
        return self._call("fill", locals())

    def select(self, ref: Element, values: str | Sequence[str]) -> Result[SelectData[Text]]:
        """Choose from a dropdown, list box or menu; an option that is not there lists the choices.

        Native or custom. In a list of several exactly these are chosen; else `also_chosen` lists the others.

        Args:
            ref: The element: its ref (e12) or its label.
            values: Labels or values. Several where the list takes several.
        """
        return self._call("select", locals())

    def check(self, ref: Element) -> Result[CheckData]:
        """Check a checkbox, switch or radio button.

        Native or custom; its label's ref works too. Does nothing if it is checked already.

        Args:
            ref: The element: its ref (e12) or its label.
        """
        return self._call("check", locals())

    def uncheck(self, ref: Element) -> Result[CheckData]:
        """Uncheck a checkbox or switch.

        Native or custom. Does nothing if it is unchecked already. Of radio buttons check another one.

        Args:
            ref: The element: its ref (e12) or its label.
        """
        return self._call("uncheck", locals())

    def hover(self, ref: Element) -> Result[OnElement]:
        """Move the pointer onto an element: menus and hints open so.

        Fails like `click` if it is covered.

        Args:
            ref: The element: its ref (e12) or its label.
        """
        return self._call("hover", locals())

    def focus(self, ref: Element) -> Result[OnElement]:
        """Focus an element without pressing it.

        A field, link or button. Fails if it does not take the focus.

        Args:
            ref: The element: its ref (e12) or its label.
        """
        return self._call("focus", locals())

    def enter(self, ref: Element) -> Result[OnElement]:
        """Press Enter on an element.

        Submits a search or form from its field, presses a button, follows a link.

        Args:
            ref: The element: its ref (e12) or its label.
        """
        return self._call("enter", locals())

    def send_keys(self, keys: str | Sequence[str], *, ref: Element | None = None) -> Result[KeysData[Text]]:
        """Press keys in turn: Escape to close a popup, ArrowDown and Enter to take a suggestion, Control+a.

        For text use `fill`. An unknown key name fails, with the nearest valid ones, before anything is pressed.

        Args:
            keys: Escape, ArrowDown, Control+a; a list is pressed in turn.
            ref: The element to focus first. By default keys go where the focus is.
        """
        return self._call("send_keys", locals())

    def scroll(
        self,
        direction: Literal["up", "down", "left", "right"] | None = None,
        *,
        to: Element | None = None,
        ref: Element | None = None,
        amount: int | None = None,
    ) -> Result[ScrollData[Text]]:
        """Scroll to load more; reading tools see the whole page anyway.

        The page, a container in it, or to an element. Says what moved by how much, how much is left above and
        below, and what is now in view. At the end, `more` says that the page loaded more, which `below` counts,
        or is loading it.

        Args:
            direction: By default down.
            to: A ref, `top` or `bottom`. Instead of a direction.
            ref: In the part that should scroll. By default the page, or what scrolls in its middle.
            amount: Pixels, for a model about as many. By default most of what is in view.
        """
        return self._call("scroll", locals())

    def type_text(self, text: str, *, ref: Element | None = None, delay_ms: int = 0) -> Result[TypeTextData[Text]]:
        """Type with real keys, for editors that ignore `fill`.

        A key press for each character, where the caret is. Line ends and tabs are put in without their keys,
        which could send a form; only an editor of several lines that drops a line end is given Enter, where that
        is permitted. `line_ends_lost` are those that it dropped: press Enter with `send_keys`. Fails if the focus
        moves elsewhere on the way.

        Args:
            text: What to type.
            ref: The element to focus first; of rich text also a paragraph, by its words. By default keys go where
                the focus is.
            delay_ms: Milliseconds between two keys.
        """
        return self._call("type_text", locals())

    def drag(
        self,
        from_ref: Element,
        *,
        to_ref: Element | None = None,
        to_x: int | None = None,
        to_y: int | None = None,
        by_x: int = 0,
        by_y: int = 0,
    ) -> Result[DragData[Text]]:
        """Drag an element onto another one, to a place, or by a distance, as to indent it.

        Lists to sort, sliders, boards. With the real pointer, both for HTML's drag and drop and for scripts of
        the page. What has no ref can be named by its text or a line of it. An item takes the place of the one it
        is dropped on; `stands` says where in its list that is, `indented` by how many pixels, and `moved: false`
        that it went back.

        Args:
            from_ref: What to drag.
            to_ref: Where to drop it.
            to_x: Or a place in the window, in CSS pixels.
            to_y: As to_x.
            by_x: Pixels further to the right, negative to the left; without a place, from where it is.
            by_y: As by_x, downwards.
        """
        return self._call("drag", locals())

    def fill_form(self, fields: Sequence[dict[str, Any]], *, submit: bool = False) -> Result[FillFormData[Text]]:
        """Fill in a whole form in one call.

        Text fields, lists and boxes, by `fill`, `select`, `check` and `uncheck`, each judged like that call.
        Stops at the first that fails, and says which were filled in.

        Args:
            fields: Each {ref, value}; a label does as a ref.
            submit: Press Enter in the last field, or the form's button where it takes none.
        """
        return self._call("fill_form", locals())

    def set_viewport(self, width: int, height: int) -> Result[ViewportData]:
        """Give the window another size.

        A narrow window shows pages as phones do. A model gets the nearest usual size of a phone, tablet or
        desktop.

        Args:
            width: CSS pixels.
            height: CSS pixels.
        """
        return self._call("set_viewport", locals())

    def click_at(
        self, x: int, y: int, *, button: Literal["left", "right"] = "left", count: int = 1
    ) -> Result[PlaceData[Text]]:
        """Click a place of the picture.

        For what has no ref, such as a canvas; else prefer `click`. The element that lies there is judged and
        reported.

        Args:
            x: CSS pixels of the picture of the window.
            y: CSS pixels of the picture of the window.
            button: The mouse button.
            count: 2 for a double click.
        """
        return self._call("click_at", locals())

    def drag_at(self, from_x: int, from_y: int, to_x: int, to_y: int) -> Result[PlaceData[Text]]:
        """Drag between two places of it.

        For what has no ref, such as shapes on a canvas; else prefer `drag`.

        Args:
            from_x: CSS pixels of the picture of the window.
            from_y: CSS pixels of the picture of the window.
            to_x: CSS pixels of the picture of the window.
            to_y: CSS pixels of the picture of the window.
        """
        return self._call("drag_at", locals())

    def move_to(self, x: int, y: int) -> Result[PlaceData[Text]]:
        """Move the pointer to a place of it.

        What opens there is in the next snapshot.

        Args:
            x: CSS pixels of the picture of the window.
            y: CSS pixels of the picture of the window.
        """
        return self._call("move_to", locals())

    def goto(self, url: str) -> Result[LocationData[Text]]:
        """Open an address.

        In the active tab; waits until the page is quiet. A page that answers with an error status is still a
        page: see `status`. If the address is a document, the result says what reads it, and the earlier page
        stays open. Fails when no page comes (unknown name, refused connection, time-out, certificate) or the
        address is a file to download.

        Args:
            url: The whole address. http or https; example.org means https://example.org.
        """
        return self._call("goto", locals())

    def back(self) -> Result[LocationData[Text]]:
        """Go one page back.

        In the active tab's history. Fails if there is no earlier page.
        """
        return self._call("back", locals())

    def forward(self) -> Result[LocationData[Text]]:
        """Go one page forward.

        In the active tab's history. Fails if there is no later page.
        """
        return self._call("forward", locals())

    def reload(self) -> Result[LocationData[Text]]:
        """Load the page again.

        In the active tab. What was typed into it is lost.
        """
        return self._call("reload", locals())

    def new_tab(self, url: str | None = None) -> Result[TabData[Text]]:
        """Open a tab, and keep this page as it is.

        It becomes the active one and goes to `url`.

        Args:
            url: Where to go; without it the tab is empty.
        """
        return self._call("new_tab", locals())

    def switch_tab(self, tab: str) -> Result[TabData[Text]]:
        """Make another tab the active one; a page may have opened it.

        Refs belong to their tab.

        Args:
            tab: Such as t2. A tab's id from the tab list.
        """
        return self._call("switch_tab", locals())

    def close_tab(self, tab: str | None = None) -> Result[CloseTabData[Text]]:
        """Close a tab.

        By default the active one. The one that was active before it becomes active; closing the last one leaves
        an empty tab.

        Args:
            tab: The active tab by default.
        """
        return self._call("close_tab", locals())

    def wait(self, seconds: float) -> Result[WaitData]:
        """Let time pass, at most 30 seconds.

        Prefer wait_for, which ends as soon as what you wait for is there.

        Args:
            seconds: How long.
        """
        return self._call("wait", locals())

    def wait_for(
        self,
        text: str | None = None,
        *,
        ref: Element | None = None,
        selector: str | None = None,
        url: str | None = None,
        state: Literal["stable", "load"] | None = None,
        timeout: float = 10.0,
        gone: bool = False,
    ) -> Result[WaitForData]:
        """Wait until all that is named holds.

        A text, element, address or state is there, or with `gone` it is not. Fails with `timeout` when that did
        not come about in time.

        Args:
            text: Text that can be seen, perhaps by scrolling. In any case.
            ref: An element that is to be seen.
            selector: CSS. A match is to be seen.
            url: A part of it, or a pattern with *.
            state: stable: nothing changes any more. load: pictures and styles are there too.
            timeout: Seconds.
            gone: Until it no longer holds. That is text, ref, selector and url.
        """
        return self._call("wait_for", locals())

    def dialog(self, accept: bool, *, text: str | None = None) -> Result[DialogData[Text]]:
        """Answer the open dialog; `text` is for a prompt.

        An alert, confirm, prompt or question whether to leave the page. While one is open the page is blocked.
        Fails with `no_dialog` when none is open.

        Args:
            accept: true: OK, Leave; false: Cancel, Stay.
            text: For a prompt. What to enter into it.
        """
        return self._call("dialog", locals())

    def page_info(self) -> Result[PageInfoData[Text]]:
        """The address, HTTP status, load state, tabs and frames.

        Also the title, scroll position, open dialog or modal, cookie banner. Works while a dialog is open. What
        the page says is in `snapshot`.
        """
        return self._call("page_info", locals())

    def search_page(
        self,
        pattern: str,
        *,
        regex: bool = False,
        case_sensitive: bool = False,
        context_chars: int = 80,
        max_results: int = 10,
        file: str | None = None,
        cursor: str | None = None,
    ) -> Result[SearchPageData[Text]]:
        """Find text, here or in a file: how often, what is around it, the nearest ref, and controls named so.

        On the current page, in every frame, also what cannot be seen; or in a file, where each match in a PDF has
        its page. Free and instant: prefer it to `extract` when you know what to look for, and to count. A phrase
        is found across inline elements and in any case; a pattern that is not valid, or that does not finish
        within 2 s, fails with a hint.

        Args:
            pattern: Text to look for. Or a regular expression, if `regex` is set.
            regex: Read `pattern` as a regular expression.
            case_sensitive: Tell capital letters from small ones.
            context_chars: Characters of visible text on each side of a match. By itself 240 after each of up to
                three, 160 of up to ten: what is looked for often follows. A single match has the rest of its
                line, up to 1,000.
            max_results: Matches to show; `total` counts all of them.
            file: A download's id or an allowed path, to search that instead.
            cursor: Where to go on, from `next` of the last result.
        """
        return self._call("search_page", locals())

    def find_elements(
        self,
        selector: str,
        *,
        within_ref: Element | None = None,
        attributes: Sequence[str] | None = None,
        max_results: int | None = 20,
        include_text: bool = True,
        cursor: str | None = None,
    ) -> Result[FindElementsData[Text]]:
        """List what a CSS selector finds: how many there are, and of each its ref, role, name and text.

        In every frame and through open shadow roots. Free and instant: prefer it to count things and to collect
        links. A selector that is not valid, or a stale `within_ref`, fails with a hint.

        Args:
            selector: A CSS selector.
            within_ref: Only below this element, or in this frame; `:scope` finds the element itself.
            attributes: By default href and src. For example ["href", "data-id"]. URLs come absolute.
            max_results: Elements to show; `total` counts all of them. None for all, in a program.
            include_text: Show each element's text too; false for shorter results.
            cursor: Where to go on, from `next` of the last result.
        """
        return self._call("find_elements", locals())

    def dropdown_options(self, ref: Element, *, cursor: str | None = None) -> Result[DropdownOptionsData[Text]]:
        """List the choices of a dropdown, before `select`.

        Of a native select, combobox, list box or menu, at most 200: value, label, selected, disabled, group. A
        list that the page builds only when open is opened, read and closed again, by a click that is judged as
        such; ask mode does not open it. A ref that is no dropdown fails.

        Args:
            ref: The select, combobox, list box or menu button.
            cursor: Where to go on, from `next` of the last result.
        """
        return self._call("dropdown_options", locals())

    def read_page(
        self,
        format: Literal["markdown", "text"] = "markdown",
        *,
        within_ref: Element | None = None,
        main_only: bool = True,
        cursor: str | None = None,
        max_chars: int | None = None,
    ) -> Result[ReadPageData[Text]]:
        """Read the page as running text, a part at a time.

        What a person can see, as Markdown or plain text, with links absolute and tables kept. Prefer
        `search_page` when you know what to look for. A stale `within_ref` or a wrong cursor fails.

        Args:
            format: markdown keeps headings, links and tables; text is the words alone.
            within_ref: Only this element, or this frame.
            main_only: Leave out menus and what else stands around the main content.
            cursor: Where to go on, from `next` of the last result.
            max_chars: Characters of text; as many as fit into a result when left out.
        """
        return self._call("read_page", locals())

    def element_info(self, ref: Element) -> Result[ElementInfoData[Text]]:
        """All of one element: states, value, attributes, box, what covers it.

        Also role and name; addresses are whole; of an editor which words are bold or in italics. The box is left,
        top, width and height in its window, in CSS pixels. Secret values are dots. A stale ref fails.

        Args:
            ref: The element.
        """
        return self._call("element_info", locals())

    def extract(
        self, description: str, *, output_schema: dict[str, Any] | None = None, within_ref: Element | None = None
    ) -> Result[ExtractData[Text]]:
        """Have a model read the whole page for what must be understood or structured.

        It returns data that fits `output_schema`, or Markdown. It costs a model call or more: use it for what
        must be put together or structured, and `search_page` or `find_elements` for counting and finding. Fails
        with the part that did not validate after three tries.

        Args:
            description: What to extract. In plain words: which things, which fields, how many.
            output_schema: A JSON Schema for the data; without it the answer is Markdown.
            within_ref: Read only this element.
        """
        return self._call("extract", locals())

    def read_table(
        self,
        ref: Element | None = None,
        *,
        selector: str | None = None,
        max_rows: int = 100,
        save: str | None = None,
        cursor: str | None = None,
    ) -> Result[ReadTableData[Text]]:
        """Read a table as columns and rows.

        Also into a file. Cells that span several columns or rows are repeated in each; several header rows are
        joined. Native tables and ARIA tables and grids. A grid that holds only the rows in view says how many
        there are; `collect` with `scroll` reads those. Fails if there is no table.

        Args:
            ref: The table, or what is in it; without it the largest one.
            selector: A CSS selector of it.
            max_rows: Rows to show.
            save: A file for all of it. Its name ends in csv or jsonl.
            cursor: Where to go on, from `next` of the last result.
        """
        return self._call("read_table", locals())

    def collect(
        self,
        item: str,
        fields: dict[str, Any],
        *,
        within_ref: Element | None = None,
        max_items: int = 100,
        next: str | None = None,
        scroll: bool = False,
        max_pages: int = 10,
        save: str | None = None,
    ) -> Result[CollectData[Text]]:
        """Collect `fields` of each `item` (CSS), over pages (`next`: a ref or name) or by scrolling.

        Also into a file. Turning a page is a `click` on the first match of `next`, or a `scroll`, and judged as
        such. On other documents a ref means what has its role and name. Fails where the first page has no `next`.
        Ends when there is no next page, nothing new comes, or `max_items` or `max_pages` are reached; `stopped`
        says which. Calls no model.

        Args:
            item: A CSS selector of the items that repeat.
            fields: Name and selector within the item, @attribute after it; "" is the item's text.
            within_ref: Only below this element. On pages that are other documents, anywhere.
            max_items: Items in all.
            next: What leads to the next page: a ref, a CSS selector, an exact name, or {"role", "name"}.
            scroll: Scroll for more items.
            max_pages: Pages or scrolls in all.
            save: A file for all of it; the result then shows the first five. Its name ends in csv or jsonl.
        """
        return self._call("collect", locals())

    def console(
        self, level: Literal["error", "warning"] | None = None, *, contains: str | None = None, limit: int = 30
    ) -> Result[ConsoleData[Text]]:
        """The page's console, and uncaught errors.

        The latest last; the browser keeps two hundred.

        Args:
            level: Only errors, or warnings too.
            contains: Only messages with this text.
            limit: The latest.
        """
        return self._call("console", locals())

    def network(
        self,
        id: str | None = None,
        *,
        contains: str | None = None,
        kind: Literal["document", "xhr", "fetch", "script", "stylesheet", "image", "font", "media", "other"]
        | None = None,
        failed: bool = False,
        limit: int = 30,
        cursor: str | None = None,
    ) -> Result[NetworkData[Text]]:
        """The page's requests; with `id` one with its bodies.

        Often the data as JSON. Method, address, status, content type and milliseconds, the latest last; the
        browser keeps a hundred. The browser's own headers are left out; headers, fields and parameters that are
        named like secrets are hidden. A body that is no text, or that the browser has dropped, is left out.

        Args:
            id: A request to show whole, with headers and bodies.
            contains: Only addresses with this text.
            kind: Only of this kind.
            failed: Only those that failed, or were answered with an error.
            limit: The latest.
            cursor: Where to go on in a body, from `next` of the last result.
        """
        return self._call("network", locals())

    def fetch_url(self, url: str) -> Result[FetchUrlData[Text]]:
        """Read an address without opening it, and without cookies.

        Quicker than a page where no script is needed: feeds, JSON, plain pages as Markdown, documents. Of a page
        that marks its main part that comes first, and `next` leads to the rest. By GET, through the network
        rules. An error status is a result too.

        Args:
            url: The whole address.
        """
        return self._call("fetch_url", locals())

    def list_page_tools(self) -> Result[PageToolListData[Text]]:
        """List the tools that the page offers.

        With their descriptions and JSON Schemas, all in the page's own words, of its frames too. They do what the
        page likes. Pages offer them by WebMCP; most offer none.
        """
        return self._call("list_page_tools", locals())

    def call_page_tool(self, name: str, *, arguments: dict[str, Any] | None = None) -> Result[PageToolResultData[Text]]:
        """Call a tool of the page.

        The page's own code does what it likes with the arguments. The user is asked each time; what the page then
        sends is judged like what comes of a press that they did not name. A tool that stands for a form may only
        fill it in.

        Args:
            name: As listed.
            arguments: As its schema says.
        """
        return self._call("call_page_tool", locals())

    def web_search(self, query: str) -> Result[WebSearchData[Text]]:
        """Search the web, best by the task's words.

        Titles, addresses and texts of at most ten results, by the provider that the user chose. A query made of
        words of the task is sent unasked; the user is asked about others. DuckDuckGo, Google and Bing are
        searched in a tab that is closed again, and may ask whether you are a person; the others are asked by
        their API.

        Args:
            query: What to search for.
        """
        return self._call("web_search", locals())

    def tabstack_extract_markdown(self, url: str, *, cursor: str | None = None) -> Result[TabstackMarkdownData[Text]]:
        """Have Tabstack read a page.

        Tabstack's servers open the address, without your cookies. It is judged like any address that would be
        opened.

        Args:
            url: The whole address.
            cursor: Where to go on, from `next` of the last result.
        """
        return self._call("tabstack_extract_markdown", locals())

    def tabstack_extract_json(self, url: str, json_schema: dict[str, Any]) -> Result[TabstackData[Text]]:
        """Read page data.

        The schema goes to Tabstack too, so the user is asked.

        Args:
            url: The whole address.
            json_schema: JSON Schema of what to extract.
        """
        return self._call("tabstack_extract_json", locals())

    def tabstack_generate_json(
        self, url: str, json_schema: dict[str, Any], instructions: str
    ) -> Result[TabstackData[Text]]:
        """Make JSON of a page.

        Schema and instructions go to Tabstack too, so the user is asked.

        Args:
            url: The whole address.
            json_schema: JSON Schema of what to extract.
            instructions: What to make of the page.
        """
        return self._call("tabstack_generate_json", locals())

    def read_pdf(
        self,
        url: str | None = None,
        *,
        ref: Element | None = None,
        file: str | None = None,
        pages: str | None = None,
        password: str | None = None,
        pictures: bool = False,
        attach: bool = False,
        cursor: str | None = None,
        max_chars: int | None = None,
    ) -> Result[ReadPdfData[Text]]:
        """Read a PDF by pages.

        Text in reading order, headings and tables as far as they are recognised, links and form fields; scanned
        pages come as pictures. The document is in the tab, behind an address or link, a download, or a file of an
        allowed folder. Calls no model. With `attach` a model that is known to read PDFs gets the document itself
        too, up to 20 pages and 5 MB, unless it shows a secret. Fails for a file that is no PDF, is broken, or is
        locked with a password.

        Args:
            url: Where it is; without any source the PDF that the tab shows, or the last one that came.
            ref: A link to it, or the frame that shows it.
            file: A download's id, or a path in a folder that is allowed for uploads.
            pages: 3, 2-5 or 10-
            password: The name of the secret that opens it.
            pictures: Show the pages as pictures too; of scanned ones they come anyway.
            attach: Show the document itself too, to a model that reads PDFs.
            cursor: Where to go on, from `next` of the last result.
            max_chars: Characters of text; as many as fit into a result when left out.
        """
        return self._call("read_pdf", locals())

    def read_download(
        self, file: str, *, part: str | None = None, cursor: str | None = None, max_chars: int | None = None
    ) -> Result[ReadDownloadData[Text]]:
        """Read a downloaded file: text, tables, office files, ZIP.

        CSV, JSON, XML, XLSX, XLS, ODS, DOCX, PPTX, ODT, EPUB. Sheets come as CSV, documents as Markdown, of a ZIP
        its list. `read_pdf` reads PDFs. Fails for a file without text, a broken one, and one that unpacks to too
        much.

        Args:
            file: A download's id, or a path in a folder that is allowed for uploads.
            part: A sheet of a workbook, or an entry of an archive.
            cursor: Where to go on, from `next` of the last result.
            max_chars: Characters of text; as many as fit into a result when left out.
        """
        return self._call("read_download", locals())

    def list_downloads(self) -> Result[ListDownloadsData[Text]]:
        """List the files that came.

        With the tool that reads each; its id, name, address, state and size. `held` files can only be read;
        `saved` files are kept for the user.
        """
        return self._call("list_downloads", locals())

    def upload_file(self, ref: Element, path: str | PathLike[str], *, add: bool = False) -> Result[UploadData[Text]]:
        """Put a file into a file field or drop zone; often a further click sends it.

        The ref may be the button in front of the field. If there is no field, the file is dropped. It must exist,
        not be empty, and lie in a folder that the user allowed. A file at an address that they allowed is fetched
        first, without cookies, and kept in the run's folder.

        Args:
            ref: The file field, or the button, label, container or drop zone it stands behind.
            path: A file on this machine, in a folder that is allowed for uploads, or an address that is.
            add: Keep the files that the field holds, if it takes several.
        """
        return self._call("upload_file", locals())

    def download(self, url: str | None = None, *, ref: Element | None = None) -> Result[DownloadData[Text]]:
        """Keep the file behind an address or link.

        For the user: it goes into the run's folder, under a clean name; the page stays as it is. A button that
        makes a file is for `click`. Fails if the server answers with an error, and for a ref that is no link.

        Args:
            url: The file's address.
            ref: A link to it.
        """
        return self._call("download", locals())

    def write_file(self, name: str, content: str, *, append: bool = False) -> Result[WrittenFileData]:
        """Write a file for the user.

        What was found, as CSV, JSON, Markdown or text, in the run's folder. Nothing is overwritten: a name that
        is taken gets a number.

        Args:
            name: With its ending: csv, tsv, json, jsonl, md or txt.
            content: The text.
            append: Add to the file of that name that was written before.
        """
        return self._call("write_file", locals())

    def save_pdf(self, name: str = "page.pdf") -> Result[WrittenFileData]:
        """Save the page as a PDF for the user.

        As it would be printed, in the run's folder; the page learns that it is printed. Chromium with a window
        does not print.

        Args:
            name: What the file is called.
        """
        return self._call("save_pdf", locals())

    def fill_secret(self, ref: Element, name: str) -> Result[FillSecretData]:
        """Put a secret that the user named into a field, without seeing it; only on the site that it is for.

        A password, user name, card number or one-time code, in a field of its kind. `kept` is false if the field
        holds another number of characters than the secret has.

        Args:
            ref: The field: its ref (e12) or its label.
            name: Of the secret.
        """
        return self._call("fill_secret", locals())

    def request_user_data(
        self, reason: str, form_description: str, fields: Sequence[dict[str, Any]]
    ) -> Result[RequestUserDataData]:
        """Have the user give values for fields, unseen by you: bank details, passwords.

        For text fields of one site, which the question names. What they give goes into these fields once, and
        shows as its name from then on. Each value has at least four characters. Over MCP not for passwords and
        card data.

        Args:
            reason: Why the user should give it.
            form_description: What form it is for.
            fields: Each {name, ref}.
        """
        return self._call("request_user_data", locals())

    def note(self, text: str, *, key: str | None = None) -> Result[NoteData]:
        """Write down what you will need from a page before you leave it.

        A model's note counts as text from outside, of the site that is open at the time.

        Args:
            text: What to remember.
            key: A later note with the same key replaces this one. A short name; numbered when left out.
        """
        return self._call("note", locals())

    def read_notes(self) -> Result[ReadNotesData[Text]]:
        """Read all notes, by key.

        With the sites that were open when a model wrote them.
        """
        return self._call("read_notes", locals())

    def ask_user(self, question: str, *, options: Sequence[str] = ()) -> Result[AskUserData]:
        """Ask the user what only they can know; never for passwords or other secrets.

        Waits for the answer. Not for what the page or the task already says either.

        Args:
            question: A choice, a preference, a missing value. What the user alone can say.
            options: Answers to choose from. The user may answer otherwise.
        """
        return self._call("ask_user", locals())

    def hand_over(self, reason: str) -> Result[HandOverData]:
        """Let the user take the browser for what you cannot do: a CAPTCHA, a sign-in without a secret for it.

        Waits until they give it back. Refs of the page may be stale afterwards.

        Args:
            reason: What the user should do in the browser. Sign in, solve a CAPTCHA.
        """
        return self._call("hand_over", locals())
