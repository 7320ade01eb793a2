"""A provider on this machine that speaks the real protocols of OpenAI, Anthropic and Google over real HTTP.

    with Provider([Call("click", {"ref": "e7"}), "That is all."]) as provider:
        model = Llm(f"openai:gpt-test@{provider.openai}", api_key="good")
    provider.asked[0].text   # the prompt it got

A script is a list with one answer a request, or a function from `Asked` to an answer (called in the server's thread).
Usage is counted at four characters a token.
"""

from __future__ import annotations

import json
import re
import select
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.fakes import anthropic_protocol, google_protocol, openai_protocol, responses_protocol
from tests.fakes.answers import Answer, Asked, Break, Fault, Hang, Raw, Say, Stall, say
from tests.pages import Handler, HttpServer, Reply, Request

PROTOCOLS: list[tuple[str, str, Any]] = [
    (r"/v1/chat/completions|/openai/deployments/[^/]+/chat/completions", "openai", openai_protocol),
    (r"/v1/responses", "responses", responses_protocol),
    (r"/v1/messages", "anthropic", anthropic_protocol),
    (r"/v1beta/models/[^/]+:(stream)?[gG]enerateContent", "google", google_protocol),
]
"""Where each protocol is spoken; a path may stand before it, such as Azure's ``/openai``."""

Script = Sequence[Answer] | Callable[[Asked], Answer]


class FakeProvider(HttpServer):
    """A running server.

    Args:
        script: what it answers.
        key: the only key it accepts; None accepts any, or none.
        models: the only models it knows; None knows all. An Ollama lists them.
    """

    def __init__(self, script: Script = (), *, key: str | None = None, models: Sequence[str] | None = None) -> None:
        self.script = script
        self.key = key
        self.models = models
        self.pages: dict[str, Any] = {}
        """What it answers to a GET, by path, beside its lists of models."""
        self.asked: list[Asked] = []
        self._lock = threading.Lock()
        super().__init__(self._get, ProviderHandler)

    @property
    def openai(self) -> str:
        """The base URL for OpenAI's protocol."""
        return f"{self.origin}/v1"

    @property
    def anthropic(self) -> str:
        """The base URL for Anthropic's protocol."""
        return self.origin

    @property
    def google(self) -> str:
        """The base URL for Google's protocol."""
        return self.origin

    def next_answer(self, asked: Asked) -> tuple[Answer, int]:
        """Return the answer to a request, and the request's number."""
        with self._lock:
            self.asked.append(asked)
            number = len(self.asked)
        if self.key is not None and asked.key != self.key:
            return Fault(401, message="Incorrect API key provided."), number
        if self.models is not None and asked.model not in self.models:
            return Fault(404, message=f"model: {asked.model}"), number
        if callable(self.script):
            return self.script(asked), number
        if number > len(self.script):
            return Fault(500, message=f"the test's script has no answer {number}"), number
        return self.script[number - 1], number

    def _get(self, request: Request) -> Reply:
        names = self.models or ()
        if request.path in self.pages:
            return _json(200, self.pages[request.path])
        match request.path:
            case "/api/tags":
                return _json(200, {"models": [{"name": name} for name in names]})
            case "/v1/models":
                return _json(200, {"object": "list", "data": [{"id": name, "object": "model"} for name in names]})
            case _:
                return _json(404, {"error": "not found"})


def _json(status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> Reply:
    return Reply(json.dumps(body).encode(), status, "application/json", headers or {})


class ProviderHandler(Handler):
    owner: FakeProvider

    def do_POST(self) -> None:  # noqa: N802
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
        path = self.path.split("?")[0]
        spoken = next(((name, speak) for form, name, speak in PROTOCOLS if re.search(f"({form})$", path)), None)
        if spoken is None:
            self.reply(_json(404, {"detail": "Not Found"}))
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(spoken[0], headers, body, self.path)
        self.respond(spoken[1], asked, *self.owner.next_answer(asked))

    def respond(self, speak: Any, asked: Asked, answer: Answer, number: int) -> None:
        match answer:
            case Fault(in_stream=True):
                self.stream(iter([speak.first_words(asked, "", number), speak.error_event(answer)]))
            case Fault():
                self.reply(_json(answer.status, answer.body or speak.error(answer), answer.headers))
            case Raw():
                self.reply(Reply(answer.body.encode(), answer.status, answer.content_type))
            case Hang():
                while not answer.until.wait(0.02) and not self.owner.stopping.is_set():
                    pass
                self.close_connection = True
            case Stall():
                self.stream(iter([speak.first_words(asked, answer.text, number)]), end=False)
                while not self.is_alone() and not self.owner.stopping.is_set():
                    pass
                if not self.owner.stopping.is_set():
                    answer.gone.set()
                self.close_connection = True
            case Break():
                if asked.streams:
                    self.stream(iter([speak.first_words(asked, answer.text, number)]), end=False)
                self.close_connection = True
            case _:
                said = answer if isinstance(answer, Say) else say(answer)
                if asked.streams:
                    self.stream(speak.events(asked, said, number))
                else:
                    self.reply(_json(200, speak.whole(asked, said, number)))

    def is_alone(self) -> bool:
        """Whether the other side has closed the connection; waits a moment for it."""
        readable, _, _ = select.select([self.connection], [], [], 0.02)
        return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)

    def stream(self, pieces: Iterator[str], *, end: bool = True) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            data = piece.encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()
        if end:
            self.wfile.write(b"0\r\n\r\n")
