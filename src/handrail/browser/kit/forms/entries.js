// Entries of which the page is told once it should be. Firefox (153) fires the `change` of a field that is left only where
// keys made it, and no text that is put in at once is made by keys.

import { dom } from '../dom/dom.js';
import { composedPath, dispatch } from '../dom/native.js';
import { onElement } from '../dom/refs.js';
import { fieldOf, readField } from './fields.js';

/** What fields held before they were filled in, until the page hears of a `change`. @type {WeakMap<EventTarget, string | null>} */
const before = new WeakMap();

/** @param {Element} element */
export const noteEntry = (element) => {
  const field = fieldOf(element);
  const hasChange = dom.isHtml(field, 'input') || dom.isHtml(field, 'textarea');
  if (hasChange && !before.has(field)) before.set(field, readField(field).value);
};

/** A field is about to be filled in from outside the page. */
export const watchEntry = onElement((element) => {
  noteEntry(element);
  return {};
});

window.addEventListener('change', (event) => before.delete(composedPath(event)[0]), true);
window.addEventListener(
  'blur',
  (event) => {
    const field = /** @type {Node} */ (composedPath(event)[0]);
    if (!dom.isElement(field) || !before.has(field)) return;
    const isChanged = readField(field).value !== before.get(field);
    before.delete(field);
    if (isChanged) dispatch(field, new Event('change', { bubbles: true }));
  },
  true,
);
