// Where an item stands in the list that it was dragged in.

import { isItem, itemElement, itemOf } from '../accessibility/identity.js';
import { dom } from '../dom/dom.js';
import { elementOfRef, onElement } from '../dom/refs.js';
import { normalizeSpace } from '../dom/text.js';
import { clip } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { hasBox } from './hit_test.js';

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
const makeOf = (item) => (dom.attribute(item, 'class') ?? '').trim().split(/\s+/, 1)[0];
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
export const allText = onElement((element) => ({ text: normalizeSpace(dom.textContent(element)) }));

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
