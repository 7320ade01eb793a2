// What the menu was opened from that an element stands in, as far as its page and the acts before tell.

import { dom } from '../dom/dom.js';
import { kindOf } from '../forms/control_kinds.js';
import { isVisible } from '../style/visibility.js';

const MENUS = '[role=menu], [popover]';
const ENTRIES = '[role^=menuitem]';
const PARTS = `${ENTRIES}, li, button, a`;
const OPENS_MENU = '[aria-haspopup=true], [aria-haspopup=menu], [popovertarget]';
const OPEN_NOW = '[aria-haspopup=true][aria-expanded=true], [aria-haspopup=menu][aria-expanded=true]';
const FIELDS = new Set(['text', 'editable', 'checkbox', 'radio', 'select', 'file']);
const MOST_ACTS = 20;
const MOST_MENUS = 200;
const MOST_NAMED = 3;

/** What was acted on outside of menus, the newest last. @type {{ element: WeakRef<Element>, act: number }[]} */
let acted = [];
let acts = 0;
/** The last act before a menu showed. @type {WeakMap<Element, number>} */
const shownAfter = new WeakMap();

/** @param {Element} menu */
const shows = (menu) => isVisible(menu) || [...dom.queryIn(menu, PARTS)].slice(0, MOST_NAMED).some(isVisible);

const seeMenus = () => {
  for (const menu of [...dom.query(document, MENUS)].slice(0, MOST_MENUS)) {
    if (!shows(menu)) shownAfter.delete(menu);
    else if (!shownAfter.has(menu)) shownAfter.set(menu, acts);
  }
};

/** An act on an element begins. @param {Element} element */
export const noteAct = (element) => {
  seeMenus();
  acts += 1;
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
