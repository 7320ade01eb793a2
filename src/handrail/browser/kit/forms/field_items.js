// Whether a field made items of the text that was put into it, as fields for tags do: it is empty then, and they stand beside it.

import { dom } from '../dom/dom.js';
import { normalizeSpace } from '../dom/text.js';

const LEVELS = 3;
const MOST_TEXT = 20_000;
/** @type {{box: WeakRef<Element>, text: string}[]} */
let before = [];

/** @param {Element} box */
const textOf = (box) => normalizeSpace(dom.textContent(box).slice(0, MOST_TEXT));

/** @param {string} text @param {string} part */
const countOf = (text, part) => text.split(part).length - 1;

/** Note what stands around a field before it is filled. @param {Element} field */
export const noteAround = (field) => {
  before = [];
  const body = dom.body(document);
  for (let box = dom.parent(field); box && box !== body && before.length < LEVELS; box = dom.parent(box))
    before.push({ box: new WeakRef(box), text: textOf(box) });
};

/** Does every part of a text stand around the field once more than before? @param {string} text */
export const isInItems = (text) => {
  const parts = text
    .split(/[,;\n]/)
    .map(normalizeSpace)
    .filter(Boolean);
  return before.some(({ box: held, text: was }) => {
    const box = held.deref();
    const now = box ? textOf(box) : '';
    return parts.length > 0 && parts.every((part) => countOf(now, part) > countOf(was, part));
  });
};
