"""Words that pages and people use, in the languages of the labels: where nothing more exact tells what is meant.

Sources: the action and error texts of GOV.UK Design System, Shopify Polaris, Django, Rails and WordPress, and their
usual translations.
"""

from __future__ import annotations

import re

SEARCH = re.compile(r"search|find|filter|such|cherch|busc|cerca|zoek|pesquis", re.IGNORECASE)
PASSWORD = re.compile(r"pass(?:word|wort|phrase)|kennwort|mot de passe|contraseña|senha|wachtwoord", re.IGNORECASE)
COMMIT = re.compile(
    r"\b(?:save|submit|send|add|create|update|apply|confirm|delete|remove|buy|order|pay|book|post|publish|upload|"
    r"register|speichern|senden|absenden|hinzufügen|löschen|bestätigen|buchen|enregistrer|envoyer|ajouter|supprimer|"
    r"confirmer|guardar|enviar|añadir|eliminar|confirmar|salva|invia|aggiungi|elimina|conferma|opslaan|verzenden|"
    r"verwijderen)\b",
    re.IGNORECASE,
)
"""Names of buttons that are meant to change something, where no form says so."""
FAULT = re.compile(
    r"(?<!no )(?<!0 )(?<!without )\b(?:errors?|failed|failure|went wrong|unable|denied|forbidden|expired|rejected|"
    r"conflict|(?:could|was|were|has|did) ?n(?:o|['’])t|cannot|can['’]t|not (?:saved|sent|allowed)|try again|fehler\w*|"
    r"fehlgeschlagen|erreur|échec|errore?|falló|fout)(?!\w)",
    re.IGNORECASE,
)
"""Something did not happen."""
DEMAND = re.compile(
    r"\b(?:invalid|incorrect|required|must|too (?:long|short|large|big|many)|not valid|"
    r"please (?:enter|fill|select|choose|correct|provide)|ungültig\w*|pflichtfeld|erforderlich|invalide|obligatoire|"
    r"inválid[oa]|obligatori[oa]|non valid[oa]|ongeldig|verplicht)(?!\w)",
    re.IGNORECASE,
)
"""A field is not filled in as it should be; beside a form that is new, that is how it is to be filled in."""
COUNTERS = re.compile(
    r"(?<![a-z])(?:collect|beacon|telemetry|analytics|metrics|track(?:ing)?|csp|rum|sentry|ping|pixel|heartbeat)(?![a-z])"
)
"""Steps of a path to which pages report visits: neither proof nor failure of anything."""
_NOT_SENT = re.compile(
    r"\b(?:do not|don['’]?t|without|never|not|nicht|ohne|sans|sin|senza|não|niet|zonder)\s+(?:\w+\s+){0,3}?"
    r"(?:submit|send|sav|post|press|click|absend|abschick|speicher|envoy|soumet|envi|invi|verzend|verstur)",
    re.IGNORECASE,
)
_FILLS = re.compile(
    r"\b(?:fill|enter|type|write|put|set|select|choose|pick|tick|check|füll|trag|gib|wähl|rempli|saisi|cho(?:ix|is)|"
    r"rellen|escrib|elij|selec|compil|inser|scegli|vul)",
    re.IGNORECASE,
)
_SENDS = re.compile(
    r"\b(?:submit|send|sav|sign|log|register|subscri|search|book|order|reserv|creat|add(?!res)|updat|chang|appl|post|confirm|buy|"
    r"pay|request|join|convert|calculat|publish|report|contact|delete|invite|schedul|absend|speicher|bestell|buch|anmeld|"
    r"envoy|enregist|command|guard|envi|registr|invi|salv|opsla|verzend)",
    re.IGNORECASE,
)
DOWNLOADS = re.compile(
    r"(?:^|[.,;:!]\s+|\b(?:and|then|to|please|und|et|y|e)\s+)(?:download\b|télécharge|descarga|scarica|baixe)|"
    r"\bherunterladen\b|\blade\b.{0,60}\bherunter\b",
    re.IGNORECASE,
)
COMPUTES = re.compile(
    r"\b(?:total|sum|together|average|mean|difference|percent|convert|calculat|comput|estimate|"
    r"how (?:old|long|far|much (?:more|less))|double|half|times|until|since|summe|gesamt|zusammen|durchschnitt|"
    r"moyenne|différence|suma|media|totale)",
    re.IGNORECASE,
)
COUNTS = re.compile(
    r"\b(?:how many|number of|count|wie viele|anzahl|combien|nombre|cuánt|quant|hoeveel|aantal)", re.IGNORECASE
)
PICKS = re.compile(
    r"\b(?:than|under|over|below|above|between|with|without|only|that|which|who|whose|least|most|in stock|before|after|"
    r"unter|über|mit|ohne|als|plus|moins|avec|sans|con|sin|más|menos)\b",
    re.IGNORECASE,
)


def only_fills(task: str) -> bool:
    """Whether the user asks to fill something in and no more: they say not to send it, or only words for filling."""
    return bool(_NOT_SENT.search(task)) or (bool(_FILLS.search(task)) and not _SENDS.search(task))
