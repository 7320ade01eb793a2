// What a field made of the text that was put into it: items beside it, as fields for tags do; nothing; or a fault.

import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { errorMessage } from '../accessibility/states.js';
import { editorText } from '../accessibility/values.js';
import { isEditingHost } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { innerText } from '../dom/native.js';
import { refNow } from '../dom/refs.js';
import { normalizeSpace } from '../dom/text.js';
import { isVisible } from '../style/visibility.js';
import { clip } from './control_kinds.js';

// Where a text stands whose field was replaced by others: editors of blocks make some of what is pasted.

const MOST_FIELDS = 1000;
const MOST_REPORTED = 30;
let standing = new WeakSet();
const editors = () =>
  Array.from(dom.query(dom.root(document), '[contenteditable]'))
    .slice(0, MOST_FIELDS)
    .filter(isEditingHost);

/** Note which editable fields there are before one is filled. */
export const noteEditors = () => {
  standing = new WeakSet(editors());
};

/** What is left of a text where its marks became headings and lists. @param {string} text */
const lettersOf = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** The editable fields that came since one was filled and hold a part of the text; `whole`: together all of it.
 * @type {Operation}
 */
export const fieldsSince = ({ text }) => {
  const wanted = lettersOf(text);
  const found = editors()
    .filter((editor) => !standing.has(editor) && isVisible(editor))
    .map((editor) => ({ editor, text: editorText(editor) }))
    .filter((one) => lettersOf(one.text) !== '' && wanted.includes(lettersOf(one.text)));
  const inner = found.filter(
    ({ editor }) => !found.some((other) => other.editor !== editor && dom.contains(editor, other.editor)),
  );
  return {
    fields: inner.slice(0, MOST_REPORTED).map(({ editor }) => ({
      local: refNow(editor),
      role: roleOf(editor) || 'clickable',
      name: clip(nameOf(editor)),
    })),
    text: inner.map((one) => one.text).join('\n'),
    whole: lettersOf(inner.map((one) => one.text).join('')) === wanted,
  };
};

const LEVELS = 3;
const MOST_TEXT = 20_000;
/** What fields held and what stood around them before they were filled, and what was wrong with them before they first were.
 * @type {WeakMap<Element, {value: string, error: string | null, around: {box: WeakRef<Element>, text: string}[]}>}
 */
const before = new WeakMap();

/** What a box shows, in lower case: styles may show it in another. A list that closed holds what it offered.
 * @param {Element} box
 */
const textOf = (box) => {
  const text = dom.textContent(box);
  const shown = text.length < MOST_TEXT && dom.isHtml(box) ? innerText(box) : text.slice(0, MOST_TEXT);
  return normalizeSpace(shown).toLowerCase();
};

/** @param {string} text @param {string} part */
const countOf = (text, part) => text.split(part).length - 1;

/** Note what a field holds and what stands around it before it is filled. @param {Element} field @param {string} value */
export const noteBefore = (field, value) => {
  const around = [];
  const body = dom.body(document);
  for (let box = dom.parent(field); box && box !== body && around.length < LEVELS; box = dom.parent(box))
    around.push({ box: new WeakRef(box), text: textOf(box) });
  const known = before.get(field);
  before.set(field, { value, around, error: known ? known.error : errorMessage(field) });
};

/** Does every part of a text stand around the field once more than before? @param {Element} field @param {string} text */
export const isInItems = (field, text) => {
  const parts = text
    .toLowerCase()
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

const DATE = /^\s*(?:\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2\d{4})\s*$/;
/** Does a field for text hold anything else by now than the date that was put into it? Another form of it may be another day.
 * @param {Element} field @param {string} value @param {string} text
 */
export const isOtherDate = (field, value, text) =>
  dom.tag(field) === 'input' && value !== '' && DATE.test(text) && normalizeSpace(value) !== normalizeSpace(text);

/** What the page finds wrong with a field since it was filled; null for nothing. A server marks a field until the next page.
 * @param {Element} field
 */
export const newError = (field) => {
  const error = errorMessage(field);
  return error === before.get(field)?.error ? null : error;
};
