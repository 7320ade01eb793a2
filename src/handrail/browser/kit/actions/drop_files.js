// Files that are dropped onto a page. A driven browser puts files into inputs alone: one that stands in no document holds
// them, and the events of a drop carry them from there.

import { filesIn } from '../accessibility/values.js';
import { dom, getter, makeElement } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { onElement } from '../dom/refs.js';
import { elementAt } from '../dom/viewport.js';
import { styleOf } from '../style/visibility.js';
import { pressPoints } from './boxes.js';
import { sendDrag } from './drag_events.js';

const { DataTransfer } = globalThis;
const itemsOf = getter(DataTransfer.prototype, 'items');
const addItem = globalThis.DataTransferItemList.prototype.add;
/** @type {HTMLInputElement | null} */
let holder = null;

/** The input that holds what will be dropped. */
export const fileHolder = () => {
  if (!holder) {
    holder = /** @type {HTMLInputElement} */ (makeElement(document, 'input'));
    holder.type = 'file';
    holder.multiple = true;
  }
  return holder;
};

/** @param {File[]} files */
export const transferOf = (files) => {
  const data = new DataTransfer();
  for (const file of files) addItem.call(itemsOf(data), file);
  return data;
};

/** What a drop on an element would meet, and where. @param {Element} element */
const placeIn = (element) => {
  for (const at of pressPoints(element)) {
    const found = elementAt(at.x, at.y);
    if (found && dom.up(found, (above) => above === element)) return { found, at };
  }
  return null;
};

/** Whether an element waits for presses by itself, as the row of a menu does. @param {Element} element */
const takesPresses = (element) => styleOf(element).cursor === 'pointer' || isListening(element);

/** Drop the files that are held onto an element. `taken`: whether the page takes files there, and took these; `anywhere`:
 *  it takes them wherever they are dropped, which says nothing of an element that waits for presses. They are dropped on
 *  that only where it was `pressed` before.
 */
export const dropFiles = onElement((element, { pressed }) => {
  const files = filesIn(fileHolder());
  holder = null;
  const place = placeIn(element);
  if (!place || !files.length) return { taken: false, anywhere: false };
  const data = transferOf(files);
  const send = (/** @type {string} */ type, on = place.found) => sendDrag(on, data, type, place.at);
  send('dragenter');
  const isTaken = !send('dragover');
  const page = dom.body(document);
  const anywhere = isTaken && !pressed && takesPresses(element) && page !== null && !send('dragover', page);
  if (!isTaken || anywhere) {
    send('dragleave');
    return { taken: false, anywhere };
  }
  // What no page takes, the browser itself would open in its place.
  return { taken: !send('drop'), anywhere: false };
});
