// Lists that make only the rows near their window: a box as tall as all rows would be, with few of them in it.

import { dom } from '../dom/dom.js';
import { boxOf } from '../style/visibility.js';

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
export const madeRows = (scroller) => {
  const window = dom.clientHeight(scroller);
  if (window === 0 || dom.scrollHeight(scroller) <= window + 1) return '';
  const found = rowsIn(scroller);
  if (found === null || found.whole === scroller) return '';
  const boxes = found.rows.map(boxOf);
  const top = Math.min(...boxes.map((box) => box.top));
  const span = Math.max(...boxes.map((box) => box.bottom)) - top;
  const height = span / boxes.length;
  const all = boxOf(found.whole);
  if (span < window * WHOLE || all.height - span < Math.max(2 * height, window / 4)) return '';
  const first = Math.max(0, Math.round((top - all.top) / height)) + 1;
  const total = Math.max(Math.round(all.height / height), first + boxes.length - 1);
  return `${first}-${first + boxes.length - 1}/~${total}`;
};
