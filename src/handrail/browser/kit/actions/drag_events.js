// HTML's drag and drop for browsers that start none from a pointer that is driven: the events, with one data transfer.

import { dom } from '../dom/dom.js';
import { elementOfRef } from '../dom/refs.js';

const DRAGGABLE = '[draggable=true], img:not([draggable=false]), a[href]:not([draggable=false])';
const { DataTransfer, DragEvent } = globalThis;
const dispatch = EventTarget.prototype.dispatchEvent;

/** Whether a pointer that is moved with its button down would begin HTML's drag and drop there.
 *
 * @type {Operation}
 */
export const draggable = ({ local }) => {
  const element = elementOfRef(local);
  return element ? { draggable: dom.closest(element, DRAGGABLE) !== null } : { gone: true };
};

/** @param {Element} element @returns {Point} */
const middleOf = (element) => {
  const { left, top, width, height } = dom.box(element);
  return { x: left + width / 2, y: top + height / 2 };
};

/** Send an event of a drag; whether the page leaves it to the browser.
 * @param {Element} element @param {DataTransfer} dataTransfer @param {string} type @param {Point} [at]
 */
export const sendDrag = (element, dataTransfer, type, { x, y } = middleOf(element)) => {
  const event = new DragEvent(type, {
    bubbles: true,
    cancelable: type !== 'dragend' && type !== 'dragleave',
    composed: true,
    clientX: x,
    clientY: y,
    dataTransfer,
  });
  return dispatch.call(element, event);
};

/** Drag one element onto another of the same document. `taken`: whether what it is dropped on takes it.
 *
 * @type {Operation}
 */
export const dragEvents = ({ local, to }) => {
  const grip = elementOfRef(local);
  const place = elementOfRef(to);
  const source = grip && dom.closest(grip, DRAGGABLE);
  if (!source || !place) return { gone: true };
  const data = new DataTransfer();
  if (!sendDrag(source, data, 'dragstart')) return { taken: false };
  sendDrag(place, data, 'dragenter');
  const taken = !sendDrag(place, data, 'dragover');
  if (taken) sendDrag(place, data, 'drop');
  else sendDrag(place, data, 'dragleave');
  sendDrag(source, data, 'dragend');
  return { taken };
};
