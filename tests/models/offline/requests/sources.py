"""The pages of the requests: packages of Debian and npm, fetched once, and two pages put together from their parts."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from bench.corpus import debian, fetched, jquery_ui, npm

GENTELELLA, GOVUK = "gentelella@4.2.0", "govuk-frontend@6.6.0"
_DATATABLES = "datatables.net@3.1.5"
_APPLY = (
    ("radios", "with conditional items"),
    ("checkboxes", "with divider and None"),
    ("date-input", "default"),
    ("input", "default"),
    ("textarea", "with default value"),
    ("file-upload", "default"),
    ("button", "default"),
)
_ACCOUNT = (
    ("breadcrumbs", "default"),
    ("summary-list", "with actions"),
    ("table", "with head and caption"),
    ("tabs", "default"),
    ("task-list", "default"),
    ("accordion", "default"),
    ("pagination", "default"),
)


def _govuk() -> Path:
    """Two pages of GOV.UK's components, as its package shows each of them, with its styles and its script."""
    package = npm(GOVUK)

    def make(folder: Path) -> None:
        shutil.copytree(package / "dist/govuk", folder / "govuk")
        for name, parts in (("apply", _APPLY), ("account", _ACCOUNT)):
            body = "\n".join(_fixture(package, *part) for part in parts)
            (folder / f"{name}.html").write_text(_GOVUK_PAGE.format(title=name.title(), body=body), "utf-8")

    return fetched("govuk-pages", make)


_GOVUK_PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>
<link rel=stylesheet href=/govuk/govuk-frontend.min.css>
<body class=govuk-template__body><script>document.body.className += " js-enabled govuk-frontend-supported"</script>
<main class=govuk-main-wrapper>{body}</main>
<script type=module>import {{ initAll }} from "/govuk/all.bundle.mjs"; initAll()</script></body></html>"""


def _fixture(package: Path, component: str, name: str) -> str:
    file = package / "dist/govuk/components" / component / "fixtures.json"
    shown: list[str] = [one["html"] for one in json.loads(file.read_text("utf-8"))["fixtures"] if one["name"] == name]
    return shown[0]


def _datatables() -> Path:
    """Gentelella's table of customers, driven by DataTables."""
    script, page = npm(_DATATABLES) / "js/dataTables.min.js", npm(GENTELELLA) / "dist/production/tables.html"

    def make(folder: Path) -> None:
        shutil.copy(script, folder / "dataTables.js")
        found = re.search(r"<table.*?</table>", page.read_text("utf-8"), re.DOTALL)
        assert found
        table = re.sub(r"<svg.*?</svg>", "", found[0], flags=re.DOTALL)
        (folder / "customers.html").write_text(_DATATABLES_PAGE.format(table=table), "utf-8")

    return fetched("datatables-page", make)


_DATATABLES_PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Customers</title><h1>Customers</h1>
{table}
<script src=/dataTables.js></script><script>new DataTable(document.querySelector("table"))</script></html>"""


SOURCES: dict[str, Callable[[], Path]] = {
    "gentelella": lambda: npm(GENTELELLA) / "dist",
    "datatables": _datatables,
    "govuk": _govuk,
    "jquery-ui": lambda: jquery_ui(),
    "kitchensink": lambda: npm("cypress-example-kitchensink@5.2.6") / "app",
    "sqlite": lambda: debian("sqlite3-doc") / "usr/share/doc/sqlite3",
    "git": lambda: debian("git-doc") / "usr/share/doc/git-doc",
    "apache": lambda: debian("apache2-doc") / "usr/share/doc/apache2-doc/manual/en",
}
"""The folder that is the root of the server, by the name of the source; raises `bench.corpus.Unavailable`."""
FOLDERS = {"jquery-ui": "usr/share/doc/libjs-jquery-ui-docs/examples/"}
"""Where the pages of a source stand below its root."""
