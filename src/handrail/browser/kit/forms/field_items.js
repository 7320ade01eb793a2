// Whether a field made items of the text that was put into it, as fields for tags do: it is empty then, and they stand beside it.

import { dom } from '../dom/dom.js';
import { normalizeSpace } from '../dom/text.js';

const LEVELS = 3;
const MOST_TEXT = 20_000;
/** What fields held and what stood around them before they were filled.
 * @type {WeakMap<Element, {value: string, around: {box: WeakRef<Element>, text: string}[]}>}
 */
const before = new WeakMap();

/** @param {Element} box */
const textOf = (box) => normalizeSpace(dom.textContent(box).slice(0, MOST_TEXT));

/** @param {string} text @param {string} part */
const countOf = (text, part) => text.split(part).length - 1;

/** Note what a field holds and what stands around it before it is filled. @param {Element} field @param {string} value */
export const noteBefore = (field, value) => {
  const around = [];
  const body = dom.body(document);
  for (let box = dom.parent(field); box && box !== body && around.length < LEVELS; box = dom.parent(box))
    around.push({ box: new WeakRef(box), text: textOf(box) });
  before.set(field, { value, around });
};

/** Does every part of a text stand around the field once more than before? @param {Element} field @param {string} text */
export const isInItems = (field, text) => {
  const parts = text
    .split(/[,;\n]/)
    .map(normalizeSpace)
    .filter(Boolean);
  return (before.get(field)?.around ?? []).some(({ box: held, text: was }) => {
    const box = held.deref();
    const now = box ? textOf(box) : '';
    return parts.length > 0 && parts.every((part) => countOf(now, part) > countOf(was, part));
  });
};

/** Did a field that holds `value` now drop the text that was put into it? @param {Element} field @param {string} value @param {string} text */
export const isDropped = (field, value, text) =>
  normalizeSpace(value) !== normalizeSpace(text) &&
  (value === '' || value === before.get(field)?.value) &&
  !isInItems(field, text);
