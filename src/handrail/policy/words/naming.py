"""Whether words of the user name a label, or an option of a list.

The page chooses its labels, but not the task. So a label is compared with the words of one clause that asks for an act:
**a control counts as named, whatever it does, if its label holds only words of such a clause, its verb among them.**
(What pays or deletes is asked all the same.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handrail.policy.words.clause import Clause, Mood
from handrail.policy.words.lexicon import Lexicon, Phrase, act_of, infinitive_of, quote, stem, words_in, words_of
from handrail.policy.words.meanings import meaning_of


def runs(clauses: Iterable[Clause], mood: Mood) -> Iterator[tuple[Lexicon, Phrase]]:
    """Yield what reads on without a pause, of clauses of one mood: "Save and close" may be a label."""
    run, lexicon = list[str](), None
    for clause in clauses:
        if lexicon is not None and not (clause.mood == mood and clause.joint):
            yield lexicon, tuple(run)
            run, lexicon = [], None
        if clause.mood == mood and clause.binds:
            run += [clause.joint, *clause.words] if run and clause.joint else clause.words
            lexicon = clause.lexicon
    if lexicon is not None:
        yield lexicon, tuple(run)


def is_pressed(lexicon: Lexicon, run: Phrase, label: Phrase) -> bool:
    """Return whether a control is named as one: after a verb of pressing, or beside "button"."""
    return any(
        _is_pressed_at(lexicon, run, at, len(wanted))
        for wanted in (label, (quote(" ".join(label)),))
        for at in range(len(run) - len(wanted) + 1)
        if run[at : at + len(wanted)] == wanted
    )


def holds(lexicon: Lexicon, run: Phrase, label: Phrase) -> bool:
    """Return whether a label of several words stands in what is asked for. One that names an act has to be what is
    asked for: "disable Publish post" does not ask for "Publish post"."""
    if len(label) < 2:
        return False
    names_act = any(map(act_of, map(infinitive_of, label)))
    return any(
        not names_act or at == 0 or run[at - 1] in lexicon.words("and") or _is_verb_of_label(lexicon, run[:at])
        for at in _places(run, label)
    )


def _is_verb_of_label(lexicon: Lexicon, before: Phrase) -> bool:
    """Return whether words end with a verb of pressing or using, and what may stand between it and a label."""
    between = lexicon.words("button") | lexicon.words("stop") | lexicon.words("adjective") | words_in("ordinals")
    verb = next((word for word in reversed(before) if word not in between or word in lexicon.words("use")), "")
    return stem(verb) in lexicon.stems("press") | lexicon.stems("use")


def _is_pressed_at(lexicon: Lexicon, run: Phrase, at: int, length: int) -> bool:
    button, between = lexicon.words("button"), lexicon.words("stop") | lexicon.words("adjective")
    between |= words_in("ordinals")
    start = at
    while start and run[start - 1] in button | between:
        start -= 1
    verb, after = stem(run[start - 1]) if start else "", run[at + length :]
    if verb in lexicon.stems("press"):
        return True
    if verb in lexicon.stems("use"):
        return run[at].startswith('"') or not button.isdisjoint((*run[start:at], *after[:1]))
    # "Auf Senden klicken".
    rest = [word for word in after if word not in button | {"zu", "te"}]
    return bool(lexicon.words("particles")) and len(rest) == 1 and stem(rest[0]) in lexicon.stems("press")


def does(clause: Clause, label: Phrase) -> bool:
    """Return whether a clause asks for what a label says: by its verb, and by all of its objects."""
    lexicon, heads = clause.lexicon, clause.heads
    content = {stem(word) for word in label if word not in words_of("stop")}
    if heads.isdisjoint(content) or not lexicon.words("self").isdisjoint(clause.words):
        # "Send me a summary" asks for an answer.
        return False
    return content <= heads | set(map(stem, clause.words))


def has_run(words: Phrase, wanted: Phrase) -> bool:
    """Return whether words stand in a row, with any endings."""
    return any(True for _ in _places(words, wanted))


def _places(words: Phrase, wanted: Phrase) -> Iterator[int]:
    """Return where words stand in a row, with any endings."""
    stems, row = [stem(word) for word in words], [stem(word) for word in wanted]
    return (at for at in range(len(stems) - len(row) + 1) if row and stems[at : at + len(row)] == row)


def strip_quotes(words: Phrase) -> Phrase:
    return tuple(one for word in words for one in word.removeprefix('"').split())


def is_chosen(clause: Clause, option: Phrase, *, is_grave: bool, is_small: bool) -> bool:
    """Return whether a clause names an option; one that is grave has to be what something is set to, and one of small
    words alone the choice itself."""
    sets = not is_grave or sets_option(clause, option)
    return has_option(clause, option) and sets and (not is_small or gives_option(clause, option))


def has_option(clause: Clause, option: Phrase) -> bool:
    """Return whether the words of an option stand in a clause, also without its small ones, as labels have them:
    "Birkenweg 12, Bern" for "Birkenweg 12 in Bern"."""
    words, meanings = strip_quotes(clause.words), tuple(map(meaning_of, option))
    return any(
        has_run(said, option) or has_run(tuple(meaning_of(word, clause.lexicon.languages) for word in said), meanings)
        for said in (words, tuple(word for word in words if word not in words_of("stop")))
    )


def sets_option(clause: Clause, option: Phrase) -> bool:
    """Return whether a clause sets something to an option: behind "to", or as its last words ("Make the album public"),
    and not away from it."""
    if not clause.heads & clause.lexicon.stems("set"):
        return False
    words = strip_quotes(clause.words)
    starts = list(_places(words, option))
    ends = (at + len(option) == len(words) and words[at - 1] not in words_of("away") for at in starts)
    return any(ends) or any(at and words[at - 1] in words_of("aim") for at in starts)


def gives_option(clause: Clause, option: Phrase) -> bool:
    """Return whether an order gives small words as what is to be chosen: right behind its verb, with a place or nothing
    behind them ("select L from Size"), or as its end, behind "to" or "option" ("set Size to L", "choose option A").
    Elsewhere "a" is an article, and "I" the user."""
    lexicon, words = clause.lexicon, strip_quotes(clause.words)
    chooses, sets = bool(clause.heads & lexicon.stems("press")), bool(clause.heads & lexicon.stems("set"))
    if clause.mood != "asked" or not (chooses or sets):
        return False
    places = (lexicon.words("stop") | lexicon.words("toward")) - lexicon.words("article") - lexicon.words("mine")
    named = lexicon.words("button") | words_in("choices") if chooses else lexicon.words("aim")
    for at in range(1, len(words) - len(option) + 1):
        before, after = words[at - 1], words[at + len(option) :]
        if words[at : at + len(option)] != option:
            continue
        if (at == 1 and (not after or after[0] in places)) or (at > 1 and not after and before in named):
            return True
    return False
