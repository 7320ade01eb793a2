import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { inputType, isSecret } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import {
  areaValue,
  checkedByDefault,
  inputChecked,
  inputValue,
  optionSelected,
  optionsOf,
  optionValue,
} from '../dom/native.js';
import { refOf } from '../dom/refs.js';
import { clip, kindOf } from './control_kinds.js';
import { actionOrigin, defaultButton, formOf, isSubmitter, runsScript } from './forms.js';
import { wordingOf } from './labels.js';

// What fields of the document hold that they did not when facts were asked for last: a press may choose a recipient, or
// move a slider, by a script.

const MOST_LOOKED_AT = 1000;
const MOST_CHANGED = 20;
/** @type {WeakMap<Element, string>} */
const seen = new WeakMap();
/** @type {WeakSet<Element>} */
const seenForms = new WeakSet();

/** @returns {string[]} */
export const changedValues = () => {
  const changed = [];
  const newForms = [];
  let count = 0;
  for (const field of dom.query(dom.root(document), 'input, textarea')) {
    if (++count > MOST_LOOKED_AT) break;
    const value = textIn(field);
    if (value === null || value === seen.get(field)) continue;
    const form = formOf(field);
    // A form that came since holds what the page put into it; a field that came into a form may be a choice.
    const isKnown = seen.has(field) || (form !== null && seenForms.has(form));
    if (isKnown && value && changed.length < MOST_CHANGED) changed.push(clip(value));
    seen.set(field, value);
    if (form) newForms.push(form);
  }
  for (const form of newForms) seenForms.add(form);
  return changed;
};

const formElements = getter(HTMLFormElement.prototype, 'elements');
const formAction = getter(HTMLFormElement.prototype, 'action');
const formMethod = getter(HTMLFormElement.prototype, 'method');
/** @param {HTMLInputElement | HTMLButtonElement} proto */
const overridesOf = (proto) => ({ action: getter(proto, 'formAction'), method: getter(proto, 'formMethod') });
/** @type {Record<string, ReturnType<typeof overridesOf>>} */
export const overrides = {
  input: overridesOf(HTMLInputElement.prototype),
  button: overridesOf(HTMLButtonElement.prototype),
};

const MOST_FIELDS = 50;
/** @param {Element | null} submitter @param {'action' | 'method'} name */
const override = (submitter, name) => {
  const value = submitter && dom.attribute(submitter, `form${name}`);
  return value ? overrides[dom.tag(submitter)][name](submitter) : '';
};

const SILENT = new Set(['hidden', 'submit', 'button', 'image', 'reset']);
/** @param {Element} form */
const fieldNames = (form) => {
  const found = [];
  for (const field of formElements(form)) {
    const tag = dom.tag(field);
    if (tag === 'button' || tag === 'fieldset' || tag === 'object' || tag === 'output') continue;
    if (SILENT.has(inputType(field))) continue;
    found.push(clip(nameOf(field) || dom.attribute(field, 'name') || dom.id(field)));
    if (found.length === MOST_FIELDS) break;
  }
  return found.filter(Boolean);
};

/** What a field for text, or a hidden one, holds; null for any other field, and for secrets. @param {Element} field */
export const textIn = (field) => {
  if (isSecret(field)) return null;
  if (dom.tag(field) === 'textarea') return areaValue(field);
  const isText = dom.tag(field) === 'input' && (kindOf(field) === 'text' || inputType(field) === 'hidden');
  return isText ? inputValue(field) : null;
};

const MOST_VALUES = 50;
const MOST_CAME = 200;
const BOXES = new Set(['checkbox', 'radio']);
const VALUE_LIMIT = 300;
/** What the form's text fields and hidden inputs hold: an address or a script may have filled them in.
 * @param {Element} form
 */
const fieldValues = (form) => {
  const found = [];
  for (const field of formElements(form)) {
    const value = textIn(field);
    if (value && found.push(value.slice(0, VALUE_LIMIT)) === MOST_VALUES) break;
  }
  return found;
};

const defaultValue = getter(HTMLInputElement.prototype, 'defaultValue');
const isChosenByDefault = getter(HTMLOptionElement.prototype, 'defaultSelected');
/** What a field would send that the page did not put there, but for what is searched for. @param {Element} field */
const changedIn = (field) => {
  if (dom.tag(field) === 'select') {
    const list = Array.from(optionsOf(field));
    const shown = dom.hasAttribute(field, 'multiple') || list.some(isChosenByDefault) ? null : list[0];
    return list
      .filter((one) => optionSelected(one) !== (isChosenByDefault(one) || one === shown))
      .filter((one) => optionSelected(one) || dom.hasAttribute(field, 'multiple'))
      .map((one) => (optionSelected(one) ? optionValue(one) : ''));
  }
  if (dom.tag(field) === 'textarea') return areaValue(field) === dom.textContent(field) ? [] : [areaValue(field)];
  if (dom.tag(field) !== 'input' || isSecret(field)) return [];
  if (inputType(field) === 'checkbox' || inputType(field) === 'radio') {
    if (inputChecked(field) === checkedByDefault(field)) return [];
    // Of the radio that is no more chosen, the other of its group says what is.
    return inputChecked(field) ? [inputValue(field)] : inputType(field) === 'checkbox' ? [''] : [];
  }
  if (inputType(field) === 'hidden') return isSetByScript(field) ? [inputValue(field)] : [];
  const isTyped = kindOf(field) === 'text' && inputType(field) !== 'search';
  return isTyped && inputValue(field) !== defaultValue(field) ? [inputValue(field)] : [];
};

/** What hidden inputs held when their form was looked at first: a script changes the attribute with the value. @type {WeakMap<Element, string>} */
const heldFirst = new WeakMap();
/** @param {Element} field */
const isSetByScript = (field) => {
  const first = heldFirst.get(field);
  if (first === undefined) heldFirst.set(field, inputValue(field));
  return first !== undefined && first !== inputValue(field);
};

/** What was checked or chosen when the document was looked at first, before anybody acted in it. */
const cameChosen = new WeakSet(dom.query(document, 'input:checked, option:checked'));
/** The boxes of a form, as "name=value", that stand checked as the page came with them, and the choices of its lists;
 * none of a name of which another box or list was changed, or came later.
 * @param {Element} form
 */
const cameWith = (form) => {
  /** @type {Map<string, string[]>} */
  const came = new Map();
  const changed = new Set();
  for (const field of formElements(form)) {
    const name = dom.attribute(field, 'name');
    const isList = dom.tag(field) === 'select';
    if (!name || !(isList || BOXES.has(inputType(field)))) continue;
    const chosen = isList ? Array.from(optionsOf(field)).filter(optionSelected) : [field].filter(inputChecked);
    const isAsCame = isList ? changedIn(field).length === 0 : inputChecked(field) === checkedByDefault(field);
    if (!isAsCame || chosen.some((one) => !cameChosen.has(one))) changed.add(name);
    const values = chosen.map((one) => (isList ? optionValue(one) : inputValue(one)));
    came.set(name, [...(came.get(name) ?? []), ...values.map((value) => `${name}=${value}`)]);
  }
  const pairs = [...came].flatMap(([name, those]) => (changed.has(name) ? [] : those));
  return pairs.filter((pair) => pair.length <= VALUE_LIMIT).slice(0, MOST_CAME);
};

/** What a button says to the site beside its label: which of several things to do. @param {Element | null} submitter */
const chosenByButton = (submitter) => {
  const name = submitter && dom.attribute(submitter, 'name');
  const value = submitter && dom.attribute(submitter, 'value');
  return name && value && dom.tag(submitter) === 'button' ? [`${name}=${value}`.slice(0, VALUE_LIMIT)] : [];
};

/** What somebody chose in a form that is sent by GET. @param {Element} form @param {Element | null} submitter */
const changedToSend = (form, submitter) => {
  const named = Array.from(formElements(form)).filter((field) => dom.attribute(field, 'name'));
  const changed = named.flatMap((field) =>
    changedIn(field).map((value) => `${dom.attribute(field, 'name')}=${value}`.slice(0, VALUE_LIMIT)),
  );
  return [...changed, ...chosenByButton(submitter)].slice(0, MOST_VALUES);
};

/** The names and values of a form's hidden inputs: one of them may be a token against forgery. @param {Element} form */
const hiddenIn = (form) =>
  Array.from(formElements(form))
    .filter((field) => inputType(field) === 'hidden' && dom.attribute(field, 'name'))
    .slice(0, MOST_VALUES)
    .map((field) => [dom.attribute(field, 'name')?.slice(0, VALUE_LIMIT), inputValue(field).slice(0, VALUE_LIMIT)]);

const UNSET = /^\s*(?:$|#|javascript:)/i;
/** Whether a form says neither where it goes nor how, or that it goes nowhere, and not that it searches: then a script
 * sends it, or nothing does.
 * @param {Element} form @param {Element | null} submitter @param {string} action
 */
const isScripted = (form, submitter, action) => {
  if (dom.up(form, (above) => roleOf(above) === 'search')) return false;
  const targets = ['method', 'action'].flatMap((name) => [
    dom.attribute(form, name),
    submitter && dom.attribute(submitter, `form${name}`),
  ]);
  return runsScript(action) || targets.every((value) => UNSET.test(value ?? ''));
};

/** Where a form would go to, by `element` if that is a submitter, else by its default button.
 * @param {Element} element
 */
export const formFacts = (element) => {
  const form = formOf(element);
  if (!form) return null;
  const submitter = isSubmitter(element) ? element : defaultButton(form);
  const action = override(submitter, 'action') || formAction(form);
  const method = override(submitter, 'method') || formMethod(form);
  const name = submitter ? clip(nameOf(submitter)) : null;
  // What is pressed itself says so in its own facts.
  const wording = submitter && submitter !== element ? wordingOf(submitter, submitter, submitter) : null;
  return {
    method,
    action,
    actionOrigin: actionOrigin(action),
    fields: fieldNames(form),
    submitter: name,
    submitterLabels: wording?.labels ?? [],
    submitterNames: wording?.names ?? [],
    local: refOf(form),
    values: fieldValues(form),
    changed: method === 'get' ? changedToSend(form, submitter) : [],
    came: cameWith(form),
    hidden: method === 'get' ? hiddenIn(form) : [],
    scripted: isScripted(form, submitter, action),
  };
};
