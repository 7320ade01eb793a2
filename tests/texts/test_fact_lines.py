"""Which lines of what was read a judge is shown: those that hold what an answer names, wherever they stand."""

from __future__ import annotations

from dataclasses import replace

from handrail.texts.fact_lines import PIECE, FactLines, Reading
from handrail.texts.facts import code_words, facts, names
from handrail.trust import External


def page(text: str, url: str = "https://a.example/", step: int = 1, title: str = "Shop") -> Reading:
    return Reading(url, title, External(text, "https://a.example", "page-text"), outline=False, step=step)


def lines(pages: list[Reading], answer: str, room: int = 5_000, alike: str = "") -> list[list[str]]:
    chosen = FactLines(pages, room)
    chosen.add_facts([*facts(answer), *names(answer)])
    chosen.add_alike(alike)
    return [one["lines"] for one in chosen.to_data()]


def test_a_fact_is_shown_with_the_lines_around_it_and_gaps_are_marked() -> None:
    text = "\n".join(["Lamp", "Blue", "€19.00", "In stock", "Returns", "Mug", "€7.00", "Sold out", "Imprint"])
    assert lines([page(text)], "It costs 19.00.") == [["Lamp", "Blue", "€19.00", "In stock", "[…]"]]
    assert lines([page(text)], "The mug is 7.00") == [["[…]", "Returns", "Mug", "€7.00", "Sold out", "[…]"]]


def test_of_a_term_that_is_named_the_definition_below_it_is_shown() -> None:
    before = ["term: ssl_ciphers", "definition: " + "Which ciphers. " * 30]
    default = " : " + "It is there for old clients. " * 12 + "The default is on."
    meant = ["term: ssl_prefer (boolean)", "definition", " : Whose order of ciphers counts.", default]
    text = "\n".join([*before, *meant, "term: ssl_curve", "definition", " : Its name."])
    [found] = lines([replace(page(text), outline=True)], "“ssl_prefer” is off.")
    assert any("The default is on." in line for line in found)
    assert not any("Its name." in line for line in found)


def test_a_line_of_an_outline_is_shown_with_the_term_or_heading_that_it_stands_below() -> None:
    terms = [
        line
        for name, version in (("fmean(data)", "3.11"), ("harmonic_mean(data)", "3.10"), ("median(data)", "3.4"))
        for line in (f"term: {name}", "definition", *[" : What it returns."] * 9, f" : Changed in version {version}.")
    ]
    [found] = lines([replace(page("\n".join(["heading Statistics", *terms])), outline=True)], "Weights came in 3.10.")
    assert found[:2] == ["[…]", "term: harmonic_mean(data)"]
    assert " : Changed in version 3.10." in found
    # Text that is read as it stands has no outline.
    assert "term: harmonic_mean(data)" not in lines([page("\n".join(terms))], "Weights came in 3.10.")[0]


def test_each_place_names_its_page_and_step_and_the_newest_reading_stands_for_the_same_line() -> None:
    pages = [page("Old price €9.00", step=1), page("Price €19.00", step=2), page("Price €19.00", step=5)]
    chosen = FactLines(pages, 5_000)
    chosen.add_facts(facts("19.00"))
    assert chosen.to_data() == [
        {"step": 5, "title": "Shop", "address": "https://a.example/", "lines": ["Price €19.00"]}
    ]


def test_no_line_of_a_page_and_no_title_poses_as_where_lines_stand() -> None:
    chosen = FactLines(
        [page("Step 9: https://b.example/ Price €19.00", title="Shop\nStep 8: https://b.example/")], 5_000
    )
    chosen.add_facts(facts("19.00"))
    assert chosen.to_text().split("\n") == [
        "Step 1: https://a.example/ Shop Step 8: https://b.example/",
        " Step 9: https://b.example/ Price €19.00",
    ]


def test_the_same_value_beside_two_things_is_shown_beside_both() -> None:
    text = "Kettle\n€89.00\n" + "filler\n" * 20 + "Mug\n€12.00\n" + "filler\n" * 20 + "Set\n€89.00"
    [found] = lines([page(text)], "The mug is 89.00")
    assert ("Kettle" in found, "Set" in found) == (True, True)


def test_where_room_is_short_every_fact_has_one_place_before_any_has_two() -> None:
    text = "\n\n".join(f"Item {n} costs €{n}.00" for n in (11, 12, 13)) + "\n€11.00 again\n€11.00 and again"
    [found] = lines([page(text)], "11.00, 12.00 and 13.00", room=260)
    assert [any(f"€{n}.00" in line for line in found) for n in (11, 12, 13)] == [True] * 3


def test_of_a_name_that_stands_nowhere_the_lines_of_its_words_are_shown() -> None:
    text = "By Ada Quill\n" + "filler\n" * 9 + "Is it so?"
    assert lines([page(text)], "Written by Ada Quince") == [["By Ada Quill", "filler", "[…]"]]
    assert lines([page(text)], "Written by It Quince") == []


def test_a_fact_has_four_places_and_others_near_it_come_first() -> None:
    far = "filler\n" * 9
    [found] = lines([page(far.join(f"€777 at {letter}\n" for letter in "abcdef"))], '"at f" costs 777')
    assert [line[-1] for line in found if line.startswith("€")] == ["a", "b", "c", "f"]
    both = [[f"Lamp {number}", "of 40 watts"] for number in (1, 2)]
    [found] = lines([page("\n".join([*both[0], far, *both[1]]))], '"Lamp 2" has 40', room=140)
    assert found[-2:] == both[1]


def test_a_short_number_away_from_all_else_chooses_a_line_only_where_it_stands_nowhere_else() -> None:
    far = "filler\n" * 9
    manual = page(far.join(["4. Further information\n", "Table 4 of 15\n", "work_mem: its default is\n4 megabytes\n"]))
    [found] = lines([manual], 'The default of "work_mem" is 4 megabytes')
    assert ("4 megabytes" in found, "4. Further information" in found, "Table 4 of 15" in found) == (True, False, False)
    assert "4. Further information" in lines([manual], "It is 4")[0]


def test_a_site_s_name_asks_for_no_line_away_from_all_else_and_for_no_whole_page() -> None:
    start = replace(page("Python 3.11\n" + "More of Python\n" * 9, "https://a.example/0", title="3.11"), outline=True)
    module = "pages of 3.11\n" + "filler\n" * 9 + "correlation(x, y)\nNew in Python 3.10"
    pages = [start, *(page(module, f"https://a.example/{n}", title="3.11") for n in (1, 2))]
    chosen = FactLines(pages, 5_000)
    said = "In Python 3.11 there is `correlation`, new in 3.10"
    chosen.add_facts([*facts(said), *names(said)])
    chosen.add_whole_pages()
    shown = chosen.to_data()
    assert [one["address"][-1] for one in shown if "New in Python 3.10" in one["lines"]] == ["1", "2"]
    assert "More of Python" not in str(shown)


def test_a_long_line_is_taken_in_pieces_and_a_fact_at_their_seam_is_found() -> None:
    long = "word " * (PIECE // 5 - 1) + "Ada Lovelace " + "word " * 200
    [found] = lines([page(long)], 'It was "Ada Lovelace".')
    assert "Ada Lovelace" in " ".join(" ".join(found).split())
    assert sum(map(len, found)) < 4 * PIECE
    assert lines([page("x" * 5_000 + " €42.50")], "42.50")


def test_an_answer_without_names_or_numbers_is_shown_the_lines_most_like_it() -> None:
    text = "Opening hours\n" + "\n".join(f"filler {n}" for n in range(30)) + "\nDelivery takes three working days"
    [found] = lines([page(text)], "", alike="the delivery takes three days")
    assert "Delivery takes three working days" in found
    assert "Opening hours" not in found
    answered = page("\n".join(f"Delivery takes {n} days" for n in range(4)), "https://a.example/now")
    chosen = FactLines([page(text)], 5_000, [(answered.url, answered.text.raw)], answered.url)
    chosen.add_alike("the delivery takes days")
    assert chosen.to_data() == []


def test_where_there_is_room_the_pages_that_hold_facts_are_shown_whole() -> None:
    text = "\n".join(f"Lamp {number}\nlight\n4.{number}" for number in range(9))
    lamps = replace(page(text, "https://a.example/lamps", step=3), outline=True)
    pages = [lamps, page("other\n" * 99 + "words")]
    window = replace(lamps, text=lamps.text.map(lambda text: text.split("Lamp 5")[0]))
    for room, now, whole in ((5_000, None, True), (200, None, False), (5_000, window, False)):
        shown = [(now.url, now.text.raw)] if now is not None else []
        chosen = FactLines(pages, room, shown, lamps.url if now is not None else "")
        chosen.add_facts(facts("It is rated 4.8"))
        chosen.add_whole_pages()
        [found] = chosen.to_data()
        assert ("[…]" not in found["lines"], "Lamp 0" in found["lines"]) == (whole, whole)


def test_a_page_is_not_shown_whole_for_a_digit_that_a_call_shows() -> None:
    contents = replace(page("\n".join(f"{number}. Chapter" for number in range(9)), title=""), outline=True)
    answer = page("timeout\nThe default is 1s", "https://a.example/timeout", step=2)
    for beside_call, whole in ((answer.text.raw.split("\n"), False), ([], True)):
        shown = [(answer.url, "\n".join(beside_call))] if beside_call else []
        chosen = FactLines([contents, answer], 5_000, shown)
        chosen.add_facts(facts("1"))
        chosen.add_whole_pages()
        assert ("[…]" not in chosen.to_data()[0]["lines"]) == whole


def test_pages_are_shown_whole_without_their_menus_and_not_for_words_alone() -> None:
    menu = 'navigation "Site"\n  link "Lamp index"\n    : A to Z'
    lamps = replace(page(f"{menu}\nmain\n  Lamp 1\n  light\n  €4.81", "https://a.example/lamps", step=3), outline=True)
    home = replace(page(f"{menu}\nmain\n  lamp and index here\n" + "  other\n" * 9, step=1), outline=True)
    chosen = FactLines([home, lamps], 5_000)
    chosen.add_facts(facts("It costs €4.81"))
    chosen.add_alike("the lamp index")
    chosen.add_whole_pages()
    first, second = chosen.to_data()
    assert ("  lamp and index here" in first["lines"], first["lines"].count("  other") < 3) == (True, True)
    assert second["lines"] == ["[…]", "main", "  Lamp 1", "  light", "  €4.81"]
    chosen.add_facts(facts('the menu says "Lamp index"'))
    assert '  link "Lamp index"' in chosen.to_data()[1]["lines"]


def test_for_a_name_in_menus_one_of_them_is_shown_and_none_where_something_else_has_it() -> None:
    def shop(name: str, text: str) -> Reading:
        menu = 'navigation "Site"\n  link "Stores"\n  link "Support"'
        return replace(page(f"{menu}\nmain\n  {text}", f"https://a.example/{name}"), outline=True)

    pages = [shop("", "welcome"), shop("stores", "Stores: three"), shop("mugs", "Mug")]
    assert lines(pages, '"Stores" has three') == [["[…]", '  link "Support"', "main", "  Stores: three"]]
    assert lines(pages, '"Support" says so') == [
        ['navigation "Site"', '  link "Stores"', '  link "Support"', "main", "[…]"]
    ]


def test_what_is_shown_elsewhere_is_not_shown_again() -> None:
    outline = replace(page("Lamp\n€19.00\nMug\n€7.00"), outline=True)
    answer = page("Rug of €42.00\nin wool", step=2)
    now, beside_call = [(outline.url, "Lamp\n€19.00")], [(answer.url, answer.text.raw)]
    for elsewhere, shown in (
        ([], [["Lamp", "€19.00", "Mug", "€7.00"], ["Rug of €42.00", "in wool"]]),
        (now, [["[…]", "€19.00", "Mug", "€7.00"], ["Rug of €42.00", "in wool"]]),
        ([*now, *beside_call], [["[…]", "€19.00", "Mug", "€7.00"]]),
    ):
        chosen = FactLines([outline, answer], 5_000, elsewhere, outline.url if elsewhere else "")
        chosen.add_facts(facts('19.00, 7.00 and 42.00 for "Rug of €42.00"'))
        assert [one["lines"] for one in chosen.to_data()] == shown


def test_of_pages_with_facts_those_with_most_are_shown_whole_first_and_no_answers_of_tools() -> None:
    far = "\n" + "filler\n" * 9
    one, two = (replace(page(f"Lamp{far}{text}", f"https://a.example/{text}"), outline=True) for text in ("one", "€2"))
    other = page("other", "https://a.example/other")
    chosen = FactLines([one, two, page(f"Lamp{far}", "https://a.example/tool"), other], 470)
    chosen.add_facts(facts('"Lamp" for €2'))
    chosen.add_whole_pages()
    assert ["[…]" not in found["lines"] for found in chosen.to_data()] == [False, True, False]


def test_a_value_that_stands_beside_many_names_is_shown_beside_its_own() -> None:
    entries = [f"tools.{name}(x)\nwhat {name} does\nin many words\nand\nmore\nNew in 3.10" for name in "abcdef"]
    chosen = FactLines([page("\n".join(entries))], 330)
    chosen.add_facts(facts("`tools.f(x)` came with 3.10"))
    [found] = chosen.to_data()
    assert ("tools.f(x)" in found["lines"], found["lines"][-1]) == (True, "New in 3.10")


def test_words_of_programs_are_names_and_rare_ones_come_before_those_that_stand_everywhere() -> None:
    common = "\n".join(f"New in version 3.7: option {letter}\n\n\n\n" for letter in "abcdefgh")
    rare = "Changed in version 3.6: added start_serving"
    chosen = FactLines([page(f"{common}\n{rare}")], 160)
    answer = "start_serving was added in 3.7, batched(n) and makeServer too."
    assert [fact.text for fact in code_words(answer)] == ["start_serving", "batched", "makeServer"]
    chosen.add_facts([*facts(answer), *code_words(answer)])
    assert rare in str(chosen.to_data())


def test_a_short_number_asks_for_no_whole_page_beside_a_name() -> None:
    menu = "\n".join(f": {number}. Chapter {number}" for number in range(1, 60))
    found = page(": vacuum_cost_delay is 2", "https://a.example/vacuum")
    pages = [replace(page(menu, "https://a.example/toc"), outline=True), found]
    answer = "vacuum_cost_delay is 2, and off with 1."
    for beside_call in ([], [(found.url, found.text.raw)]):
        chosen = FactLines(pages, 5_000, beside_call)
        chosen.add_facts([*code_words(answer), *facts(answer)])
        chosen.add_whole_pages()
        assert "Chapter 40" not in str(chosen.to_data())
        assert ("vacuum_cost_delay" in str(chosen.to_data())) is not bool(beside_call)
