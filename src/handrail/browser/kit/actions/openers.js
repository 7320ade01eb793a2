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

/** The control that opens the closed part in which an element stands: one that names it, else the nearest before it. */
export const opener = onElement((element) => {
  if (isRendered(element)) return { local: null };
  let box = element;
  for (let above = dom.parent(box); above && !isRendered(above); above = dom.parent(box)) {
    const id = dom.id(box);
    const [naming] = id ? dom.query(document, `[aria-controls~="${CSS.escape(id)}"]`) : [];
    if (naming && isRendered(naming)) return { local: refOf(naming) };
    box = above;
  }
  let at = /** @type {Element | null} */ (box);
  for (let level = 0; at && level < LEVELS; level++, at = dom.parent(at)) {
    const found = openerBefore(at);
    if (found) return { local: refOf(found) };
  }
  return { local: null };
});
