// How deep an item of a tree stands, whether it is open, and its arrow, where roles do not say it.

import { dom } from '../dom/dom.js';
import { normalizeSpace } from '../dom/text.js';
import { isPainted, isRendered, styleOf } from '../style/visibility.js';
import { isOpenByClass } from './class_states.js';
import { roleOf } from './roles.js';

const NUMBERED = /(?:^|[-_])(?:depth|level)-?(\d{1,2})$/i;
const ATTRIBUTES = ['aria-level', 'data-depth', 'data-level'];
const ARROW = /toggle|expand|arrow|caret|chevron|twist/i;
const MOST_PARTS = 6;

/** @param {Element} element */
const givenLevel = (element) => {
  const classes = (dom.attribute(element, 'class') ?? '').split(/\s+/).map((word) => NUMBERED.exec(word)?.[1]);
  const given = [...ATTRIBUTES.map((name) => dom.attribute(element, name)), ...classes];
  const found = given.find((level) => level && /^\d{1,2}$/.test(level));
  return found ? Number(found) : null;
};

/** The level of an item by role, where the lines that it stands below do not show it; '' where they do.
 * @param {Element} item
 */
export const levelOfItem = (item) => {
  const given = Number(dom.attribute(item, 'aria-level'));
  let shown = 1;
  let counted = 1;
  for (let at = dom.parent(item); at && roleOf(at) !== 'tree'; at = dom.parent(at)) {
    const before = dom.previousElement(at);
    if (roleOf(at) === 'treeitem') shown++;
    else if (before === null || roleOf(before) !== 'treeitem') continue;
    counted++;
  }
  const level = given > 0 ? Math.min(given, 99) : counted;
  return level === shown ? '' : `level=${level}`;
};

/** The row after a box of a tree; before it, with `previousElement`. @param {Element} box @param {typeof dom.nextElement} step */
const rowBeside = (box, step) => {
  const around = dom.parent(box);
  const next = around && step(around);
  return step(box) ?? (next && dom.firstElement(next));
};

/** What is drawn in a row to open it. @param {Element} box */
const arrowIn = (box) =>
  Array.from(dom.queryIn(box, '[class]'))
    .slice(0, MOST_PARTS)
    .find(
      (part) =>
        ARROW.test(dom.attribute(part, 'class') ?? '') &&
        normalizeSpace(dom.textContent(part)) === '' &&
        isRendered(part),
    ) ?? null;

/** A row of a tree that is drawn with plain boxes: its states, and its arrow; null for any other box.
 * @param {Element} box @returns {{states: string[], arrow: Element | null} | null}
 */
export const treeRow = (box) => {
  const level = givenLevel(box);
  if (level === null) return null;
  const [after, before] = [dom.nextElement, dom.previousElement].map((step) => {
    const row = rowBeside(box, step);
    return row && givenLevel(row);
  });
  const arrow = arrowIn(box);
  if (after === null && before === null && arrow === null) return null;
  const states = [`level=${level}`];
  if (arrow) states.push(isOpenByClass(arrow) || (after !== null && after > level) ? 'expanded' : 'collapsed');
  return { states, arrow };
};

const OPENED = '[role=treeitem][aria-expanded]';
const SIGNS = 'svg, img, i, input, button';
/** @param {Element} part */
const saysSomething = (part) =>
  /\S/.test(dom.textContent(part)) || dom.matches(part, SIGNS) || dom.queryIn(part, SIGNS).length > 0;

/** What to call the picture that an item which opens begins with; '' for anything else. @param {Element} part */
export const expanderName = (part) => {
  const item = dom.closest(part, OPENED);
  if (item === null || item === part || /grab|move/.test(styleOf(part).cursor)) return '';
  if (![part, ...dom.queryIn(part, '*')].some((drawn) => dom.matches(drawn, SIGNS) || isPainted(drawn))) return '';
  for (let at = part; at !== item; at = /** @type {Element} */ (dom.parent(at)))
    for (let before = dom.previousElement(at); before !== null; before = dom.previousElement(before))
      if (saysSomething(before)) return '';
  return 'expander';
};
