/** What fonts of icons draw: letters of private use. */
export const ICON = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
/** Text as it is shown: style sheets may put it in capitals. @type {Record<string, (text: string) => string>} */
const CASES = {
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  capitalize: (text) =>
    text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
};

/** @param {string} text @param {string} transform */
export const inCase = (text, transform) => (CASES[transform] ?? String)(text);
/** @param {string} text @param {CSSStyleDeclaration} style */
export const casedText = (text, style) => {
  const transform = style.textTransform;
  return transform === 'none' ? text : inCase(text, transform);
};
