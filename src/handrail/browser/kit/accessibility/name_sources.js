// Where the words of an accessible name can come from, one by one. names.js says which of them counts.

import { HAS_ARIA, HAS_INERT, HAS_TITLE, titlesOf } from '../dom/attributes.js';
import { opensPopup } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { inputLabels } from '../dom/native.js';
import { foundPerCall } from '../dom/per_call.js';
import { LONGEST_TEXT, normalizeSpace, plainText, wordSet } from '../dom/text.js';
import { viewport } from '../dom/viewport.js';
import { boxOf, styleOf } from '../style/visibility.js';
import { roleOf } from './roles.js';
import { elementValue, selectedLabels } from './values.js';

// Panels that open in the very button that opens them: they float beside it, and are no part of what it is called or does.

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

/** Did an element open in the button around it, as a panel of its own? @type {(element: Element) => boolean} */
export const isPopover = foundPerCall((element) => {
  if (!/^(?:absolute|fixed)$/.test(styleOf(element).position)) return false;
  const button = dom.up(dom.parent(element), (above) => roleOf(above) === 'button');
  return button !== null && holdsParts(element) && liesBeside(element, button);
});

/** @type {Record<string, (control: Element) => NodeListOf<HTMLLabelElement> | null>} */
export const labelsOf = {
  input: inputLabels,
  select: getter(HTMLSelectElement.prototype, 'labels'),
  textarea: getter(HTMLTextAreaElement.prototype, 'labels'),
  button: getter(HTMLButtonElement.prototype, 'labels'),
  meter: getter(HTMLMeterElement.prototype, 'labels'),
  progress: getter(HTMLProgressElement.prototype, 'labels'),
  output: getter(HTMLOutputElement.prototype, 'labels'),
};

const linkedBy = Object.getOwnPropertyDescriptor(Element.prototype, 'ariaLabelledByElements')?.get;

/** @param {Element} element @param {string} name */
export const attribute = (element, name) => normalizeSpace(dom.attribute(element, name) ?? '');

/** @param {Element} element @param {number} has */
export const isMissing = (element, has) => {
  if (has & HAS_INERT || (has & HAS_ARIA && dom.attribute(element, 'aria-hidden') === 'true')) return true;
  const { display, visibility } = styleOf(element);
  return display === 'none' || (visibility !== 'visible' && display !== 'contents');
};

// What stands in these is no part of the name of a link or button around them. The roles and tags are those that
// Chromium leaves out, one by one; accname 1.2 says so of all roles that are not named by their content (2F).
const APART = wordSet(
  'alert alertdialog application article banner blockquote complementary contentinfo dialog document feed figure grid ' +
    'group img listbox log main marquee menu menubar navigation note progressbar radiogroup search separator status ' +
    'tablist tabpanel timer toolbar tree treegrid',
);

const APART_TAGS = wordSet('aside form header hgroup');

const TOGETHER_TAGS = wordSet('address details footer');

/** @param {Element} element @param {NameOptions} how */
export const standsApart = (element, how) => {
  if (how.top || how.whole) return false;
  const tag = dom.localName(element);
  return (
    isPopover(element) ||
    APART_TAGS.has(tag) ||
    (APART.has(roleOf(element)) && (!TOGETHER_TAGS.has(tag) || dom.hasAttribute(element, 'role')))
  );
};

/** What it shows as its own by aria-owns. What opens for a button stands beside that, and is no part of its name.
 * @param {Element} element
 */
export const ownedBy = (element) => (isOpener(element) ? [] : dom.idrefs(element, 'aria-owns'));
/** @param {Element} element */
const isOpener = (element) =>
  /^(?:button|link)$/.test(roleOf(element)) && (dom.hasAttribute(element, 'aria-expanded') || opensPopup(element));

/** By id, or set by script as elements: the attribute is empty then. @param {Element} element */
export const labelling = (element) => {
  const ids = dom.attribute(element, 'aria-labelledby');
  if (ids === '' && linkedBy) return Array.from(linkedBy.call(element) ?? []);
  return ids ? dom.idrefs(element, 'aria-labelledby') : [];
};

/** A control inside somebody else's name speaks with its value: "Flash the screen [3] times".
 * @param {Element} element
 */
export const embedded = (element) => {
  const role = roleOf(element);
  switch (role) {
    case 'textbox':
    case 'searchbox':
    case 'combobox':
    case 'listbox':
    case 'slider':
    case 'spinbutton':
    case 'scrollbar':
    case 'meter':
    case 'progressbar':
      if (role === 'listbox' && dom.tag(element) !== 'select') return chosen(element);
      if (role === 'combobox' && chosenIn(element)) return chosenIn(element);
      return normalizeSpace(
        dom.tag(element) === 'select' ? selectedLabels(element).join(' ') : (elementValue(element) ?? ''),
      );
    default:
      return '';
  }
};

/** What a combobox made by a script has chosen, where the list is in it or named by it. @param {Element} combobox */
const chosenIn = (combobox) =>
  [combobox, ...dom.idrefs(combobox, 'aria-controls'), ...dom.idrefs(combobox, 'aria-owns')]
    .map(chosen)
    .find(Boolean) ?? '';
/** @param {Element} listbox */
const chosen = (listbox) =>
  [...dom.query(listbox, '[role=option][aria-selected=true]')].map((option) => plainText(option)).join(' ');

/** @type {Record<string, string>} */
export const BUTTON_DEFAULTS = { submit: 'Submit', reset: 'Reset' };

/** @param {Element} element */
export const byTitle = (element) => {
  const title = dom.childOf(element, 'title');
  return title ? plainText(title) : attribute(element, 'xlink:title');
};

/** All that is there of a closed <details> is its summary. @param {Element} element */
export const isShut = (element) => dom.localName(element) === 'details' && !dom.hasAttribute(element, 'open');

/** compute() trims; an inline element's own blank at either end still parts it from its neighbour.
 * @param {Element} element @param {string} text
 */
export const edged = (element, text) => {
  if (text.length >= LONGEST_TEXT) return text;
  const raw = dom.textContent(element);
  return `${/^\s/.test(raw) ? ' ' : ''}${text}${/\s$/.test(raw) ? ' ' : ''}`;
};

const HINTED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** Does a description only show while the pointer is there, or the focus? @param {Element} element */
export const isTip = (element) => roleOf(element) === 'tooltip';

const CONTROLS = 'input, select, textarea, button, [contenteditable]';
/** A panel that opens as a tip does holds more than a title. @param {Element} tip */
const isPanel = (tip) => dom.queryIn(tip, CONTROLS).length > 0;

/** Its title, also while a script shows it as a tip. @param {Element} element */
const titleOf = (element) =>
  titlesOf(element)
    .map((name) => attribute(element, name))
    .find(Boolean) ??
  normalizeSpace(
    dom
      .idrefs(element, 'aria-describedby')
      .filter((tip) => isTip(tip) && !isPanel(tip))
      .map(dom.textContent)
      .join(' '),
  );

/** What an empty field shows names it, and nothing around it. @param {Element} element @param {number} has @param {boolean} isTop */
export const tooltip = (element, has, isTop) => {
  const title = has & HAS_TITLE ? titleOf(element) : '';
  if (title) return roleOf(element) === 'presentation' ? '' : title;
  return isTop && HINTED.has(roleOf(element))
    ? attribute(element, 'placeholder') || attribute(element, 'aria-placeholder')
    : '';
};
