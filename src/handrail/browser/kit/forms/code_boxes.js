// Codes that are entered letter by letter: boxes side by side that take one each.

import { hasBox } from '../actions/boxes.js';
import { inputType } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { onElement, refOf } from '../dom/refs.js';
import { fieldOf, readField } from './fields.js';

const LEVELS = 4;
const FEWEST = 3;
/** @param {Element} field */
const takesOne = (field) =>
  ['text', 'tel', 'password'].includes(inputType(field)) && dom.attribute(field, 'maxlength') === '1';

const ROWS = 'tr, li, label, [role=row], [role=listitem]';
const MARKS = /^[\s·.–—-]*$/u;
/** Are boxes in one line, with no more between them than marks? A label, or a row of its own, makes a field of a box.
 * @param {Element} around @param {Element[]} boxes
 */
const areOneCode = (around, boxes) => {
  if (new Set(boxes.map((box) => dom.closest(box, ROWS))).size > 1) return false;
  const last = /** @type {Element} */ (boxes.at(-1));
  let isBetween = false;
  let text = '';
  for (let node = dom.firstChild(around); node; node = dom.nextSibling(node)) {
    isBetween ||= node === boxes[0] || dom.contains(node, boxes[0]);
    if (isBetween) text += dom.textContent(node);
    if (node === last || dom.contains(node, last)) break;
  }
  return MARKS.test(text);
};

/** The boxes of a code, in order, where a field is the first; else none. @param {Element} field */
const boxesFrom = (field) => {
  if (dom.tag(field) !== 'input' || !takesOne(field)) return [];
  for (const around of dom.around(field, LEVELS)) {
    const fields = Array.from(dom.query(around, 'input, textarea, select')).filter(hasBox);
    if (!fields.every(takesOne)) return [];
    if (fields.length >= FEWEST) return fields[0] === field && areOneCode(around, fields) ? fields : [];
  }
  return [];
};

/** The boxes of the code that begins in a field, and what they hold: of a secret, only how long it is. */
export const codeBoxes = onElement((element) => ({
  boxes: boxesFrom(fieldOf(element)).map((box) => {
    const { value, length, secret } = readField(box);
    return { local: refOf(box), text: secret ? '' : (value ?? ''), length, secret };
  }),
}));
