// Lists that make their options as they scroll: which there are now, and scrolling on.

import { roleOf } from '../accessibility/roles.js';
import { hasBox } from '../actions/hit_test.js';
import { dom, getter, method } from '../dom/dom.js';
import { onElement } from '../dom/refs.js';
import { partOf } from '../snapshot/extent.js';
import { styleOf } from '../style/visibility.js';
import { listOf } from './lists.js';

const offsetHeight = getter(HTMLElement.prototype, 'offsetHeight');
/** @type {(element: Element, by: ScrollToOptions) => void} */
const scrollElementBy = /** @type {any} */ (method(Element.prototype, 'scrollBy'));
const MOST_BOXES = 200;
/** @param {Element} element */
const scrollsDown = (element) =>
  dom.scrollHeight(element) > dom.clientHeight(element) + 1 && /auto|scroll/.test(styleOf(element).overflowY);
/** @param {Element} element */
const scrollsByScript = (element) =>
  dom.clientHeight(element) > 0 &&
  dom.scrollHeight(element) > dom.clientHeight(element) + 1 &&
  styleOf(element).overflowY === 'hidden';
const LEVELS_ABOVE = 3;
/** What scrolls the items of a list: itself, a box in it or close around it; else a box that only its script scrolls.
 * @param {Element} list
 */
const scrollerOf = (list) => {
  const boxes = [list, ...Array.from(dom.query(list, '*')).slice(0, MOST_BOXES)];
  for (let box = dom.parent(list), level = 0; box && level < LEVELS_ABOVE; box = dom.parent(box), level++)
    boxes.push(box);
  const popups = boxes.filter((box) => dom.clientHeight(box) < window.innerHeight);
  return popups.find(scrollsDown) ?? popups.find(scrollsByScript) ?? null;
};

/** @param {Element[]} items @param {string} name */
const numbersOf = (items, name) =>
  items.map((item) => Number(dom.attribute(item, name))).filter((number) => number > 0);

const SPARE_ITEMS = 2;
/** Which of its items a list has made, where it makes them as it scrolls, as "3-21/~60"; else ''.
 * @param {Element} list @param {Element[]} items
 */
export const partMade = (list, items) => {
  const scroller = scrollerOf(list);
  const shown = scroller ? items.filter(hasBox) : [];
  if (!scroller || !shown.length) return '';
  const [size] = numbersOf(shown, 'aria-setsize');
  const places = numbersOf(shown, 'aria-posinset');
  if (size > 0 && places.length === shown.length && roleOf(list) === 'listbox') {
    const [first, last] = [Math.min(...places), Math.max(...places)];
    return places.length < size ? `${first}-${last}/${size}` : '';
  }
  // Many lists grow as they open.
  const scale = dom.isHtml(scroller) ? dom.box(scroller).height / offsetHeight(scroller) : 1;
  const whole = dom.scrollHeight(scroller) * scale;
  const start = dom.box(scroller).top - dom.scrollTop(scroller) * scale;
  const { span, height, part } = partOf(shown, start, whole);
  return whole - span < SPARE_ITEMS * height ? '' : part;
};

/** Scroll the list that an element chooses from: to its start, or on by most of what it shows. */
export const scrollList = onElement((element, { start }) => {
  const list = listOf(element, true);
  const scroller = list && scrollerOf(list);
  if (!scroller) return { moved: false };
  const before = dom.scrollTop(scroller);
  const top = start ? -before : 0.8 * dom.clientHeight(scroller);
  scrollElementBy(scroller, { top, left: 0, behavior: 'instant' });
  return { moved: dom.scrollTop(scroller) !== before };
});
