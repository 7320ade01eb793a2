"""What stands near an element: the words of its own row or item, not of another."""

from handrail.browser.reading.near_words import Line, words_near

ROWS: list[Line] = [
    Line(0, "Cars", False),
    Line(0, "grid", False),
    Line(1, "", True), Line(2, "Select", False), Line(2, "Tesla", False),
    Line(1, "", True), Line(2, "Ford", False),
    Line(0, "Share", False),
]  # fmt: skip


def test_the_words_of_a_row_are_near_nothing_outside_of_it() -> None:
    assert words_near(ROWS, [3]) == ["Cars grid Tesla Share"]
    assert words_near(ROWS, [7]) == ["Cars grid"]
    assert words_near(ROWS, [3, 7]) == ["grid Tesla", ""]


def test_controls_that_a_row_holds_twice_do_not_take_the_words_of_the_row_before() -> None:
    rows: list[Line] = [
        Line(0, "", True), Line(1, "Edit", False), Line(1, "Edit", False), Line(1, "Ada", False),
        Line(0, "", True), Line(1, "Edit", False), Line(1, "Edit", False), Line(1, "Bob", False),
    ]  # fmt: skip
    assert words_near(rows, [1, 2, 5, 6]) == ["", "", "", ""]
    assert words_near(rows, [1, 5]) == ["Edit Ada", "Edit Bob"]


def test_words_right_before_count_where_a_part_has_none() -> None:
    lines: list[Line] = [Line(0, words, False) for words in ("Kettle", "Add", "Mug", "Add")]
    assert words_near(lines, [1, 3]) == ["Kettle", "Mug"]
