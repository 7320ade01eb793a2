"""Pages that nobody here wrote, from the packages of this machine, Debian, npm and PyPI, served over HTTP.

What must be fetched is kept in a cache folder; what cannot be had is skipped, and named.
"""

from __future__ import annotations

import importlib.util
import mimetypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from urllib.parse import unquote

from platformdirs import user_cache_path
from tests.pages import HttpServer, Reply, Request

CACHE = user_cache_path("handrail") / "corpus"
FETCH_SECONDS = 180


class Unavailable(Exception):
    """A source that this machine does not have and cannot fetch, with the reason."""


@dataclass(frozen=True)
class Source:
    """Where a group of pages comes from.

    Args:
        name: the group.
        prepare: makes the folder that is the root of its server, or raises `Unavailable`.
        pages: glob patterns below the root, in the order in which pages are taken.
    """

    name: str
    prepare: Callable[[], Path]
    pages: tuple[str, ...]


def _run(*command: str, cwd: Path) -> None:
    try:
        subprocess.run(command, cwd=cwd, check=True, capture_output=True, timeout=FETCH_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unavailable(f"`{' '.join(command)}` failed: {error}") from error


def fetched(name: str, fetch: Callable[[Path], None]) -> Path:
    """A folder of the cache, filled once: a fetch that fails leaves nothing behind."""
    folder = CACHE / name
    if folder.is_dir():
        return folder
    making = folder.with_suffix(".part")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    try:
        fetch(making)
    except Unavailable:
        shutil.rmtree(making, ignore_errors=True)
        raise
    making.rename(folder)
    return folder


def debian(package: str) -> Path:
    """A Debian package unpacked beside the system: installing it could conflict with what is there."""

    def fetch(folder: Path) -> None:
        if shutil.which("apt-get") is None:
            raise Unavailable("there is no apt-get here")
        _run("apt-get", "download", package, cwd=folder)
        for archive in folder.glob("*.deb"):
            _run("dpkg", "-x", archive.name, ".", cwd=folder)
            archive.unlink()

    return fetched(package, fetch)


def npm(package: str) -> Path:
    def fetch(folder: Path) -> None:
        if shutil.which("npm") is None:
            raise Unavailable("there is no npm here")
        _run("npm", "pack", "--silent", package, cwd=folder)
        for archive in folder.glob("*.tgz"):
            # Python's own learned to refuse paths that lead out in 3.11.4; tar refuses them by itself.
            _run("tar", "-xzf", archive.name, cwd=folder)
            archive.unlink()

    return fetched(package, fetch) / "package"


def _dojo() -> Path:
    """Dijit's test pages look for Dojo in a folder beside their own."""

    def fetch(folder: Path) -> None:
        for name in ("dojo", "dijit"):
            npm(f"{name}@1.17.3").rename(folder / name)

    return fetched("dojo-toolkit", fetch)


def _installed(pattern: str, package: str) -> Path:
    """A folder of an installed Debian package, else the same folder of the package fetched."""
    for folder in sorted(Path("/").glob(pattern)):
        return folder
    for folder in sorted(debian(package).glob(pattern)):
        return folder
    raise Unavailable(f"{package} has no {pattern}")


def _miniwob() -> Path:
    found = importlib.util.find_spec("miniwob")
    if found is None or found.origin is None:
        raise Unavailable("the PyPI package miniwob is not installed")
    return Path(found.origin).parent / "html"


JQUERY_UI = ("libjs-jquery-ui-docs", "libjs-jquery-ui", "libjs-jquery", "libjs-jquery-mousewheel", "node-requirejs")


def jquery_ui() -> Path:
    """The demos name their scripts by absolute paths of the file system, so its root is theirs; where they are not
    installed, all their packages are unpacked into one folder."""
    if Path("/usr/share/doc/libjs-jquery-ui-docs/examples").is_dir():
        return Path("/")

    def fetch(folder: Path) -> None:
        for package in JQUERY_UI:
            shutil.copytree(debian(package), folder, dirs_exist_ok=True, symlinks=True)

    return fetched("jquery-ui", fetch)


SOURCES = (
    Source("python", lambda: _installed("usr/share/doc/python3.*/html", "python3.11-doc"), (
        "library/[cdefjlst]*.html", "reference/*.html", "tutorial/*.html", "c-api/*.html", "howto/*.html",
    )),
    Source("nodejs", lambda: debian("nodejs-doc") / "usr/share/doc/nodejs/api", ("*.html",)),
    Source("postgresql", lambda: _installed("usr/share/doc/postgresql-doc-*/html", "postgresql-doc-15"), ("*.html",)),
    Source("gentelella", lambda: npm("gentelella") / "dist", ("production/*.html",)),
    Source("kitchensink", lambda: npm("cypress-example-kitchensink") / "app", ("*.html", "commands/*.html")),
    Source("jquery-ui", jquery_ui, ("usr/share/doc/libjs-jquery-ui-docs/examples/*/*.html",)),
    Source("miniwob", _miniwob, ("miniwob/*.html", "flight/*/wrapper.html")),
)  # fmt: skip

WIDGETS = (
    Source("dijit", _dojo, (
        "dijit/themes/themeTester.html", "dijit/tests/*.html", "dijit/tests/form/*.html", "dijit/tests/layout/*.html",
        "dijit/tests/tree/*.html",
    )),
    Source("adminlte", lambda: npm("admin-lte@3.2.0"), ("*.html", "pages/*.html", "pages/*/*.html")),
    Source("govuk", lambda: npm("govuk-frontend@6.6.0") / "dist/govuk/components", ("*/template-*.html",)),
)  # fmt: skip
"""More sources, for what wants many kinds of controls rather than big pages."""


# Debian's demos load a file that another package puts elsewhere.
MOVED = {"/usr/share/nodejs/require.js": "/usr/share/nodejs/requirejs/require.js"}


def serve_folder(root: Path) -> HttpServer:
    """Return a server of a folder on 127.0.0.1."""

    def answer(request: Request) -> Reply:
        address = unquote(request.path.partition("?")[0])
        file = root / MOVED.get(address, address).lstrip("/")
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            return Reply(status=404)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        modified = formatdate(file.stat().st_mtime, usegmt=True)  # which some pages show
        return Reply(file.read_bytes(), content_type=kind, headers={"Last-Modified": modified})

    return HttpServer(answer)


@contextmanager
def pages(
    only: tuple[str, ...] = (), sources: tuple[Source, ...] = SOURCES
) -> Iterator[Iterator[tuple[str, str, str]]]:
    """``(source, name, url)`` of every page of every source that can be had; the servers run within the context."""
    from contextlib import ExitStack

    with ExitStack() as stack:
        yield _pages(stack, only, sources)


def _pages(stack: object, only: tuple[str, ...], sources: tuple[Source, ...]) -> Iterator[tuple[str, str, str]]:
    for source in sources:
        if only and source.name not in only:
            continue
        try:
            root = source.prepare()
        except Unavailable as reason:
            print(f"skipped {source.name}: {reason}")
            continue
        origin = stack.enter_context(serve_folder(root)).origin  # type: ignore[attr-defined]  # the server is one of ours
        for pattern in source.pages:
            for path in sorted(root.glob(pattern)):
                name = path.relative_to(root).as_posix()
                yield source.name, name, f"{origin}/{name}"
