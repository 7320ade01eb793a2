import { drawnBeside } from '../accessibility/faces.js';
import { isPopover } from '../accessibility/name_sources.js';
import { nameOf } from '../accessibility/names.js';
import { isInteractiveRole, roleOf } from '../accessibility/roles.js';
import { inputType, isEditable, isEditingHost } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { labelControl } from '../dom/native.js';
import { formOf, isSubmitter } from './forms.js';

const anchorHref = getter(HTMLAnchorElement.prototype, 'href');
/** In a drawing a link holds its address as it was written. @param {Element} link */
const linkHref = (link) => {
  if (dom.isHtml(link)) return anchorHref(link);
  try {
    return new URL(dom.attribute(link, 'href') ?? '', dom.baseUri(link)).href;
  } catch {
    return '';
  }
};

/** @type {Record<string, ((link: Element) => string) | undefined>} */
export const hrefs = { a: linkHref, area: getter(HTMLAreaElement.prototype, 'href') };
const NAME_LIMIT = 80;
/** @param {string} text @param {number} [limit] */
export const clip = (text, limit = NAME_LIMIT) => (text.length > limit ? `${text.slice(0, limit - 1)}…` : text);
const NATIVE = new Set(['button', 'input', 'select', 'textarea', 'summary', 'option']);
/** @param {Element} element */
export const isActive = (element) => {
  const tag = dom.tag(element);
  return (
    NATIVE.has(tag) ||
    tag === 'label' ||
    (hrefs[tag] && dom.hasAttribute(element, 'href')) ||
    isEditingHost(element) ||
    isInteractiveRole(roleOf(element))
  );
};

/** A press in a list that a script made is one of the item there, whatever that says of itself. @param {Element} element */
const isCustomList = (element) => roleOf(element) === 'listbox' && dom.tag(element) !== 'select';

/** A panel in its button takes no press for that, unless the browser itself passes it on. @param {Element} box */
const isPanelOfItsOwn = (box) => isPopover(box) && dom.closest(box, 'button, a[href], label, summary') === null;

/** What a click on `element` sets off: the button around an icon, the control of a label. Itself where there is none.
 * @param {Element} element
 */
export const actedOn = (element) => {
  /** @type {Element | null} a label without a control, which stands for what is around it */
  let bare = null;
  const active = dom.up(element, (above) => {
    if (dom.tag(above) === 'label' && !labelControl(above) && !drawnBeside(above)) bare ??= above;
    else if (isActive(above) && (above === element || !isCustomList(above))) return true;
    return isPanelOfItsOwn(above);
  });
  if (!active || !isActive(active)) return bare ?? element;
  return (dom.tag(active) === 'label' && labelControl(active)) || active;
};

/** @type {Record<string, string>} */
const KINDS = {
  button: 'button',
  menuitem: 'button',
  tab: 'button',
  link: 'link',
  checkbox: 'checkbox',
  switch: 'checkbox',
  menuitemcheckbox: 'checkbox',
  radio: 'radio',
  menuitemradio: 'radio',
  combobox: 'select',
  listbox: 'select',
  textbox: 'text',
  searchbox: 'text',
  spinbutton: 'text',
  slider: 'text',
};

/** @type {Record<string, string>} */
const INPUT_KINDS = {
  checkbox: 'checkbox',
  radio: 'radio',
  file: 'file',
  button: 'button',
  reset: 'button',
  hidden: 'other',
};
/** @param {Element} element */
export const kindOf = (element) => {
  const tag = dom.tag(element);
  if (isSubmitter(element)) return formOf(element) ? 'submit' : 'button';
  if (tag === 'input') return INPUT_KINDS[inputType(element)] ?? 'text';
  if (tag === 'textarea') return 'text';
  if (tag === 'select') return 'select';
  if (tag === 'button' || tag === 'summary') return 'button';
  if (isEditable(element)) return 'editable';
  if (hrefs[tag] && dom.hasAttribute(element, 'href')) return 'link';
  return KINDS[roleOf(element)] ?? 'other';
};

// Attributes by which scripts take a link over: their own handlers, those of Rails, Turbo, htmx, Vue, Alpine and Angular.
const SCRIPTED_LINK =
  /^(?:on(?:click|mouse(?:down|up)|pointer(?:down|up)|touch(?:start|end)|focus|key(?:down|up|press))|download|(?:data-)?hx-(?:post|put|patch|delete|on.*)|data-(?:turbo-|ujs-)?(?:method|confirm|remote|submit)|data-action|ng-click|data-ng-click|[xv]-on:.*|@.*)$/;
/** The address of a link that needs nothing but itself to be followed, else null. @param {Element} element */
export const plainHref = (element) => {
  const read = hrefs[dom.tag(element)];
  if (!read || !dom.hasAttribute(element, 'href')) return null;
  const scripted = dom.attributeNames(element).some((name) => SCRIPTED_LINK.test(name));
  const role = dom.attribute(element, 'role');
  if (scripted || (role && role.trim().toLowerCase() !== 'link')) return null;
  const raw = (dom.attribute(element, 'href') ?? '').trim();
  if (raw === '' || raw === '#') return null;
  const url = read(element);
  return /^https?:/i.test(url) ? url : null;
};

/** Is it a cell that a press passes through to its row? @param {Element} element */
const isPlainCell = (element) =>
  roleOf(element) === 'gridcell' && !dom.hasAttribute(element, 'onclick') && !isListening(element);

const CHECKED = new Set(['checkbox', 'radio']);
/** Does a box to check stand in another, as what a custom element keeps its state in? @param {Element} element */
export const isPartOfCheck = (element) => {
  const kind = kindOf(element);
  return CHECKED.has(kind) && dom.up(dom.parent(element), (above) => kindOf(above) === kind) !== null;
};

/** Whether a control inside another is only its inner part, as the anchor in a tab is, or the box of a custom element: it
 *  has the same name, and what it does by itself stays in the page. So is the text in a drop-down field that names it and takes no other text, and the
 *  cell of a row.
 * @param {Element} inner @param {Element} outer
 */
export const doesTheSame = (inner, outer) => {
  const takesNoText = kindOf(inner) === 'text' && dom.attribute(inner, 'aria-readonly') === 'true';
  if (takesNoText && dom.idrefs(outer, 'aria-labelledby').includes(inner)) return true;
  if (roleOf(outer) === 'row' && isPlainCell(inner)) return true;
  if (nameOf(inner) !== nameOf(outer)) return false;
  const kind = kindOf(inner);
  if (kind === 'button' || (CHECKED.has(kind) && kind === kindOf(outer))) return true;
  const href = kind === 'link' ? (dom.attribute(inner, 'href') ?? '').trim() : '';
  return href.startsWith('#');
};
