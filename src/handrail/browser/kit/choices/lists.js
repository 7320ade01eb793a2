// The list that an element chooses from, wherever the page puts it: in the element, named by it, or lying beside it.

import { roleOf } from '../accessibility/roles.js';
import { isReadonly } from '../accessibility/states.js';
import { hasBox } from '../actions/boxes.js';
import { dom, getter, method } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { onElement } from '../dom/refs.js';
import { plainText } from '../dom/text.js';
import { elementAt } from '../dom/viewport.js';
import { isActive } from '../forms/control_kinds.js';
import { formOf, isSubmitter } from '../forms/forms.js';
import { partOf } from '../snapshot/extent.js';
import { styleOf } from '../style/visibility.js';

// Lists that make their options as they scroll: which there are now, and scrolling on.

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
  const inside = Array.from(dom.query(list, '*')).slice(0, MOST_BOXES);
  const popups = [list, ...inside, ...dom.around(list, LEVELS_ABOVE)].filter(
    (box) => dom.clientHeight(box) < window.innerHeight,
  );
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

const LISTS = new Set(['listbox', 'menu', 'tree', 'radiogroup']);
const POPUPS = new Set(['listbox', 'menu', 'tree', 'grid', 'dialog']);
const OPTIONS = new Set(['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'treeitem', 'radio']);
const HEADS = 'h1, h2, h3, h4, h5, h6';
const FEWEST_LINKS = 2;
const LIST_QUERY = '[role=listbox], [role=menu], [role=tree], ul.ui-autocomplete';

/** What stands in an element as it is shown, through shadow trees and their slots.
 * @param {Element} root @returns {Generator<Element, void>}
 */
const shownIn = function* (root) {
  for (const node of dom.shown(root)) {
    if (!dom.isElement(node)) continue;
    yield node;
    yield* shownIn(node);
  }
};

/** @param {Element} root */
const below = function* (root) {
  yield* shownIn(root);
  for (const owned of dom.idrefs(root, 'aria-owns')) {
    yield owned;
    yield* shownIn(owned);
  }
};

/** The first element in another, as it is shown, that a selector matches. @param {Element} root @param {string} selector */
const firstIn = (root, selector) => {
  for (const element of shownIn(root)) if (dom.matches(element, selector)) return element;
  return null;
};

/** @param {Element} element */
const isItem = (element) => OPTIONS.has(roleOf(element));
/** @param {Element} element */
const isPlainItem = (element) => dom.tag(element) === 'li' && /^(?:listitem|presentation)?$/.test(roleOf(element));
/** An item without a role, that only says what an item is. @param {Element} element */
const isStatedItem = (element) =>
  roleOf(element) === '' && (dom.hasAttribute(element, 'aria-selected') || dom.hasAttribute(element, 'aria-disabled'));
/** What takes the press of an item that only holds a link or a button. @param {Element} item */
const controlIn = (item) => {
  const inner = Array.from(dom.queryIn(item, '*')).filter(isActive);
  return inner.length === 1 && plainText(inner[0]) === plainText(item) ? inner[0] : item;
};

/** The links or buttons of a menu that is made of nothing else, but for heads and lines between them. @param {Element} list */
const linksOf = (list) => {
  const parts = Array.from(dom.children(list));
  const links = parts.filter((part) => dom.matches(part, 'a, button'));
  const isMenu = parts.every((part) => links.includes(part) || plainText(part) === '' || dom.matches(part, HEADS));
  return links.length >= FEWEST_LINKS && isMenu ? links : [];
};

/** The items of a list that says only of itself what it is: boxes side by side that are made alike and take presses.
 * @param {Element} list @param {Element[]} within
 */
const madeAlike = (list, within) => {
  if (!LISTS.has(roleOf(list)) || dom.tag(list) === 'select') return [];
  const kindOf = (/** @type {Element} */ part) => `${dom.tag(part)} ${dom.className(part).split(' ').at(-1)}`;
  for (const box of [list, ...within]) {
    const parts = Array.from(dom.children(box)).filter(
      (part) => plainText(part) !== '' && styleOf(part).cursor === 'pointer',
    );
    const alike = parts.filter((part) => kindOf(part) === kindOf(parts[0]));
    if (alike.length >= FEWEST_LINKS) return alike;
  }
  return [];
};

/** @param {Element} list @param {Element[]} within */
const others = (list, within) => {
  const links = linksOf(list);
  return links.length ? links : madeAlike(list, within);
};

/** The items of a list: by role, else the list items of a list that says nothing of itself, else what only has the states
 * of items. Some lists keep a few items by role that nobody sees, for screen readers, beside those that are pressed.
 * @param {Element} list
 */
export const itemsOf = (list) => {
  const found = [...below(list)];
  const kinds = [isItem, isPlainItem, isStatedItem].map((test) =>
    found.filter((item) => test(item) && !POPUPS.has(roleOf(item))),
  );
  const items = kinds.find((items) => items.some(hasBox)) ?? kinds.find((items) => items.length) ?? others(list, found);
  return items === kinds[1] ? items.map(controlIn) : items;
};

/** @param {Element} element */
const listWithin = (element) => {
  if (POPUPS.has(roleOf(element)) && itemsOf(element).length) return element;
  const lists = [...shownIn(element)].filter((inner) => dom.matches(inner, LIST_QUERY) && !besides.has(inner));
  // Beside what there is to choose, some have a list of what is chosen.
  return (lists.length > 1 ? lists.find((list) => shownItems(list).some(isUnchosen)) : null) ?? lists[0] ?? null;
};

/** @param {Element} item */
const isUnchosen = (item) => dom.attribute(item, 'aria-selected') !== 'true';

/** @param {Element} element */
export const listPointedAt = (element) => {
  for (const name of ['aria-controls', 'aria-owns', 'list']) {
    for (const other of dom.idrefs(element, name)) {
      const list =
        dom.tag(other) === 'datalist' ? other : (listWithin(other) ?? (itemsOf(other).length ? other : null));
      if (list) return list;
    }
  }
  const active = dom.idrefs(element, 'aria-activedescendant')[0];
  return active ? dom.up(active, (above) => POPUPS.has(roleOf(above))) : null;
};

// How far from its field a popup may stand and still belong to it, in CSS pixels.
const GAP = 14;
/** @param {Element} element */
const isFloating = (element) => ['absolute', 'fixed'].includes(styleOf(element).position);
/** The popup that lies right below or above an element: found by looking there, so that it needs no ARIA.
 * @param {Element} element
 */
export const popupBeside = (element) => {
  const box = dom.box(element);
  const x = box.left + Math.min(box.width / 2, 24);
  for (const y of [box.bottom + GAP, box.bottom + 4, box.top - GAP, box.top - 4]) {
    const found = elementAt(x, y);
    if (!found || dom.up(found, (above) => above === element)) continue;
    const popup = dom.up(
      found,
      (above) =>
        dom.contains(above, element) ||
        ((isFloating(above) || roleOf(above) === 'listbox' || roleOf(above) === 'menu') && shownItems(above).length),
    );
    if (popup && !dom.up(element, (above) => above === popup)) return popup;
  }
  return null;
};

/** @param {Element} list */
export const shownItems = (list) => itemsOf(list).filter(hasBox);
/** @param {Element} element */
const nearestList = (element) => {
  const box = dom.box(element);
  let best = null,
    least = Infinity;
  for (const list of shownLists()) {
    if (standing.has(list) || dom.up(element, (above) => above === list)) continue;
    const there = dom.box(list);
    const gap =
      Math.max(0, there.top - box.bottom, box.top - there.bottom) +
      Math.max(0, there.left - box.right, box.left - there.right);
    if (gap < least) {
      best = list;
      least = gap;
    }
  }
  return best;
};

const RADIOS = 'input[type=radio], [role=radio]';
const OTHER_FIELDS = 'input:not([type=radio], [type=hidden]), select, textarea';
/** A box of nothing but radio buttons, which need not say that it is a group. @param {Element} element */
const radioBox = (element) =>
  dom.queryIn(element, RADIOS).length > 1 && dom.queryIn(element, OTHER_FIELDS).length === 0 ? element : null;

const shownLists = () => [...dom.all(document)].filter((list) => dom.matches(list, LIST_QUERY) && hasBox(list));
/** Lists that were shown before one was to be opened: what stands somewhere on the page belongs to something else. */
/** @type {WeakSet<Element>} */
let standing = new WeakSet();
/** Those of them that are not what a closed trigger opens, though they stand in it: lists of what is chosen. */
/** @type {WeakSet<Element>} */
let besides = new WeakSet();
/** Lists beside buttons that were closed before they were to be opened: some open in the flow of the page. */
/** @type {WeakSet<Element>} */
let closed = new WeakSet();
/** Remember which lists are shown, before one is opened. @param {Element} element */
export const rememberStandingLists = (element) => {
  const shown = shownLists();
  const isClosed = dom.attribute(triggerOf(element), 'aria-expanded') === 'false';
  standing = new WeakSet(shown);
  besides = new WeakSet(isClosed ? shown : []);
  const beside = listBeside(triggerOf(element));
  closed = new WeakSet(beside && !hasBox(beside) ? [beside] : []);
};
const TELLS = '[role], [aria-haspopup], [aria-expanded], [aria-controls], [aria-owns]';
/** The popup of a button that says nothing of it and submits nothing: the list beside it, in a box of nothing else.
 * @param {Element} button
 */
export const listBeside = (button) => {
  const submits = isSubmitter(button) && formOf(button) !== null;
  const isQuiet = dom.tag(button) === 'button' && !dom.matches(button, TELLS) && !submits;
  const box = isQuiet ? dom.parent(button) : null;
  const parts = box ? Array.from(dom.children(box)).filter((part) => !dom.matches(part, 'input[type=hidden]')) : [];
  const list = parts.length === 2 && parts[0] === button ? parts[1] : null;
  const isPopup = list && dom.tag(list) !== 'select' && (isFloating(list) || !hasBox(list) || closed.has(list));
  return isPopup && itemsOf(list).length ? list : null;
};
/** The popup of a trigger: the one it names, else the one that lies at it; only with `open` any that is shown.
 * @param {Element} element @param {boolean} open
 */
export const listOf = (element, open) => {
  const own = dom.up(element, (above) => LISTS.has(roleOf(above)) && dom.tag(above) !== 'select');
  if (own && (own === element || isItem(element))) return own;
  const trigger = triggerOf(element);
  const named = [element, trigger].flatMap((of) => listPointedAt(of) ?? []);
  const known = [...named, listWithin(element), radioBox(element), listBeside(trigger)].filter((list) => list !== null);
  const shown = known.find((list) => dom.tag(list) === 'datalist' || shownItems(list).length);
  // A trigger that is expanded may name a list for screen readers only.
  if (shown || !open || (known.length && dom.attribute(trigger, 'aria-expanded') !== 'true')) {
    return shown ?? known[0] ?? null;
  }
  return (
    popupBeside(trigger) ?? popupBeside(pressedBox(trigger) ?? element) ?? nearestList(trigger) ?? known[0] ?? null
  );
};

export const TRIGGERS =
  '[role=combobox], [aria-haspopup]:not([aria-haspopup=false]), input[aria-autocomplete], input[list]';
const BOX_LEVELS = 3;
/** What takes the press for a field that nobody can type into: the outermost box close around it that looks as if it was
 * pressed, or listens; null where there is none.
 * @param {Element} field
 */
export const pressedBox = (field) => {
  if (dom.tag(field) !== 'input' || !isReadonly(field)) return null;
  const boxes = [field, ...dom.around(field, BOX_LEVELS)];
  // The root of many pages listens for all that is in it.
  return boxes.findLast((box) => styleOf(box).cursor === 'pointer') ?? boxes.findLast(isListening) ?? null;
};

/** The part of a wrapper that opens its list. @param {Element} element */
export const triggerOf = (element) => {
  if (dom.matches(element, TRIGGERS) || dom.tag(element) === 'button') return element;
  const inner = firstIn(element, TRIGGERS);
  if (inner) return inner;
  const fields = Array.from(dom.query(element, 'input')).filter(hasBox);
  return fields.length === 1 && pressedBox(fields[0]) ? fields[0] : element;
};
