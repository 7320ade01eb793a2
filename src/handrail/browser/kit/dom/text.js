import { dom } from './dom.js';

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

/** Characters of one text that are looked at: no person reads a longer name, label or line. */
export const LONGEST_TEXT = 50_000;
/** Characters of all text of a document: no page that a person reads has more, and the rest would have to travel too. */
export const MOST_TEXT = 5_000_000;
/** Soft hyphens and zero-width characters, which nobody sees. */
export const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;
/** @param {string} text */
const collapse = (text) => text.replace(UNSEEN, '').replace(/\s\s+|[^\S ]/g, ' ');
/** Without unseen characters, white space as one blank and none at the ends, cut to `LONGEST_TEXT`. A single blank is left
 *  where it is: most text has no other.
 * @param {string} text
 */
export const normalizeSpace = (text) => (text.length > LONGEST_TEXT ? head(text) : collapse(text)).trim();
/** All text in a node, shown or not. @param {Node} node */
export const plainText = (node) => normalizeSpace(dom.textContent(node));
/** The beginning of a text of any length, part by part: white space alone does not fill it. @param {string} text */
const head = (text) => {
  let out = '';
  for (let at = 0; at < text.length && out.length < LONGEST_TEXT; at += LONGEST_TEXT)
    out = collapse(out + text.slice(at, at + LONGEST_TEXT));
  return clip(out, LONGEST_TEXT);
};

/** Without half a character at the ends. @param {string} text */
export const withoutHalves = (text) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
/** A text of at most so many characters, its end as an ellipsis. @param {string} text @param {number} most */
export const clip = (text, most) => (text.length > most ? `${withoutHalves(text.slice(0, most - 1))}…` : text);
/** A text of at most so many characters, of a longer one its beginning and its end: names of many things differ there.
 * @param {string} text @param {number} most
 */
export const bothEnds = (text, most) => {
  const end = Math.floor(most / 3);
  if (text.length <= most) return text;
  return `${withoutHalves(text.slice(0, most - end - 1))}…${withoutHalves(text.slice(-end))}`;
};
/** Stands between two boxes of one line, where it is no white space. */
export const BOX_EDGE = '\u0001';
/** Stands beside a number that has room on that side. */
export const NUMBER_EDGE = '\u0002';
/** A line with its boxes apart, but for single letters: effects that animate a word make each letter a box. Room parts two
 * numbers, but not two digits, as those of a clock are.
 * @param {string} line
 */
export const partBoxes = (line) => {
  if (!line.includes(BOX_EDGE) && !line.includes(NUMBER_EDGE)) return line;
  return line
    .replace(/(?<=(?:^|[\s\u0001])\p{L})\u0001+(?=\p{L}(?:[\s\u0001]|$))/gu, '')
    .replaceAll(BOX_EDGE, ' ')
    .replace(/(?<=\d\d)\u0002+(?=\d)|(?<=\d)\u0002+(?=\d\d)/g, ' ')
    .replaceAll(NUMBER_EDGE, '');
};
/** Does a number begin right where another ends, and is one of them more than a digit, as those of a clock are?
 * @param {string} before @param {string} after
 */
export const areNumbers = (before, after) =>
  /^\d/.test(after) && /\d$/.test(before) && (/^\d\d/.test(after) || /\d\d$/.test(before));
/** The words of a list, as a set. @param {string} words */
export const wordSet = (words) => new Set(words.split(' '));
