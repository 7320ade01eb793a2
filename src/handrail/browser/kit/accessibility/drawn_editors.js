// Editors that draw their text themselves, and take it by a field for text that nobody sees, as those for code do.

import { isEditingHost } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { boxOf, isVisible, styleOf } from '../style/visibility.js';

const readOnly = getter(HTMLTextAreaElement.prototype, 'readOnly');
const LEVELS = 3;
const MOST_PARTS = 30;
const LEAST = { width: 60, height: 12 }; // CSS pixels
const FIELDS = 'input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])';

/** The nearest box around an element that a text could stand in. @param {Element} element */
const boxAround = (element) => {
  let at = dom.parent(element);
  for (let level = 0; at !== null && at !== dom.body(document) && level < LEVELS; level++, at = dom.parent(at)) {
    const { width, height } = boxOf(at);
    if (width >= LEAST.width && height >= LEAST.height) return at;
  }
  return null;
};

/** Does the place of an element begin in a box? What pages copy by stands far off. @param {Element} element @param {Element} box */
const beginsIn = (element, box) => {
  const [{ left, top }, around] = [boxOf(element), boxOf(box)];
  return left >= around.left - 1 && left < around.right && top >= around.top - 1 && top < around.bottom;
};

/** The box in which a field for text has its text drawn; null where it has none. Where a pointer is shown as over text, text
 *  is edited: a table that takes keys by such a field, or a page that catches what is pasted, shows none of that.
 * @param {Element} element  that is out of sight
 */
export const editorOf = (element) => {
  if (dom.tag(element) !== 'textarea' || isEditingHost(element) || readOnly(element)) return null;
  const box = boxAround(element);
  if (box === null || !isVisible(box) || !beginsIn(element, box) || dom.queryIn(box, FIELDS).length > 1) return null;
  const parts = [box, ...Array.from(dom.queryIn(box, '*')).slice(0, MOST_PARTS)];
  return parts.some((part) => part !== element && styleOf(part).cursor === 'text') ? box : null;
};
