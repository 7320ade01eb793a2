// Where an item stands in the list that it was dragged in.

import { isItem, itemElement, itemOf } from '../accessibility/identity.js';
import { roleOf } from '../accessibility/roles.js';
import { dom } from '../dom/dom.js';
import { elementOfRef } from '../dom/refs.js';
import { normalizeSpace } from '../dom/text.js';
import { clip } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { hasBox } from './hit_test.js';
import { onElement } from './on_element.js';

/** @param {Element} item */
const makeOf = (item) => (dom.attribute(item, 'class') ?? '').trim().split(/\s+/, 1)[0];
/** @param {Element} element */
const isRow = (element) => dom.localName(element) === 'tr' || roleOf(element) === 'row';
/** Is a box in a cell dragged by itself, as the cards of a board are? It says so, or stands above or below one made alike.
 * What has no words is the handle of its row. @param {Element} box
 */
const isCard = (box) => {
  if (!/[\p{L}\p{N}]/u.test(dom.textContent(box))) return false;
  if (dom.attribute(box, 'draggable') === 'true') return true;
  const isAlike = (/** @type {Element | null} */ one) =>
    one !== null &&
    dom.localName(one) === dom.localName(box) &&
    makeOf(one) === makeOf(box) &&
    dom.box(one).top !== dom.box(box).top;
  return makeOf(box) !== '' && [dom.nextElement(box), dom.previousElement(box)].some(isAlike);
};

/** The cell of a row that an element stands in; null where it is the row or its cell. @param {Element} element @param {Element} row */
const cellIn = (element, row) => {
  const cell = isRow(row) ? dom.up(element, (at) => at === row || dom.parent(at) === row) : null;
  return cell === row || cell === element ? null : cell;
};

/** The item that an element stands in; of the only cell of a row, the row; of a card in a cell, the card.
 * @param {Element} element
 */
const movedItem = (element) => {
  const item = itemElement(element);
  const cell = item && cellIn(element, item);
  const card = cell && dom.up(element, (at) => at === cell || isCard(at));
  if (card && card !== cell) return card;
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
let known = { local: 0, tag: '', made: '', sign: '', cell: /** @type {WeakRef<Element> | null} */ (null) };
const MOST_TEXT = 1000;
/** What an item is known by when a page made it anew: its keys, else its text. @param {Element} item */
const signOf = (item) => {
  const record = itemElement(item) === item ? itemOf(item) : null;
  if (record === null) return normalizeSpace(dom.textContent(item).slice(0, MOST_TEXT));
  return record.keys || record.text;
};
/** @param {number} local @param {Element} item @param {Element | null} cell  that it stands in, if the item is a row */
const remember = (local, item, cell) => {
  known = {
    local,
    tag: dom.localName(item),
    made: makeOf(item),
    sign: signOf(item),
    cell: cell && new WeakRef(cell),
  };
};

/** The only item that can be the one which a page took out. @param {number} local */
const madeAnew = (local) => {
  if (known.local !== local || known.sign === '') return null;
  const alike = Array.from(dom.query(document, known.tag)).filter(
    (one) => makeOf(one) === known.made && movedItem(one) === one && signOf(one) === known.sign,
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
  const cell = item && cellIn(element, item);
  if (item && levels === null) remember(local, item, cell);
  // What went to another cell of its row, or of another, is no row that was moved.
  if (levels !== null && known.local === local && known.cell && known.cell.deref() !== cell)
    return { item: null, levels };
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
