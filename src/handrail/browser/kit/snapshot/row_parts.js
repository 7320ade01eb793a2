// Rows of a grid in several parts: grids keep the columns that stay in boxes of their own, and the number of a row says
// what belongs together.

import { dom } from '../dom/dom.js';
import { isRendered } from '../style/visibility.js';
import { numberOf } from './extent.js';

const ROWS = '[role=row][aria-rowindex]';
const CELLS = '[aria-colindex]';
const MOST_PARTS = 4; // on the left, in the middle, on the right: three in most grids
const GRIDS = '[role=grid], [role=treegrid], [role=table]';

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
    const grid = dom.closest(row, GRIDS);
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
