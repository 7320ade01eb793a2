"""Words are compared as they are read, in any script and spelling."""

import pytest

from handrail.trust.words import address_steps, decode_percent, fold, identifier_words, pattern_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SUPPRIMER", "supprimer"), ("RÉVOQUER", "revoquer"), ("ＤＥＬＥＴＥ", "delete"), ("De\u200blete", "delete"),
        ("SİL", "sil"), ("SATIN AL", "satın al"), ("Płać", "plac"), ("счёт", "счет"), ("ﺣﺬﻑ", "حذف"),
        ("حَذَف", "حذف"), ("إزالة", "ازالة"), ("מְחַק", "מחק"), ("ख़रीदें", "खरीदें"), ("हटाएँ", "हटाएं"),
        ("ﾂｲｰﾄ", "ツイート"), ("e\u0301", "é"), ("ガ", "カ\u3099"),
    ],
)  # fmt: skip
def test_two_spellings_of_a_word_are_one(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("köp", "kop"), ("öde", "ode"), ("år", "ar"), ("か", "が"), ("भेज", "भेजा")])
def test_two_words_are_two(one, other):
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("entry", "text", "found"),
    [
        ("pay", "Pay now", True), ("pay", "repay", False), ("place order", "Place all my order", True),
        ("place order", "Place-order", True), ("=del", "» Del «", True), ("=del", "Guía del usuario", False),
        ("削除", "投稿を削除する", True), ("删除", "删 除", True), ("삭제", "삭제하시겠습니까", True),
        ("מחק", "ומחק", True), ("מחק", "למחק", True), ("מחק", "נמחק", False), ("حذف", "والحذف", True),
        ("حذف", "للحذف", True), ("حذف", "محذوف", False), ("भेज", "भेजा", False), ("a.b", "axb", False),
    ],
)  # fmt: skip
def test_an_entry_is_found_as_a_word_of_its_script(entry, text, found):
    assert (pattern_of([entry]).search(fold(text)) is not None) is found


def test_a_list_without_entries_finds_nothing():
    assert pattern_of([]).search("a") is None


@pytest.mark.parametrize(
    "name", ["deletePost", "delete_post", "delete-post", "posts.delete", "DELETE_POST", "DeletePOST", "del%65te%50ost"]
)
def test_an_identifier_is_read_as_words(name):
    assert identifier_words(name) in (["delete", "post"], ["posts", "delete"])


def test_a_path_is_read_as_the_words_of_its_steps():
    assert address_steps("/Posts/42:delete/my-post/deleteUser.php") == "/posts/42/delete/my-post/delete user php"
    assert decode_percent("%252564elete") == "delete"
