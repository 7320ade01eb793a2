// Codes that are entered letter by letter: boxes side by side that take one each.

import { hasBox } from '../actions/hit_test.js';
import { onElement } from '../actions/on_element.js';
import { inputType } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';
import { fieldOf, readField } from './fields.js';

const LEVELS = 4;
const FEWEST = 3;
/** @param {Element} field */
const takesOne = (field) =>
  ['text', 'tel', 'number', 'password'].includes(inputType(field)) &&
  ['maxlength', 'size'].some((name) => dom.attribute(field, name) === '1');

/** The boxes of a code, in order, where a field is the first; else none. @param {Element} field */
const boxesFrom = (field) => {
  if (dom.tag(field) !== 'input' || !takesOne(field)) return [];
  let around = dom.parent(field);
  for (let level = 0; around && level < LEVELS; level++, around = dom.parent(around)) {
    const fields = Array.from(dom.query(around, 'input, textarea, select')).filter(hasBox);
    if (!fields.every(takesOne)) return [];
    if (fields.length >= FEWEST) return fields[0] === field ? fields : [];
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
