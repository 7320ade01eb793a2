// Fields as acts meet them: what they take, what they hold, and which element a label, wrapper or button stands for.

import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { isReadonly } from '../accessibility/states.js';
import { editorText, elementValue } from '../accessibility/values.js';
import { hasBox } from '../actions/boxes.js';
import { obstacleTo } from '../actions/hit_test.js';
import { inputType, isEditable, isEditingHost, isSecret } from '../dom/controls.js';
import { dom, getter, makeElement, method } from '../dom/dom.js';
import { focusedElement, keyTarget } from '../dom/focus.js';
import { areaValue, controlOfLabelAround, inputValue } from '../dom/native.js';
import { onElement, refOf } from '../dom/refs.js';
import { plainText } from '../dom/text.js';
import { isVisible } from '../style/visibility.js';
import { startsLine, textAtCaret } from './caret.js';
import { actedOn, clip, kindOf } from './control_kinds.js';
import { sectionField, sectionsOf } from './date_sections.js';
import { fittedInScale, scaleOf } from './scales.js';

const MOST_VALUE = 1000;
const TYPED_INTO = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'number']);
const SET_WHOLE = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'range', 'color']);
const TYPING_ROLES = new Set(['textbox', 'searchbox', 'spinbutton']);
const AUTOCOMPLETING = '[aria-autocomplete]:not([aria-autocomplete=none])';
const FILLABLE = 'input, textarea, [contenteditable]:not([contenteditable=false])';
/** @param {Element} element */
export const inputMethod = (element) => {
  const tag = dom.tag(element);
  if (tag === 'input') {
    const type = inputType(element);
    return TYPED_INTO.has(type) ? 'typed' : SET_WHOLE.has(type) ? 'set' : '';
  }
  if (tag === 'textarea') return 'typed';
  if (isEditable(element)) return 'editable';
  if (tag === 'select' || tag === 'button') return '';
  const role = roleOf(element);
  // Of comboboxes that are no field, most only open their list.
  return TYPING_ROLES.has(role) || (role === 'combobox' && dom.matches(element, AUTOCOMPLETING)) ? 'keys' : '';
};

const LISTED = '[role=combobox], [aria-haspopup=listbox], [aria-haspopup=menu], [aria-haspopup=true]';
/** Whether a field shows what was chosen in its list, and cannot be typed into. @param {Element} field */
const isChosenOnly = (field) => isReadonly(field) && dom.matches(field, LISTED);

const PICKED = '[aria-haspopup=dialog], [aria-haspopup=grid]';
const PICKER = /picke?r|calendar/i;
const OPENS_LIST = '[aria-haspopup=listbox], [role=combobox]:not([aria-haspopup])';
/** Whether a field that nobody types into opens a picker, by what it says or by what libraries call it or its box.
 * @param {Element} field @returns {'' | 'perhaps' | 'surely'}
 */
const opensPicker = (field) => {
  if (!isReadonly(field) || dom.matches(field, OPENS_LIST)) return '';
  const isCalled = [field, dom.parent(field)].some((one) => one && PICKER.test(dom.className(one)));
  return isCalled || dom.matches(field, PICKED) ? 'surely' : 'perhaps';
};

/** The field that `element` stands for: itself, a label's control, the only field inside a wrapper.
 * @param {Element} element @returns {Element}
 */
export const fieldOf = (element) => {
  const tag = dom.tag(element);
  if (tag === 'input' || tag === 'textarea') return element;
  if (isEditable(element)) return dom.up(element, isEditingHost) ?? element;
  const control = controlOfLabelAround(element);
  if (control) return control;
  if (['a', 'button', 'select'].includes(tag)) return element;
  const inner = Array.from(dom.query(element, FILLABLE)).filter((field) => inputMethod(field) && hasBox(field));
  return inner.length === 1 ? inner[0] : element;
};

/** A field like this one that holds `value`. @param {Element} element @param {string} value */
const trialOf = (element, value) => {
  const trial = /** @type {HTMLInputElement} */ (makeElement(document, 'input'));
  for (const name of ['min', 'max', 'step', 'type']) {
    const limit = dom.attribute(element, name);
    if (limit !== null) trial.setAttribute(name, limit);
  }
  trial.value = value.trim();
  return trial;
};

/** What a field of this type would hold if it were given `value`; null where it would refuse it.
 * @param {Element} element @param {string} value
 */
const fittedValue = (element, value) => {
  const trial = trialOf(element, value);
  const kept = trial.value;
  switch (trial.type) {
    case 'color':
      return kept === value.trim().toLowerCase() ? kept : null;
    case 'range':
      return value.trim() !== '' && Math.abs(Number(kept) - Number(value)) <= stepOf(trial) / 2 ? kept : null;
    default:
      return kept || value.trim() === '' ? kept : null;
  }
};

/** @param {HTMLInputElement} trial */
const stepOf = (trial) => {
  if (trial.step === 'any') return 1e-9;
  return Number(trial.step) > 0 ? Number(trial.step) : 1;
};

/** @type {Record<string, (field: Element) => number>} */
const limits = {
  input: getter(HTMLInputElement.prototype, 'maxLength'),
  textarea: getter(HTMLTextAreaElement.prototype, 'maxLength'),
};
/** Characters that a field takes, null where it says nothing of it. @param {Element} field */
export const lengthLimit = (field) => {
  const limit = limits[dom.tag(field)]?.(field) ?? -1;
  return limit >= 0 ? limit : null;
};

const EDITOR_LEVELS = 4;
/** The lines that an editor draws for the text area that takes its keys; '' where it draws none.
 * @param {Element} area
 */
const drawnLines = (area) => {
  for (const at of isVisible(area) ? [] : dom.around(area, EDITOR_LEVELS)) {
    const lines = Array.from(dom.queryIn(at, 'pre')).filter(isVisible);
    if (lines.length) return lines.map((line) => dom.textContent(line).replaceAll('\u200b', '')).join('\n');
  }
  return '';
};

/** @param {Element} element */
const held = (element) => {
  switch (dom.tag(element)) {
    case 'input':
      return inputValue(element);
    case 'textarea':
      return areaValue(element) || drawnLines(element);
    default: {
      if (isEditable(element)) return editorText(element);
      const scale = scaleOf(element);
      return scale && !Number.isNaN(scale.now) ? String(scale.now) : (elementValue(element) ?? plainText(element));
    }
  }
};

/** @param {Element} element */
export const readField = (element) => {
  const secret = isSecret(element),
    value = held(element);
  return { value: secret ? elementValue(element) : value, length: value.length, secret };
};

/** A text area that nobody sees takes the keys for an editor around it, which alone knows its text and what is selected;
 *  a range that nobody sees, for a slider that the page draws, which takes a value when a key or the pointer ends a move.
 * @param {Element} field @param {string} how
 */
const howTaken = (field, how) => {
  if (how === 'typed' && dom.tag(field) === 'textarea' && !isVisible(field)) return 'editor';
  return inputType(field) === 'range' && !isVisible(field) && dom.attribute(field, 'step') !== 'any' ? 'slider' : how;
};

/** The value one step from `value`, and the key that leads from there to it.
 * @param {Element} field @param {string} value
 */
const stepBefore = (field, value) => {
  const trial = trialOf(field, value);
  const wanted = trial.value;
  trial.stepDown();
  if (trial.value !== wanted) return { from: trial.value, key: 'ArrowUp' };
  trial.stepUp();
  return { from: trial.value, key: 'ArrowDown' };
};

const AROUND = 'form, dialog, [role=dialog], [role=alertdialog]';
/** Whether a script may search or filter by what is typed: a search box, or the one field for text where no form is that
 * would send it.
 * @param {Element} field
 */
export const searches = (field) => {
  if (roleOf(field) === 'searchbox') return true;
  if (dom.tag(field) !== 'input' || inputMethod(field) !== 'typed' || dom.closest(field, AROUND)) return false;
  const others = Array.from(dom.query(dom.root(document), 'input, textarea')).filter((other) => other !== field);
  return !others.some((other) => inputMethod(other) === 'typed' && hasBox(other) && !dom.closest(other, AROUND));
};

const FORMS = ['date-format', 'time-format', 'datetime-format', 'format', 'inputmask-inputformat', 'inputmask-alias'];
/** The form in the options that Inputmask reads from one attribute; its older versions name it as the alias.
 * https://github.com/RobinHerbots/Inputmask @param {Element} field
 */
const formOfMask = (field) => {
  const options = dom.attribute(field, 'data-inputmask') ?? '';
  const said = (/** @type {string} */ name) =>
    new RegExp(`\\b${name}['"]?\\s*:\\s*['"]([^'"]+)`, 'i').exec(options)?.[1];
  return said('inputFormat') ?? said('alias') ?? '';
};

/** The form of dates or times that a field, or the box around it alone, declares for its script. @param {Element} field */
const declaredForm = (field) => {
  const box = dom.parent(field);
  const boxes = [box, box && dom.parent(box)].filter((one) => one && dom.queryIn(one, 'input').length === 1);
  const said = [field, ...boxes].flatMap((one) => FORMS.map((name) => one && dom.attribute(one, `data-${name}`)));
  return clip(said.find(Boolean) ?? formOfMask(field));
};

const FIELDS = `${FILLABLE}, select, [role=textbox], [role=combobox], [role=listbox]`;
/** What it is that was named for a field: also a cell of a grid, in which a double click often puts one.
 * @param {Element} named
 */
const kindOfNamed = (named) => {
  const kind = kindOf(actedOn(named));
  const cell = kind === 'other' ? dom.up(named, (above) => roleOf(above) === 'gridcell') : null;
  return cell === null || isReadonly(cell) || dom.queryIn(cell, FIELDS).length > 0 ? kind : 'gridcell';
};

/** How a field takes text, and what would become of `value` in it. */
export const field = onElement((element, { value }) => {
  const sections = sectionsOf(element);
  if (sections.length) return sectionField(sections, value);
  const field = fieldOf(element);
  const how = inputMethod(field);
  const isScale = !how && scaleOf(field) !== null;
  return {
    local: refOf(field),
    how: isScale ? 'scale' : isChosenOnly(field) ? '' : howTaken(field, how),
    kind: isChosenOnly(field) ? 'select' : kindOfNamed(field),
    type: isScale ? 'range' : inputType(field),
    searches: searches(field),
    one_letter: dom.attribute(field, 'maxlength') === '1',
    placeholder: clip(dom.attribute(field, 'placeholder') ?? ''),
    held: clip(readField(field).value ?? ''),
    form: declaredForm(field),
    picker: opensPicker(field),
    why: obstacleTo(field, { editable: true }),
    fitted: isScale
      ? fittedInScale(field, value)
      : how === 'set' || inputType(field) === 'number'
        ? fittedValue(field, value)
        : value.slice(0, lengthLimit(field) ?? value.length), // Firefox puts in more over BiDi
    step: howTaken(field, how) === 'slider' ? stepBefore(field, value) : null,
  };
});

export const value = onElement((element) => readField(fieldOf(element)));
/** What has the keys: an element with what it holds, a frame in which something else has them, or the page as a whole.
 * @type {Operation}
 */
export const keyHolder = () => {
  const holder = keyTarget();
  if (!holder) return { local: null };
  const of = { local: refOf(holder), frame: dom.holdsFrame(holder) };
  const method = inputMethod(holder);
  const value = method === 'typed' || method === 'editable' ? readField(fieldOf(holder)).value : elementValue(holder);
  return {
    ...of,
    role: roleOf(holder) || 'clickable',
    name: clip(nameOf(holder)),
    value: value && clip(value, MOST_VALUE),
    searches: searches(holder),
    multiline: method === 'editable' && dom.attribute(fieldOf(holder), 'aria-multiline') === 'true',
    startsLine: method === 'editable' && startsLine(holder),
    caret: method === 'editable' && !isSecret(holder) ? textAtCaret(holder) : null,
  };
};

const hasFocus = method(Document.prototype, 'hasFocus');
export const focused = onElement((element) => {
  // The body of a frame is its active element even while the focus is in another document.
  const now = element === dom.body(document) && !hasFocus(document) ? null : focusedElement();
  return {
    inside: Boolean(now && dom.up(now, (above) => above === element)),
    editable: Boolean(now && isEditable(now)),
  };
});
