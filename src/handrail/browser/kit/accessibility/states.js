// What an element is now: its value and the words for its state.

import { attributeBits, HAS_STATE } from '../dom/attributes.js';
import { FORM_TAGS, inputType, inputTypeOf, isDisabledNow } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { inputChecked, inputMixed, optionSelected } from '../dom/native.js';
import { foundPerCall } from '../dom/per_call.js';
import { plainText, wordSet } from '../dom/text.js';
import { hasInternals, internalsState } from './internals.js';
import { roleOf } from './roles.js';
import { levelOfItem } from './tree_levels.js';

/** @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} proto */
const validityOf = (proto) => ({ of: getter(proto, 'validity'), message: getter(proto, 'validationMessage') });
/** @type {Record<string, ReturnType<typeof validityOf> | undefined>} */
const validities = {
  input: validityOf(HTMLInputElement.prototype),
  textarea: validityOf(HTMLTextAreaElement.prototype),
  select: validityOf(HTMLSelectElement.prototype),
};

/** @param {Element} element @param {string} name */
const aria = (element, name) =>
  (dom.attribute(element, `aria-${name}`) ?? internalsState(element, name) ?? '').trim().toLowerCase();
/** @param {Element} element */
export const isDisabled = (element) =>
  (FORM_TAGS.has(dom.localName(element)) && isDisabledNow(element)) ||
  Boolean(dom.closest(element, '[aria-disabled="true" i]')) ||
  internalsState(element, 'disabled') === 'true';

/** @param {Element} element @param {string} tag */
const checkedState = (element, tag) => {
  if (tag === 'input' && dom.isHtml(element, 'input')) {
    const type = inputTypeOf(element);
    if (type === 'checkbox' && inputMixed(element)) return 'mixed';
    if (type === 'checkbox' || type === 'radio') return inputChecked(element) ? 'true' : 'false';
  }
  return aria(element, 'checked');
};

/** @param {Element} element @param {string} tag @param {string} role */
const expandedState = (element, tag, role) => {
  if (tag === 'summary' && role === 'button') {
    const details = dom.parent(element);
    return String(details !== null && dom.hasAttribute(details, 'open'));
  }
  const given = aria(element, 'expanded');
  if (given) return given;
  const target = popoverTarget(element);
  return target ? String(dom.matches(target, ':popover-open')) : '';
};

/** @param {Element} element */
const popoverTarget = (element) =>
  dom.hasAttribute(element, 'popovertarget') ? dom.idrefs(element, 'popovertarget')[0] : null;
/** @param {Element} element */
const levelOf = (element) => {
  const given = Number.parseInt(aria(element, 'level'), 10);
  if (given > 0) return Math.min(given, 99);
  const heading = /^h([1-6])$/.exec(dom.localName(element));
  return heading ? heading[1] : 2;
};

/** @param {Element} element */
const validity = (element) => (dom.isHtml(element) ? validities[dom.localName(element)] : undefined);
/** Only a fault that the page shows: an empty required field that nobody touched is not one yet.
 * @param {Element} element
 */
const isInvalid = (element) => {
  const given = aria(element, 'invalid');
  if (given) return given !== 'false';
  return Boolean(validity(element)) && dom.matches(element, ':user-invalid');
};

/** @returns {string | null} why the field is not valid, in the page's or the browser's words; null where it is
 * @param {Element} element
 */
export const errorMessage = (element) => {
  if (!isInvalid(element)) return null;
  const given = dom
    .idrefs(element, 'aria-errormessage')
    .map((part) => plainText(part))
    .join(' ');
  return given || (validity(element)?.message(element) ?? '');
};

/** @returns {string} what the browser says of a value when its form is sent, though the page shows no fault yet; empty for
 * nothing, and where the page says itself what is valid
 * @param {Element} element
 */
export const browserFault = (element) =>
  aria(element, 'invalid') || dom.closest(element, 'form[novalidate]')
    ? ''
    : (validity(element)?.message(element) ?? '');

/** @param {Element} element */
const isSelected = (element) =>
  dom.isHtml(element, 'option') ? optionSelected(element) : aria(element, 'selected') === 'true';
const TYPED = new Set(['input', 'textarea']);
// HTML gives the attribute no meaning in these.
const NEVER_READONLY = wordSet('button checkbox color file hidden image radio range reset submit');
/** @param {Element} element @param {string} [tag] */
export const isReadonly = (element, tag = dom.tag(element)) =>
  aria(element, 'readonly') === 'true' ||
  (TYPED.has(tag) && dom.hasAttribute(element, 'readonly') && !NEVER_READONLY.has(inputType(element)));

/** @param {Element} element @param {string} tag */
const isRequired = (element, tag) =>
  aria(element, 'required') === 'true' || (validities[tag] !== undefined && dom.matches(element, ':required'));
/** @type {Record<string, string>} */
const EXPANDABLE_WORD = { true: 'expanded', false: 'collapsed' };
/** @type {Record<string, string>} */
const CHECKED_WORD = { true: 'checked', false: 'unchecked', mixed: 'mixed' };
/** @type {Record<string, string>} */
const PRESSED_WORD = { true: 'pressed', false: 'unpressed', mixed: 'half-pressed' };
const PLAIN_ROLES = wordSet(
  'link heading list listitem table row cell img navigation main banner separator definition term clickable',
).add('');
const CURRENT = new Set(['page', 'step', 'location', 'date', 'time']);
/** @param {Element} element  @param {string} [role]  @returns {string[]} words such as `checked`, `disabled`, `level=2`; all our own
 * @param {string} [tag] @param {number} [has]
 */
export const statesOf = (element, role = roleOf(element), tag = dom.tag(element), has = attributeBits(element)) => {
  /** @type {string[]} */
  const words = [];
  /** @param {string} word */
  const add = (word) => {
    if (word) words.push(word);
  };
  if (role === 'heading') add(`level=${levelOf(element)}`);
  if (role === 'treeitem') add(levelOfItem(element));
  const isField = FORM_TAGS.has(tag);
  const speaks = hasInternals(element);
  const isStated = speaks || (has & HAS_STATE) !== 0;
  const simple = !isStated && !isField && PLAIN_ROLES.has(role);
  if (!simple) {
    if (isStated || isField) {
      add(CHECKED_WORD[checkedState(element, tag)]);
      if (isSelected(element)) add('selected');
      add(PRESSED_WORD[aria(element, 'pressed')]);
    }
    add(EXPANDABLE_WORD[expandedState(element, tag, role)]);
  }
  if ((isField || speaks || ariaDisabledAround(element)) && isDisabled(element)) add('disabled');
  if (isStated || isField) {
    if (isReadonly(element, tag)) add('readonly');
    if (isRequired(element, tag)) add('required');
    if (isInvalid(element)) add('invalid');
    const current = aria(element, 'current');
    if (current && current !== 'false') add(CURRENT.has(current) ? `current=${current}` : 'current');
    if (aria(element, 'busy') === 'true') add('busy');
  }
  if (element === focusedElement() && element !== dom.body(document)) add('focused');
  return words;
};

const holdsDisabled = foundPerCall((/** @type {any} */ root) => dom.query(root, '[aria-disabled]').length > 0);
/** A link can only be disabled by itself or a box around it in its tree that says so; most trees have none.
 * @param {Element} element
 */
const ariaDisabledAround = (element) => holdsDisabled(dom.rootNode(element));
