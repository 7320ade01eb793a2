"""Counting, listing and looking up, on outlines."""

from __future__ import annotations

from handrail.models.offline.answers.answers import counted, stated
from handrail.models.offline.answers.lists import choices
from handrail.models.offline.grammar.steps import Where
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.page.places import regions
from handrail.models.offline.page.tables import tables
from handrail.models.offline.page.tokens import best
from handrail.models.offline.page.values import values
from handrail.trust import External
from tests.models.offline.fakes import outline

SHOP = outline("""
    navigation "Main"
     list
      link "Shop" -> /shop
      link "Stores" -> /stores
    heading "Our care plans" level=1
    list
     listitem
      heading "Basic" level=2
      : €0
     listitem
      heading "Home" level=2
      : €6 a month
      : For a team of two
    heading "Stores" level=1
    table "Opening hours"
     row
      columnheader "Store"
      columnheader "Saturday"
      columnheader "Phone"
     row
      rowheader "Lisbon"
      cell "10:00 to 17:00"
      cell "+351 123 456"
     row
      rowheader "Ghent"
      cell "Closed"
      cell "+32 765 432"
    group "Colour"
     radio "Moss" checked
     radio "Clay" unchecked
    combobox "Size" = "M"
    checkbox "Gift wrap" unchecked
    checkbox "Newsletter" checked
    term "Weight"
    definition "170 g"
    : Material: Steel
    : 36 products
    contentinfo
     link "Imprint" -> /imprint
""")


def count(noun: str, *where: Where, page: OutlineTree = SHOP, within: str = "") -> int | None:
    span = next(regions(page, within)) if within else range(len(page))
    found = counted(page, noun, span, where)
    return None if found is None else found.total


def names(noun: str, page: OutlineTree = SHOP) -> list[str] | None:
    found = counted(page, noun, range(len(page)))
    return None if found is None else found.names


def test_counts_by_role() -> None:
    assert (count("links"), count("checkboxes"), count("tables"), count("buttons")) == (3, 2, 1, 0)


def test_rows_do_not_count_their_header() -> None:
    assert count("rows") == 2


def test_counts_headings_of_a_level_however_it_is_phrased() -> None:
    assert [count(noun) for noun in ("level 2 headings", "h2 headings", "second level headings")] == [2, 2, 2]


def test_counts_within_a_part_of_the_page() -> None:
    assert (count("links", within="footer"), count("links", within="Main navigation")) == (1, 2)
    assert count("rows", within="Opening hours table") == 2


def test_a_word_before_the_kind_is_a_part_of_the_page_or_of_the_name() -> None:
    assert (count("footer links"), count("navigation links")) == (1, 2)


def test_counts_by_state() -> None:
    assert count("checkboxes", Where("state", "checked")) == 1
    assert count("checkboxes", Where("not_state", "checked")) == 1


def test_counts_by_words_in_the_name() -> None:
    assert count("links", Where("starts", "S")) == 2
    assert count("links", Where("url", "imprint")) == 1


def test_counts_what_a_section_is_called() -> None:
    assert names("care plans") == ["Basic", "Home"]
    assert names("plans") == ["Basic", "Home"]


def test_lists_what_a_group_is_called() -> None:
    assert names("colours") == ["Moss", "Clay"]


def test_what_the_page_does_not_say_is_not_counted() -> None:
    assert [count(noun) for noun in ("unicorns", "chapters", "files")] == [None, None, None]


def test_headings_that_say_what_they_are() -> None:
    page = outline("""
        heading "Event: 'close'" level=3
        heading "Event: 'error'" level=3
        heading "Class: Server" level=2
        heading "Event handling in general" level=2
    """)
    assert names("events", page) == ["Event: 'close'", "Event: 'error'"]


def test_one_heading_that_only_holds_the_noun_is_no_list_of_them() -> None:
    page = outline("""
        heading "Error propagation and interception" level=2
        list
         : first
         : second
    """)
    assert names("errors", page) is None


def test_choices_of_a_list() -> None:
    assert [SHOP.label(place) for place in choices(SHOP, "sizes", None)] == ["Size"]
    assert [SHOP.label(place) for place in choices(SHOP, "options", "the Size dropdown")] == ["Size"]
    assert choices(SHOP, "weights", None) == []


def test_numbers_that_the_page_states() -> None:
    assert stated(SHOP, "products") == [("36", "36 products")]
    assert stated(outline(": New in version 3 products"), "products") == []


def value(label: str, owner: str | None = None, page: OutlineTree = SHOP) -> list[str]:
    return [found.text for found in values(page, label, owner)]


def test_where_row_and_column_meet() -> None:
    assert value("Saturday", "Lisbon") == ["10:00 to 17:00"]
    assert value("phone", "Ghent") == ["+32 765 432"]
    assert value("Saturday hours", "Ghent") == ["Closed"]


def test_label_and_value_in_all_their_forms() -> None:
    assert value("weight") == ["170 g"]
    assert value("material") == ["Steel"]
    assert value("size") == ["M"]


def test_a_card_gives_its_price() -> None:
    assert value("price", "Home") == ["€6 a month"]
    assert value("price", "Basic plan") == ["€0"]


def test_a_sentence_that_holds_the_words_owns_nothing() -> None:
    assert value("price", "Team plan") == []


def test_nothing_is_made_up() -> None:
    assert value("capital", "France") == []
    assert value("phone", "Berlin") == []
    assert value("author") == []


def test_signs_count_in_tables() -> None:
    page = outline("""
        table
         row
          columnheader "Operation"
          columnheader "Result"
         row
          cell "x * y"
          cell "product"
         row
          cell "x / y"
          cell "quotient"
    """)
    assert value("result", "x * y", page) == ["product"]


def test_names_beside_pictures_and_headers_with_sort_buttons() -> None:
    page = outline("""
        table
         row
          columnheader "PLAN Plan: Activate to sort"
           button "Plan: Activate to sort"
          columnheader "NAME Name: Activate to sort"
           button "Name: Activate to sort"
         row
          cell "Pro"
          cell
           : AS
           : Anna Smith
    """)
    assert value("plan", "Anna Smith", page) == ["Pro"]


def test_a_table_as_markdown_is_cut_at_a_row() -> None:
    (table,) = tables(SHOP)
    assert table.markdown(5_000).splitlines()[2] == "| Lisbon | 10:00 to 17:00 | +351 123 456 |"
    assert "1 more rows are not shown" in table.markdown(100)


def element(ref: str, classes: str, tag: str = "div", role: str = "") -> dict[str, object]:
    attributes = {"class": External(classes, "https://shop.example", "page-elements")}
    return {"ref": ref, "tag": tag, "role": role, "attributes": attributes}


def token_names(noun: str, *elements: dict[str, object]) -> list[str]:
    return [token.value for token in best(noun, elements)]


def test_boxes_that_their_author_names() -> None:
    assert token_names("pricing tiers", element("e1", "tier"), element("e2", "tier tier--featured")) == ["tier"]
    assert token_names("plans", element("e1", "pricing-tier")) == ["pricing-tier"]
    assert token_names("product cards", element("e1", "product-card"), element("e2", "card-body")) == ["product-card"]
    assert token_names("products", element("e1", "product-card"), element("e2", "product-grid")) == ["product-card"]
    assert token_names("todo items", element("e1", "todo-list", "ul")) == ["todo-list"]


def test_controls_and_marked_words_are_no_boxes() -> None:
    assert token_names("todos", element("e1", "new-todo", "input")) == []
    assert token_names("terms", element("e1", "std-term", "span")) == []
    assert token_names("orders", element("e1", "dt-column-order", "div", "button")) == []


def test_two_kinds_of_boxes_are_two() -> None:
    assert token_names("cards", element("e1", "product-card"), element("e2", "blog-card")) == [
        "product-card",
        "blog-card",
    ]
