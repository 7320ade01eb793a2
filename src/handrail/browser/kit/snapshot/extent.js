// How much of a grid or list stands in the page: long ones are made as far as they are scrolled to, and say how long they
// are. In words of our own, for the states of a line.

import { dom } from '../dom/dom.js';
import { wordSet } from '../dom/text.js';
import { boxOf, isRendered, styleOf } from '../style/visibility.js';

// Lists that make only the rows near their window: a box as tall as all rows would be, with few of them in it.

const LEVELS = 8;
const MOST_ROWS = 300;
const FEWEST_ROWS = 3;
/** How much of what a box scrolls another takes that holds all of it. */
const WHOLE = 0.8;
const CONTENT = 'input, button, img, svg, a[href]';

/** @param {Element} element */
const childrenOf = (element) => {
  const found = [];
  for (let child = dom.firstElement(element); child; child = dom.nextElement(child)) {
    if (found.push(child) > MOST_ROWS) return null;
  }
  return found;
};

/** @param {Element} element */
const isRow = (element) =>
  boxOf(element).height > 0 &&
  (/\S/.test(dom.textContent(element)) || dom.matches(element, CONTENT) || dom.query(element, CONTENT).length > 0);

/** The box in a scroller that is as tall as all that it scrolls, and the rows in it; null where there are no rows.
 * @param {Element} scroller
 */
export const rowsIn = (scroller) => {
  const least = dom.scrollHeight(scroller) * WHOLE;
  let whole = scroller;
  let at = scroller;
  for (let level = 0; level < LEVELS; level++) {
    const children = childrenOf(at);
    if (children === null) return null;
    const tallest = children.find((child) => boxOf(child).height >= least);
    const rows = tallest ? [] : children.filter(isRow);
    if (rows.length >= FEWEST_ROWS) return { whole, rows };
    const next = tallest ?? (rows.length === 1 ? rows[0] : null);
    if (!next) return null;
    if (tallest) whole = tallest;
    at = next;
  }
  return null;
};

/** Which rows of a long list are in the page, of about how many, as "3-21/~60"; '' where all are. It has more where its
 *  rows fill the window and leave the rest of the box empty.
 * @param {Element} scroller
 */
const madeRows = (scroller) => {
  const window = dom.clientHeight(scroller);
  if (window === 0 || dom.scrollHeight(scroller) <= window + 1) return '';
  const found = rowsIn(scroller);
  if (found === null || found.whole === scroller) return '';
  const all = boxOf(found.whole);
  const { span, height, part } = partOf(found.rows, all.top, all.height);
  return span < window * WHOLE || all.height - span < Math.max(2 * height, window / 4) ? '' : part;
};

/** Of items in a row, how long they are together and each, and which they are of all in a box that begins at `start`.
 * @param {Element[]} items @param {number} start @param {number} whole
 */
export const partOf = (items, start, whole) => {
  const boxes = items.map(boxOf);
  const top = Math.min(...boxes.map((box) => box.top));
  const span = Math.max(...boxes.map((box) => box.bottom)) - top;
  const height = span / boxes.length;
  const first = Math.max(0, Math.round((top - start) / height)) + 1;
  const last = first + boxes.length - 1;
  return { span, height, part: `${first}-${last}/~${Math.max(Math.round(whole / height), last)}` };
};

// Rows of a grid in several parts: grids keep the columns that stay in boxes of their own, and the number of a row says
// what belongs together.

const ROWS = '[role=row][aria-rowindex]';
const CELLS = '[aria-colindex]';
const MOST_PARTS = 4; // on the left, in the middle, on the right: three in most grids
export const IN_PARTS = '[role=grid], [role=treegrid], [role=table]';

/** The columns of the cells of a row. @param {Element} row */
const columnsOf = (row) =>
  Array.from(dom.children(row), (cell) => (dom.matches(cell, CELLS) ? numberOf(cell, 'aria-colindex') : Number.NaN));

/** Are these parts of one row, and no copies of it? They are drawn side by side, and each column is there once, as its
 * number says.
 * @param {Element[]} rows
 */
const areParts = (rows) => {
  const [first, ...others] = rows.map(dom.box);
  const middle = first.top + first.height / 2;
  if (others.some(({ top, bottom }) => middle < top || middle > bottom)) return false;
  const columns = rows.flatMap(columnsOf);
  return columns.every((column) => column > 0) && new Set(columns).size === columns.length;
};

/** The rows below an element that stand in parts: each first part, and the others in the order of their columns.
 * @param {Element} root @returns {Map<Element, Element[]>}
 */
export const rowParts = (root) => {
  /** @type {Map<Element | null, Map<number, Element[]>>} */
  const grids = new Map();
  for (const row of dom.query(root, ROWS)) {
    if (!isRendered(row) || dom.box(row).width === 0) continue;
    const grid = dom.closest(row, IN_PARTS);
    const byNumber = grids.get(grid) ?? new Map();
    const number = numberOf(row, 'aria-rowindex');
    const rows = byNumber.get(number) ?? [];
    rows.push(row);
    grids.set(grid, byNumber.set(number, rows));
  }
  /** @type {Map<Element, Element[]>} */
  const parts = new Map();
  for (const [grid, byNumber] of grids) {
    for (const rows of grid ? byNumber.values() : []) {
      if (rows.length === 1 || rows.length > MOST_PARTS || !areParts(rows)) continue;
      const [first, ...others] = rows.sort((one, other) => columnsOf(one)[0] - columnsOf(other)[0]);
      parts.set(first, others);
    }
  }
  return parts;
};

const GRIDS = wordSet('grid treegrid table');
const LISTS = wordSet('list listbox tree feed menu');
const COLUMN_HEADS = '[role=columnheader], th[scope=col]';
const MOST = 2000;
const MOST_RANGES = 4;
/** @param {Element} element @param {string} name */
export const numberOf = (element, name) => Number.parseInt(dom.attribute(element, name) ?? '', 10);
/** The range of an index that the parts have, and how many there are in all; '' where none is missing.
 * @param {string} what @param {Element} element @param {string} parts @param {string} index @param {number} total
 * @param {number} [heads]  parts before the first that counts
 */
const range = (what, element, parts, index, total, heads = 0) => {
  if (!(total > 0) && total !== -1) return '';
  if (total > 0) total -= heads;
  const found = Array.from(dom.queryIn(element, parts))
    .slice(0, MOST)
    .map((part) => numberOf(part, index) - heads)
    .filter((number) => number > 0 && (total < 0 || number <= total)); // of a list that was longer, parts may be left
  if (!found.length) return `${what}=${total > 0 ? total : '?'}`;
  const there = rangesOf(found);
  return there === `1-${total}` || total === 1 ? '' : `${what}=${there}/${total > 0 ? total : '?'}`;
};

/** Numbers as ranges: a header may stay where rows far below are shown. @param {number[]} numbers */
const rangesOf = (numbers) => {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.slice(0, MOST_RANGES).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return shown.join(',') + (ranges.length > shown.length ? ',…' : '');
};

/** How many of the first rows are heads, which ARIA counts with the others: readers want the number of entries.
 * @param {Element} grid
 */
export const headsOf = (grid) => {
  const rows = Array.from(dom.queryIn(grid, '[aria-rowindex]')).slice(0, MOST);
  const heads = rows.findIndex((row) => dom.closest(row, 'thead') === null && !dom.query(row, COLUMN_HEADS).length);
  return heads > 0 && numberOf(rows[heads - 1], 'aria-rowindex') === heads ? heads : 0;
};

/** @param {Element} element @param {string} role @returns {string[]} */
export const extentOf = (element, role) => {
  if (GRIDS.has(role))
    return [
      range('rows', element, '[aria-rowindex]', 'aria-rowindex', numberOf(element, 'aria-rowcount'), headsOf(element)),
      range('columns', element, '[aria-colindex]', 'aria-colindex', numberOf(element, 'aria-colcount')),
    ].filter(Boolean);
  if (!LISTS.has(role)) return [];
  const [item] = dom.queryIn(element, '[aria-setsize]');
  // The items of a branch count by themselves.
  if (!item || numberOf(item, 'aria-level') > 1) return [];
  const size = range('items', element, '[aria-posinset]', 'aria-posinset', numberOf(item, 'aria-setsize'));
  return role === 'tree' || !size ? [] : [size];
};

const COUNTED = '[aria-rowcount], [aria-setsize]';
/** The width of a scroll bar: a box that scrolls down is often too narrow by that. */
const BAR = 20;
/** Which way a box scrolls other than down only, and how much of its list is in the page. @param {Element} element */
export const scrollStates = (element) => {
  const tall =
    dom.scrollHeight(element) > dom.clientHeight(element) + 1 && /auto|scroll/.test(styleOf(element).overflowY);
  const wide = dom.scrollWidth(element) - dom.clientWidth(element) > (tall ? BAR : 1);
  const words = wide && /auto|scroll/.test(styleOf(element).overflowX) ? [tall ? 'down,sideways' : 'sideways'] : [];
  const isCounted = dom.queryIn(element, COUNTED).length > 0 || dom.closest(element, COUNTED) !== null;
  const rows = tall && !isCounted ? madeRows(element) : '';
  return rows ? [...words, `items=${rows}`] : words;
};
