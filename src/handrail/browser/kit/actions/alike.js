// Whether what an element stands in is one of several alike, or only a box with words in it: toolbars are often lists, or
// rows of a table.

import { itemElement, wordsOf } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { dom } from '../dom/dom.js';
import { seenText } from '../forms/labels.js';

const HEADS = 'thead, tfoot, [role=columnheader]';
const CELLS = 'td, [role=gridcell], [role=cell]';
const CONTROLS = 'button, [role=button], [role=menuitem], [role=link], input, a, summary, [tabindex]';
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

/** Whether a neighbour of the row or item that an element stands in has a control that is called alike. Heads and feet of
 * tables are no rows.
 * @param {Element} element
 */
export const isInRowOfSeveral = (element) => {
  let row = itemElement(element);
  if (!row || dom.closest(element, HEADS)) return false;
  if (dom.matches(row, CELLS)) row = dom.parent(row) ?? row;
  const kind = `${CONTROLS}, ${CSS.escape(dom.localName(element))}`;
  let left = LEVELS;
  for (let box = /** @type {Element | null} */ (row); box && left-- > 0; box = dom.parent(box)) {
    const [name, bare] = [nameOf(element), bareName(element, box)];
    /** @param {Element} control @param {Element} around */
    const isAlike = (control, around) =>
      nameOf(control) === name || (bare !== name && bareName(control, around) === bare);
    for (const one of beside(box)) {
      const controls = [...(dom.matches(one, kind) ? [one] : []), ...dom.queryIn(one, kind)].slice(0, MOST_CONTROLS);
      if (controls.some((control) => isAlike(control, one))) return true;
    }
    // Each may stand in a box of its own.
    const around = dom.parent(box);
    if (!around || dom.children(around).length > 1) return false;
  }
  return false;
};
