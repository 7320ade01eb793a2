import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { inputType, isSecret } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';
import { clip, kindOf } from './control_kinds.js';
import { defaultButton, formOf, isSubmitter } from './forms.js';
import { wordingOf } from './labels.js';

export const inputValue = getter(HTMLInputElement.prototype, 'value');
export const areaValue = getter(HTMLTextAreaElement.prototype, 'value');
const formElements = getter(HTMLFormElement.prototype, 'elements');
const formAction = getter(HTMLFormElement.prototype, 'action');
const formMethod = getter(HTMLFormElement.prototype, 'method');
/** @param {HTMLInputElement | HTMLButtonElement} proto */
const overridesOf = (proto) => ({ action: getter(proto, 'formAction'), method: getter(proto, 'formMethod') });
/** @type {Record<string, ReturnType<typeof overridesOf>>} */
const overrides = { input: overridesOf(HTMLInputElement.prototype), button: overridesOf(HTMLButtonElement.prototype) };

const MOST_FIELDS = 50;
/** @param {string} url */
const originOf = (url) => {
  try {
    return new URL(url).origin;
  } catch {
    return 'null';
  }
};

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

const MOST_VALUES = 50;
const VALUE_LIMIT = 300;
/** What the form's text fields and hidden inputs hold: an address or a script may have filled them in.
 * @param {Element} form
 */
const fieldValues = (form) => {
  const found = [];
  for (const field of formElements(form)) {
    const tag = dom.tag(field);
    if ((tag !== 'input' && tag !== 'textarea') || isSecret(field)) continue;
    if (tag === 'input' && kindOf(field) !== 'text' && inputType(field) !== 'hidden') continue;
    const value = tag === 'input' ? inputValue(field) : areaValue(field);
    if (value && found.push(value.slice(0, VALUE_LIMIT)) === MOST_VALUES) break;
  }
  return found;
};

/** @type {{labels: string[], names: string[]}} */
const NO_WORDING = { labels: [], names: [] };
const UNSET = /^\s*(?:$|#|javascript:)/i;
/** Whether a form says neither where it goes nor how, nor that it searches: then a script sends it, or nothing does.
 * @param {Element} form @param {Element | null} submitter
 */
const isScripted = (form, submitter) => {
  const targets = ['method', 'action'].flatMap((name) => [
    dom.attribute(form, name),
    submitter && dom.attribute(submitter, `form${name}`),
  ]);
  return targets.every((value) => UNSET.test(value ?? '')) && !dom.up(form, (above) => roleOf(above) === 'search');
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
  const wording = submitter && submitter !== element ? wordingOf(submitter, submitter, submitter) : NO_WORDING;
  return {
    method,
    action,
    actionOrigin: originOf(action),
    fields: fieldNames(form),
    submitter: name,
    submitterLabels: wording.labels,
    submitterNames: wording.names,
    local: refOf(form),
    values: fieldValues(form),
    scripted: isScripted(form, submitter),
  };
};
