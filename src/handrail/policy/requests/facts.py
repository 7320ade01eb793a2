"""Requests that a page wants to send, and the act of a model that they came after, as policy sees them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from urllib.parse import parse_qsl, urlsplit

from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.browser.types.network.addresses import without_sign_in
from handrail.messages import Sentence
from handrail.policy.facts import Opener, TextsToSend
from handrail.policy.origins import origin_of
from handrail.policy.permissions import Verb
from handrail.policy.requests.bodies import names_of, values_in
from handrail.policy.requests.read_only import keeps_draft, only_asks, removes_draft, says_text
from handrail.policy.requests.statements import holds_statement
from handrail.policy.requests.wording import ID
from handrail.policy.words.consequences import Evidence, cut, names_act, verbs
from handrail.trust.words import identifier_words

Shape = tuple[str, str, str, tuple[str, ...]]
"""What requests have in common that do the same: origin, method, path without ids, names of the fields in query and
body, with what those ask for that name an act or an operation."""
WholeRequest = bytes
"""A hash of the method, address, body and action of a request: each is remembered, and may be large."""
_OPERATIONS = frozenset(("call", "calls", "fn", "func", "function", "handler", "intent", "procedure", "rpc"))
"""Names of fields by which interfaces name what is to be done, beside those of `names_act`."""
_COOKIES = frozenset(("cookie", "cookies"))
_CONSENT = _COOKIES | {"consent", "consents"}
_LOCK = re.compile(r"\w+=(?:[a-z]+[-_])?(?:remove|release|delete)[-_](?:[a-z]+[-_])?lock", re.IGNORECASE)
"""A field that says that a lock is removed, such as "action=wp-remove-post-lock"."""
_LEADS_BACK = re.compile(r"(?:back|next|redirect|return)(?:_?(?:to|url))?=/(?![/\\]).*", re.IGNORECASE)
"""A field that says to which page of the site its answer leads, such as "back=/products"."""
_NOT_READ = "…"
"""Stands for the fields of a body that was not read: it has no shape that another one has."""
_BESIDE_CONSENT = frozenset(
    identifier_words(
        """analytics api banner categories category choice choices decline declined denied deny essential false
    functional gdpr level levels marketing necessary no none notice only opt out optout preference preferences privacy
    refuse refused reject rejected save set setting settings status store tracking update v1 v2 v3 version 0"""
    )
)
"""Words of requests that tell a site what cookies somebody refused. One with any other may do anything else: an OAuth
server calls what gives an application access a consent."""


@dataclass(frozen=True, slots=True)
class RequestFacts:
    """A held request as policy sees it.

    Attributes:
        from_origin: what sends it; "" where the browser hides that.
        to_origin: where it goes; "" where that has none.
        verbs: every act of consequence that it tells of, the most serious first.
        only_asks, is_draft, removes_draft: by what it is called, it changes nothing, or only a draft.
        releases_lock: of what it is called nothing deletes but that it removes a lock.
        says_text: a field of it is for text that somebody reads, by what it is called.
        is_cut: its body says more than is read of it.
        of_consent: it tells which cookies somebody refused, and nothing else, by all words of its address and fields.
        fields: names of the fields in query and body that do not lie in others.
    """

    request: HeldRequest
    from_origin: str
    to_origin: str
    shape: Shape
    whole: WholeRequest
    evidence: Evidence
    verbs: tuple[Verb, ...] = ()
    only_asks: bool = False
    is_draft: bool = False
    removes_draft: bool = False
    says_text: bool = False
    is_cut: bool = False
    of_consent: bool = False
    fields: tuple[str, ...] = ()
    releases_lock: bool = False

    @property
    def like(self) -> str:
        """A hash of what has the same shape and comes from the same origin: for logs, which tell nothing by it."""
        return sha256(json.dumps((self.from_origin, self.shape)).encode()).hexdigest()

    @classmethod
    def of(cls, request: HeldRequest, *, reads_body: bool = True) -> RequestFacts:
        """Return what is known of a request; ``reads_body``: also by its body, up to `MAX_BODY_BYTES`."""
        body = request.body or b""
        is_long, holds_file = len(body) > MAX_BODY_BYTES, 0 in body[:1000] or body.startswith(b"--")
        is_read = reads_body and not is_long
        url = cut(request.url)
        names, parts = names_of(body if is_read else None), urlsplit(url)
        path = "/".join("*" if ID.fullmatch(step) else step for step in parts.path.split("/"))
        query = [f"{name}={value}" for name, value in parse_qsl(parts.query, keep_blank_values=True)]
        asked = names_of(parts.query.encode()).operations if request.may_change_state else ()
        operations = [name for name in (*names.operations, *asked, names.text) if name]
        fields = names.keys if is_read or not body else (_NOT_READ,)
        keys = tuple(sorted({_without_value(key) for key in (*query, *fields)} | set(operations)))
        from_origin, to_origin = ends_of(request)
        asks = only_asks(request.method, url, names, is_form=request.opens_document, is_read=request.body is not None)
        asks = asks and not (is_read and holds_statement(values_in(body)))
        evidence = Evidence(
            method=request.method,
            url=url,
            body_keys=names.keys,
            operation=" ".join((*operations, request.action)),
            asks=asks,
            parts=names.parts,
            queries=names.is_call and names.mutates is False,
        )
        said = (parts.path, parts.query, *names.keys, *operations, request.action)
        return cls(
            request,
            from_origin,
            to_origin,
            shape=(to_origin, request.method, path, (*keys, request.action)),
            whole=_hash_of(request),
            evidence=evidence,
            verbs=tuple(verbs(evidence)),
            only_asks=asks,
            is_draft=keeps_draft(url, names),
            removes_draft=removes_draft(request.method, url, names),
            releases_lock=_releases_lock(evidence),
            says_text=says_text(names.keys),
            is_cut=names.is_cut or (is_long and not holds_file) or (bool(body) and not reads_body),
            of_consent=_tells_consent(said, is_form=request.opens_document),
            fields=tuple(sorted({key.partition("=")[0] for key in query}.union(names.fields))),
        )


@dataclass(frozen=True, slots=True)
class ActFacts(TextsToSend):
    """The act of a model that a request came after.

    Attributes:
        reads_only: nothing that comes of it may change anything.
        agreed_on: the origin on which the user agreed to what may be sent; "" where they were asked for nothing.
        only_fills: they agreed to what goes into a field there, and to nothing that is sent.
        pressed: what was pressed, as a question calls it; "" where that was nothing with a name.
        label: what is written on that, or on the button of its form where Enter was pressed in a field; "" where it
            stands for a choice.
        follows: what was done on the page, as ends of a sentence.
        openers: what else was done on its site before, of which it may come as well, if it is grave.
        verbs: what the user knew that it does when they approved it.
        written: what the labels say that it does, where that was not asked for.
        touched: origins on which a model has done anything but look, also after the act.
        forbidden: what the user forbade, which nothing lifts.
        withheld: the words by which they forbade that what is filled in is sent; "" where they did not.
        asked: what the user asked it to do, by the name of what was pressed or by the text of its form; to "submit" is
            to do nothing graver.
        relevant: what a script sends may be of what the user wants.
        wanted: they named what was pressed, or its row or item, or put words of theirs into its form.
        opens: it opens a page, or goes to another one.
        leaves: and the page that is left sends the request.
        prefilled: it was in a document that an address of the model's own may have filled in.
        absent: what of `unsent` the request cannot hold. (`earlier` is what it does not, as far as it can be read.)
        acted_on: the origin of the document that it acts on; "" where that does not matter, as where a page is opened.
        in_form: texts that the form held that was sent.
        drafts: what the model wrote on the site that was no search.
        habits: what pages sent before a model had done anything on their origin, and its shapes.
        filled: a model put something into a field of its origin, for other than to search.
        came: of the form of what was pressed the boxes and choices that stood as its page came with them, as
            "name=value".
        is_mentioned: the name of what was pressed stands in the user's words, which ask for no change by it.
        again: a page is opened that answered such a request before: this one sends it once more.
    """

    reads_only: bool = False
    agreed_on: str = ""
    only_fills: bool = False
    pressed: str = ""
    verbs: frozenset[Verb] = frozenset()
    written: frozenset[Verb] = frozenset()
    touched: Set[str] = frozenset()
    forbidden: Set[Verb] = frozenset()
    withheld: str = ""
    asked: frozenset[Verb] = frozenset()
    relevant: bool = False
    wanted: bool = False
    opens: bool = False
    prefilled: bool = False
    in_form: Set[str] = frozenset()
    drafts: Sequence[str] = ()
    habits: Set[WholeRequest | Shape] = frozenset()
    looks: bool = False
    filled: bool = False
    again: bool = False
    came: frozenset[str] = frozenset()
    refuses: bool = False
    absent: Set[str] = frozenset()
    leaves: bool = False
    label: str = ""
    is_mentioned: bool = False
    follows: Sequence[Sentence] = ()
    openers: Sequence[Opener] = ()
    acted_on: str = ""

    @property
    def told(self) -> tuple[str, ...]:
        """What a question says of the model's texts and entries that the request holds, or may hold."""
        return (*(text for text in self.unsent if text not in self.absent), *self.entered)

    def has_agreed(self, origin: str) -> bool:
        """Return whether the user agreed to what may be sent from this origin."""
        return bool(self.agreed_on) and origin == self.agreed_on

    @property
    def without_yes(self) -> ActFacts:
        """The act, as if the user had neither agreed to it nor named it."""
        return self.within(ActFacts(pressed=self.pressed))

    def of_document(self, origin: str) -> ActFacts:
        """Return the act as it is known of a request from a document of this origin. Nobody named what comes from
        another one than it acted on: a page may put that under the pointer, or hand the focus to it."""
        return self if origin == self.acted_on or not self.acted_on else self.without_yes

    def within(self, other: ActFacts) -> ActFacts:
        """Return the act, with no more let through than by another one that the request may come of."""
        return replace(
            self,
            reads_only=self.reads_only or other.reads_only,
            agreed_on=self.agreed_on if self.agreed_on == other.agreed_on else "",
            only_fills=self.only_fills or other.only_fills,
            pressed=other.pressed or self.pressed,
            is_mentioned=other.is_mentioned if other.pressed else self.is_mentioned,
            verbs=self.verbs & other.verbs,
            written=self.written | other.written,
            withheld=self.withheld or other.withheld,
            asked=self.asked & other.asked,
            relevant=self.relevant and other.relevant,
            wanted=self.wanted and other.wanted,
            refuses=self.refuses and other.refuses,
            came=self.came & other.came,
        )


def _hash_of(request: HeldRequest) -> WholeRequest:
    head = json.dumps((request.method, request.url, request.action, request.body is None))
    return sha256(head.encode() + (request.body or b"")).digest()


def _tells_consent(texts: Iterable[str], *, is_form: bool) -> bool:
    """Return whether names and values of a request are about cookies alone, but for the page of the site to which it
    leads back. A form could be that of an OAuth server, which asks for consent too."""
    words = set(chain.from_iterable(identifier_words(text) for text in texts if not _LEADS_BACK.fullmatch(text)))
    return not words.isdisjoint(_COOKIES if is_form else _CONSENT) and words <= _CONSENT | _BESIDE_CONSENT


def _releases_lock(evidence: Evidence) -> bool:
    """Return whether a request removes a lock, and nothing else: editors hold one while a page of theirs is open."""
    locks = [key for key in evidence.body_keys if names_act(key.partition("=")[0]) and _LOCK.fullmatch(key)]
    others = replace(evidence, body_keys=tuple(key for key in evidence.body_keys if key not in locks))
    return bool(locks) and "delete" not in verbs(others)


def ends_of(request: HeldRequest) -> tuple[str, str]:
    """Return the origins that a request comes from and goes to; "" for one that the browser hides, or that is none. A
    browser writes an address so that everybody reads its host alike, also behind a user name."""
    return request.origin if request.origin != "null" else "", origin_of(without_sign_in(request.url)) or ""


def _without_value(key: str) -> str:
    name = key.partition("=")[0]
    return key if names_act(name) or name.lower() in _OPERATIONS else name
