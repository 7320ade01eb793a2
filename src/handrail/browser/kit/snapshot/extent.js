// How much of a grid or list stands in the page: long ones are made as far as they are scrolled to, and say how long they
// are. In words of our own, for the states of a line.

import { dom } from '../dom/dom.js';
import { wordSet } from '../dom/text.js';
import { madeRows } from '../page/made_rows.js';
import { styleOf } from '../style/visibility.js';

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
