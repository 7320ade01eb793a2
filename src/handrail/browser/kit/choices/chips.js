// What was chosen and stands before a field with a part of its own that takes it away again, as chips and tokens do.

import { LONGEST_NAME } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { hasBox } from '../actions/hit_test.js';
import { dom } from '../dom/dom.js';
import { clip, normalizeSpace } from '../dom/text.js';
import { inputMethod } from '../forms/fields.js';
import { isVisible } from '../style/visibility.js';

const CROSS = /^[×✕✖✗✘⨯x]$/iu;
const REMOVES = /remov|delete|deselect|unselect|clear|close|cancel|dismiss|xmark|times/i;
const SAID = ['class', 'aria-label', 'title', 'data-testid', 'data-icon', 'data-pc-section'];
/** @param {Element} part */
const takesAway = (part) =>
  CROSS.test(normalizeSpace(dom.textContent(part))) ||
  SAID.some((name) => REMOVES.test(dom.attribute(part, name) ?? ''));

/** @param {Element} part */
const ownText = (part) => normalizeSpace(Array.from(dom.childNodes(part)).filter(dom.isText).map(dom.data).join(' '));

const CHIP_LEVELS = 3;
/** The part that takes away what a text says: it stands in the smallest box around that, which says nothing else.
 * @param {Element} part @param {Element} box
 */
const removerOf = (part, box) => {
  /** @type {Element | null} */
  let chip = part;
  for (let level = 0; chip && chip !== box && level < CHIP_LEVELS; level++, chip = dom.parent(chip)) {
    const within = Array.from(dom.query(chip, '*'));
    const remover = within.find((other) => takesAway(other) && !dom.contains(other, part) && hasBox(other));
    if (within.some((other) => other !== part && !(remover && dom.contains(remover, other)) && ownText(other) !== ''))
      return null;
    if (remover) return remover;
  }
  return null;
};

const BOX_LEVELS = 4;
const MOST_PARTS = 300;
const FIELDS = 'input, select, textarea, [contenteditable]';
const FOLLOWING = 4; // Node.DOCUMENT_POSITION_FOLLOWING
/** @param {Element} box @param {Element} trigger */
const isOfOneField = (box, trigger) =>
  !['form', 'search', 'dialog', 'toolbar'].includes(roleOf(box)) &&
  !['body', 'form', 'fieldset'].includes(dom.tag(box)) &&
  Array.from(dom.query(box, FIELDS)).every(
    (field) => dom.contains(trigger, field) || inputMethod(field) !== 'typed' || !isVisible(field),
  );

/** The chips in a box: what each is called, and what takes it away.
 * @param {Element} box @param {Element} trigger @param {Element | null} list
 */
const chipsIn = (box, trigger, list) =>
  Array.from(dom.query(box, '*'))
    .slice(0, MOST_PARTS)
    .filter((part) => dom.tag(part) !== 'label' && ownText(part) !== '' && !CROSS.test(ownText(part)))
    .filter((part) => !(list && dom.contains(list, part)) && isBefore(part, trigger) && hasBox(part))
    .map((part) => ({ label: clip(ownText(part), LONGEST_NAME), remover: removerOf(part, box) }))
    .filter(({ remover }) => remover !== null);

/** Whether a part comes before a field, or in it. @param {Element} part @param {Element} field */
const isBefore = (part, field) => (dom.compare(part, field) & FOLLOWING) !== 0 || dom.contains(field, part);

/** The chips of a field. A box around others has none of it. @param {Element} trigger @param {Element | null} list */
export const chipsOf = (trigger, list) => {
  let box = /** @type {Element | null} */ (trigger);
  for (let level = 0; box && level <= BOX_LEVELS && isOfOneField(box, trigger); level++, box = dom.parent(box)) {
    const chips = chipsIn(box, trigger, list);
    if (chips.length) return chips;
  }
  return [];
};
