"""Each tool as a method of handrail.SyncSession, with the signature that it has without.

Made from the records of the tools by ``make docs``; change the tools.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from handrail.tool_methods import ToolMethods
from handrail.trust import Text

P = ParamSpec("P")
T = TypeVar("T")


def make_blocking(
    method: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Any, P], T]:
    """Return a method of a session as one of a synchronous session, which waits for its result."""

    @wraps(method)
    def call(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        result: T = self.run(method(self.session, *args, **kwargs))
        return result

    return call


class SyncToolMethods(Generic[Text]):
    """The tools as methods. Each returns the result of its call, as `handrail.SyncSession.call` does."""

    click = make_blocking(ToolMethods[Text].click)
    fill = make_blocking(ToolMethods[Text].fill)
    select = make_blocking(ToolMethods[Text].select)
    check = make_blocking(ToolMethods[Text].check)
    uncheck = make_blocking(ToolMethods[Text].uncheck)
    hover = make_blocking(ToolMethods[Text].hover)
    focus = make_blocking(ToolMethods[Text].focus)
    enter = make_blocking(ToolMethods[Text].enter)
    send_keys = make_blocking(ToolMethods[Text].send_keys)
    scroll = make_blocking(ToolMethods[Text].scroll)
    type_text = make_blocking(ToolMethods[Text].type_text)
    drag = make_blocking(ToolMethods[Text].drag)
    fill_form = make_blocking(ToolMethods[Text].fill_form)
    set_viewport = make_blocking(ToolMethods[Text].set_viewport)
    click_at = make_blocking(ToolMethods[Text].click_at)
    drag_at = make_blocking(ToolMethods[Text].drag_at)
    move_to = make_blocking(ToolMethods[Text].move_to)
    goto = make_blocking(ToolMethods[Text].goto)
    back = make_blocking(ToolMethods[Text].back)
    forward = make_blocking(ToolMethods[Text].forward)
    reload = make_blocking(ToolMethods[Text].reload)
    new_tab = make_blocking(ToolMethods[Text].new_tab)
    switch_tab = make_blocking(ToolMethods[Text].switch_tab)
    close_tab = make_blocking(ToolMethods[Text].close_tab)
    wait = make_blocking(ToolMethods[Text].wait)
    wait_for = make_blocking(ToolMethods[Text].wait_for)
    dialog = make_blocking(ToolMethods[Text].dialog)
    page_info = make_blocking(ToolMethods[Text].page_info)
    search_page = make_blocking(ToolMethods[Text].search_page)
    find_elements = make_blocking(ToolMethods[Text].find_elements)
    dropdown_options = make_blocking(ToolMethods[Text].dropdown_options)
    read_page = make_blocking(ToolMethods[Text].read_page)
    element_info = make_blocking(ToolMethods[Text].element_info)
    extract = make_blocking(ToolMethods[Text].extract)
    read_table = make_blocking(ToolMethods[Text].read_table)
    collect = make_blocking(ToolMethods[Text].collect)
    console = make_blocking(ToolMethods[Text].console)
    network = make_blocking(ToolMethods[Text].network)
    fetch_url = make_blocking(ToolMethods[Text].fetch_url)
    list_page_tools = make_blocking(ToolMethods[Text].list_page_tools)
    call_page_tool = make_blocking(ToolMethods[Text].call_page_tool)
    web_search = make_blocking(ToolMethods[Text].web_search)
    tabstack_extract_markdown = make_blocking(ToolMethods[Text].tabstack_extract_markdown)
    tabstack_extract_json = make_blocking(ToolMethods[Text].tabstack_extract_json)
    tabstack_generate_json = make_blocking(ToolMethods[Text].tabstack_generate_json)
    read_pdf = make_blocking(ToolMethods[Text].read_pdf)
    read_download = make_blocking(ToolMethods[Text].read_download)
    list_downloads = make_blocking(ToolMethods[Text].list_downloads)
    upload_file = make_blocking(ToolMethods[Text].upload_file)
    download = make_blocking(ToolMethods[Text].download)
    write_file = make_blocking(ToolMethods[Text].write_file)
    save_pdf = make_blocking(ToolMethods[Text].save_pdf)
    fill_secret = make_blocking(ToolMethods[Text].fill_secret)
    request_user_data = make_blocking(ToolMethods[Text].request_user_data)
    note = make_blocking(ToolMethods[Text].note)
    read_notes = make_blocking(ToolMethods[Text].read_notes)
    ask_user = make_blocking(ToolMethods[Text].ask_user)
    hand_over = make_blocking(ToolMethods[Text].hand_over)
