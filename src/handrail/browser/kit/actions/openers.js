// What opens a closed part of the page, such as a menu that is not rendered.

import { dom } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';
import { isRendered, isVisible } from '../style/visibility.js';
import { onElement } from './on_element.js';

const OPENERS = 'button, summary, [role=button], [aria-expanded], [aria-haspopup], input[type=checkbox], a[href^="#"]';
const LEVELS = 3;
/** The last control in or before a box that may open what follows it. @param {Element} box */
const openerBefore = (box) => {
  for (let at = dom.previousElement(box); at; at = dom.previousElement(at)) {
    const inside = [at, ...dom.queryIn(at, '*')].filter((part) => dom.matches(part, OPENERS) && isRendered(part));
    const found = inside.findLast(isVisible) ?? inside.at(-1);
    if (found) return found;
  }
  return null;
};

const NAMING = ['aria-controls', 'popovertarget', 'commandfor'];
/** The control that says by its id what it opens. @param {Element} box */
const openerByName = (box) => {
  const id = CSS.escape(dom.id(box));
  const root = dom.rootNode(box);
  if (id === '' || !dom.isTree(root)) return null;
  const naming = dom.query(root, NAMING.map((name) => `[${name}~="${id}"]`).join());
  return Array.from(naming).find(isRendered) ?? null;
};

/** The control that opens the closed part in which an element stands: one that names it, else the nearest before it. */
export const opener = onElement((element) => {
  /** @type {Element | null} */
  let closed = null;
  for (let box = /** @type {Element | null} */ (element); box && !isRendered(box); box = dom.parent(box)) {
    const naming = openerByName(box);
    if (naming) return { local: refOf(naming) };
    closed = box;
  }
  for (let box = closed, level = 0; box && level < LEVELS; box = dom.parent(box), level++) {
    const found = openerBefore(box);
    if (found) return { local: refOf(found) };
  }
  return { local: null };
});
