// The words around and beside an element.

import { dom } from './dom.js';
import { perCall } from './per_call.js';
import { normalizeSpace } from './text.js';

export const CONTEXT_LIMIT = 4000;
const contexts = perCall();
/** @param {Element | null} context */
export const contextText = (context) => {
  if (!context) return '';
  let text = contexts.get(context);
  if (text === undefined) {
    text = normalizeSpace(dom.textContent(context));
    if (text.length > CONTEXT_LIMIT)
      text = `${text.slice(0, CONTEXT_LIMIT / 2)}${text.length}${text.slice(-CONTEXT_LIMIT / 2)}`;
    contexts.set(context, text);
  }
  return text;
};

const lengths = perCall();
/** @param {Element} element @returns {number} */
const textLength = (element) => {
  let length = lengths.get(element);
  if (length === undefined) lengths.set(element, (length = dom.textContent(element).length));
  return length;
};
/** The nearest box around an element that has more words than it. @param {Element} element */
export const surroundings = (element) => dom.up(element, (above) => textLength(above) > textLength(element));

const NEIGHBOURS = 100;
/** The words before or behind an element, as far as they are near and stand in the box around it.
 * @param {Element} element @param {Element} around @param {boolean} before
 */
const wordsBeside = (element, around, before) => {
  const step = before ? dom.previousSibling : dom.nextSibling;
  let words = '';
  for (let at = /** @type {Element | null} */ (element); at && at !== around; at = dom.parent(at)) {
    for (let node = step(at); node && words.length < NEIGHBOURS; node = step(node)) {
      const text = dom.isElement(node) ? contextText(node) : dom.isText(node) ? normalizeSpace(dom.data(node)) : '';
      words = (before ? `${text} ${words}` : `${words} ${text}`).trim();
    }
  }
  return before ? words.slice(-NEIGHBOURS) : words.slice(0, NEIGHBOURS);
};
/** The words right before an element, else those behind it. @param {Element} element */
export const neighbours = (element) => {
  const around = surroundings(element);
  return around && (wordsBeside(element, around, true) || wordsBeside(element, around, false));
};
