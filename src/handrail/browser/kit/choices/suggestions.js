import { roleOf } from '../accessibility/roles.js';
import { browserFault, isReadonly } from '../accessibility/states.js';
import { hasBox } from '../actions/boxes.js';
import { fieldOfPanel } from '../actions/covers.js';
import { dom, method } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { dispatch } from '../dom/native.js';
import { elementOfRef, onElement, refNow, refOf } from '../dom/refs.js';
import { elementInMiddle } from '../dom/viewport.js';
import { clip } from '../forms/control_kinds.js';
import { isDropped, isInItems, isOtherDate, newError, noteBefore, noteEditors } from '../forms/field_items.js';
import { field, fieldOf, inputMethod, readField } from '../forms/fields.js';
import { saysLoading } from '../page/activity.js';
import { labelOf } from './choices.js';
import { listPointedAt, popupBeside, shownItems } from './lists.js';

const blur = method(HTMLElement.prototype, 'blur');
const SUGGESTED = 20;
const EXPECTS = ['aria-autocomplete', 'aria-haspopup', 'aria-controls', 'aria-owns'];
/** Does a field say that it makes suggestions? @param {Element} field */
const announces = (field) =>
  roleOf(field) === 'combobox' ||
  EXPECTS.some((name) => dom.hasAttribute(field, name)) ||
  /autocomplete|typeahead|combobox|suggest/i.test(dom.className(field));

/** Would it be no surprise if it did? Many that search, or want no help from the browser, do. @param {Element} field */
const mayHave = (field) =>
  roleOf(field) === 'searchbox' ||
  (dom.tag(field) === 'input' && (dom.attribute(field, 'autocomplete') ?? '').toLowerCase() === 'off');

/** @returns {'' | 'perhaps' | 'surely'} whether a field looks as if it had suggestions to make
 * @param {Element} field
 */
const expectsSuggestions = (field) => (announces(field) ? 'surely' : mayHave(field) ? 'perhaps' : '');
/** What lay at a field before it was filled, and what that said: tabs, toolbars and lists that are there anyway. */
/** @type {{popup: WeakRef<Node>, text: string}} */
let standing = { popup: new WeakRef(document), text: '' };
/** How a field takes text, asked before it is filled. @type {Operation} */
export const fieldBefore = (args, deadline) => {
  const element = elementOfRef(args.local);
  const popup = element && popupBeside(fieldOf(element));
  noteEditors();
  if (element) noteBefore(fieldOf(element), readField(fieldOf(element)).value ?? '');
  standing = { popup: new WeakRef(popup ?? document), text: popup ? dom.textContent(popup) : '' };
  return field(args, deadline);
};

/** @param {Element} field */
const newPopupBeside = (field) => {
  const popup = popupBeside(field);
  return popup === null || (standing.popup.deref() === popup && standing.text === dom.textContent(popup))
    ? null
    : popup;
};

/** Where a field suggests something. @param {Element} field */
export const popupOf = (field) => {
  const list = listPointedAt(field);
  return list && dom.tag(list) !== 'datalist' && hasBox(list) ? list : newPopupBeside(field);
};

/** @param {Element} field */
const suggestedBy = (field) => {
  const popup = popupOf(field);
  return popup ? shownItems(popup) : [];
};

/** @param {Element[]} items */
const named = (items) =>
  items
    .slice(0, SUGGESTED)
    .map((item) => ({ local: refNow(item), role: roleOf(item), name: clip(labelOf(item)) }))
    .filter((item) => item.name);

/** `loads`: a list says that others come, so that those which stand there may be of the text before. */
export const suggestions = onElement((element) => {
  const field = fieldOf(element);
  const shown = suggestedBy(field);
  const ready = shown.filter((item) => !saysLoading(item));
  return { expected: expectsSuggestions(field), items: named(ready), loads: ready.length < shown.length };
});

/** The field that lies over another one since that was pressed, as the one in the panel of a time picker does. */
export const fieldOver = onElement((element) => {
  const over = elementInMiddle(fieldOf(element));
  const isOther = over !== null && over !== fieldOf(element) && inputMethod(over) === 'typed' && !isReadonly(over);
  return { local: isOther ? refOf(over) : null };
});

/** What a field holds after it was filled with a text, and whether it suggests something or may be about to. */
export const filled = onElement((element, { text }) => {
  const field = fieldOf(element);
  const held = readField(field);
  return {
    ...held,
    suggests: suggestedBy(field).length ? 'surely' : expectsSuggestions(field),
    items: held.value === '' && isInItems(field, text),
    error: newError(field) ?? (held.secret || !held.value ? null : browserFault(field) || null),
  };
});

/** What a field holds, if it dropped what was put into it when it was left, as fields for tags may, or has made another
 *  date of one; what is wrong with it. */
export const left = onElement((element, { text }) => {
  const field = fieldOf(element);
  const { value, secret } = readField(field);
  const isOther = isDropped(field, value ?? '', text) || isOtherDate(field, value ?? '', text);
  return { value: !secret && isOther ? value : null, error: newError(field) };
});

const { MouseEvent, PointerEvent } = globalThis;
/** Press beside a panel of a field, in the box that the field and what it covers stand in: many panels close at that alone.
 * @param {Element} field @param {Element} covered
 */
const pressBeside = (field, covered) => {
  const box = dom.up(covered, (above) => dom.contains(above, field));
  for (const kind of ['down', 'up']) {
    const how = { bubbles: true, cancelable: true, composed: true, view: window };
    if (box) dispatch(box, new PointerEvent(`pointer${kind}`, how));
    if (box) dispatch(box, new MouseEvent(`mouse${kind}`, how));
  }
};

/** Let go of the field whose open list or panel lies over something, as who goes on to that does. @type {Operation} */
export const leaveList = ({ local, covered }) => {
  const cover = elementOfRef(local);
  const element = elementOfRef(covered);
  const panelField = cover && element && fieldOfPanel(cover);
  if (panelField && panelField !== element) {
    pressBeside(panelField, element);
    if (!dom.isConnected(cover) || !hasBox(cover)) return { left: true };
  }
  const field = focusedElement();
  const list = field && inputMethod(field) === 'typed' ? (listPointedAt(field) ?? popupBeside(field)) : null;
  const left = Boolean(cover && list && (dom.contains(list, cover) || dom.contains(cover, list)));
  if (left && field && dom.isHtml(field)) blur(field);
  return { left };
};
