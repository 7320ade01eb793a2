// What surely opens a closed part of the page, such as a menu that is not rendered: what says so, or is made to. A control
// that only stands before it may do anything.

import { labelInPlaceOf } from '../accessibility/faces.js';
import { dom } from '../dom/dom.js';
import { onElement, refOf } from '../dom/refs.js';
import { isRendered, isVisible } from '../style/visibility.js';

const CONTROLS = 'button, a, input, select, textarea, summary, [role=button], [tabindex]';
const CHECKS = 'input[type=checkbox]';
const SAYS_IT_OPENS =
  '[aria-expanded=false], [aria-haspopup]:not([aria-haspopup=false]), [data-toggle=dropdown], [data-bs-toggle=dropdown]';
const PRESSED = 'button, a[href^="#"], a:not([href]), [role=button]';
const TOGGLES = '[aria-expanded], [data-toggle], [data-bs-toggle]';
const IDS = ['aria-controls', 'popovertarget', 'commandfor'];

/** The control that says by its id what it opens, or that a menu says it belongs to. @param {Element} box */
const openerByName = (box) => {
  const labels = dom.idrefs(box, 'aria-labelledby').filter((label) => dom.matches(label, SAYS_IT_OPENS));
  const id = CSS.escape(dom.id(box));
  const root = dom.rootNode(box);
  if (id === '' || !dom.isTree(root)) return labels.find(isVisible) ?? null;
  const byId = IDS.map((name) => `[${name}~="${id}"]`).join();
  const byFragment = `[data-target="#${id}"], [data-bs-target="#${id}"], [href="#${id}"]:is(${TOGGLES})`;
  const [found, ...others] = [...dom.query(root, `${byId}, ${byFragment}`), ...labels].filter(isVisible);
  return others.length === 0 ? (found ?? null) : null;
};

/** Does a control say that it opens something with another id? @param {Element} control */
const namesOther = (control) => IDS.some((name) => dom.idrefs(control, name).length > 0);

/** What is made to open the box right behind it: a summary, the one control that says that it opens something, a box to
 * check whose state a style sheet shows, the head of an item with a list below it. @param {Element} box
 */
const openerBeside = (box) => {
  const around = dom.parent(box);
  if (around && dom.tag(around) === 'details') return dom.childOf(around, 'summary');
  const before = dom.previousElement(box);
  if (before === null) return null;
  if (dom.matches(before, CHECKS)) return labelInPlaceOf(before) ?? before;
  const controls = [before, ...dom.queryIn(before, '*')].filter((one) => dom.matches(one, CONTROLS) && isVisible(one));
  if (controls.length !== 1 || namesOther(controls[0])) return null;
  const isHead = around !== null && dom.tag(around) === 'li' && dom.matches(box, 'ul, ol, [role=menu]');
  return dom.matches(controls[0], SAYS_IT_OPENS) || (isHead && dom.matches(controls[0], PRESSED)) ? controls[0] : null;
};

/** Whether an element stands in a closed part, and the control that surely opens that. */
export const opener = onElement((element) => {
  for (let box = /** @type {Element | null} */ (element); box && !isRendered(box); box = dom.parent(box)) {
    const found = openerByName(box) ?? openerBeside(box);
    if (found && isRendered(found)) return { closed: true, local: refOf(found) };
  }
  return { closed: !isRendered(element), local: null };
});
