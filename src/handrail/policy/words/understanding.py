"""Whether the rules understand all that the user says of acts.

Words that hold somebody back cannot be listed. Words that ask for something can: so the user asks for an act of
consequence only in a text of which every clause is known to ask, to look, to tell what somebody is told, to say how
something is, or to forbid an act that the rules know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from handrail.policy.words.asked_acts import ACTS, forbids, is_statement, press_stems
from handrail.policy.words.clause import Clause
from handrail.policy.words.denials import AUXILIARIES
from handrail.policy.words.lexicon import act_of, infinitive_of, stem, stems_of, words_in, words_of
from handrail.policy.words.meanings import meaning_of
from handrail.policy.words.naming import gives_option, strip_quotes
from handrail.policy.words.unknown_words import holds_back, is_only_time, is_thing, speaks_of, unknown_words

_VALUE_WORDS = 3
"""Of an address or a telephone number."""
_WORDS_OF_VALUE = 4
"""Of a field, with the rest of the field's name."""
_WORDS_OF_PLACE = 3
"""At most before the noun of a place, and fewer behind it."""
_NO_LABELS = frozenset({""})
_SENDING = ("send", "submit", "access")
"""The acts that words alone can free."""
Doubt = tuple[str, frozenset[str]]
"""A clause that may hold the user's orders back, and those of its words that hold nothing back as words of a label."""


def doubts_of(clauses: Sequence[Clause]) -> Iterator[Doubt]:
    """Yield the clauses of a text that may hold the user's orders back in a way that the rules do not know."""
    things = [{word for at, word in enumerate(one.words) if is_thing(one, at)} for one in clauses]
    clauses_with = Counter(word for each in things for word in each)
    neighbours = zip((None, *clauses), clauses, (*clauses[1:], None), things, strict=False)
    for before, clause, after, own_things in neighbours:
        words = clause.words or (before.words if before is not None else ())
        is_part = (before is not None and _goes_on(before, clause)) or (after is not None and _is_listed(clause, after))
        is_part |= before is not None and bool(clause.words) and _is_deadline(before, clause)
        is_part |= after is not None and _ticks_consent(clause, after)
        is_part |= before is not None and _is_next_value(before, clause)
        is_part |= _ticks_offer(clause) and (after is None or bool(after.mark))
        # What is a thing in another clause is known to be one here.
        unknown = frozenset(one for one in unknown_words(clause) if clauses_with[one] == (one in own_things))
        if not is_part and clause.words and not (clause.known.is_sure and is_understood(clause)):
            unknown = _NO_LABELS
        if unknown or _is_held_back(before, clause):
            yield " ".join(strip_quotes(words)), unknown or _NO_LABELS


def _is_held_back(before: Clause | None, clause: Clause) -> bool:
    """Return whether a clause denies in some case, needs the user's leave, answers an order ("Send the reply: no"), or
    is one behind a colon that no order stands before ("Later: send the reply")."""
    if clause.conditional:
        return True
    if clause.mood == "denied" or not clause.words:
        return _answers(before, clause)
    if _needs_leave(clause) or (clause.mark == ":" and _answers(before, clause)):
        return True
    if before is not None and speaks_of(before, _SENDING) and (is_only_time(clause) or clause.mark in words_in("upon")):
        # "Send the reply after review", unlike "Send the reply, after that close the tab".
        return clause.words[0] not in clause.lexicon.words("it")
    is_headed = before is not None and (before.mood == "looked" or (before.mood == "asked" and is_order(before)))
    return clause.mark == ":" and speaks_of(clause, _SENDING) and not is_headed


def _answers(before: Clause | None, clause: Clause) -> bool:
    """Return whether a clause only denies the one before: "Send the reply: no", "Antwort senden verboten"."""
    if before is None or before.mood == "denied" or not speaks_of(before, _SENDING):
        return False
    # "Envoyer la réponse : c'est moi".
    mine = {"c"}.union(*(clause.lexicon.words(key) for key in ("being", "user", "it")))
    says_it = clause.words[: len(before.words)] in ((), before.words)
    return clause.mark not in words_of("contrast") and (says_it or (clause.mark == ":" and mine >= set(clause.words)))


def _needs_leave(clause: Clause) -> bool:
    mine, me = clause.lexicon.words("mine"), clause.lexicon.words("self") if not speaks_of(clause, _SENDING) else ()
    approves = words_in("approval") if not clause.heads & press_stems() else ()
    return any(
        word in approves
        or (word in words_in("answer") and (last in mine or last in words_in("upon")))
        or (word in me and last in words_in("beside_me"))
        for last, word in pairwise(("", *clause.words))
    )


def _is_listed(clause: Clause, after: Clause) -> bool:
    """Return whether a clause without a verb is one word of a list ("select Anna, Ben and click Submit"), or stands
    before a value ("Rosa Lind, rosa@example.org")."""
    if clause.mood != "asked" or clause.mark not in (",", ".") or after.mark == ".":
        return False
    is_word = len(clause.words) == 1 and (after.mark in clause.lexicon.words("and") or len(after.words) == 1)
    return is_word or (len(clause.words) <= _VALUE_WORDS and _is_value(after))


def _is_value(clause: Clause) -> bool:
    return clause.mark == "," and len(clause.words) <= _VALUE_WORDS and _has_value(clause)


def _is_next_value(before: Clause, clause: Clause) -> bool:
    """Return whether a clause gives one more field its value: "with the email X and the phone number Y"."""
    article, field, *said = clause.words if len(clause.words) > 1 else ("", "")
    is_field = stem(field) in stems_of("fields") or field in words_in("choices") | words_in("value_fields")
    if clause.mood != "asked" or not is_field or article not in clause.lexicon.words("article"):
        return False
    joins = clause.lexicon.words("and") | {","}
    is_joined = clause.mark in joins and not words_in("with").isdisjoint(before.words)
    may_hold = any(holds_back(word) or act_of(infinitive_of(word)) or word in words_in("of") for word in said)
    return is_joined and 0 < len(said) <= _WORDS_OF_VALUE and not may_hold


def _is_deadline(before: Clause, clause: Clause) -> bool:
    """Return whether a clause tells a date of what is made, not sent: "create the milestone, due 1 March"."""
    is_made = before.mood == "asked" and is_order(before) and not speaks_of(before, _SENDING)
    return is_made and clause.words[0] == "due" and any(word.isdigit() for word in clause.words[1:3])


def _ticks_consent(clause: Clause, after: Clause) -> bool:
    """Return whether a clause only ticks the box by which a form is agreed to, in the box's words, before a press:
    "check I accept the terms and click Send". Any other word may say what the user will look at themselves."""
    verb, who, does, *what = (*clause.words, "", "", "")[: max(len(clause.words), 3)]
    small = clause.lexicon.words("stop") | clause.lexicon.words("and")
    ticks = verb in words_in("ticks") and who == "i" and does in words_in("accepts")
    is_about_terms = not words_in("terms").isdisjoint(what) and words_in("terms") | small >= set(what)
    return ticks and is_about_terms and not clause.later and after.mood == "asked" and bool(after.heads & press_stems())


def _ticks_offer(clause: Clause) -> bool:
    """Return whether a clause ticks a box of what a site offers to do for the user, so called: "check Send me a copy".
    With a word that may say when ("check Send me the text first"), or in small letters, the user may mean otherwise."""
    verb, offers, whom, *what = (*clause.words, "", "", "")[: max(len(clause.words), 3)]
    lexicon, keys = clause.lexicon, ("user", "self", "until", "condition", "modal")
    is_offer = offers in words_in("offers") & clause.known.names and whom in lexicon.words("self")
    doubtful = words_in("courtesy").union(*map(lexicon.words, keys)) | words_of("it") - words_in("indefinite")
    may_wait = any(word in doubtful or (word,) in lexicon.filler.get(word, ()) or holds_back(word) for word in what)
    return verb in words_in("ticks") and is_offer and not (may_wait or clause.later)


def _goes_on(before: Clause, clause: Clause) -> bool:
    """Return whether a clause is part of the one before: a denial of a condition ("if there is no Send button"), which
    is the model's to judge, or of what somebody is told ("tell Anna that I cannot come"); another value ("I am Rosa
    Lind, rosa@example.org")."""
    if not before.words:
        return False
    names = before.known.names
    if clause.mood == "asked" and clause.joint and before.words[-1] in names and names.issuperset(clause.words):
        # "Send it to Anna and Ben".
        return True
    if clause.mood != "denied":
        return _is_value(clause) and (_states(before) or _is_listed(before, clause))
    if clause.instead and before.heads & press_stems():
        # "Click Delete rather than Send".
        return True
    told = before.words[0] in before.lexicon.words("that") or bool(before.heads & before.lexicon.stems("say"))
    return not clause.prohibits and (told or before.words[0] in before.lexicon.words("condition"))


def is_understood(clause: Clause) -> bool:
    """Return whether a clause is known to ask, look, say what somebody is told or how something is, or forbid."""
    first, lexicon = clause.words[0], clause.lexicon
    if clause.mood == "denied":
        harmless = press_stems() | stems_of("harmless") | stems_of("proceed")
        is_known = any(forbids(act, clause) for act in ACTS) or not clause.heads.isdisjoint(harmless)
        if clause.prohibits and (is_known or _is_about_the_rest(clause)):
            return True
        return clause.carried or _leaves_out(clause)
    quoted = [word.startswith('"') for word in clause.words]
    if "." in first or all(quoted):
        return True
    if clause.carried and not clause.later:
        # "Write 'I resign.' Hold fire on it."
        return not any(quoted)
    if _is_about_the_user(clause):
        return False
    if first in lexicon.words("condition") | lexicon.words("that") or set(clause.words) <= AUXILIARIES:
        return True
    if clause.later:
        return False
    if clause.mood == "asked":
        return is_order(clause) or _states(clause) or _is_place(clause) or _is_field(clause)
    return first not in words_of("until") or set(clause.words[1:]) <= words_of("another_time") | _numbers(clause)


def _is_about_the_rest(clause: Clause) -> bool:
    """Return whether a denial spares what is asked for, whatever its verb is: "do nothing else"."""
    others = set(map(stem, clause.words[1:]))
    return bool(others & stems_of("else")) and others <= stems_of("else") | stems_of("anything")


def _leaves_out(clause: Clause) -> bool:
    """Return whether a denial only says what is not wanted with it: "no gift wrap", "without the optional fields"."""
    is_object = not clause.prohibits or clause.words[0] in clause.lexicon.words("article")
    return is_object and clause.words[-1] in words_in("left_out") and not any(map(holds_back, clause.words))


def is_order(clause: Clause) -> bool:
    """Return whether the verb of a clause is known to ask for something."""
    lexicon, words = clause.lexicon, set(map(stem, clause.words))
    # "On the shop page press Add".
    is_behind_place = clause.words[0] in lexicon.words("stop") - lexicon.words("article")
    # "Save it as a draft", "cancel that".
    is_kept = not speaks_of(clause, _SENDING) and not words_of("unsent").isdisjoint(clause.words)
    is_kept |= bool(clause.heads & stems_of("acts", "delete")) and set(clause.words[1:]) <= words_of("it")
    asks = bool(clause.heads & lexicon.orders or (is_behind_place and words & lexicon.stems("press")))
    return asks and not (is_statement(clause) or is_kept)


def _is_place(clause: Clause) -> bool:
    """Return whether a clause only says where: "on the contact page", "in the section about forms"."""
    lexicon, words = clause.lexicon, clause.words
    articles = lexicon.words("article") | words_in("to_the")
    if words[0] not in lexicon.words("stop") - lexicon.words("article") or any(map(holds_back, words[1:])):
        return False
    # "Auf der Kontaktseite".
    at = next((at for at, word in enumerate(words) if word.endswith(tuple(words_in("where")))), len(words))
    after = words[at + 1 :]
    is_short = at < len(words) and at <= _WORDS_OF_PLACE and len(after) < _WORDS_OF_PLACE
    return (
        is_short and not articles.isdisjoint(words[:2]) and set(after[:1]) <= lexicon.words("toward") | words_in("of")
    )


def _is_field(clause: Clause) -> bool:
    """Return whether a clause is a field with choices, and one: "priority critical", "payment by invoice"."""
    (name, *value), lexicon = clause.words, clause.lexicon
    others = lexicon.words("toward") | lexicon.words("adjective")
    is_value = not any(holds_back(word) or (lexicon.knows(word) and word not in others) for word in value)
    return name in words_in("choices") and 0 < len(value) <= _VALUE_WORDS and is_value


def _numbers(clause: Clause) -> set[str]:
    return {word for word in clause.words if meaning_of(word, clause.lexicon.languages).isdigit()}


def _is_about_the_user(clause: Clause) -> bool:
    """Return whether the user says what they do or will have done ("once I have read it"), or that something is shown
    to them first ("let me see it"). Not who they are ("I am Rosa Lind"), nor what they tell somebody."""
    lexicon = clause.lexicon
    # "Select I from Level".
    words = {word for word in clause.words if not gives_option(clause, (word,))}
    pointed = not words_of("it").isdisjoint(clause.words[1:])
    if clause.heads & lexicon.stems("look") and pointed and words & lexicon.words("self"):
        return True
    says = clause.heads & lexicon.stems("say") or clause.words[0] in lexicon.words("that")
    tells = says or _states(clause)
    return bool(words & (lexicon.words("user") - lexicon.words("self"))) and (pointed or not tells)


def _states(clause: Clause) -> bool:
    """Return whether a clause states a fact of the user or a value, and nothing that shall or will be: "I am Rosa
    Lind", "the address is a@b.org"."""
    words, lexicon = set(clause.words), clause.lexicon
    shall = (lexicon.words("modal") - words_of("being")) | lexicon.words("it")
    acts = any(act_of(infinitive_of(word)) for word in words)
    is_mine = clause.words[0] in lexicon.words("user") | lexicon.words("mine")
    says_what = not words.isdisjoint(lexicon.words("being")) and (is_mine or _has_value(clause))
    return says_what and not acts and words.isdisjoint(shall)


def _has_value(clause: Clause) -> bool:
    return any(word.startswith('"') or "." in word or word.isdigit() for word in clause.words)


def wanted_words(clauses: Sequence[Clause]) -> Iterator[str]:
    """Yield the words by which a text names what is to be changed: of a clause that asks for it, says how a thing is
    ("My name is Rosa Berg now") or that it is to end ("no more digests"). "I have called the bank, tick that off" names
    it in the clause before, "like what Ines wrote" in the one behind."""
    wants, says, asks = False, words_of("modal") | words_of("being"), words_of("ask") | words_of("how")
    for before, clause, after in zip((None, *clauses), clauses, (*clauses[1:], None), strict=False):
        ends = clause.mood == "denied" and not (clause.prohibits or clause.carried)
        # "Put a mug and a blanket into the basket".
        wants &= clause.mood == "asked" and clause.joint is not None and says.isdisjoint(clause.words)
        wants &= set(clause.words[:1]) <= clause.lexicon.words("article")
        wants |= clause.known.is_sure and (ends or _wants(clause, after))
        if wants:
            yield from strip_quotes(clause.words)
            if before is not None and before.mood != "denied" and not words_of("it").isdisjoint(clause.words[1:]):
                yield from strip_quotes(before.words)
            if after is not None and after.mood == "other" and set(after.words[:1]) <= asks:
                yield from strip_quotes(after.words)


def _wants(clause: Clause, after: Clause | None) -> bool:
    """Return whether a clause asks for a change, or says how something is or should be, or how many there should be."""
    if clause.mood != "asked" or clause.carried or not clause.words:
        return False
    lexicon, words = clause.lexicon, clause.words
    # "I have a coupon: SPRING10"; "one more kettle", "I need three kettles".
    gives = words[0] in lexicon.words("user") and after is not None and after.mark == ":" and len(after.words) == 1
    at = 2 if words[0] in lexicon.words("user") and set(words[1:2]) <= lexicon.words("modal") else 0
    counts = bool(_numbers(clause) & set(words[at : at + 1])) or not words_in("more").isdisjoint(words[at : at + 2])
    if gives or counts or _states(clause) or not words_in("shall").isdisjoint(words[1:]):
        return True
    shows = lexicon.stems("look") | lexicon.stems("use") | stems_of("fetch") | stems_of("acts", "download")
    verbs = stems_of("enter") | (lexicon.orders - shows - stems_of("proceed")) | stems_of("everyday")
    # "Give me the price".
    for_me = not lexicon.words("self").isdisjoint(words[1:2]) and not clause.heads & stems_of("enter")
    return bool(clause.heads & verbs) and not (is_statement(clause) or for_me)
