// Files that are dropped onto a page. A driven browser puts files into inputs alone: one that stands in no document holds
// them, and the events of a drop carry them from there.

import { filesIn } from '../accessibility/values.js';
import { dom, getter, makeElement } from '../dom/dom.js';
import { onElement } from '../dom/refs.js';
import { elementAt } from '../dom/viewport.js';
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

/** Drop the files that are held onto an element. `taken`: whether the page takes files there, and took these. */
export const dropFiles = onElement((element) => {
  const files = filesIn(fileHolder());
  holder = null;
  const place = placeIn(element);
  if (!place || !files.length) return { taken: false };
  const data = transferOf(files);
  const send = (/** @type {string} */ type) => sendDrag(place.found, data, type, place.at);
  send('dragenter');
  if (send('dragover')) {
    send('dragleave');
    return { taken: false };
  }
  // What no page takes, the browser itself would open in its place.
  return { taken: !send('drop') };
});
