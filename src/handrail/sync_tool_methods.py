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
from handrail.results.data.page_tools import PageToolListData, PageToolResultData
from handrail.results.data.pages import ExtractData, FindElementsData, PageInfoData, ReadPageData, SearchPageData
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
        """Click an element."""
        return self._call("click", locals())

    def fill(self, ref: Element, value: str, *, submit: bool = False) -> Result[FillData[Text]]:
        """Put text into a field, replacing what it holds."""
        return self._call("fill", locals())

    def select(self, ref: Element, values: str | Sequence[str]) -> Result[SelectData[Text]]:
        """Choose from a dropdown, list box or menu; an option that is not there lists the choices."""
        return self._call("select", locals())

    def check(self, ref: Element) -> Result[CheckData]:
        """Check a checkbox, switch or radio button."""
        return self._call("check", locals())

    def uncheck(self, ref: Element) -> Result[CheckData]:
        """Uncheck a checkbox or switch."""
        return self._call("uncheck", locals())

    def hover(self, ref: Element) -> Result[OnElement]:
        """Move the pointer onto an element: menus and hints open so."""
        return self._call("hover", locals())

    def focus(self, ref: Element) -> Result[OnElement]:
        """Focus an element without pressing it."""
        return self._call("focus", locals())

    def enter(self, ref: Element) -> Result[OnElement]:
        """Press Enter on an element."""
        return self._call("enter", locals())

    def send_keys(self, keys: str | Sequence[str], *, ref: Element | None = None) -> Result[KeysData[Text]]:
        """Press keys in turn: Escape to close a popup, ArrowDown and Enter to take a suggestion, Control+a."""
        return self._call("send_keys", locals())

    def scroll(
        self,
        direction: Literal["up", "down", "left", "right"] | None = None,
        *,
        to: Element | None = None,
        ref: Element | None = None,
        amount: int | None = None,
    ) -> Result[ScrollData[Text]]:
        """Scroll to load more; reading tools see the whole page anyway."""
        return self._call("scroll", locals())

    def type_text(self, text: str, *, ref: Element | None = None, delay_ms: int = 0) -> Result[TypeTextData[Text]]:
        """Type with real keys, for editors that ignore `fill`."""
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
        """Drag an element onto another one, to a place, or by a distance, as to indent it."""
        return self._call("drag", locals())

    def fill_form(self, fields: Sequence[dict[str, Any]], *, submit: bool = False) -> Result[FillFormData[Text]]:
        """Fill in a whole form in one call."""
        return self._call("fill_form", locals())

    def set_viewport(self, width: int, height: int) -> Result[ViewportData]:
        """Give the window another size."""
        return self._call("set_viewport", locals())

    def click_at(
        self, x: int, y: int, *, button: Literal["left", "right"] = "left", count: int = 1
    ) -> Result[PlaceData[Text]]:
        """Click a place of the picture."""
        return self._call("click_at", locals())

    def drag_at(self, from_x: int, from_y: int, to_x: int, to_y: int) -> Result[PlaceData[Text]]:
        """Drag between two places of it."""
        return self._call("drag_at", locals())

    def move_to(self, x: int, y: int) -> Result[PlaceData[Text]]:
        """Move the pointer to a place of it."""
        return self._call("move_to", locals())

    def goto(self, url: str) -> Result[LocationData[Text]]:
        """Open an address."""
        return self._call("goto", locals())

    def back(self) -> Result[LocationData[Text]]:
        """Go one page back."""
        return self._call("back", locals())

    def forward(self) -> Result[LocationData[Text]]:
        """Go one page forward."""
        return self._call("forward", locals())

    def reload(self) -> Result[LocationData[Text]]:
        """Load the page again."""
        return self._call("reload", locals())

    def new_tab(self, url: str | None = None) -> Result[TabData[Text]]:
        """Open a tab, and keep this page as it is."""
        return self._call("new_tab", locals())

    def switch_tab(self, tab: str) -> Result[TabData[Text]]:
        """Make another tab the active one; a page may have opened it."""
        return self._call("switch_tab", locals())

    def close_tab(self, tab: str | None = None) -> Result[CloseTabData[Text]]:
        """Close a tab."""
        return self._call("close_tab", locals())

    def wait(self, seconds: float) -> Result[WaitData]:
        """Let time pass, at most 30 seconds."""
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
        """Wait until all that is named holds."""
        return self._call("wait_for", locals())

    def dialog(self, accept: bool, *, text: str | None = None) -> Result[DialogData[Text]]:
        """Answer the open dialog; `text` is for a prompt."""
        return self._call("dialog", locals())

    def page_info(self) -> Result[PageInfoData[Text]]:
        """The address, HTTP status, load state, tabs and frames."""
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
        """Find text, here or in a file: how often, what is around it, the nearest ref, and controls named so."""
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
        """List what a CSS selector finds: how many there are, and of each its ref, role, name and text."""
        return self._call("find_elements", locals())

    def dropdown_options(self, ref: Element, *, cursor: str | None = None) -> Result[DropdownOptionsData[Text]]:
        """List the choices of a dropdown, before `select`."""
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
        """Read the page as running text, a part at a time."""
        return self._call("read_page", locals())

    def element_info(self, ref: Element) -> Result[ElementInfoData[Text]]:
        """All of one element: states, value, attributes, box, what covers it."""
        return self._call("element_info", locals())

    def extract(
        self, description: str, *, output_schema: dict[str, Any] | None = None, within_ref: Element | None = None
    ) -> Result[ExtractData[Text]]:
        """Have a model read the whole page for what must be understood or structured."""
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
        """Read a table as columns and rows."""
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
        """Collect `fields` of each `item` (CSS), over pages (`next`: a ref or name) or by scrolling."""
        return self._call("collect", locals())

    def console(
        self, level: Literal["error", "warning"] | None = None, *, contains: str | None = None, limit: int = 30
    ) -> Result[ConsoleData[Text]]:
        """The page's console, and uncaught errors."""
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
        """The page's requests; with `id` one with its bodies."""
        return self._call("network", locals())

    def fetch_url(self, url: str) -> Result[FetchUrlData[Text]]:
        """Read an address without opening it, and without cookies."""
        return self._call("fetch_url", locals())

    def list_page_tools(self) -> Result[PageToolListData[Text]]:
        """List the tools that the page offers."""
        return self._call("list_page_tools", locals())

    def call_page_tool(self, name: str, *, arguments: dict[str, Any] | None = None) -> Result[PageToolResultData[Text]]:
        """Call a tool of the page."""
        return self._call("call_page_tool", locals())

    def web_search(self, query: str) -> Result[WebSearchData[Text]]:
        """Search the web, best by the task's words."""
        return self._call("web_search", locals())

    def tabstack_extract_markdown(self, url: str, *, cursor: str | None = None) -> Result[TabstackMarkdownData[Text]]:
        """Have Tabstack read a page."""
        return self._call("tabstack_extract_markdown", locals())

    def tabstack_extract_json(self, url: str, json_schema: dict[str, Any]) -> Result[TabstackData[Text]]:
        """Read page data."""
        return self._call("tabstack_extract_json", locals())

    def tabstack_generate_json(
        self, url: str, json_schema: dict[str, Any], instructions: str
    ) -> Result[TabstackData[Text]]:
        """Make JSON of a page."""
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
        """Read a PDF by pages."""
        return self._call("read_pdf", locals())

    def read_download(
        self, file: str, *, part: str | None = None, cursor: str | None = None, max_chars: int | None = None
    ) -> Result[ReadDownloadData[Text]]:
        """Read a downloaded file: text, tables, office files, ZIP."""
        return self._call("read_download", locals())

    def list_downloads(self) -> Result[ListDownloadsData[Text]]:
        """List the files that came."""
        return self._call("list_downloads", locals())

    def upload_file(self, ref: Element, path: str | PathLike[str], *, add: bool = False) -> Result[UploadData[Text]]:
        """Put a file into a file field or drop zone; often a further click sends it."""
        return self._call("upload_file", locals())

    def download(self, url: str | None = None, *, ref: Element | None = None) -> Result[DownloadData[Text]]:
        """Keep the file behind an address or link."""
        return self._call("download", locals())

    def write_file(self, name: str, content: str, *, append: bool = False) -> Result[WrittenFileData]:
        """Write a file for the user."""
        return self._call("write_file", locals())

    def save_pdf(self, name: str = "page.pdf") -> Result[WrittenFileData]:
        """Save the page as a PDF for the user."""
        return self._call("save_pdf", locals())

    def fill_secret(self, ref: Element, name: str) -> Result[FillSecretData]:
        """Put a secret that the user named into a field, without seeing it; only on the site that it is for."""
        return self._call("fill_secret", locals())

    def request_user_data(
        self, reason: str, form_description: str, fields: Sequence[dict[str, Any]]
    ) -> Result[RequestUserDataData]:
        """Have the user give values for fields, unseen by you: bank details, passwords."""
        return self._call("request_user_data", locals())

    def note(self, text: str, *, key: str | None = None) -> Result[NoteData]:
        """Write down what you will need from a page before you leave it."""
        return self._call("note", locals())

    def read_notes(self) -> Result[ReadNotesData[Text]]:
        """Read all notes, by key."""
        return self._call("read_notes", locals())

    def ask_user(self, question: str, *, options: Sequence[str] = ()) -> Result[AskUserData]:
        """Ask the user what only they can know; never for passwords or other secrets."""
        return self._call("ask_user", locals())

    def hand_over(self, reason: str) -> Result[HandOverData]:
        """Let the user take the browser for what you cannot do: a CAPTCHA, a sign-in without a secret for it."""
        return self._call("hand_over", locals())
