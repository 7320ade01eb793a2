// The head of the column that a field stands in, of a <table> or of one that is made of boxes: what stands right above it,
// in a row whose parts stand above the parts of its own row.

import { dom } from '../dom/dom.js';
import { foundPerCall } from '../dom/per_call.js';
import { plainText } from '../dom/text.js';
import { isTextVisible } from '../style/text_visibility.js';
import { boxOf } from '../style/visibility.js';

const LEAST_CELLS = 3; // two that stand one above the other may do so by chance
const MOST_CELLS = 60;
const LEVELS_TO_ROW = 4;
const LEVELS_TO_HEAD = 6;
const MOST_BOXES = 40;
const SLACK = 4; // CSS pixels
const HEADS = 'th, [role=columnheader]';
const WORD = /\p{L}{2}/u;
const LONGEST = 60;
const ROWS = 'tr, [role=row]';
const FIELDS = 'input:not([type=checkbox]), select, textarea, [contenteditable]';
/** @param {Element} row */
const cellsOf = (row) => Array.from(dom.children(row)).slice(0, MOST_CELLS);
/** @param {Element[]} cells */
const areInLine = (cells) => {
  const [first, last] = [boxOf(cells[0]), boxOf(cells[cells.length - 1])];
  return first.right <= last.left + SLACK && first.bottom > last.top;
};

/** The row of at least three cells that an element stands in, and its cell there. @param {Element} element */
const placeOf = (element) => {
  let cell = element;
  for (let level = 0; level < LEVELS_TO_ROW; level++) {
    const row = dom.parent(cell);
    if (row === null) return null;
    const cells = cellsOf(row);
    if (cells.length >= LEAST_CELLS && areInLine(cells)) return { row, cell, isFirst: cell === cells[0] };
    cell = row;
  }
  return null;
};

/** @param {Element} head @param {Element} cell */
const isAbove = (head, cell) => {
  const [upper, lower] = [boxOf(head), boxOf(cell)];
  return upper.width > 0 && upper.bottom <= lower.top + SLACK && Math.abs(upper.left - lower.left) <= SLACK;
};

/** @param {Element} element */
const classesOf = (element) => dom.className(element).trim().split(/\s+/);
/** Is it a row of heads, or in a table of boxes one that is made otherwise? Another row of values would be none.
 * @param {Element} above @param {Element[]} heads @param {Element} row
 */
const isMadeAsHead = (above, heads, row) => {
  if (heads.filter((head) => dom.matches(head, HEADS)).length > heads.length / 2) return true;
  if (dom.matches(row, ROWS) || dom.parent(above) === dom.parent(row)) return false;
  const classes = classesOf(row);
  return !classesOf(above).some((name) => classes.includes(name));
};

/** @param {Element} above @param {Element} row */
const isHeadOf = (above, row) => {
  const heads = cellsOf(above);
  if (heads.length < LEAST_CELLS || dom.queryIn(above, FIELDS).length || !isMadeAsHead(above, heads, row)) return false;
  const cells = cellsOf(row);
  return heads.filter((head) => cells.some((cell) => isAbove(head, cell))).length >= LEAST_CELLS;
};

/** @param {Element} cell @param {Element} element */
const hasOtherWords = (cell, element) =>
  cell !== element && dom.tag(element) !== 'select' && plainText(cell) !== plainText(element);

/** The row of the heads above a row. @type {(row: Element) => Element | null} */
const headRowOf = foundPerCall((row) => {
  let found = null;
  let at = row;
  for (let level = 0; !found && level < LEVELS_TO_HEAD; level++) {
    const parent = dom.parent(at);
    if (parent === null) break;
    const before = dom.previousElement(at);
    for (const box of before ? new Set([before, dom.firstElement(parent)]) : [])
      if (box)
        found ??= [box, ...Array.from(dom.queryIn(box, '*')).slice(0, MOST_BOXES)].find((one) => isHeadOf(one, row));
    at = parent;
  }
  return found ?? null;
});

/** What the head of its column says of what stands in a cell without other words; '' where none does. Boxes to check in
 * the first column choose the row.
 * @param {Element} element @param {boolean} isCheck
 */
export const byColumn = (element, isCheck) => {
  const place = placeOf(element);
  if (place === null || (isCheck && place.isFirst) || hasOtherWords(place.cell, element)) return '';
  const heads = headRowOf(place.row);
  const head = heads && cellsOf(heads).find((one) => isAbove(one, place.cell));
  const words = head && isTextVisible(head) ? plainText(head) : '';
  return WORD.test(words) && words.length <= LONGEST ? words : '';
};
