"""Every word that the checks of answers go by, each in a sentence that holds no other of its kind."""

from __future__ import annotations

import pytest

from handrail.texts.task_words import mentions, only_attaches, only_fills

FOUND = {
    "search": "Search; Find; Filter by; Suche; Chercher; Buscar; Cerca; Zoeken; Pesquisar",
    "password": "Password; Passwort; Passphrase; Kennwort; Mot de passe; Contraseña; Senha; Wachtwoord",
    "commit": (
        "Save; Submit it; Send; Add; Create; Update; Apply; Confirm; Delete; Remove; Buy now; Order; Pay; Book; Post; "
        "Publish; Upload; Register; Speichern; Senden; Absenden; Hinzufügen; Löschen; Bestätigen; Buchen; Enregistrer; "
        "Envoyer; Ajouter; Supprimer; Confirmer; Guardar; Enviar; Añadir; Eliminar; Confirmar; Salva; Invia; Aggiungi; "
        "Elimina; Conferma; Opslaan; Verzenden; Verwijderen"
    ),
    "fault": (
        "Error; 3 errors; It failed; A failure; It went wrong; Unable to go on; Denied; Forbidden; Expired; Rejected; "
        "A conflict; It could not be; It was not there; They weren't; It has not come; It did not; It couldn’t; "
        "Cannot; You can't; You can’t; not saved; not sent; not allowed; Try again; Fehler; Fehlermeldung; "
        "Fehlgeschlagen; Erreur; Échec; Errore; Falló; Fout"
    ),
    "demand": (
        "Invalid; Incorrect; Required; You must; Too long; Too short; Too large; Too big; Too many; Not valid; "
        "Please enter it; Please fill it; Please select it; Please choose it; Please correct it; Please provide it; "
        "Ungültig; Ungültige; Pflichtfeld; Erforderlich; Invalide; Obligatoire; Inválido; Inválida; Obligatorio; "
        "Obligatoria; Non valido; Non valida; Ongeldig; Verplicht"
    ),
    "counters": (
        "/collect; /beacon; /telemetry; /analytics; /metrics; /track; /tracking; /csp; /rum; /sentry; /ping; /pixel; "
        "/heartbeat"
    ),
    "not_sent": (
        "do not send; don't send; don’t send; without send; never send; but not send; nicht absenden; ohne absenden; "
        "sans envoyer; sin enviar; senza inviare; não enviar; niet verzenden; zonder verzenden; not submit; not save; "
        "not post; not press; not click; nicht abschicken; nicht speichern; sans soumettre; niet versturen; "
        "do not ever really just send"
    ),
    "fills": (
        "fill; enter; type; write; put; set; select; choose; pick; tick; check; füll; trag; gib; wähl; rempli; saisis; "
        "choisis; choix; rellena; escribe; elija; selecciona; compila; inserisci; scegli; vul"
    ),
    "sends": (
        "submit; send; save; sign; log in; register; subscribe; search; book; order; reserve; create; add; update; "
        "change; apply; post; confirm; buy; pay; request; join; convert; calculate; publish; report; contact; delete; "
        "invite; schedule; absenden; speichere; bestelle; buche; anmelden; envoyez; enregistrez; commandez; guarda; "
        "envia; registra; invia; salva; opslaan; verzend"
    ),
    "downloads": (
        "Download it; Look, download it; Go and download it; Look then download it; I want to download it; "
        "please download it; Such und download it; Va et télécharge; Busca y descarga; Cerca e scarica; Baixe; "
        "Bitte alles herunterladen; Lade es herunter"
    ),
    "computes": (
        "total; sum; together; average; mean; difference; percent; convert; calculate; compute; estimate; how old; "
        "how long; how far; how much more; how much less; double; half; times; until; since; summe; gesamt; zusammen; "
        "durchschnitt; moyenne; différence; suma; media; totale"
    ),
    "counts": (
        "how many; number of; count; wie viele; anzahl; combien; nombre; cuántos; quanti; hoeveel; aantal"
    ),
    "picks": (
        "than; under; over; below; above; between; with; without; only; that; which; who; whose; least; most; "
        "in stock; before; after; unter; über; mit; ohne; als; plus; moins; avec; sans; con; sin; más; menos"
    ),
}  # fmt: skip
OTHERS = {
    "search": "Send; Order",
    "password": "Pass; Word; Name",
    "commit": "More; Saved; Address; Next; Postcode; Orders",
    "fault": "No errors; 0 errors; Without errors; Saved; It was sent",
    "demand": "Valid; Enter it; Longer; Muster",
    "counters": "/collections; /trackings; /pings; /shopping; /sum",
    "not_sent": "send it; do not wait and see what comes of it, but send; without a tip",
    "fills": "refill; go; look",
    "sends": "look; address; resend",
    "downloads": "The downloaded one; Our download area; Schade um das Ladegerät",
    "computes": "Cost; Name; Howl",
    "counts": "Name; Account; Encounter",
    "picks": "Name; Thank",
}


@pytest.mark.parametrize("kind", FOUND)
def test_each_word_is_one_of_its_kind_in_any_case(kind: str) -> None:
    for text in FOUND[kind].split("; "):
        assert mentions(kind, text), text
        assert mentions(kind, text.upper()), text
    for text in OTHERS[kind].split("; "):
        assert not mentions(kind, text), text


@pytest.mark.parametrize(
    ("task", "fills"),
    [
        ("Fill in the form", True),
        ("Uncheck Remember me", True),
        ("Fill in the form and send it", False),
        ("Send it", False),
        ("Send it, but do not submit the form", True),
        ("Look around", False),
    ],
)
def test_a_task_only_fills_where_it_says_so_or_says_not_to_send(task: str, fills: bool) -> None:
    assert only_fills(task) is fills


@pytest.mark.parametrize(
    ("task", "field", "attaches"),
    [
        ("upload files/orders.xlsx to Attachment", "Attachment", True),
        ('attach files/orders.xlsx to "Résumé"', "Résumé", True),
        ("Put files/orders.xlsx into the Attachment field", "Attachment", True),
        ("upload files/orders.xlsx to Attachment and click Send message", "Attachment", False),
        ("upload files/orders.xlsx to the portal", "Attachment", False),
        ("Upload files/orders.xlsx", "Upload", False),
        ("upload files/orders.xlsx to my profile", "", False),
    ],
)
def test_a_task_only_attaches_a_file_where_it_names_the_field_and_asks_for_no_sending(
    task: str, field: str, attaches: bool
) -> None:
    assert only_attaches(task, "files/orders.xlsx", field) is attaches
