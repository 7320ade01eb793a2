"""Parts of a long text: within the budget, in order, complete."""

from hypothesis import given
from hypothesis import strategies as st

from handrail.tools.support.page_parts import heading, split, tokens

TEXT = st.text(alphabet="ab é語\n |#-", max_size=600)


@given(TEXT, st.integers(8, 60))
def test_every_character_with_ink_is_in_the_parts_in_order(text, budget):
    parts = split(text, budget)
    if "|" not in text:
        assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(part.strip() for part in parts)


@given(st.text(alphabet="ab é語\n", max_size=600), st.integers(8, 60))
def test_no_part_is_much_over_the_budget(text, budget):
    assert all(tokens(part) <= 2 * budget for part in split(text, budget))


def test_a_short_text_is_one_part():
    assert split("# A\n\nb\n\nc", 100) == ["# A\n\nb\n\nc"]


def test_it_is_cut_between_paragraphs():
    assert split("\n\n".join(["word " * 8] * 3), 25) == ["\n\n".join(["word " * 8] * 2), "word " * 8]


def test_a_table_keeps_its_header_in_every_part():
    rows = [f"| lamp {n} | {n} |" for n in range(20)]
    parts = split("\n".join(["| name | price |", "| --- | --- |", *rows]), 50)
    assert len(parts) > 1
    assert all(part.startswith("| name | price |\n| --- | --- |\n") for part in parts)
    assert [line for part in parts for line in part.splitlines()[2:]] == rows


def test_text_without_spaces_is_cut_all_the_same():
    parts = split("語" * 100, 20)
    assert "".join("".join(parts).split()) == "語" * 100
    assert len(parts) >= 5


def test_a_part_is_named_by_its_heading_or_its_first_words():
    assert heading("text\n\n## Plans\n\nmore") == "Plans"
    assert heading("\nfirst words\nmore") == "first words"
    assert heading("") == ""
