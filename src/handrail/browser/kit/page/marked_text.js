// Which words of an editor are bold, in italics and so on: what is written in it does not say so.

import { isEditable } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { clip, plainText } from '../dom/text.js';
import { isVisible, styleOf } from '../style/visibility.js';

const MOST_MARKED = 20;
const MOST_PARTS = 1000;
const LONGEST = 200;
const BOLD = 600;
// What marks words as a rule: the outline looks at nothing else, since a page is read again and again.
const USUAL = 'b, strong, i, em, u, s, strike, del, code, kbd, tt, span, font';
const MOST_SHOWN = 3;
const LONGEST_SHOWN = 40;
/** How the text of an element is drawn. @param {Element} element */
const marksOf = (element) => {
  const { fontWeight, fontStyle, textDecorationLine } = styleOf(element);
  const drawn = dom.matches(element, 'a[href]') ? '' : textDecorationLine;
  return [
    Number(fontWeight) >= BOLD ? 'bold' : '',
    fontStyle === 'italic' ? 'italic' : '',
    drawn.includes('underline') ? 'underlined' : '',
    drawn.includes('line-through') ? 'struck through' : '',
    dom.matches(element, 'code, kbd, tt') ? 'code' : '',
  ].filter(Boolean);
};

/** Is it a part of a line? @param {Element} element */
const isInline = (element) => styleOf(element).display.startsWith('inline');

/** The words in an editable element that are drawn otherwise than what stands around them, and how.
 * @param {Element} element @param {string} [parts] selects those that are looked at
 */
export const markedText = (element, parts = '*') => {
  const marked = [];
  for (const part of isEditable(element) ? Array.from(dom.queryIn(element, parts)).slice(0, MOST_PARTS) : []) {
    const around = dom.parent(part);
    if (!around || !dom.firstChild(part) || !isInline(part) || marked.length === MOST_MARKED) continue;
    const before = marksOf(around);
    const as = marksOf(part).filter((mark) => !before.includes(mark));
    const text = clip(plainText(part), LONGEST);
    if (as.length && text && isVisible(part)) marked.push({ text, as: as.join(', ') });
  }
  return marked;
};

/** The same as states of an outline's line: `bold="at ten"`. @param {Element} element */
export const markStates = (element) => {
  /** @type {Map<string, string[]>} */
  const byMark = new Map();
  for (const { text, as } of markedText(element, USUAL))
    for (const mark of as.split(', ')) byMark.set(mark, [...(byMark.get(mark) ?? []), clip(text, LONGEST_SHOWN)]);
  return Array.from(byMark, ([mark, texts]) => {
    const more = texts.length > MOST_SHOWN ? '…' : '';
    return `${mark.replace(' ', '-')}=${JSON.stringify(texts.slice(0, MOST_SHOWN).join('; ') + more)}`;
  });
};
