// Entries of which the page is told once it should be. Firefox (153) fires the `change` of a field that is left only where
// keys made it, and no text that is put in at once is made by keys.

import { dom } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { composedPath, dispatch } from '../dom/native.js';
import { onElement } from '../dom/refs.js';
import { fieldOf, readField } from './fields.js';

/** What fields held before they were filled in, until the page hears of a `change`. @type {WeakMap<EventTarget, string | null>} */
const before = new WeakMap();
/** Those of whose `change` the browser tells the page by itself. @type {WeakSet<EventTarget>} */
const toldByBrowser = new WeakSet();

/** A field is about to be filled in. @param {Element} element @param {{asKeys?: boolean}} [how] `asKeys`: as if by keys */
export const noteEntry = (element, { asKeys = false } = {}) => {
  const field = fieldOf(element);
  const hasChange = dom.isHtml(field, 'input') || dom.isHtml(field, 'textarea');
  if (!hasChange || before.has(field)) return;
  before.set(field, readField(field).value);
  if (asKeys) toldByBrowser.add(field);
  else toldByBrowser.delete(field);
};
/** @param {EventTarget} field */
const isChanged = (field) => before.has(field) && readField(/** @type {Element} */ (field)).value !== before.get(field);

/** A field is about to be filled in from outside the page. */
export const watchEntry = onElement((element) => {
  noteEntry(element);
  return {};
});

/** Whether a press on `element` leaves a field of which the page hears then that it was filled in. @param {Element} element */
export const endsEntry = (element) => {
  const field = focusedElement();
  return field !== null && field !== element && isChanged(field);
};

window.addEventListener('change', (event) => before.delete(composedPath(event)[0]), true);
window.addEventListener(
  'blur',
  (event) => {
    const field = composedPath(event)[0];
    const isUnheard = isChanged(field) && !toldByBrowser.has(field);
    before.delete(field);
    if (isUnheard) dispatch(field, new Event('change', { bubbles: true }));
  },
  true,
);
