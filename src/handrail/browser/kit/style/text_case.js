export const ICON = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
/** Text as it is shown: style sheets may put it in capitals. */
const CASES = {
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  capitalize: (text) =>
    text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (all, before, letter) => before + letter.toUpperCase()),
};

export const inCase = (text, transform) => (CASES[transform] ?? String)(text);
export const casedText = (text, style) => {
  const transform = style.textTransform;
  return transform === 'none' ? text : inCase(text, transform);
};
