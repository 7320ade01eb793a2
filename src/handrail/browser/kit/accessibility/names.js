// The accessible name of an element, as accname 1.2 computes it. https://www.w3.org/TR/accname-1.2/

import { HAS_ARIA, HAS_INERT, HAS_NAMING, HAS_TITLE, attributeBits } from '../dom/attributes.js';
import { inputType } from '../dom/controls.js';
import { ELEMENT, SVG, TEXT, dom, getter } from '../dom/dom.js';
import { oncePerCall, perCall } from '../dom/per_call.js';
import { normalizeSpace, wordSet } from '../dom/text.js';
import { textAfter, textBefore } from '../style/generated.js';
import { casedText } from '../style/text_case.js';
import { isHiddenFromReaders, styleOf } from '../style/visibility.js';
import { internalsName } from './internals.js';
import { isNamedByContent, roleOf } from './roles.js';
import { elementValue, selectedLabels } from './values.js';

const cache = perCall();
const labelsOf = Object.fromEntries(
  ['Input', 'Select', 'TextArea', 'Button', 'Meter', 'Progress', 'Output'].map((kind) => [
    kind.toLowerCase(),
    getter(window[`HTML${kind}Element`].prototype, 'labels'),
  ]),
);

const inputValue = getter(HTMLInputElement.prototype, 'value');
const takesMany = getter(HTMLInputElement.prototype, 'multiple');
const linkedBy = Object.getOwnPropertyDescriptor(Element.prototype, 'ariaLabelledByElements')?.get;
/** @typedef {{seen: Set<Element>, referenced: boolean, whole: boolean, hidden: boolean, top: boolean}} How  `referenced`:
 *  in a text that names another element; `whole`: by aria-labelledby, which takes all that stands there */

const attribute = (element, name) => normalizeSpace(dom.attribute(element, name) ?? '');
const isMissing = (element, has) => {
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
const standsApart = (element, how) => {
  if (how.top || how.whole) return false;
  const tag = dom.localName(element);
  return (
    APART_TAGS.has(tag) ||
    (APART.has(roleOf(element)) && (!TOGETHER_TAGS.has(tag) || dom.hasAttribute(element, 'role')))
  );
};

const compute = (element, how) => {
  if (how.seen.has(element)) return '';
  how.seen.add(element);
  const has = attributeBits(element);
  if (!how.top && !how.hidden && isMissing(element, has)) return '';
  return (
    (has & HAS_NAMING && !how.referenced && byReference(element, how)) ||
    (!how.top && embedded(element, how)) ||
    (has & HAS_NAMING && attribute(element, 'aria-label')) ||
    native(element, how) ||
    (!standsApart(element, how) && byContent(element, how, has)) ||
    tooltip(element, has)
  );
};

const byReference = (element, how) =>
  labelling(element)
    .map((part) =>
      compute(part, {
        seen: new Set(),
        referenced: true,
        whole: true,
        hidden: isHiddenFromReaders(part),
        top: part === element && how.top,
      }),
    )
    .filter(Boolean)
    .join(' ');

/** By id, or set by script as elements: the attribute is empty then. */
const labelling = (element) => {
  const ids = dom.attribute(element, 'aria-labelledby');
  if (ids === '' && linkedBy) return Array.from(linkedBy.call(element) ?? []);
  return ids ? dom.idrefs(element, 'aria-labelledby') : [];
};

/** A control inside somebody else's name speaks with its value: "Flash the screen [3] times". */
const embedded = (element) => {
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
      return normalizeSpace(
        dom.tag(element) === 'select' ? selectedLabels(element).join(' ') : (elementValue(element) ?? ''),
      );
    default:
      return '';
  }
};

const chosen = (listbox) =>
  [...dom.query(listbox, '[role=option][aria-selected=true]')]
    .map((option) => normalizeSpace(dom.textContent(option)))
    .join(' ');

const byLabel = (element, how) => {
  const list = labelsOf[dom.localName(element)]?.(element);
  if (!list || !list.length) return '';
  const seen = new Set(how.seen);
  return Array.from(list)
    .map((label) =>
      compute(label, { seen, referenced: true, whole: how.whole, hidden: isHiddenFromReaders(label), top: false }),
    )
    .filter(Boolean)
    .join(' ');
};

const firstChild = (element, tag) => {
  for (let child = dom.firstElement(element); child; child = dom.nextElement(child))
    if (dom.localName(child) === tag) return child;
  return null;
};

const byChild = (element, tag, how) => {
  const child = firstChild(element, tag);
  return child ? compute(child, { ...how, top: false }) : '';
};

const BUTTON_DEFAULTS = { submit: 'Submit', reset: 'Reset' };
const inputName = (element, how) => {
  const type = inputType(element);
  const label = byLabel(element, how);
  if (label) return label;
  switch (type) {
    case 'button':
    case 'submit':
    case 'reset':
      return dom.hasAttribute(element, 'value') ? normalizeSpace(inputValue(element)) : (BUTTON_DEFAULTS[type] ?? '');
    case 'image':
      return attribute(element, 'alt') || attribute(element, 'value') || attribute(element, 'title') || 'Submit';
    case 'file':
      return takesMany(element) ? 'Choose Files' : 'Choose File'; // what the browser writes on it
    default:
      return '';
  }
};

const native = (element, how) => {
  switch (dom.tag(element)) {
    case 'input':
      return inputName(element, how);
    case 'select':
    case 'textarea':
    case 'button':
    case 'meter':
    case 'progress':
    case 'output':
      return byLabel(element, how);
    case 'img':
      return roleOf(element) === 'presentation' ? '' : attribute(element, 'alt');
    case 'area':
      return attribute(element, 'alt');
    case 'fieldset':
      return byChild(element, 'legend', how);
    case 'figure':
      return byChild(element, 'figcaption', how);
    case 'table':
      return byChild(element, 'caption', how);
    case 'optgroup':
      return attribute(element, 'label');
    case 'option':
      return attribute(element, 'label');
    case 'svg':
      return byTitle(element);
    case 'use':
      return bySymbol(element, how);
    default:
      return dom.namespace(element) === SVG ? byTitle(element) : internalsName(element);
  }
};

const byTitle = (element) => {
  const title = firstChild(element, 'title');
  return title ? normalizeSpace(dom.textContent(title)) : attribute(element, 'xlink:title');
};

/** Icons are drawn from a sheet of symbols; the title of the symbol is the name of the icon. */
const bySymbol = (use, how) => {
  const address = dom.attribute(use, 'href') ?? dom.attribute(use, 'xlink:href') ?? '';
  const root = dom.rootNode(use);
  const symbol =
    address.startsWith('#') &&
    (root instanceof Document || root instanceof DocumentFragment) &&
    dom.byId(root, address.slice(1));
  return symbol ? compute(symbol, { ...how, hidden: true, top: false }) : '';
};

/** Can an icon that is drawn from a sheet have a name? */
export const areSymbolsNamed = oncePerCall(() => dom.query(document, 'symbol title, symbol text').length > 0);
const SPEECHLESS = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'title',
  'meta',
  'link',
  'iframe',
  'object',
  'embed',
]);
const NEVER_BY_CONTENT = new Set([
  'input',
  'select',
  'textarea',
  'img',
  'iframe',
  'video',
  'audio',
  'canvas',
  'hr',
  'meter',
  'progress',
]);
const byContent = (element, how, has) => {
  const tag = dom.tag(element);
  if (NEVER_BY_CONTENT.has(tag)) return '';
  if (how.top && !isNamedByContent(roleOf(element))) return '';
  return normalizeSpace(content(element, how, has));
};

const DEEPEST = 150;
let depth = 0;
/** Nobody nests a name that deep but to exhaust the stack: below, the bare text will do. */
const content = (element, how, has) => {
  if (depth >= DEEPEST) return dom.textContent(element);
  depth++;
  try {
    return contentOf(element, how, has);
  } finally {
    depth--;
  }
};

/** All that is there of a closed <details> is its summary. */
const isShut = (element) => dom.localName(element) === 'details' && !dom.hasAttribute(element, 'open');
const contentOf = (element, how, has) => {
  if (isShut(element)) return byChild(element, 'summary', how) || 'Details';
  if (!(has & HAS_NAMING) && dom.isPlain(element)) {
    return textBefore(element) + casedText(dom.textContent(element), styleOf(element)) + textAfter(element);
  }
  let text = textBefore(element);
  for (const node of dom.shown(element)) {
    const part = nodeText(node, how);
    text += dom.nodeType(node) === TEXT ? casedText(part, styleOf(element)) : part;
  }
  for (const owned of has & HAS_NAMING ? dom.idrefs(element, 'aria-owns') : [])
    text += ` ${compute(owned, inner(how))} `;
  return text + textAfter(element);
};

const inner = (how) => (how.top ? { ...how, top: false } : how);
const nodeText = (node, how) => {
  const type = dom.nodeType(node);
  if (type === TEXT) return dom.data(node);
  if (type !== ELEMENT || SPEECHLESS.has(dom.localName(node))) return '';
  if (dom.localName(node) === 'br') return ' ';
  const text = compute(node, inner(how));
  const { display } = styleOf(node);
  if (text !== '' && roleOf(node) === 'img') return ` ${text} `;
  return display === 'inline' || display === 'contents' ? edged(node, text) : ` ${text} `;
};

/** compute() trims; an inline element's own blank at either end still parts it from its neighbour. */
const edged = (element, text) => {
  const raw = dom.textContent(element);
  return `${/^\s/.test(raw) ? ' ' : ''}${text}${/\s$/.test(raw) ? ' ' : ''}`;
};

const HINTED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);
const tooltip = (element, has) => {
  const title = has & HAS_TITLE ? attribute(element, 'title') : '';
  if (title) return roleOf(element) === 'presentation' ? '' : title;
  return HINTED.has(roleOf(element)) ? attribute(element, 'placeholder') || attribute(element, 'aria-placeholder') : '';
};

/** @param {Element} element  @returns {string} its accessible name, white space collapsed */
export const nameOf = (element) => {
  let name = cache.get(element);
  if (name === undefined) {
    name = normalizeSpace(
      compute(element, { seen: new Set(), referenced: false, whole: false, hidden: false, top: true }),
    );
    cache.set(element, name);
  }
  return name;
};

/** Remember a name that was found while something else was done. */
export const rememberName = (element, name) => {
  cache.set(element, name);
  return name;
};
