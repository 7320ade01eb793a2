// HTML's drag and drop for browsers that start none from a pointer that is driven: the events, with one data transfer.

import { itemElement } from '../accessibility/identity.js';
import { isDisabled } from '../accessibility/states.js';
import { dom } from '../dom/dom.js';
import { dispatch } from '../dom/native.js';
import { elementOfRef, onElement, refOf } from '../dom/refs.js';
import { elementAt } from '../dom/viewport.js';
import { actedOn } from '../forms/control_kinds.js';
import { movingFor } from '../page/motion.js';
import { isRendered, styleOf } from '../style/visibility.js';
import { hasBox, pressedAt } from './hit_test.js';

// The event of a double click for browsers that take each press of a driven pointer for the first.

const { MouseEvent } = globalThis;

/** Tell the page of a double click at a point of an element, after its presses. @type {Operation} */
export const doubleClick = ({ local, position }) => {
  const element = elementOfRef(local);
  const pressed = element && dom.isConnected(element) ? pressedAt(element, position) : null;
  if (pressed === null) return { sent: false };
  const { hit, at } = pressed;
  const event = new MouseEvent('dblclick', {
    bubbles: true,
    cancelable: true,
    composed: true,
    detail: 2,
    view: window,
    clientX: at.x,
    clientY: at.y,
  });
  return { sent: dispatch(hit, event) };
};

const DRAGGABLE = '[draggable=true], img:not([draggable=false]), a[href]:not([draggable=false])';
const { DataTransfer, DragEvent } = globalThis;
const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;

/** Whether a pointer that is moved with its button down would begin HTML's drag and drop there. @type {Operation} */
export const draggable = ({ local }) => {
  const element = elementOfRef(local);
  return element ? { draggable: dom.closest(element, DRAGGABLE) !== null } : { gone: true };
};

/** @param {Element} element */
const isHeld = (element) =>
  dom.attribute(element, 'draggable') === 'true' || /^(?:grab|grabbing|move)$/.test(styleOf(element).cursor);

/** What an element that takes no presses is dragged by: the part around it that says so, else its row or item. */
export const heldBy = onElement((element) => {
  if (!isDisabled(actedOn(element))) return { local: null };
  let held = dom.up(element, isHeld);
  // The cursor of a part is that of all in it.
  for (let above = held && dom.parent(held); above && isHeld(above); above = dom.parent(above)) held = above;
  held ??= itemElement(element);
  return { local: held && refOf(held) };
});

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
  return dispatch(element, event);
};

/** What is being dragged, where it is held, and over what.
 * @type {{source: Element, data: DataTransfer, at: Point, over: Element | null, taken: boolean} | null}
 */
let drag = null;

/** The browser's own drag would begin too, once the pointer moves, and would never end. @param {Event} event */
const stopOwnDrag = (event) => {
  if (!event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Begin to drag one element onto another of the same document. `past`: how far from the middle of that. */
export const dragStart = onElement((grip, { to, past }) => {
  const place = elementOfRef(to);
  const source = dom.closest(grip, DRAGGABLE);
  if (!source || !place) return { gone: true };
  listen.call(window, 'dragstart', stopOwnDrag, true);
  const stop = () => unlisten.call(window, 'dragstart', stopOwnDrag, true);
  listen.call(window, 'mouseup', stop, { capture: true, once: true });
  const middle = middleOf(place);
  const data = new DataTransfer();
  drag = { source, data, at: { x: middle.x + past[0], y: middle.y + past[1] }, over: null, taken: false };
  return { started: sendDrag(source, data, 'dragstart') };
});

/** Move what is dragged over what lies at its place now: lists that are sorted make room for it. @type {Operation} */
export const dragOver = () => {
  if (!drag) return {};
  const { data, at, over } = drag;
  const found = elementAt(at.x, at.y);
  if (found !== over) {
    if (found) sendDrag(found, data, 'dragenter', at);
    if (over) sendDrag(over, data, 'dragleave', at);
  }
  drag.over = found;
  drag.taken = found !== null && !sendDrag(found, data, 'dragover', at);
  return {};
};

/** Drop what is dragged where it is, if that is taken there. @type {Operation} */
export const dragEnd = () => {
  if (!drag) return {};
  const { source, data, at, over, taken } = drag;
  if (over) sendDrag(over, data, taken ? 'drop' : 'dragleave', at);
  sendDrag(source, data, 'dragend', at);
  drag = null;
  return {};
};

/** Where an element stands in its window, in CSS pixels; null where it is not rendered. `shown`: it can be seen there.
 *  `moves`: a part of the page is on its way.
 */
export const boxOf = onElement((element) => {
  const { x, y, width, height } = dom.box(element);
  return { box: isRendered(element) ? [x, y, width, height] : null, shown: hasBox(element), moves: movingFor() > 0 };
});
