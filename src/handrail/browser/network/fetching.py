"""Fetches one address without a page: through the filtering proxy, with each redirect judged, up to a size."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from handrail.browser.network.proxy_failures import proxy_failure
from handrail.browser.types.errors import DeadlineHit, NavigationFailed
from handrail.browser.types.network.addresses import joined, web_address

if TYPE_CHECKING:
    import httpx

    from handrail.browser.network.filtering_proxy import FilteringProxy

MAX_REDIRECTS = 10
TIMEOUT = 25.0
"""Seconds for all of it; shorter than a call may take."""
MAX_DISPOSITION = 2000
"""How many characters of `Content-Disposition` are read: Python's parser takes 13 s for 60,000 semicolons."""
_NOT_ASKED_FOR = frozenset(("br", "zstd", "compress", "x-compress", "x-gzip", "dcb", "dcz"))
"""Encodings that browsers know. Browsers too ignore a word that names no encoding."""

CookieHeader = Callable[[str], Awaitable[str]]
"""The ``Cookie`` header for an address, "" for none."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The answer of an address.

    Attributes:
        url: after all redirects.
        data: the body; ``cut`` where it was longer than asked for.
        content_type: "" where the server names none.
        name: a file name from the server or the address, unchanged.
    """

    url: str
    status: int
    data: bytes = field(repr=False)
    content_type: str = ""
    name: str = ""
    cut: bool = False


async def fetch(
    url: str,
    proxy: FilteringProxy,
    *,
    max_bytes: int,
    cookies: CookieHeader | None = None,
    may_follow: Callable[[str], bool],
    user_agent: str = "",
    method: str = "GET",
    own_headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
) -> Fetched:
    """Fetch an address.

    Args:
        proxy: the proxy that every connection passes; it refuses what the network rules do not allow.
        max_bytes: of the body; the rest is not read.
        cookies: None sends none.
        may_follow: whether a redirect may be followed to an address.
        own_headers, body: sent with the first request and with each that it is redirected to.

    Raises:
        NavigationFailed: no answer, or a redirect that may not be followed.
        DeadlineHit: it took too long.
    """
    import httpx

    # Without this header the filtering proxy takes a tunnel for one of WebRTC.
    named = {"user-agent": "Handrail"}
    through = httpx.Proxy(f"http://127.0.0.1:{proxy.port}", auth=(proxy.username, proxy.password), headers=named)
    headers = {"accept-encoding": "gzip, deflate", "user-agent": user_agent or "Mozilla/5.0 (compatible; Handrail)"}
    verify = proxy.accepted.client_context() if proxy.accepted is not None else True
    try:
        # `trust_env`: a proxy of the environment stands behind the filtering one already.
        async with (
            asyncio.timeout(TIMEOUT),
            httpx.AsyncClient(
                proxy=through, timeout=TIMEOUT, headers=headers, trust_env=False, verify=verify
            ) as client,
        ):
            for _ in range(MAX_REDIRECTS):
                cookie = await cookies(url) if cookies is not None else ""
                proxy.note_judged(url)
                more = {**(own_headers or {}), **({"cookie": cookie} if cookie else {})}
                async with client.stream(method, url, headers=more, content=body) as response:
                    if (failure := proxy_failure(proxy, url)) is not None:
                        raise failure
                    if not response.has_redirect_location:
                        return await _read(response, url, max_bytes)
                    url = web_address(joined(url, response.headers["location"]))
                    if not may_follow(url):
                        raise NavigationFailed(
                            "The address leads on to another one, which is not permitted.", hint="Try another address."
                        )
    except (TimeoutError, httpx.TimeoutException):
        raise DeadlineHit(f"The address did not answer within {TIMEOUT:.0f} s.") from None
    except (httpx.ReadError, httpx.RemoteProtocolError):
        raise proxy_failure(proxy, url) or NavigationFailed(
            "The connection broke off before the answer was complete.", hint="Try again."
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError):
        # The last is of a host that a redirect names and that can be none: "xn--".
        raise proxy_failure(proxy, url) or NavigationFailed(
            "The address could not be fetched.", hint="Check the address."
        ) from None
    raise NavigationFailed("The address leads from one to another without end.", hint="Try another address.")


async def _read(response: httpx.Response, url: str, max_bytes: int) -> Fetched:
    encodings = [one.strip() for one in response.headers.get("content-encoding", "").lower().split(",")]
    if not _NOT_ASKED_FOR.isdisjoint(encodings) or sum(one in ("gzip", "deflate") for one in encodings) > 1:
        raise NavigationFailed("The server packed its answer in a way that was not asked for.")
    parts, size = list[bytes](), 0
    async for part in response.aiter_bytes():
        parts.append(part[: max_bytes - size])
        size += len(part)
        if size > max_bytes:
            break
    return Fetched(
        url,
        response.status_code,
        b"".join(parts),
        response.headers.get("content-type", ""),
        file_name(url, response.headers.get("content-disposition", "")),
        size > max_bytes,
    )


def file_name(url: str, disposition: str = "") -> str:
    """Return a file's name from its ``Content-Disposition`` or its address; "" if neither gives one."""
    message = Message()
    message["content-disposition"] = re.sub(r"[\r\n]", " ", disposition[:MAX_DISPOSITION])
    named = None
    # The server chooses the encoding of its name, and may name one that cannot decode it, or is none.
    with suppress(ValueError, LookupError):
        named = message.get_filename()
    return named or unquote(urlsplit(url).path).rpartition("/")[2]
