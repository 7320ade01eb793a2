// What to call a control that has no name: the words beside a field, else what its icon is called. A guess, and marked as
// one: nothing is judged by it.

import { isEditingHost } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { clip, normalizeSpace, plainText, wordSet } from '../dom/text.js';
import { isTextVisible } from '../style/text_visibility.js';
import { boxOf, isRendered, isVisible, styleOf } from '../style/visibility.js';
import { byColumn } from './column_names.js';
import { isDrawn, isOver } from './faces.js';
import { byLabelAround, byOwnWords, spoken } from './field_words.js';
import { byColor, byIcon, byPart, toldOf } from './icon_names.js';
import { isInlineRole, isInteractiveRole, roleOf } from './roles.js';
import { expanderName } from './tree_levels.js';
import { elementValue } from './values.js';

const PICTURED = 'svg, use, img, i, span, [data-icon], [icon], [name], [title], [aria-label], [alt]';
const WORD = /\p{L}{2}/u;
const NUMBER = /^[#№]?\p{N}{3,}$/u;
const ITEMS = 'li, tr, [role=row], [role=listitem], [role=option], [role=treeitem], [role=gridcell]';
const CONTROLS =
  'input:not([type=hidden]), select, textarea, button, [role=textbox], [role=combobox], [contenteditable]';
const PICKED = '[role=radio], [role=checkbox], [role=switch], [role=slider]';
const ANY_CONTROL = `${CONTROLS}, ${PICKED}`;
const FEW_PARTS = 2; // of more, the words of one would run into the next
const PARTS_OF_LABEL = 8; // a mark that it is required, a sign to ask for help
const LEVELS = 8;
const SHARED_LEVELS = 3; // above, words are those of a field only if nothing else stands between
const APART = 'form, fieldset, dialog, section, article, main, aside, header, footer, nav, table, [role=dialog]';
const ROWS = 'tr, [role=row], body';
const HOSTS = 3;
const MOST_AROUND = 60;
const MOST_PARTS = 12;
const LONGEST = 60;
const TYPED = wordSet('textbox searchbox combobox spinbutton listbox checkbox radio switch slider');
const FIELDS = wordSet('textbox searchbox combobox spinbutton');
/** Whether it takes text. @param {string} role */
export const isField = (role) => FIELDS.has(role);
const CHECKED = wordSet('checkbox radio switch');
const OTHER_CONTROLS = 'button, a[href], [role=button], [role=link]';
const ALONE = `${ANY_CONTROL}, ${OTHER_CONTROLS}, [tabindex]`;
const WRAPPERS = 3;
/** @param {Node} node */
const shownText = (node) =>
  dom.isText(node) || (dom.isElement(node) && dom.queryIn(node, '*').length <= FEW_PARTS && isTextVisible(node))
    ? plainText(node)
    : '';
/** Does it take presses of its own, as the value in a cell that is edited by a press does? @param {Element} node */
const isPressed = (node) => {
  const above = dom.parent(node);
  return (
    dom.tag(node) !== 'label' &&
    styleOf(node).cursor === 'pointer' &&
    (above === null || styleOf(above).cursor !== 'pointer')
  );
};
/** The words of a link or button are its own, and no field's. @param {Node} node */
const labelText = (node) => {
  if (!dom.isElement(node)) return shownText(node);
  if (isPressed(node)) return '';
  if (dom.matches(node, CONTROLS) || dom.matches(node, OTHER_CONTROLS) || dom.queryIn(node, OTHER_CONTROLS).length)
    return '';
  return dom.queryIn(node, '*').length > PARTS_OF_LABEL || !isTextVisible(node) ? '' : wordsIn(node);
};
/** The text of an element, its parts parted. @param {Element} element @returns {string} */
const wordsIn = (element) =>
  dom.queryIn(element, '*').length <= FEW_PARTS
    ? plainText(element)
    : normalizeSpace(
        Array.from(dom.childNodes(element), (node) =>
          dom.isElement(node) ? (isTextVisible(node) ? wordsIn(node) : '') : dom.isText(node) ? dom.data(node) : '',
        ).join(' '),
      );
/** Words that stand right behind a box to check. @param {Element} element */
const byNext = (element) => {
  for (let node = dom.nextSibling(element); node; node = dom.nextSibling(node)) {
    if (holdsControl(node)) return '';
    const text = shownText(node);
    if (text) return text.length <= LONGEST ? text : '';
  }
  return '';
};

/** @param {Node} node */
const isPicked = (node) => dom.isElement(node) && (dom.matches(node, PICKED) || dom.queryIn(node, PICKED).length > 0);
/** A field that a page hides to draw another one in its place is no control of its row; a box to check that it draws is.
 * @param {Element} control
 */
const isInUse = (control) => isRendered(control) || isDrawn(control);
/** @param {Node} node @returns {boolean} */
const holdsControl = (node) => {
  if (!dom.isElement(node)) return false;
  const shadow = dom.shadowRoot(node);
  if (shadow && dom.query(shadow, ANY_CONTROL).length) return true;
  return (dom.matches(node, ANY_CONTROL) && isInUse(node)) || Array.from(dom.queryIn(node, ANY_CONTROL)).some(isInUse);
};

/** The words that are shown in a box; null where another control stands in it, or more than belongs to one.
 * @param {Element} box @param {Element} element
 */
const wordsBeside = (box, element) => {
  /** @type {string[]} */
  const words = [];
  let left = MOST_AROUND;
  /** @param {Element} at @returns {boolean} */
  const read = (at) => {
    const isShown = isTextVisible(at);
    for (const node of dom.shown(at)) {
      if (--left < 0) return false;
      if (dom.isText(node) && isShown) words.push(dom.data(node));
      if (!dom.isElement(node) || node === element) continue;
      if (dom.matches(node, CONTROLS) || dom.matches(node, OTHER_CONTROLS) || !read(node)) return false;
    }
    return true;
  };
  return read(box) ? normalizeSpace(words.join(' ')) : null;
};

/** The words of the item that a box to check stands in alone. @param {Element} element */
const byItem = (element) => {
  for (const at of dom.around(element, LEVELS)) {
    if (dom.matches(at, ROWS)) break;
    const words = wordsBeside(at, element);
    if (words === null || words.length > LONGEST) return '';
    if (WORD.test(words)) return words;
  }
  return '';
};

/** What tells several boxes of one item apart, as those that choose the versions to compare: their own names, behind the
 * first words of the item. @param {Element} element
 */
const byOwnNameInItem = (element) => {
  const item = dom.closest(element, ITEMS);
  const checks = item ? Array.from(dom.queryIn(item, CHECKS)) : [];
  const names = checks.map((check) => dom.attribute(check, 'name') ?? '');
  if (checks.length < 2 || new Set(names).size < names.length || names.includes('')) return '';
  const words = byNext(checks[checks.length - 1]);
  return WORD.test(words) ? `${words} (${spoken(dom.attribute(element, 'name') ?? '')})` : '';
};

const TABLE_ROWS = 'tr, [role=row]';
const TITLES = 'th, [role=rowheader], h1, h2, h3, h4, h5, h6';
const CHECKS = 'input[type=checkbox], input[type=radio], [role=radio], [role=checkbox], [role=switch]';
const HEAD_CELLS = 'th[scope=col], [role=columnheader]';
/** The first words of the row that a box to check chooses: its title, else what its first cell with words says.
 * @param {Element} element
 */
const byRow = (element) => {
  const row = dom.closest(element, TABLE_ROWS);
  if (row === null || dom.queryIn(row, HEAD_CELLS).length || dom.closest(row, 'thead')) return '';
  if (dom.queryIn(row, CHECKS).length > 1) return '';
  const cells = Array.from(dom.children(row)).slice(0, MOST_PARTS);
  const parts = [...Array.from(dom.queryIn(row, TITLES)).slice(0, MOST_PARTS), ...cells];
  const texts = parts.map((part) => (isTextVisible(part) ? wordsIn(part) : ''));
  // Rows of orders begin with a number, and have the word of their state in common.
  const number = texts.findIndex((text) => NUMBER.test(text));
  const first = texts.findIndex((text) => WORD.test(text));
  return first < 0 || number < 0 || number > first ? (texts[first] ?? '') : `${texts[number]} ${texts[first]}`;
};

/** The label of a component. @param {Element} host */
const labelOfHost = (host) => {
  const around = dom.closest(host, 'label');
  const root = dom.rootNode(host);
  const id = dom.id(host);
  const labels = id && dom.isTree(root) ? Array.from(dom.query(root, 'label[for]')) : [];
  const label = labels.find((label) => dom.attribute(label, 'for') === id) ?? around;
  return label ? (wordsBeside(label, host) ?? '') : '';
};

/** The components in whose shadow trees a control stands alone: an icon button may be made of two of them.
 * @param {Element} element
 */
const hostsOf = (element) => {
  /** @type {Element[]} */
  const hosts = [];
  let root = dom.rootNode(element);
  while (hosts.length < HOSTS && dom.isShadowRoot(root)) {
    if (dom.query(root, `${CONTROLS}, ${OTHER_CONTROLS}`).length > 1) break;
    const host = dom.host(root);
    hosts.push(host);
    root = dom.rootNode(host);
  }
  return hosts;
};

/** What the components of a control are called. @param {Element[]} hosts */
const byHost = (hosts) => hosts.map((host) => labelOfHost(host) || toldOf(host)).find((name) => WORD.test(name)) ?? '';
/** What a box around a control is called that holds nothing else, such as that of a tooltip; a control in a control is the
 * same thing. @param {Element} element
 */
const byWrapper = (element) => {
  const text = plainText(element);
  const isOther = (/** @type {Element} */ control) =>
    !dom.contains(control, element) && !dom.contains(element, control);
  for (const at of dom.around(element, WRAPPERS)) {
    if (!isInlineRole(roleOf(at)) && !isInteractiveRole(roleOf(at))) return '';
    if (Array.from(dom.queryIn(at, ALONE)).some(isOther) || plainText(at) !== text) return '';
    const told = toldOf(at);
    if (WORD.test(told)) return told;
  }
  return '';
};

/** Whether the words of fields stand behind them: the first of a row is a field, and not a box with words of its own.
 * @param {Element} row
 */
const isLabelledBehind = (row) => {
  for (let node = dom.firstChild(row); node; node = dom.nextSibling(node)) {
    if (holdsControl(node))
      return dom.isElement(node) && (dom.matches(node, ANY_CONTROL) || !WORD.test(dom.textContent(node)));
    if (shownText(node)) return false;
  }
  return false;
};

/** @param {Element} element */
const endsLine = (element) => {
  let node = dom.nextSibling(element);
  while (node && !dom.isElement(node) && plainText(node) === '') node = dom.nextSibling(node);
  return node !== null && dom.isElement(node) && dom.tag(node) === 'br';
};

const SIGNS = /[^\p{L}\p{N}]+/gu; // an editor may show its blanks by signs
/** Does a part of the page say no more than what a field holds? @param {Element} node @param {Element} element */
const saysValue = (node, element) =>
  dom.textContent(node).replace(SIGNS, '') === (elementValue(element) ?? '').replace(SIGNS, '');

/** Words that stand right before a field, or before the boxes that hold it alone; or behind it, where that is how it is done.
 * @param {Element} element @param {string} role
 */
const byNeighbour = (element, role) => {
  const row = dom.parent(element);
  // What stands in the next line is of another field.
  if (row && isLabelledBehind(row) && !endsLine(element)) {
    const behind = byNext(element);
    if (WORD.test(behind)) return behind;
  }
  // What a list shows as chosen lies where its field is, and so does the text that an editor colours.
  const isValueOf = (/** @type {Node} */ node) =>
    dom.isElement(node) && isOver(boxOf(node), boxOf(element)) && (role === 'combobox' || saysValue(node, element));
  let at = element;
  for (let level = 0; level < LEVELS; level++) {
    const above = dom.parent(at);
    // What stands far above a text that is edited, such as the title of its page, is no label of it.
    if (
      level >= SHARED_LEVELS &&
      (isEditingHost(element) || Array.from(dom.queryIn(at, CONTROLS)).filter(isInUse).length !== 1)
    )
      return '';
    if (!above || dom.matches(at, ITEMS) || dom.matches(at, APART)) return ''; // what stands before is another thing
    let before = '';
    let isTaken = false;
    for (const node of dom.shown(above)) {
      if (node === at) break;
      const text = isValueOf(node) ? '' : labelText(node);
      // Words in a part that has a control are of that one, and so are those before it.
      if (at !== element ? holdsControl(node) : isPicked(node)) {
        isTaken = true;
      } else if (text) {
        isTaken = false;
        before = text;
      }
    }
    if (isTaken) return '';
    if (before) return before.length <= LONGEST && WORD.test(before) ? before : '';
    at = above;
  }
  return '';
};

/** Nothing but a picture: what holds more is not called by an icon in it. @param {Element} element */
const isPicture = (element) => dom.queryIn(element, '*').length <= FEW_PARTS && plainText(element) === '';

/** What the picture is called that is all there is in an element; '' where none is. @param {Element} element */
export const signIn = (element) => {
  if (dom.firstElement(element) === null || !isPicture(element)) return '';
  const signs = Array.from(dom.queryIn(element, PICTURED)).filter((part) => isVisible(part));
  return clip(signs.map(byIcon).find((name) => WORD.test(name)) ?? '', LONGEST);
};

/** Whether a list is a field that opens, or a native one: what stands before another names no field. @param {Element} list */
const isDropdown = (list) => dom.localName(list) === 'select' || dom.hasAttribute(list, 'aria-expanded');

/** Whether a name may be guessed for what has this role. @param {string} role */
export const isGuessable = (role) => role === 'clickable' || isInteractiveRole(role);

/** @param {Element} element @param {string} role @returns {string} what it may be called, '' where nothing says it */
export const guessedName = (element, role) => {
  if (role === 'clickable' && !isPicture(element)) return '';
  // What is drawn in a field, such as the arrow of a list, says what it does; the words beside it, what it is for.
  const hosts = hostsOf(element);
  const beside =
    byWrapper(element) ||
    byHost(hosts) ||
    (TYPED.has(role) && byColumn(element, CHECKED.has(role))) ||
    (CHECKED.has(role) && (byOwnNameInItem(element) || byRow(element) || byNext(element) || byItem(element))) ||
    (TYPED.has(role) && (role !== 'listbox' || isDropdown(element)) && byNeighbour(element, role));
  const field = beside || (isField(role) && (byLabelAround(element) || byOwnWords(element)));
  if (field) return clip(field, LONGEST);
  // The picture of one is the arrow that all lists have; those in the other are its options'.
  if (role === 'combobox' || role === 'listbox') return '';
  const inner = isEditingHost(element) ? [] : Array.from(dom.queryIn(element, PICTURED)).slice(0, MOST_PARTS);
  const slotted = hosts
    .filter((host) => !WORD.test(dom.textContent(host)))
    .flatMap((host) => [host, ...dom.queryIn(host, PICTURED)])
    .slice(0, MOST_PARTS);
  for (const part of [element, ...inner, ...slotted]) {
    const found = byIcon(part);
    if (WORD.test(found)) return clip(found, LONGEST);
  }
  if (isEditingHost(element) || !isPicture(element)) return '';
  if (role !== 'clickable') return byColor(element) || (role === 'slider' ? byPart(element) : '');
  return byColor(element) || byPart(element) || byColumn(element, false) || expanderName(element);
};
