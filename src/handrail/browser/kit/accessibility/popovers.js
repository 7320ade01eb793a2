// Panels that open in the very button that opens them: they float beside it, and are no part of what it is called or does.

import { dom } from '../dom/dom.js';
import { perCall } from '../dom/per_call.js';
import { viewport } from '../dom/viewport.js';
import { boxOf, styleOf } from '../style/visibility.js';
import { roleOf } from './roles.js';

/** @type {Map<Element, boolean>} */
const known = perCall();
const FEWEST_PARTS = 2; // a tip or a badge says one thing
const FIELDS = 'input, select, textarea';

/** @param {Element} element */
const holdsParts = (element) =>
  dom.queryIn(element, FIELDS).length > 0 ||
  Array.from(dom.queryIn(element, '*')).filter((part) => dom.isPlain(part) && /\S/.test(dom.textContent(part)))
    .length >= FEWEST_PARTS;

/** Does most of a box lie beside another one, where a page can be scrolled to? Text for readers alone often lies elsewhere.
 * @param {Element} element @param {Element} other
 */
const liesBeside = (element, other) => {
  const [box, around] = [boxOf(element), boxOf(other)];
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const isOnPage = x + viewport().left > 0 && y + viewport().top > 0 && box.width > 1 && box.height > 1;
  return isOnPage && (x < around.left || x > around.right || y < around.top || y > around.bottom);
};

/** @param {Element} element */
const judge = (element) => {
  if (!/^(?:absolute|fixed)$/.test(styleOf(element).position)) return false;
  const button = dom.up(dom.parent(element), (above) => roleOf(above) === 'button');
  return button !== null && holdsParts(element) && liesBeside(element, button);
};

/** Did an element open in the button around it, as a panel of its own? @param {Element} element */
export const isPopover = (element) => {
  let is = known.get(element);
  if (is === undefined) known.set(element, (is = judge(element)));
  return is;
};
