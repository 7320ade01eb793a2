"""The shop on a port of this machine: in a thread for tests and programs, or until Ctrl-C."""

from __future__ import annotations

import os
import socket
import threading

import uvicorn

from handrail.demo.app import LOCAL_NAMES, create_app
from handrail.errors import UsageError

MAX_PORT = 65535


class DemoSite:
    """The shop, running in a thread until it is stopped."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        # It listens before the thread runs, so that no caller has to wait for it.
        listener = _listen(host, port)
        self.host = host
        self.port: int = listener.getsockname()[1]
        self.url = f"http://{host}:{self.port}/"
        self._server = _server()
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="demo-site", daemon=True)
        self._thread.start()

    @property
    def other_site(self) -> str:
        """The same shop under the other name of this machine, which browsers take for another site."""
        return f"http://{'127.0.0.1' if self.host == 'localhost' else 'localhost'}:{self.port}/"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    def __enter__(self) -> DemoSite:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def serve(host: str = "127.0.0.1", port: int = 0) -> DemoSite:
    """Start the shop in the background. Port 0 takes any free one."""
    return DemoSite(host, port)


def main(host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve the shop until Ctrl-C."""
    with _listen(host, port) as listener:
        try:
            print(f"Wrenfold is open at http://{host}:{listener.getsockname()[1]}/ (Ctrl-C closes it)", flush=True)
            _server().run([listener])
        except KeyboardInterrupt:
            print("Closed.")


def _server() -> uvicorn.Server:
    config = uvicorn.Config(
        create_app(),
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def _listen(host: str, port: int) -> socket.socket:
    if host not in LOCAL_NAMES:
        raise UsageError(
            f"The demo site is served on this machine only, not on {host!r}.", hint="Use 127.0.0.1 or localhost."
        )
    if not 0 <= port <= MAX_PORT:
        raise UsageError(f"There is no port {port}.", hint=f"Use one up to {MAX_PORT}, or 0 for any.")
    try:
        listener = socket.create_server((host, port), backlog=64)
    except OSError as error:
        raise UsageError(
            f"The demo site cannot use port {port}: {os.strerror(error.errno or 0)}.",
            hint="Try another port, or 0 for any.",
        ) from error
    # asyncio sets this only for sockets of its own making; without it each answer waits for an acknowledgement (40 ms).
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
