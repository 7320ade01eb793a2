"""A forbidden host: writes down whatever reaches a port over TCP and UDP, on IPv4 and IPv6."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

ANSWER = (
    b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n"
    b"Cache-Control: no-store\r\nConnection: close\r\n\r\nhi"
)


class Recorder:
    """``lines`` holds the first line of what came over each TCP connection (empty where nothing was said);
    ``datagrams`` counts what came over UDP."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.datagrams = 0
        self.changed = threading.Condition()
        self._sockets: list[socket.socket] = []
        tcp = self._bound(socket.AF_INET, socket.SOCK_STREAM, "127.0.0.1", 0)
        self.port: int = tcp.getsockname()[1]
        udp = self._bound(socket.AF_INET, socket.SOCK_DGRAM, "", self.port)
        self._run(self._accept, tcp)
        self._run(self._receive, udp)
        if socket.has_ipv6:
            with suppress(OSError):
                self._run(self._accept, self._bound(socket.AF_INET6, socket.SOCK_STREAM, "::1", self.port))

    @property
    def paths(self) -> set[str]:
        """The paths that were asked for."""
        with self.changed:
            return {line.split(" ")[1] for line in self.lines if line.endswith("HTTP/1.1")}

    @property
    def anything(self) -> list[str]:
        """Everything that came, for a failing test to show."""
        with self.changed:
            return self.lines + ["udp"] * self.datagrams

    def wait_for_datagram(self, seconds: float) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: self.datagrams > 0, seconds)

    def missing(self, paths: set[str], seconds: float) -> set[str]:
        """Wait until all of these were asked for; which were not."""
        with self.changed:
            self.changed.wait_for(lambda: paths <= self.paths, seconds)
            return paths - self.paths

    def stop(self) -> None:
        for sock in self._sockets:
            # Wakes the thread that waits in it.
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
            sock.close()

    def _bound(self, family: int, kind: int, host: str, port: int) -> socket.socket:
        sock = socket.socket(family, kind)
        self._sockets.append(sock)
        sock.bind((host, port))
        if kind == socket.SOCK_STREAM:
            sock.listen(200)
        return sock

    def _run(self, work: object, sock: socket.socket) -> None:
        threading.Thread(target=work, args=(sock,), daemon=True).start()  # type: ignore[arg-type]

    def _accept(self, sock: socket.socket) -> None:
        while True:
            try:
                one, _ = sock.accept()
            except OSError:
                return
            self._run(self._serve, one)

    def _serve(self, one: socket.socket) -> None:
        with one, suppress(OSError):
            one.settimeout(20)
            data = b""
            with suppress(OSError):
                data = one.recv(4096)
            with self.changed:
                self.lines.append(data.split(b"\r\n")[0].decode("latin-1"))
                self.changed.notify_all()
            one.sendall(ANSWER)

    def _receive(self, sock: socket.socket) -> None:
        while True:
            try:
                sock.recvfrom(4096)
            except OSError:
                return
            with self.changed:
                self.datagrams += 1
                self.changed.notify_all()
