"""A date or time of the user's words counts as theirs in the form that a field takes."""

import pytest

from handrail.policy.words.dates import moments_in
from handrail.policy.words.user_words import UserWords


@pytest.mark.parametrize(
    ("task", "value"),
    [
        ("The dentist is on 5 December 2026", "2026-12-05"),
        ("on December 5th, 2026, please", "2026-12-05"),
        ("am 5. März 2026", "2026-03-05"),
        ("le 1er août 2026", "2026-08-01"),
        ("el 5 de diciembre de 2026", "2026-12-05"),
        ("il 5 dicembre 2026", "2026-12-05"),
        ("no dia 5 de março de 2026", "2026-03-05"),
        ("op 5 mei 2026", "2026-05-05"),
        ("am 5.12.2026", "2026-12-05"),
        ("on 17/12/2026", "2026-12-17"),
        ("on 12/17/2026", "2026-12-17"),
        ("at 8:30 AM", "08:30"),
        ("at 8:30", "08:30"),
        ("from 3 p.m.", "15:00"),
        ("at 12 am", "00:00"),
        ("um 15.30 Uhr", "15:30"),
        ("à 15h30", "15:30"),
        ("on 5 Dec 2026 at 3:30 pm", "2026-12-05T15:30"),
    ],
)
def test_a_date_or_time_is_the_users_as_fields_take_it(task, value):
    words = UserWords()
    words.add_text(task)
    assert words.has(value)


@pytest.mark.parametrize(
    ("task", "value"),
    [
        ("at half past eight", "08:30"),
        ("on 5 December", "2026-12-05"),
        ("on 5/12/2026", "2026-12-05"),
        ("on 31 June 2026", "2026-06-31"),
        ("at 8:30 pm", "08:30"),
        ("it costs 15.30", "15:30"),
        ("version 5.12.2026.1", "2026-12-05"),
        ("at 8:30", "20:30"),
        ("in 2026, section 12, 05", "2026-12-05"),
    ],
)
def test_what_the_words_leave_open_is_nobodys_date(task, value):
    assert value not in moments_in(task)
