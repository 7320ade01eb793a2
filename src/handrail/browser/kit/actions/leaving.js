// A press that takes the focus from an edited field. The page may answer the end of the entry, its `change` or `blur`, by
// moving what is being pressed, between the pointer's going down and up.

import { dom } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { composedPath } from '../dom/native.js';
import { forgetCall } from '../dom/per_call.js';
import { elementOfRef } from '../dom/refs.js';
import { pressedAt } from './hit_test.js';

const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;
/** The field that got an entry since its last `change` or `blur`. @type {WeakRef<EventTarget> | null} */
let edited = null;
/** What is being pressed, at which point of the window, and whether it lay there as the focus was taken away: what a
 * handler of the press itself took away before is gone on purpose. @type {Leaving | null} */
let leaving = null;

const noteLeaving = () => {
  edited = null;
  if (!leaving || leaving.lay !== null) return;
  forgetCall();
  const element = leaving.element.deref();
  leaving.lay = element !== undefined && dom.isConnected(element) && pressedAt(element, null, leaving.at) !== null;
  forgetCall();
};
window.addEventListener('input', (event) => (edited = new WeakRef(composedPath(event)[0])), true);
for (const type of ['change', 'blur']) window.addEventListener(type, noteLeaving, true);

/** Whether a press on an element takes the focus from an edited field: what becomes of the element then is noted.
 * @param {Element} element @param {Point} at
 */
export const watchLeaving = (element, at) => {
  const field = focusedElement();
  const leaves =
    field !== null && edited?.deref() === field && !dom.contains(element, field) && !dom.contains(field, element);
  leaving = leaves ? { element: new WeakRef(element), at, lay: null } : null;
  return leaves;
};

/** Whether a press that has not been released yet would still reach its element: '' where it would, or where that is not
 * the work of the field that lost the focus; else the element has 'moved', or is 'gone' or covered. @type {Operation} */
export const afterLeaving = ({ local, position }) => {
  const [before, element] = [leaving, elementOfRef(local)];
  leaving = null;
  if (!before?.lay) return { now: '' };
  if (!element || before.element.deref() !== element) return { now: 'gone' };
  if (pressedAt(element, null, before.at)) return { now: '' };
  return { now: pressedAt(element, position) ? 'moved' : 'gone' };
};

/** @param {Event} event */
const stop = (event) => {
  event.stopImmediatePropagation();
  event.preventDefault();
};
/** @type {string[]} */
let kept = [];
/** Keep events of these types from the page; from then on no others. @type {Operation} */
export const keepEvents = ({ types }) => {
  for (const type of kept) unlisten.call(window, type, stop, true);
  for (const type of types) listen.call(window, type, stop, true);
  kept = types;
  return {};
};
