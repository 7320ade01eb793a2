// The element near another one that takes what that one does not.

import { guessedName } from '../accessibility/guessed_names.js';
import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { dom } from '../dom/dom.js';
import { onElement, refNow } from '../dom/refs.js';
import { clip } from '../forms/control_kinds.js';
import { inputMethod } from '../forms/fields.js';
import { seenText } from '../forms/labels.js';
import { isVisible } from '../style/visibility.js';

const KINDS = {
  text: 'input, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox]',
  list: 'select, [role=combobox], [role=listbox]',
  box: 'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]',
};
const LEVELS = 5;
const MOST = 60;
/** @param {Element} one @param {Element} other */
const distance = (one, other) => {
  const [a, b] = [dom.box(one), dom.box(other)];
  return Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2);
};

/** @param {Element} one */
const called = (one) => nameOf(one) || guessedName(one, roleOf(one));
/** @param {string} text */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The nearest in the smallest part around it that holds one: what belongs together stands together. What it does not hold
 * itself must have a word of its own: another field was not meant.
 */
export const nearest = onElement((element, { kind }) => {
  const words = new Set(wordsOf(`${called(element)} ${seenText(element)}`));
  for (const around of [element, ...dom.around(element, LEVELS - 1)]) {
    const fitting = Array.from(dom.queryIn(around, KINDS[/** @type {keyof typeof KINDS} */ (kind)]))
      .slice(0, MOST)
      .filter((one) => one !== element && (kind !== 'text' || inputMethod(one)) && isVisible(one))
      .filter((one) => around === element || wordsOf(called(one)).some((word) => words.has(word)));
    const [best] = fitting.sort((a, b) => distance(a, element) - distance(b, element));
    if (best) return { found: { local: refNow(best), role: roleOf(best), name: clip(called(best)) } };
  }
  return { found: null };
});
