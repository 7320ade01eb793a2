"""Letters that look like those of our own tags, as plain ones."""

from __future__ import annotations

import unicodedata

# From Unicode's confusables (UTS #39, version 13), single characters only, for the letters of "external content" and
# the brackets, with small capitals and letters with strokes beside them. What a compatibility decomposition makes
# plain (full width, mathematical, circled, accented) is not listed.
_LOOK_ALIKES = {
    "e": "ɇεеєҽᎬᴇ℮⋿ⴹꓰꬲ𐊆𑢦𑢮",
    "x": "×χхᕁᕽ᙭᙮ᚷ╳⤫⤬⨯ⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬",
    "t": "ŧƭʈτтᎢᴛ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨",
    "r": "ɍʀгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𝈖",
    "n": "ΝŋƞɲɴηпոռⲚꓠ𐔓",
    "a": "ɑαаᎪᗅᴀ⍺ⱥꓮ𐊠𖽀",
    "l": "1I|łƚǀɩʟιІӏ۱Ꮮᒪᛁ∣⏽ⲒⳐⵏꓡꓲ￨𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨𝈪",
    "c": "ƈȼϹϲсᴄⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲🝌",
    "o": "0øɵοσоօ۵०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑢵𑣈𑣗𑣠",
    "<": "«˂ᐸᚲ‹≺⋖❬❮⟨〈《𝈶",
    ">": "»˃ᐳ›≻⋗❭❯⟩〉》𖼿𝈷",
}
_PLAIN = {look: plain for plain, looks in _LOOK_ALIKES.items() for look in looks}
# White on black, in squares and circles, and the letters that flags are made of: A to Z each.
_ALPHABETS = (0x1F150, 0x1F170, 0x1F1E6)


class _Shadows(dict[int, str]):
    """Per code point the character it looks like, worked out when first met. For `str.translate`."""

    def __missing__(self, code: int) -> str:
        self[code] = plain = _shadow_of(chr(code))
        return plain


def _shadow_of(char: str) -> str:
    for first in _ALPHABETS:
        if 0 <= ord(char) - first < 26:
            return chr(ord("a") + ord(char) - first)
    base = unicodedata.normalize("NFKD", char)[:1]
    for look in (char, base, base.lower()):
        if look in _PLAIN:
            return _PLAIN[look]
    return lower if len(lower := base.lower()) == 1 else char


_SHADOWS = _Shadows()


def shadow(text: str) -> str:
    """``text`` with each character as the plain lower-case one it looks like. Same length, so that places agree."""
    return text.translate(_SHADOWS)
