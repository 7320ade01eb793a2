// What the menu was opened from that an element stands in, as far as its page and the acts before tell.

import { dom } from '../dom/dom.js';
import { composedPath } from '../dom/native.js';
import { forgetCall } from '../dom/per_call.js';
import { kindOf } from '../forms/control_kinds.js';
import { isPageItself, isVisible, styleOf } from '../style/visibility.js';

const MENUS = '[role=menu], [popover]';
const ENTRIES = '[role^=menuitem]';
const PARTS = `${ENTRIES}, li, button, a`;
const OPENS_MENU = '[aria-haspopup=true], [aria-haspopup=menu], [popovertarget]';
const OPEN_NOW = '[aria-haspopup=true][aria-expanded=true], [aria-haspopup=menu][aria-expanded=true]';
const FIELDS = new Set(['text', 'editable', 'checkbox', 'radio', 'select', 'file']);
const MOST_ACTS = 20;
const MOST_MENUS = 200;
const MOST_NAMED = 3;
const MOST_PARTS = 3000;
const OVER_PAGE = new Set(['absolute', 'fixed']);

/** What was acted on outside of menus, the newest last. @type {{ element: WeakRef<Element>, act: number }[]} */
let acted = [];
let acts = 0;
/** The last act before a menu showed. @type {WeakMap<Element, number>} */
const shownAfter = new WeakMap();

/** @param {Element} menu */
const shows = (menu) => isVisible(menu) || [...dom.queryIn(menu, PARTS)].slice(0, MOST_NAMED).some(isVisible);

/** See which menus show, and return whether any does. */
const seeMenus = () => {
  const menus = [...dom.query(document, MENUS)].slice(0, MOST_MENUS);
  const shown = menus.filter(shows);
  for (const menu of menus) if (!shown.includes(menu)) shownAfter.delete(menu);
  for (const menu of shown) if (!shownAfter.has(menu)) shownAfter.set(menu, acts);
  return shown.length > 0;
};

/** The last act's element. @type {WeakRef<Element> | null} */
let last = null;
/** What a right click was on, and what showed then. @type {{ on: WeakRef<Element>, seen: WeakSet<Element> } | null} */
let rightClick = null;
/** The menu that it opened, which says in no role that it is one. @type {WeakRef<Element> | null} */
let contextMenu = null;
// A page opens its menu after the window, where this listens first.
window.addEventListener(
  'contextmenu',
  (event) => {
    const target = /** @type {Element} */ (composedPath(event)[0]);
    const parts = [...dom.query(document, PARTS)];
    rightClick = contextMenu = null;
    if (!event.isTrusted || !dom.isElement(target) || parts.length > MOST_PARTS) return;
    const meant = last?.deref();
    const on = meant && (dom.contains(meant, target) || dom.contains(target, meant)) ? meant : target;
    rightClick = { on: new WeakRef(on), seen: new WeakSet(parts.filter(isVisible)) };
    forgetCall();
  },
  { capture: true, passive: true },
);

/** The part of the page that a right click opened and an element stands in: a box over the page, with all around it that
 * held nothing that showed before, while what was clicked still shows. (What showed in shadow trees is not known.)
 * @param {Element} element
 */
const openedByRightClick = (element) => {
  const menu = contextMenu?.deref();
  if (menu) return dom.contains(menu, element) ? menu : null;
  const on = rightClick?.on.deref();
  if (!rightClick || !on || !isVisible(on) || dom.rootNode(element) !== document) return null;
  const { seen } = rightClick;
  /** @type {Element | null} */
  let found = null;
  let isOver = false;
  for (let box = /** @type {Element | null} */ (element); box && !isPageItself(box); box = dom.parent(box)) {
    if (seen.has(box) || [...dom.queryIn(box, PARTS)].some((part) => seen.has(part)) || dom.contains(box, on)) break;
    found = box;
    isOver ||= OVER_PAGE.has(styleOf(box).position);
  }
  if (!found || !isOver) return null;
  contextMenu = new WeakRef(found);
  return found;
};

/** Is it an entry of the menu that a right click opened? Most such menus listen as a whole. @param {Element} element */
export const isContextMenuEntry = (element) =>
  rightClick !== null && dom.localName(element) === 'li' && openedByRightClick(element) !== null;

/** What was clicked with the right button to open what an element stands in; null where nothing was. @param {Element} element */
export const rightClickedFor = (element) => (openedByRightClick(element) && rightClick?.on.deref()) ?? null;

/** What each element was called when it was acted on last, and the content of its row: pages use their elements for other
 * rows later. @type {WeakMap<Element, { called: string, content: string }>} */
const calledThen = new WeakMap();
/** How questions call what opened a menu: also as it was then, if its row holds something else by now.
 * @param {Element} opener @param {{ called: string, content: string }} now
 */
export const namesOfOpener = (opener, now) => {
  const then = calledThen.get(opener);
  const isOther = then && then.called !== now.called && (then.content !== now.content || !now.content);
  return isOther ? [then.called, now.called] : [now.called];
};

/** An act on an element begins. @param {Element} element @param {{ called: string, content: string }} named */
export const noteAct = (element, named) => {
  const isOpen = seeMenus() || rightClick !== null;
  // While a menu shows, a second act on what opened it changes nothing of what it was opened for.
  if (!(isOpen && calledThen.has(element))) calledThen.set(element, named);
  acts += 1;
  last = new WeakRef(element);
  if (openedByRightClick(element)) return;
  rightClick = contextMenu = null;
  if (dom.closest(element, `${MENUS}, ${ENTRIES}`) || FIELDS.has(kindOf(element))) return;
  acted = [...acted, { element: new WeakRef(element), act: acts }].slice(-MOST_ACTS);
};

/** What was acted on right before a menu showed, and since: it may show for that by now. @param {Element} menu */
const actedBefore = (menu) => {
  const since = shownAfter.get(menu) ?? acts;
  const first = acted.findLastIndex(({ act }) => act <= since);
  return first < 0 ? [] : acted.slice(first).flatMap(({ element }) => element.deref() ?? []);
};

/** The controls that say that they open a part around an element, with whether they do so now. @param {Element} element */
const sayingSo = (element) => {
  for (let box = /** @type {Element | null} */ (element); box; box = dom.parent(box)) {
    const isMenu = dom.matches(box, MENUS);
    const id = CSS.escape(dom.id(box));
    const names = ['aria-controls~', 'aria-owns~', 'popovertarget', 'commandfor'].map((name) => `[${name}="${id}"]`);
    const naming = id ? [...dom.query(document, names.join())] : [];
    const labels = isMenu ? dom.idrefs(box, 'aria-labelledby') : [];
    const found = [...naming.filter((one) => isMenu || dom.matches(one, OPENS_MENU)), ...labels].filter(
      (one) => !dom.contains(one, element) && (naming.includes(one) || dom.matches(one, OPENS_MENU)),
    );
    const open = found.filter((one) => dom.attribute(one, 'aria-expanded') === 'true');
    if (found.length) return open.length ? open : found;
  }
  return [];
};

/** What may have opened the menu of an element: what its page says, of several what was acted on; none where too many may
 * have.
 * @param {Element} element
 */
export const menuOpeners = (element) => {
  seeMenus();
  const said = [...new Set(sayingSo(element))];
  if (said.length === 1) return said;
  const clicked = rightClickedFor(element);
  if (clicked) return [clicked];
  const menu = dom.closest(element, MENUS) ?? dom.closest(element, ENTRIES);
  if (!menu) return [];
  const open = said.length
    ? said
    : [...dom.query(document, OPEN_NOW)].filter((one) => isVisible(one) && !dom.closest(one, MENUS));
  const before = actedBefore(menu);
  const both = open.filter((one) => before.some((other) => dom.contains(one, other) || dom.contains(other, one)));
  const found = new Set(both.length ? both : [...open, ...before]);
  return found.size > MOST_NAMED ? [] : [...found];
};
