// What a field is called by its own attributes, or by the label of a field that it stands in for.

import { dom } from '../dom/dom.js';
import { labelControl } from '../dom/native.js';
import { normalizeSpace, plainText, wordSet } from '../dom/text.js';
import { isRendered, isVisible } from '../style/visibility.js';
import { labelsOf } from './name_sources.js';
import { nameOf } from './names.js';

/** `fa-trash-alt` as "trash alt". @param {string} text */
export const spoken = (text) =>
  normalizeSpace(text.replaceAll(/[-_:]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase();

// What says of a field no more than that it is one.
const GENERIC = wordSet(
  'input field fields text textbox textarea box control form inner element base root wrapper container main value id ' +
    'edit content editor select selection search combobox mui ant outlined filled large small default primary',
);
const MOST_WORDS = 4;
const MOST_IN_GROUP = 3;
const GROUPS = 'form, fieldset, section, dialog, td, li';
const LEVELS = 10;
const BOXES = 3;
const FIELDS = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea, [contenteditable], [role=textbox]';
/** @param {Element} label */
const isOfNoField = (label) => !dom.isHtml(label, 'label') || labelControl(label) === null;
/** The words of an id, a name or a class, without those that any field has; none where it was made by a program.
 * @param {string} token
 */
const wordsOf = (token) => {
  const words = spoken(token).split(' ');
  const isWritten =
    words.length <= MOST_WORDS && words.every((word) => /^[a-z]{2,}$/.test(word) && /[aeiouy]/.test(word));
  return isWritten ? words.filter((word) => !GENERIC.has(word)) : [];
};

/** Whether a class is of this field alone: what others have too says what kind of field it is.
 * @param {Element} element @param {string} token
 */
const isItsOwn = (element, token) =>
  Array.from(dom.query(document, `.${CSS.escape(token)}`)).every((one) => one === element);

const FOLLOWING = 4; // Node.DOCUMENT_POSITION_FOLLOWING
/** The label or legend of a group of few fields, which is of none of them alone: it stands before them.
 * @param {Element} element
 */
const byGroupLabel = (element) => {
  for (const at of dom.around(element, LEVELS)) {
    if (dom.queryIn(at, FIELDS).length > MOST_IN_GROUP) return '';
    const label = Array.from(dom.queryIn(at, 'label, legend')).find(isOfNoField);
    if (label && !(dom.compare(label, element) & FOLLOWING)) return '';
    if (label) return isVisible(label) ? plainText(label) : '';
    if (dom.matches(at, GROUPS)) return '';
  }
  return '';
};

/** What the name or the id calls a field, the label of its group, or a class. A class must say it in two words, since one
 * is often for its style.
 * @param {Element} element
 */
export const byOwnWords = (element) => {
  const name = dom.attribute(element, 'name') ?? '';
  if (name === 'q') return name;
  const [words] = [name, dom.id(element)].map(wordsOf).filter((found) => found.length);
  if (words) return words.join(' ');
  const group = byGroupLabel(element);
  if (group) return group;
  const classes = dom
    .className(element)
    .split(/\s+/)
    .filter((token) => /input|field/i.test(token) && isItsOwn(element, token));
  const found = classes.map((token) => wordsOf(token.replace(/^[a-z]{1,2}-/, ''))).find((some) => some.length > 1);
  return found?.join(' ') ?? '';
};

const HELP = 'a[href], button, [role=button]';
/** The name of a field without that of a picture at the end of its label that opens something else, as help does: the
 * picture has a line of its own. @param {Element} element @param {string} name
 */
export const withoutHelp = (element, name) => {
  for (const label of labelsOf[dom.localName(element)]?.(element) ?? []) {
    const help = Array.from(dom.queryIn(label, HELP)).at(-1);
    const called = help && !/\S/.test(dom.textContent(help)) ? nameOf(help) : '';
    if (called && name.endsWith(` ${called}`)) return name.slice(0, -called.length).trim();
  }
  return name;
};

/** A label that is of no field that is shown. @param {Element} label */
const isFree = (label) => {
  const control = dom.isHtml(label, 'label') ? labelControl(label) : null;
  return dom.hasAttribute(label, 'for') && (control === null || !isRendered(control));
};

const MOST_IN_BOX = 4;
/** The label of a box that holds a field, by its id, with what the field shows while it is empty where it holds others, too:
 * a label can only name a field, and is of none so. @param {Element} element
 */
export const byLabelOfBox = (element) => {
  for (const at of dom.around(element, LEVELS)) {
    const fields = dom.queryIn(at, FIELDS).length;
    if (fields > MOST_IN_BOX || dom.matches(at, GROUPS)) return '';
    const label =
      dom.id(at) && Array.from(dom.query(document, `label[for=${CSS.escape(dom.id(at))}]`)).find(isOfNoField);
    if (!label) continue;
    const words = isVisible(label) ? plainText(label) : '';
    return fields > 1 && words ? `${words} (${normalizeSpace(dom.attribute(element, 'placeholder') ?? '')})` : words;
  }
  return '';
};

/** The label right before a field or before the boxes that hold it alone, where it names no other field: a field is called by
 * that, and not by the example that it shows while it is empty. @param {Element} element
 */
export const byLabelBefore = (element) => {
  let at = element;
  for (let level = 0; level < BOXES; level++) {
    const [before, behind, above] = [dom.previousElement(at), dom.nextElement(at), dom.parent(at)];
    if (behind && (dom.matches(behind, FIELDS) || dom.queryIn(behind, FIELDS).length)) return '';
    if (before && dom.isHtml(before, 'label') && !dom.hasAttribute(before, 'for') && isOfNoField(before))
      return isVisible(before) ? plainText(before) : '';
    if (before || !above || dom.queryIn(above, FIELDS).length > 1) return '';
    at = above;
  }
  return '';
};

/** The label of a field that a page hides to show another one, which is the only one near. @param {Element} element */
export const byLabelAround = (element) => {
  for (const at of dom.around(element, LEVELS)) {
    if (Array.from(dom.queryIn(at, FIELDS)).some((other) => other !== element && isVisible(other))) return '';
    const label = Array.from(dom.queryIn(at, 'label[for]')).find(isFree);
    if (label) return plainText(label);
  }
  return '';
};
