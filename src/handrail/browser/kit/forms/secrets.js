// The field that a secret would go into, judged where it stands, and what it kept of it by length alone.

import { factsOf } from '../actions/facts.js';
import { obstacleTo } from '../actions/hit_test.js';
import { dom, getter } from '../dom/dom.js';
import { onElement, refOf } from '../dom/refs.js';
import { fieldOf, inputMethod, readField } from './fields.js';
import { actionOrigin, formOf, isSubmitter } from './forms.js';

const action = getter(HTMLFormElement.prototype, 'action');
/** @type {Record<string, (button: Element) => string>} */
const overrides = {
  button: getter(HTMLButtonElement.prototype, 'formAction'),
  input: getter(HTMLInputElement.prototype, 'formAction'),
};
/** @type {Record<string, (field: Element) => number>} */
const limits = {
  input: getter(HTMLInputElement.prototype, 'maxLength'),
  textarea: getter(HTMLTextAreaElement.prototype, 'maxLength'),
};
/** Every origin that a form, or a button that submits it, names: any of them can be pressed later.
 * @param {Element} form
 */
const submitOrigins = (form) => {
  const origins = new Set([actionOrigin(action(form))]);
  for (const element of dom.query(dom.rootNode(form), 'button[formaction], input[formaction]')) {
    if (isSubmitter(element) && formOf(element) === form)
      origins.add(actionOrigin(overrides[dom.tag(element)](element)));
  }
  return [...origins];
};

/** Characters that a field takes, null where it says nothing of it. @param {Element} field */
const lengthLimit = (field) => {
  const limit = limits[dom.tag(field)]?.(field) ?? -1;
  return limit >= 0 ? limit : null;
};

/** The field itself, where the ref is of its label or wrapper. */
export const secretField = onElement((element) => {
  const field = fieldOf(element);
  const form = formOf(field);
  return {
    ...factsOf(field),
    local: refOf(field),
    how: inputMethod(field),
    why: obstacleTo(field, { editable: true }),
    most: lengthLimit(field),
    leadsTo: form ? submitOrigins(form) : [],
  };
});

export const secretLength = onElement((element) => ({ length: readField(fieldOf(element)).length }));
