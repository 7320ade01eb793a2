import { roleOf } from '../accessibility/roles.js';
import { isReadonly } from '../accessibility/states.js';
import { fieldOfPanel } from '../actions/covers.js';
import { hasBox } from '../actions/hit_test.js';
import { onElement } from '../actions/on_element.js';
import { dom, method } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { elementOfRef, refNow, refOf } from '../dom/refs.js';
import { elementAt } from '../dom/viewport.js';
import { calendarHead } from '../forms/calendars.js';
import { clip } from '../forms/control_kinds.js';
import { isDropped, isInItems, newError, noteBefore } from '../forms/field_items.js';
import { field, fieldOf, inputMethod, readField } from '../forms/fields.js';
import { dialogOf } from '../forms/held_values.js';
import { noteEditors } from '../forms/replaced_fields.js';
import { saysLoading } from '../page/activity.js';
import { labelOf } from './choices.js';
import { listPointedAt, popupBeside, shownItems } from './lists.js';

const blur = method(HTMLElement.prototype, 'blur');
const SUGGESTED = 20;
const EXPECTS = ['aria-autocomplete', 'aria-haspopup', 'aria-controls', 'aria-owns'];
/** What opens at a field that is no list, as a calendar does. */
const OTHER_POPUPS = new Set(['dialog', 'grid']);
/** Does a field say that it makes suggestions? @param {Element} field */
const announces = (field) =>
  (!OTHER_POPUPS.has(dom.attribute(field, 'aria-haspopup') ?? '') &&
    (roleOf(field) === 'combobox' || EXPECTS.some((name) => dom.hasAttribute(field, name)))) ||
  /autocomplete|typeahead|combobox|suggest/i.test(dom.attribute(field, 'class') ?? '');

/** Would it be no surprise if it did? Many that search, or want no help from the browser, do.
 * @param {Element} field
 */
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

/** @param {Element} field */
const suggestedBy = (field) => {
  const list = listPointedAt(field);
  const popup = list && dom.tag(list) !== 'datalist' && hasBox(list) ? list : newPopupBeside(field);
  return popup && calendarHead(popup) === null ? shownItems(popup) : [];
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
  const { left, top, width, height } = dom.box(fieldOf(element));
  const over = elementAt(left + width / 2, top + height / 2);
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
    error: newError(field),
  };
});

/** What a field holds, if it dropped what was put into it when it was left, as fields for tags may; what is wrong with it. */
export const left = onElement((element, { text }) => {
  const field = fieldOf(element);
  const { value, secret } = readField(field);
  return { value: !secret && isDropped(field, value ?? '', text) ? value : null, error: newError(field) };
});

const { MouseEvent, PointerEvent } = globalThis;
const dispatch = EventTarget.prototype.dispatchEvent;
/** Press in a box beside a panel: many panels close at that alone. @param {Element | null} box */
const pressIn = (box) => {
  for (const kind of ['down', 'up']) {
    const how = { bubbles: true, cancelable: true, composed: true, view: window };
    if (box) dispatch.call(box, new PointerEvent(`pointer${kind}`, how));
    if (box) dispatch.call(box, new MouseEvent(`mouse${kind}`, how));
  }
};

/** Let go of the field whose open list or panel lies over something, as who goes on to that does.
 * @type {Operation}
 */
export const leaveList = ({ local, covered }) => {
  const cover = elementOfRef(local);
  const element = elementOfRef(covered);
  const panelField = cover && element && fieldOfPanel(cover);
  if (panelField && panelField !== element) {
    pressIn(dom.up(element, (above) => dom.contains(above, panelField)));
    if (!dom.isConnected(cover) || !hasBox(cover)) return { left: true };
  }
  const field = focusedElement();
  const list = field && inputMethod(field) === 'typed' ? (listPointedAt(field) ?? popupBeside(field)) : null;
  const left = Boolean(cover && list && (dom.contains(list, cover) || dom.contains(cover, list)));
  if (left && field && dom.isHtml(field)) blur(field);
  return { left };
};

/** Press beside an open picker of a field, in the same dialog or page, as who goes on to something else does; else take
 * the focus from the field.
 */
export const leaveField = onElement((element, { presses }) => {
  const field = fieldOf(element);
  if (presses) pressIn(dialogOf(field) ?? dom.body(document));
  else if (dom.isHtml(field)) blur(field);
  return {};
});
