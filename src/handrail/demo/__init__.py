"""Wrenfold, a small web shop to try Handrail on. It runs on this machine, remembers in memory, and calls nobody.

with serve() as site:
    session.call("goto", url=site.url + "products")

Its pages, forms and stable selectors are listed in the README.md beside this file.
"""

from __future__ import annotations

import threading
from types import TracebackType

from handrail.demo.server import LOCAL_NAMES, Server
from handrail.errors import UsageError

__all__ = ["DemoSite", "main", "serve"]


class DemoSite:
    """The shop, running in a thread until it is stopped."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._server = _bind(host, port)
        self.host = host
        self.port = self._server.server_port
        self.url = f"http://{host}:{self.port}/"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, name="demo-site", daemon=True
        )
        self._thread.start()

    @property
    def other_site(self) -> str:
        """The same shop under the other name of this machine, which browsers take for another site."""
        return f"http://{'127.0.0.1' if self.host == 'localhost' else 'localhost'}:{self.port}/"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> DemoSite:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def serve(host: str = "127.0.0.1", port: int = 0) -> DemoSite:
    """Start the shop in the background. Port 0 takes any free one."""
    return DemoSite(host, port)


def main(host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve the shop until Ctrl-C."""
    server = _bind(host, port)
    try:
        print(f"Wrenfold is open at http://{host}:{server.server_port}/ (Ctrl-C closes it)", flush=True)
        server.serve_forever()
    except KeyboardInterrupt:
        print("Closed.")
    finally:
        server.server_close()


def _bind(host: str, port: int) -> Server:
    if host not in LOCAL_NAMES:
        raise UsageError(
            f"The demo site is served on this machine only, not on {host!r}.", hint="Use 127.0.0.1 or localhost."
        )
    try:
        return Server(host, port)
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"The demo site cannot use port {port}: {error}.", hint="Try another port, or 0 for any."
        ) from error
