// What an element must have for a selector to match it: one id, class, attribute or tag of the compound at the selector's
// end, as browsers sort their rules too. It tells in one look-up which rules can change an element at all. Where that is
// only a tag, or nothing, it must also stand in an element of an id or class that the selector names.

const ANY = ['*'];
const TOP = ['*']; // what a rule that is in no other rule stands in
/** @type {string[]} */
const NONE = [];
const NAME = '[-\\w\\u0080-\\uffff]+';
const ID = new RegExp(`#(${NAME})`);
const CLASS = new RegExp(`\\.(${NAME})`);
const ATTRIBUTE = new RegExp(`\\[\\s*(?:[^\\]=|]*\\|(?!=))?(${NAME})`);
const TAG = new RegExp(`^(${NAME})(?!\\|)`);
const ONE_OF = /:(?:is|where|matches|-webkit-any)\(/;
const CLASSES_ONLY = /^\.[-\w]+$/;
// An escaped character is kept from being read as syntax: it stands for itself in the private-use area.
const MASKED = /[\ue000-\ue07f]/;
/** @param {number} code */
const mask = (code) =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code < 0x80 ? 0xe000 + code : code) : '\ufffd';
/** @param {string} text */
const masked = (text) =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, hex, char) =>
    mask(hex ? parseInt(hex, 16) : char.codePointAt(0)),
  );
/** @param {string} name */
const unmasked = (name) =>
  MASKED.test(name)
    ? name.replace(/[\ue000-\ue07f]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xe000))
    : name;
/** The pieces of a selector between what `isEnd` says, outside of brackets.
 * @param {string} text @param {(char: string) => boolean} isEnd
 */
const pieces = (text, isEnd) => {
  const found = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (depth === 0 && isEnd(char)) {
      found.push(text.slice(start, at));
      start = at + 1;
    }
  }
  found.push(text.slice(start));
  return found;
};

/** @param {string} char */
const isComma = (char) => char === ',';
/** @param {string} char */
const isBlank = (char) => char === ' ';
/** @param {string} char */
const isCombinator = (char) => char === '>' || char === '+' || char === '~';
/** @param {string} text */
const list = (text) => (/[([]/.test(text) ? pieces(text, isComma) : text.split(','));
/** The compounds of a complex selector and the combinators between them, as CSSOM writes it: with blanks around them.
 * @param {string} complex
 */
const compounds = (complex) =>
  (/[([]/.test(complex) ? pieces(complex.trim(), isBlank) : complex.trim().split(' ')).filter(Boolean);
/** @param {string} text */
const withoutArguments = (text) => {
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '');
  }
  return text;
};

/** @param {string} text @param {number} start */
const argumentOf = (text, start) => pieces(text.slice(start), (char) => char === ')')[0];
/** @param {string} bare */
const nameIn = (bare) => {
  const found = ID.exec(bare) ?? CLASS.exec(bare);
  return found ? bare[found.index] + unmasked(found[1]) : '';
};

/** The id or class of an element that whatever matches stands in, '' for none. @param {string[]} steps */
const scopeOf = (steps) => {
  for (let at = steps.length - 2; at >= 0; at--) {
    const isSibling = steps[at + 1] === '+' || steps[at + 1] === '~';
    const name = isSibling || isCombinator(steps[at]) ? '' : nameIn(withoutArguments(steps[at]));
    if (name && !name.includes(' ')) return name;
  }
  return '';
};

/** @param {string} complex @param {string[]} parents @returns {string[]} */
const ofComplex = (complex, parents) => {
  const steps = compounds(complex);
  const last = steps.at(-1) ?? '';
  if (CLASSES_ONLY.test(last)) return [last];
  const found = ofCompound(last, parents);
  if (steps.length < 2 || found === parents) return found;
  return found.map((key) => (/^[#.[]/.test(key) || key.includes(' ') ? key : within(scopeOf(steps), key)));
};

/** @param {string} scope @param {string} key */
const within = (scope, key) => (scope ? `${scope} ${key}` : key);
/** @param {string} compound @param {string[]} parents @returns {string[]} */
const ofCompound = (compound, parents) => {
  if (compound.includes('::')) return NONE; // styles a part of the element, not the element
  const bare = compound.includes('(') ? withoutArguments(compound) : compound;
  const name = nameIn(bare);
  if (name) return name.includes(' ') ? ANY : [name];
  const tag = TAG.exec(bare);
  const attribute = ATTRIBUTE.exec(bare);
  // Nearly everything has a class: of `td[class*="col-"]` the tag says more.
  if (attribute && !(tag && attribute[1] === 'class')) return [`[${unmasked(attribute[1]).toLowerCase()}`];
  if (tag) return [unmasked(tag[1]).toLowerCase()];
  if (bare.includes('&')) return parents;
  if (bare.startsWith(':root')) return ['html'];
  const found = ONE_OF.exec(compound);
  if (found) return list(argumentOf(compound, found.index + found[0].length)).flatMap((one) => ofComplex(one, parents));
  return ANY;
};

/**
 * @param {string} selector  as CSSOM writes it  @param {string[]} parents  keys of the rule that this one is nested in
 * @returns {string[]} `#id`, `.class`, `[attribute`, `tag` or `*`: what it matches has at least one of them; before a
 * tag or `*` can stand the `.class` or `#id` of an element around
 */
export const selectorKeys = (selector, parents = TOP) => {
  if (MASKED.test(selector)) return ANY;
  let text = selector.includes('\\') ? masked(selector) : selector;
  if (text.includes('"')) text = text.replace(/"[^"]*"/g, '""');
  return list(text).flatMap((complex) => ofComplex(complex, parents));
};
