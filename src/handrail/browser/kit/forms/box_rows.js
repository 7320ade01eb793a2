// Which row a box stands for, where its own name does not say that.

import { isItem, itemElement, itemOf, withoutAges } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { dom } from '../dom/dom.js';
import { foundPerCall } from '../dom/per_call.js';
import { bothEnds, normalizeSpace } from '../dom/text.js';
import { seenText } from './labels.js';

// A question names no more.
const MOST_NAMED = 20;
const MOST_BOXES = 100;
const DIALOG_TEXT = 300;
export const BUTTONS = 'button, [role=button], input[type=button], input[type=submit]';
/** @param {Element | null} box */
export const wordsOf = (box) =>
  // Its other buttons say what is not pressed; of a menu they are all that it says.
  box ? bothEnds(normalizeSpace(seenText(box, (at) => dom.matches(at, BUTTONS))), DIALOG_TEXT) : '';
const BOX_KINDS = 'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]';
const TELLING = /\p{L}{2}/u;
/** The row of a box whose name does not say which it is: a box in the row beside it bears it too ("Select row"), or it says
 * nothing of what is written in its own.
 * @type {(box: Element) => string}
 */
export const rowOf = foundPerCall((box) => {
  const [name, item] = dom.matches(box, BOX_KINDS) ? [nameOf(box), itemWithWords(box)] : ['', null];
  const row = name && item ? stableWords(item, name) : '';
  const isTold = !item || !row || name.includes(row) || namesRow(name, item, row) || isOfOther(name, item, row);
  return isTold ? '' : row;
});
/** What a row is called by: the rest of it may run on, as loads and prices do, and a yes holds to what was told.
 * @param {Element} item @param {string} name
 */
const stableWords = (item, name) => {
  const first = itemOf(item)?.first ?? '';
  return TELLING.test(first) && !name.includes(first) ? first : withoutAges(wordsOf(item));
};
/** The row around a box, not its cell. @param {Element} box */
const itemWithWords = (box) => {
  let item = itemElement(box);
  for (let left = MOST_NAMED; item && !wordsOf(item) && left > 0; left--) {
    const above = dom.parent(item);
    item = above && itemElement(above);
  }
  return item;
};
/** @param {string} name @param {Element} item @param {string} row */
const namesRow = (name, item, row) => {
  const first = itemOf(item)?.first ?? '';
  const beside = [dom.previousElement(item), dom.nextElement(item)].flatMap((one) =>
    one ? [...dom.queryIn(one, BOX_KINDS)].slice(0, MOST_NAMED) : [],
  );
  return (
    (row.includes(name) || (TELLING.test(first) && name.includes(first))) && !beside.some((one) => nameOf(one) === name)
  );
};
/** Whether a box that only looks like one of several, as the pane of a dialog does, begins with another box of other name,
 * and the boxes beside it have none of this name: its first words say of that one what it is.
 * @param {string} name @param {Element} item @param {string} row
 */
const isOfOther = (name, item, row) => {
  const list = dom.parent(item);
  if (isItem(item) || !list) return false;
  const isNamed = (/** @type {Element} */ one) => nameOf(one) === name;
  const boxes = Array.from(dom.query(list, BOX_KINDS));
  if (boxes.length > MOST_BOXES) return false;
  const own = boxes.filter((one) => dom.contains(item, one));
  const begins = own.some((one) => !isNamed(one) && nameOf(one).startsWith(row.replace(/…$/, '')));
  return begins && boxes.filter(isNamed).length === 1;
};
