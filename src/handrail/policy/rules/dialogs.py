"""Dialogs of the browser that a page opens: rule 7."""

from __future__ import annotations

from handrail.messages import Sentence
from handrail.policy.decision import Ask, Decision, ask_for_grant, excerpt, flag
from handrail.policy.facts import CallRequest, Facts
from handrail.policy.rules.earlier import after_openers
from handrail.trust import one_line, site_line


def agreed_dialogs(request: CallRequest, facts: Facts) -> Decision | None:
    """Rule 7. An alert only informs, and not to agree changes nothing; leaving a page (beforeunload) is the browser's
    own question. To agree to what a page asks needs a grant."""
    dialog = facts.dialog
    if request.tool != "dialog" or dialog is None or not dialog.accepts or dialog.kind not in ("confirm", "prompt"):
        return None
    origins = (facts.origin, *dialog.frames)
    is_own = facts.text is None or facts.text.in_user_text or not facts.written
    stays = is_own or all(map(request.permissions.may_write, origins))
    if stays and all(request.permissions.allows("dialog", origin) for origin in origins):
        return None
    site: str = site_line(facts.origin)
    if dialog.frames:
        frames = one_line(", ".join(dialog.frames), 200)
        site = Sentence("{site} (or of a frame of {frames} in it)", site=site, frames=frames)
    said = [Sentence(": {text}", text=excerpt((dialog.message.raw,)))] if dialog.message else []
    said += after_openers(facts.openers)
    answered = facts.parts or ((dialog.default.raw,) if dialog.default is not None else ())
    question = Sentence(
        "The model wants to answer {answer} to the dialog of {site}{message}.",
        answer=Sentence("OK and {text}", text=excerpt(answered)) if any(answered) else "OK",
        site=site,
        message=Sentence.joined("", said),
    )
    if dialog.frames or not stays:
        return Ask("agreed_dialogs", question, flag("--grant", f"dialog@{facts.origin}"))
    return ask_for_grant("agreed_dialogs", "dialog", facts.origin, question)
