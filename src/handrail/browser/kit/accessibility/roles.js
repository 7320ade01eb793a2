// The role of an element: the ARIA attribute where it counts, else what HTML-AAM says of the tag.
// '' means that the element has no role of its own (generic). https://www.w3.org/TR/html-aam-1.0/

import { HAS_ANY, HAS_EDITABLE, HAS_ROLE } from '../dom/attributes.js';
import { inputType, isEditingHost, isFocusable } from '../dom/controls.js';
import { dom, SVG } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { perCall } from '../dom/per_call.js';
import { normalizeSpace, wordSet } from '../dom/text.js';
import { internalsRole } from './internals.js';

const INLINE_ROLES = wordSet(
  'paragraph strong emphasis code mark subscript superscript insertion deletion time caption rowgroup presentation generic none math',
);
/** Does text go on through an element of this role? @param {string} role */
export const isInlineRole = (role) => role === '' || INLINE_ROLES.has(role);
const cache = perCall();
const KNOWN = wordSet(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid ' +
    'gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar ' +
    'menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar ' +
    'radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status ' +
    'strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree ' +
    'treegrid treeitem',
);

// An element with one of these keeps its own role whatever `role=none` says: https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
const GLOBAL_ARIA = (
  'atomic braillelabel brailleroledescription busy controls current describedby description details dropeffect ' +
  'flowto grabbed keyshortcuts label labelledby live owns relevant roledescription'
)
  .split(' ')
  .map((name) => `aria-${name}`);

/** @type {Record<string, string>} */
const INPUTS = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  file: 'button',
  color: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
  hidden: '',
};

const TAKES_LIST = new Set(['text', 'search', 'email', 'tel', 'url', '']);
/** @type {Record<string, string>} */
const SIMPLE = {
  address: 'group',
  article: 'article',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  hr: 'separator',
  ins: 'insertion',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  ul: 'list',
};

const LANDMARK_LESS =
  'article, aside, main, nav, section, [role=article], [role=complementary], [role=main], [role=navigation], [role=region]';
/** @param {Element} element */
const isNamed = (element) =>
  Boolean(
    normalizeSpace(dom.attribute(element, 'aria-label') ?? '') ||
      dom.hasAttribute(element, 'aria-labelledby') ||
      dom.attribute(element, 'title'),
  );

/** @param {Element} element */
const inSection = (element) => {
  const above = dom.parent(element);
  return Boolean(above && dom.closest(above, LANDMARK_LESS));
};

/** @param {Element} element */
const input = (element) => {
  const type = inputType(element);
  if (TAKES_LIST.has(type) && dom.attribute(element, 'list') && listOf(element)) return 'combobox';
  return INPUTS[type] ?? 'textbox';
};

/** @param {Element} element */
const listOf = (element) => {
  const list = dom.idrefs(element, 'list')[0];
  return list && dom.tag(list) === 'datalist';
};

/** @param {Element} element */
const image = (element) => {
  if (dom.attribute(element, 'alt') === '' && !isNamed(element)) return 'presentation';
  return 'img';
};

/** @param {Element} element */
const header = (element) => {
  const scope = (dom.attribute(element, 'scope') ?? '').toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = dom.parent(element);
  if (!row) return 'columnheader';
  const rest = [...dom.children(row)].some((cell) => dom.tag(cell) === 'td');
  const section = dom.parent(row);
  return rest && !(section && dom.tag(section) === 'thead') ? 'rowheader' : 'columnheader';
};

/** The table a cell or row stands in decides whether it is one: a layout table has none.
 * @param {Element} element @param {string} role
 */
const inTable = (element, role, gridRole = role) => {
  const table = dom.up(dom.parent(element), (above) => dom.tag(above) === 'table');
  const kind = table ? roleOf(table) : '';
  if (kind === 'grid' || kind === 'treegrid') return gridRole;
  return kind === 'table' ? role : '';
};

/** @type {Record<string, (element: Element) => string>} */
const TAGS = {
  a: (element) =>
    dom.hasAttribute(element, 'href') ||
    hasXlink(element) ||
    dom.hasAttribute(element, 'onclick') ||
    isListening(element)
      ? 'link'
      : '',
  area: (element) => (dom.hasAttribute(element, 'href') ? 'link' : ''),
  aside: (element) => (inSection(element) && !isNamed(element) ? '' : 'complementary'),
  footer: (element) => (inSection(element) ? '' : 'contentinfo'),
  header: (element) => (inSection(element) ? '' : 'banner'),
  form: (element) => (isNamed(element) ? 'form' : ''),
  section: (element) => (isNamed(element) ? 'region' : ''),
  img: image,
  input,
  li: () => 'listitem',
  select: (element) =>
    dom.hasAttribute(element, 'multiple') || Number(dom.attribute(element, 'size')) > 1 ? 'listbox' : 'combobox',
  summary: (element) => {
    const above = dom.parent(element);
    return above && dom.tag(above) === 'details' ? 'button' : '';
  },
  svg: (element) => (isNamed(element) || dom.childOf(element, 'title') ? 'img' : ''),
  td: (element) => inTable(element, 'cell', 'gridcell'),
  th: (element) => inTable(element, header(element)),
  tr: (element) => inTable(element, 'row'),
  iframe: () => 'frame',
  frame: () => 'frame',
  canvas: () => '',
  video: () => 'video',
  audio: () => 'audio',
};

/** @param {Element} element */
const hasXlink = (element) => dom.namespace(element) === SVG && dom.hasAttribute(element, 'xlink:href');

/** @param {Element} element @param {string} tag @param {number} has */
const implicit = (element, tag, has) => {
  const rule = TAGS[tag];
  if (rule) return rule(element);
  const role = SIMPLE[tag] ?? '';
  if (role === 'rowgroup') return inTable(element, role);
  if (!role && has & HAS_EDITABLE && isEditingHost(element)) return 'textbox';
  return role || internalsRole(element);
};

/** The role of all elements of a tag that have neither `role` nor `contenteditable`, null where more must be asked.
 * @param {string} tag
 */
export const roleOfTag = (tag) =>
  Object.hasOwn(TAGS, tag) || SIMPLE[tag] === 'rowgroup' || tag.includes('-') ? null : (SIMPLE[tag] ?? '');
// Whatever an author calls it, what stands in it has to be read.
const FRAMES = new Set(['iframe', 'frame']);
// What takes an entry stays a field: authors call one an alert, since they have readers say it.
const FIELDS = new Set(['input', 'select', 'textarea']);
/** @param {Element} element */
const hasGlobalAria = (element) => GLOBAL_ARIA.some((name) => dom.hasAttribute(element, name));
/** Whether a text only shows what is chosen in the list around it, as Select2 marks it: a press is one of the list.
 * @param {Element} element
 */
const isShownValue = (element) => {
  const around = dom.attribute(element, 'aria-readonly') === 'true' ? dom.parent(element) : null;
  return around !== null && !isFocusable(element) && dom.closest(around, '[role=combobox]') !== null;
};
const TIP = /(?:^|\s)(?:q|tool)tip(?![a-z])/i;
/** Whether it only has a reader say it at once: a tooltip, or what is chosen in the list around it, as in Semantic UI.
 * @param {Element} element
 */
const isNoAlert = (element) =>
  TIP.test(dom.className(element)) || dom.closest(element, '[role=listbox], [role=combobox]') !== null;
/** @param {Element} element */
const explicit = (element) => {
  const attribute = dom.attribute(element, 'role');
  if (!attribute || FRAMES.has(dom.localName(element))) return null;
  for (const token of attribute.toLowerCase().split(/\s+/)) {
    if (!KNOWN.has(token)) continue;
    if (token === 'none' || token === 'presentation') {
      return isFocusable(element) || hasGlobalAria(element) ? null : 'presentation';
    }
    if ((token === 'region' || token === 'form') && !isNamed(element)) continue;
    if (FIELDS.has(dom.localName(element)) && !INTERACTIVE.has(token)) continue;
    if (token === 'textbox' && isShownValue(element)) return '';
    if (token === 'alert' && isNoAlert(element)) return TIP.test(dom.className(element)) ? 'tooltip' : '';
    return token === 'image' ? 'img' : token === 'generic' ? '' : token;
  }
  return null;
};

/** @param {Element} element  @param {string} [tag]  @param {number} [has]  its attributes, as bits  @returns {string} its role, '' for generic */
export const roleOf = (element, tag, has = HAS_ANY) => {
  let role = cache.get(element);
  if (role === undefined) {
    role = (has & HAS_ROLE ? explicit(element) : null) ?? implicit(element, tag ?? dom.tag(element), has);
    cache.set(element, role);
  }
  return role;
};

const NAMED_BY_CONTENT = wordSet(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row ' +
    'rowheader switch tab tooltip treeitem',
);

const INTERACTIVE = wordSet(
  'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox ' +
    'slider spinbutton switch tab textbox treeitem',
);

/** @param {string} role */
export const isNamedByContent = (role) => NAMED_BY_CONTENT.has(role);
/** @param {string} role */
export const isInteractiveRole = (role) => INTERACTIVE.has(role);
