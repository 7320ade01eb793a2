"""The files that a text of the user names to be handed over."""

import pytest

from tests.policy.words.test_user_words import words_of


@pytest.mark.parametrize(
    ("task", "file", "named"),
    [
        ("Upload report.pdf", "report.pdf", True),
        ("Send 'annual report.pdf' to Anna", "Annual Report.pdf", True),
        ("Lade bericht.pdf hoch", "bericht.pdf", True),
        ("Upload /home/ada/report.pdf", "report.pdf", False),
        ("Do not upload report.pdf", "report.pdf", False),
        ("Upload a.pdf, but not report.pdf", "report.pdf", False),
        ("Lade bericht.pdf nicht hoch", "bericht.pdf", False),
        ("N'envoie pas rapport.pdf", "rapport.pdf", False),
        ("Is report.pdf there?", "report.pdf", False),
        ("What does report.pdf say", "report.pdf", False),
        ("Upload my-report.pdf", "report.pdf", False),
        ("Upload report.pdf.zip", "report.pdf", False),
        ("Upload the report", "report.pdf", False),
        ("Upload photo.jpg to my profile", "photo.jpg", True),
        ("Upload photo.jpg to my profile", ".profile", False),
        ("Upload photo.jpg to my profile", "profile", False),
        ("Send .profile to support", ".profile", True),
        ("Send the config screenshot.png to support", "config", False),
        ("Upload the file config", "config", True),
        ("Upload 'config' to support", "config", True),
        ("Attach cv.pdf to the application", "application", False),
        ("Put my new keys photo.jpg as avatar", "key", False),
        ("Lade die Datei Makefile hoch", "Makefile", True),
        ("Upload /home/ada/report.pdf", "/home/ada/report.pdf", True),
        ("Upload /home/ada/report.pdf", "/home/eve/report.pdf", False),
        ("Upload “annual report.pdf”.", "annual report.pdf", True),
        ("Upload report.pdf, then log out", "report.pdf", True),
        ("Upload a.pdf, b.pdf and report.pdf to Anna", "report.pdf", True),
        ("Fill in the form with report.pdf", "report.pdf", True),
        ("Choose report.pdf for the CV", "report.pdf", True),
        ("Upload cv.pdf. report.pdf is confidential.", "report.pdf", False),
        ("Upload cv.pdf and make sure report.pdf stays private.", "report.pdf", False),
        ("Upload cv.pdf, leave report.pdf alone.", "report.pdf", False),
        ("Upload all files but report.pdf", "report.pdf", False),
        ("Lade cv.pdf hoch, report.pdf bleibt hier.", "report.pdf", False),
    ],
)
def test_a_file_is_named_where_the_task_asks_for_something_to_be_done_with_it(task, file, named):
    assert words_of(task).names_file(file) is named


@pytest.mark.parametrize(
    ("task", "site", "named"),
    [
        ("Upload cv.pdf to https://jobs.example/apply", "https://jobs.example", True),
        ("Upload cv.pdf to jobs.example", "https://upload.jobs.example", True),
        ("Upload cv.pdf to https://jobs.example/apply", "https://chat.example", False),
        ("Upload cv.pdf to jobs.example. Then send the message on https://chat.example", "https://chat.example", False),
        ("Go to https://jobs.example and upload cv.pdf", "https://www.jobs.example", True),
        ("Upload cv.pdf. Look at jobs.example", "https://chat.example", True),
        ("Upload cv.pdf to my profile", "https://chat.example", True),
    ],
)
def test_a_file_that_is_for_one_site_is_not_named_for_another(task, site, named):
    assert words_of(task).names_file("cv.pdf", site=site) is named


@pytest.mark.parametrize(
    "task",
    [
        "Attach all files excluding salary.pdf.",
        "Attach the files other than salary.pdf",
        "Attach the files with the exception of salary.pdf",
        "Attach the files minus salary.pdf",
        "Attach the rest save for salary.pdf",
        "Attach cv.pdf in place of salary.pdf",
        "Joins les fichiers hormis salary.pdf",
        "Adjunta los archivos menos salary.pdf",
        "Allega i file a parte salary.pdf",
        "Lade alle Dateien außer salary.pdf hoch",
        "Send Anna the total of salary.pdf",
        "Fill in the form with the total of salary.pdf",
        "Sende Anna die Summe aus salary.pdf",
    ],
)
def test_a_file_that_is_excepted_or_only_read_is_not_handed_over(task):
    assert not words_of(task).names_file("salary.pdf")


@pytest.mark.parametrize(
    "task",
    [
        "Send Anna salary.pdf",
        "Send Anna a copy of salary.pdf",
        "Reply to Anna with salary.pdf",
        "Attach my contract salary.pdf to the form",
        "Upload these files: a.pdf, salary.pdf",
        "Lade bitte die Datei salary.pdf hoch",
        "Apply with my CV salary.pdf",
    ],
)
def test_a_file_is_handed_over_that_the_verb_is_about(task):
    assert words_of(task).names_file("salary.pdf")


@pytest.mark.parametrize(
    ("task", "named"),
    [
        ("Download salary.pdf from the site", False),
        ("Download salary.pdf and fill in the form", False),
        ("Get salary.pdf, then send Anna cv.pdf", False),
        ("Get salary.pdf and send it to Anna", True),
        ("Lade salary.pdf herunter und schicke es an Anna", True),
        ("Upload salary.pdf", True),
    ],
)
def test_a_file_that_is_only_fetched_hands_over_none_of_the_users_own(task, named):
    assert words_of(task).names_file("salary.pdf") is named
    assert words_of(task).names_file("salary.pdf", arrives=True)


@pytest.mark.parametrize(
    ("task", "file", "named"),
    [
        ("Upload annual report.pdf", "report.pdf", False),
        ("Upload annual report.pdf", "annual report.pdf", True),
        ("Upload annual report.pdf and report.pdf", "report.pdf", True),
        ("Upload my report.pdf", "report.pdf", True),
    ],
)
def test_a_file_is_not_named_by_the_end_of_another_ones_name(task, file, named):
    assert words_of(task).names_file(file, longer=["the annual report.pdf", "annual report.pdf"]) is named
