// Structured data of a page: the rows of a table, and the fields of items that repeat.

import { nameOf } from '../accessibility/names.js';
import { dom } from '../dom/dom.js';
import { elementOfRef } from '../dom/refs.js';
import { clip } from '../dom/text.js';
import { headsOf } from '../snapshot/extent.js';
import { isSeen, isTextVisible } from '../style/text_visibility.js';
import { attributeOf, clipAttribute, textOf } from './elements.js';

const TABLES = 'table, [role=table], [role=grid], [role=treegrid]';
const ROWS = 'tr, [role=row]';
const HEADS = 'th, [role=columnheader], [role=rowheader]';
const CELLS = `td, ${HEADS}, [role=cell], [role=gridcell]`;
const MAX_TEXT = 2000;
const MAX_CELLS = 50000;
const MAX_SPAN = 1000; // as in the HTML standard for columns

/** @param {Element} item @param {{selector: string, attribute: string}} field @param {Deadline} deadline */
const fieldOf = (item, { selector, attribute }, deadline) => {
  const element = selector === '' ? item : dom.query(item, selector)[0];
  if (!element) return null;
  if (attribute === '') return textOf(element, isTextVisible(element), MAX_TEXT, deadline);
  const value = attributeOf(element, attribute);
  return value === null ? null : clipAttribute(attribute, value);
};

/** Of each item the first element that a field's selector finds in it: its text, or an attribute.
 *
 * @type {Operation}
 */
export const records = ({ locals, fields }, deadline) => ({
  records: locals.map((/** @type {number} */ local) => {
    const item = elementOfRef(local);
    return item && fields.map((/** @type {any} */ field) => fieldOf(item, field, deadline));
  }),
});

/** @param {Element} element @param {string[]} names */
const spanOf = (element, names) => {
  for (const name of names) {
    const span = Number.parseInt(dom.attribute(element, name) ?? '', 10);
    if (span > 1) return Math.min(span, MAX_SPAN);
  }
  return 1;
};

/** @param {Element} element @param {string} name */
const indexOf = (element, name) => Number.parseInt(dom.attribute(element, name) ?? '', 10) || 0;

const PICTURES = 'img, svg, [role=img]';
const PRESSED = 'button, a, [role=button]';
/** What the pictures say that are all there is in a cell, such as the signs for yes and no. @param {Element} cell */
const pictured = (cell) =>
  Array.from(dom.queryIn(cell, PICTURES))
    .filter((picture) => isSeen(picture) && dom.closest(picture, PRESSED) === null)
    .map(nameOf)
    .join(' ')
    .trim();

/** @param {Element} cell @param {boolean} drawn @param {Deadline} deadline */
const cellOf = (cell, drawn, deadline) => ({
  text:
    textOf(cell, !drawn && isTextVisible(cell), MAX_TEXT, deadline) || (drawn ? '' : clip(pictured(cell), MAX_TEXT)),
  head: dom.matches(cell, HEADS),
  columns: spanOf(cell, ['colspan', 'aria-colspan']),
  rows: spanOf(cell, ['rowspan', 'aria-rowspan']),
  at: indexOf(cell, 'aria-colindex'),
});

/** @typedef {{head: boolean, index: number, cells: ReturnType<typeof cellOf>[]}} Row */

/** Add what stands in a row, to its other part where there is one: grids keep columns that stay in a box of their own,
 *  and the number of the row says what belongs together.
 *
 * @param {Map<number | Row, Row>} rows @param {Row} part
 */
const addPart = (rows, part) => {
  const row = rows.get(part.index);
  const columns = new Set([...(row?.cells ?? []), ...part.cells].map((cell) => cell.at));
  if (row && !columns.has(0) && columns.size === row.cells.length + part.cells.length) {
    row.cells = [...row.cells, ...part.cells].sort((one, other) => one.at - other.at);
  } else rows.set(row || !part.index ? part : part.index, part);
};

/** The shown rows of the table that an element is, stands in or holds, with their cells; spans as they are written.
 *  Those in a canvas say what it shows.
 *
 * @type {Operation}
 */
export const table = ({ local }, deadline) => {
  const element = elementOfRef(local);
  if (!element) return { gone: true };
  const found = dom.closest(element, TABLES) ?? dom.query(element, TABLES)[0];
  if (!found) return { found: false };
  const canvas = dom.closest(found, 'canvas');
  /** @param {Element} part */
  const isShown = (part) => canvas !== null || isTextVisible(part);
  const rows = new Map();
  let count = 0;
  for (const row of dom.query(found, ROWS)) {
    if (count > MAX_CELLS || deadline.passed()) {
      deadline.late += 1;
      break;
    }
    if (dom.closest(row, TABLES) !== found || !isShown(row)) continue;
    const cells = [...dom.query(row, CELLS)].filter((cell) => dom.closest(cell, ROWS) === row && isShown(cell));
    count += cells.length;
    addPart(rows, {
      head: dom.closest(row, 'thead') !== null,
      index: indexOf(row, 'aria-rowindex'),
      cells: cells.map((cell) => cellOf(cell, canvas !== null, deadline)),
    });
  }
  // A grid that makes few rows appends those that come into view, also above the others.
  const areNumbered = [...rows.keys()].every((key) => typeof key === 'number');
  const inOrder = [...rows.values()].sort((one, other) => (areNumbered ? one.index - other.index : 0));
  // A table in pages is described by what says which rows it shows ("1 to 10 of 57").
  const about = [dom.query(found, 'caption')[0], ...dom.idrefs(found, 'aria-describedby')].filter(Boolean);
  return {
    found: true,
    caption: about
      .map((part) => textOf(part, isTextVisible(part), MAX_TEXT, deadline))
      .join(' ')
      .trim(),
    rows: inOrder.map(({ head, cells }) => ({ head, cells })),
    drawn: canvas !== null && isTextVisible(canvas),
    announced: Math.max(0, indexOf(found, 'aria-rowcount') - headsOf(found)),
  };
};
