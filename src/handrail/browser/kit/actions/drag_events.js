// HTML's drag and drop for browsers that start none from a pointer that is driven: the events, with one data transfer.

import { isItem, itemElement, itemOf } from '../accessibility/identity.js';
import { isDisabled } from '../accessibility/states.js';
import { dom } from '../dom/dom.js';
import { dispatch } from '../dom/native.js';
import { elementOfRef, onElement, refOf } from '../dom/refs.js';
import { plainText } from '../dom/text.js';
import { elementAt } from '../dom/viewport.js';
import { actedOn, clip } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { movingFor } from '../page/motion.js';
import { isRendered, styleOf } from '../style/visibility.js';
import { hasBox } from './boxes.js';
import { pressedAt } from './hit_test.js';

// Where an item stands in the list that it was dragged in.

/** The item that an element stands in; of the only cell of a row, the row. @param {Element} element */
const movedItem = (element) => {
  const item = itemElement(element);
  const above = item && dom.parent(item);
  return above && dom.children(above).length === 1 && isItem(above) ? above : item;
};

/** How many parents up from an element its item is; null where it stands in none. @param {Element} element */
const levelsToItem = (element) => {
  const item = movedItem(element);
  let levels = 0;
  for (let at = element; at !== item; levels += 1) {
    const above = item && dom.parent(at);
    if (!above) return null;
    at = above;
  }
  return levels;
};

/** The item that was asked for last: pages put others in its place once it is dropped. */
let known = { local: 0, tag: '', made: '', sign: '' };
/** What an item is known by when a page made it anew: its keys, else its text. @param {Element} item */
const signOf = (item) => {
  const record = itemOf(item);
  return record ? record.keys || record.text : '';
};
/** @param {Element} item */
const makeOf = (item) => dom.className(item).trim().split(/\s+/, 1)[0];
/** @param {number} local @param {Element} item */
const remember = (local, item) => {
  known = { local, tag: dom.localName(item), made: makeOf(item), sign: signOf(item) };
};

/** The only item that can be the one which a page took out. @param {number} local */
const madeAnew = (local) => {
  if (known.local !== local || known.sign === '') return null;
  const alike = Array.from(dom.query(document, known.tag)).filter(
    (one) => makeOf(one) === known.made && itemElement(one) === one && signOf(one) === known.sign,
  );
  return alike.length === 1 ? alike[0] : null;
};

/** @param {number} local @param {number | null} levels @returns {{item: Element | null, levels: number | null}} */
const itemFor = (local, levels) => {
  const element = elementOfRef(local);
  if (!element) return { item: madeAnew(local), levels };
  const up = levels ?? levelsToItem(element);
  /** @type {Element | null} */
  let item = up === null ? null : element;
  for (let level = 0; item && up !== null && level < up; level += 1) item = dom.parent(item);
  if (item && levels === null) remember(local, item);
  return { item, levels: up };
};

/** All text in an element, to see whether something was dropped into it. */
export const allText = onElement((element) => ({ text: plainText(element) }));

/** The place of an item among the parts of its list that are made as it is. `levels`: how many parents up the item is,
 * where that is known: alone in its list it cannot be told.
 *
 * @type {Operation}
 */
export const listPlace = (args) => {
  const { item, levels } = itemFor(args.local, args.levels);
  const list = item && dom.parent(item);
  if (!item || !list) return { found: null };
  const items = Array.from(dom.children(list)).filter(
    (part) => dom.localName(part) === dom.localName(item) && hasBox(part),
  );
  const at = items.indexOf(item);
  // Nothing can be said of an item that has no box, and nothing in it that has one.
  if (at < 0) return { found: null };
  const textOf = (/** @type {Element | undefined} */ part) => (part ? clip(seenText(part).trim()) : '');
  const inset = dom.box(elementOfRef(args.local) ?? item).left - dom.box(list).left;
  return {
    found: {
      levels,
      inset,
      place: at + 1,
      of: items.length,
      after: textOf(items[at - 1]),
      before: textOf(items[at + 1]),
    },
  };
};

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
