// Whether what an element stands in is one of several alike, or only a box with words in it: toolbars are often lists, or
// rows of a table.

import { itemElement, wordsOf } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { dom } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { seenText } from '../forms/labels.js';

const HEADS = 'thead, tfoot, [role=columnheader]';
const CELLS = 'td, [role=gridcell], [role=cell]';
const CONTROLS = 'button, [role=button], [role=menuitem], [role=link], input, a, summary, [tabindex]';
const LINKS = 'a, [role=link]';
const FIELDS = 'input:not([type=button], [type=submit], [type=image])';
const NUMBERS = /[\p{N}\s]+/gu;
const MOST_NEIGHBOURS = 10;
const MOST_CONTROLS = 30;
const LEVELS = 4;

/** The elements beside one that have its tag, the nearest first. @param {Element} element @returns {Generator<Element>} */
const beside = function* (element) {
  let [before, after] = [dom.previousElement(element), dom.nextElement(element)];
  for (let step = 0; (before || after) && step < MOST_NEIGHBOURS; step++) {
    for (const one of [before, after]) if (one && dom.localName(one) === dom.localName(element)) yield one;
    [before, after] = [before && dom.previousElement(before), after && dom.nextElement(after)];
  }
};

/** A control's name without the words that stand around it: "Delete Anna" and "Delete Ben" do the same.
 * @param {Element} control @param {Element} box
 */
const bareName = (control, box) => {
  const name = nameOf(control);
  const [own, around] = [wordsOf(name), wordsOf(seenText(box, (one) => one === control))];
  return [...own].filter((word) => !around.has(word)).join(' ') || name;
};

/** @param {Element} box @param {string} [kind] */
const controlsIn = (box, kind = CONTROLS) =>
  [...(dom.matches(box, kind) ? [box] : []), ...dom.queryIn(box, kind)].slice(0, MOST_CONTROLS);

/** What a person can do in a box, by the names of its controls without numbers ("Upvote (3)"): to press its own name, or
 * itself, too.
 * @param {Element} box @returns {Set<string>}
 */
const actsIn = (box) => {
  const text = seenText(box);
  /** @param {Element} one */
  const actOf = (one) => {
    if (dom.matches(one, FIELDS)) return 'field';
    const seen = seenText(one);
    const isName = dom.matches(one, LINKS) && seen !== '' && text.startsWith(seen);
    return isName ? 'name' : bareName(one, box).replace(NUMBERS, '');
  };
  const takesPresses = isListening(box) || dom.hasAttribute(box, 'onclick');
  return new Set([...controlsIn(box).map(actOf), ...(takesPresses ? ['itself'] : [])]);
};

/** @param {Element} box */
const classOf = (box) => (dom.attribute(box, 'class') ?? '').trim().split(/\s+/, 1)[0];

/** Whether a box is made like one beside it, and all can be done in it that can be done there: of several comments only
 * one's own may be deleted. A toolbar has nothing to choose a row by.
 * @param {Element} box @param {Element} other
 */
const canAllOf = (box, other) => {
  if (classOf(box) !== classOf(other)) return false;
  const [own, acts] = [actsIn(box), [...actsIn(other)]];
  return acts.length > 0 && acts.every((one) => one !== '' && own.has(one));
};

/** Whether a row is the only one of a table, under a head of as many columns, and begins with what it is about.
 * @param {Element} row @param {Element} element
 */
const isOnlyRow = (row, element) => {
  const table = dom.closest(row, 'table');
  const [head, body, ...more] = table ? dom.queryIn(table, 'tr') : [];
  if (body !== row || more.length > 0) return false;
  const names = Array.from(dom.children(head));
  const [first, ...others] = dom.children(row);
  const isHead = names.every((one) => dom.localName(one) === 'th') && names.length === others.length + 1;
  return isHead && !dom.contains(first, element);
};

/** The row or item that an element stands in; null where that is the head or foot of a table, or none. @param {Element} element */
const rowOf = (element) => {
  const row = itemElement(element);
  if (!row || dom.closest(element, HEADS)) return null;
  return dom.matches(row, CELLS) ? (dom.parent(row) ?? row) : row;
};

/** A row, and the boxes that it alone stands in. @param {Element | null} row @returns {Generator<Element>} */
const boxesOf = function* (row) {
  let left = LEVELS;
  for (let box = row; box && left-- > 0; box = dom.parent(box)) {
    yield box;
    const around = dom.parent(box);
    if (!around || dom.children(around).length > 1) return;
  }
};

/** Whether a neighbour of the row or item that an element stands in has a control that is called alike.
 * @param {Element} element
 */
const isInRowOfSeveral = (element) => {
  const [kind, name] = [`${CONTROLS}, ${CSS.escape(dom.localName(element))}`, nameOf(element)];
  for (const box of boxesOf(rowOf(element))) {
    const bare = bareName(element, box);
    /** @param {Element} control @param {Element} around */
    const isAlike = (control, around) =>
      nameOf(control) === name || (bare !== name && bareName(control, around) === bare);
    for (const one of beside(box)) if (controlsIn(one, kind).some((control) => isAlike(control, one))) return true;
  }
  return false;
};

/** Whether the row or item that an element stands in is one thing, though no neighbour has such a control: one beside it
 * is made like it and can nothing else, or it is the only row of its table.
 * @param {Element} element
 */
const isInRowOfOneThing = (element) => {
  const row = rowOf(element);
  if (row && isOnlyRow(row, element)) return true;
  for (const box of boxesOf(row)) for (const one of beside(box)) if (canAllOf(box, one)) return true;
  return false;
};

/** @param {Element} element */
export const amongRows = (element) => {
  const alike = isInRowOfSeveral(element);
  return { alike, alone: !alike && isInRowOfOneThing(element) };
};
