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

/** @param {Element} element @param {DataTransfer} dataTransfer @param {string} type */
const send = (element, dataTransfer, type) => {
  const { left, top, width, height } = dom.box(element);
  const event = new DragEvent(type, {
    bubbles: true,
    cancelable: type !== 'dragend' && type !== 'dragleave',
    composed: true,
    clientX: left + width / 2,
    clientY: top + height / 2,
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
  if (!send(source, data, 'dragstart')) return { taken: false };
  send(place, data, 'dragenter');
  const taken = !send(place, data, 'dragover');
  if (taken) send(place, data, 'drop');
  else send(place, data, 'dragleave');
  send(source, data, 'dragend');
  return { taken };
};
