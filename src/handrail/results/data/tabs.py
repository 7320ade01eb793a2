"""What the tools for tabs, navigation, waiting and dialogs return."""

from __future__ import annotations

from typing import Generic, Literal, NotRequired, TypedDict

from handrail.trust import Text


class DownloadData(TypedDict, Generic[Text]):
    """A file that came; ``read_with`` is the tool that reads it, where it is here. A ``held`` file is only read, a
    ``saved`` one is kept for the user under the name ``file``, at ``path``."""

    id: str
    name: Text
    url: Text
    state: str
    bytes: NotRequired[int]
    file: NotRequired[Text]
    path: NotRequired[Text]
    read_with: NotRequired[str]


class LocationData(TypedDict, Generic[Text]):
    """Where the active tab is. There is no title while a dialog is open, and no status where nothing was loaded.
    ``document``: what came in place of a page."""

    url: Text
    title: NotRequired[Text]
    status: NotRequired[int]
    document: NotRequired[DownloadData[Text]]


class TabData(LocationData[Text], Generic[Text]):
    """The tab that is active now, and where it is."""

    tab: str


class TabEntry(TypedDict, Generic[Text]):
    """A tab in a list."""

    tab: str
    url: Text
    title: Text


class CloseTabData(TypedDict, Generic[Text], total=False):
    """The tab that is active now; none where the last one was closed."""

    active: TabEntry[Text]


class WaitData(TypedDict):
    """The seconds that passed."""

    waited: float


class WaitForData(TypedDict):
    """What was waited for holds."""

    held: Literal[True]


class DialogData(TypedDict, Generic[Text]):
    """The dialog that was answered."""

    kind: str
    message: Text
    accepted: bool
