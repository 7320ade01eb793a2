// Where an item stands in the list that it was dragged in.

import { itemElement } from '../accessibility/identity.js';
import { dom } from '../dom/dom.js';
import { clip } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { hasBox } from './hit_test.js';
import { onElement } from './on_element.js';

/** How many parents up from an element its item is; null where it stands in none. @param {Element} element */
const levelsToItem = (element) => {
  const item = itemElement(element);
  let levels = 0;
  for (let at = element; at !== item; levels += 1) {
    const above = item && dom.parent(at);
    if (!above) return null;
    at = above;
  }
  return levels;
};

/** The place of an item among the parts of its list that are made as it is. `levels`: how many parents up the item is,
 * where that is known: alone in its list it cannot be told.
 */
export const listPlace = onElement((element, { levels }) => {
  const up = levels ?? levelsToItem(element);
  /** @type {Element | null} */
  let item = up === null ? null : element;
  for (let level = 0; item && level < up; level += 1) item = dom.parent(item);
  const list = item && dom.parent(item);
  if (!item || !list) return { found: null };
  const items = Array.from(dom.children(list)).filter(
    (part) => dom.localName(part) === dom.localName(item) && hasBox(part),
  );
  const at = items.indexOf(item);
  // Nothing can be said of an item without a box, such as one of `display: contents`.
  if (at < 0) return { found: null };
  const textOf = (/** @type {Element | undefined} */ part) => (part ? clip(seenText(part).trim()) : '');
  return {
    found: { levels: up, place: at + 1, of: items.length, after: textOf(items[at - 1]), before: textOf(items[at + 1]) },
  };
});
