// The field that a secret would go into, judged where it stands, and what it kept of it by length alone.

import { factsOf } from '../actions/facts.js';
import { obstacleTo } from '../actions/hit_test.js';
import { dom, getter } from '../dom/dom.js';
import { onElement, refOf } from '../dom/refs.js';
import { fieldOf, inputMethod, lengthLimit, readField } from './fields.js';
import { overrides } from './form_facts.js';
import { actionOrigin, formOf, isSubmitter } from './forms.js';

const action = getter(HTMLFormElement.prototype, 'action');
/** Every origin that a form, or a button that submits it, names: any of them can be pressed later.
 * @param {Element} form
 */
const submitOrigins = (form) => {
  const origins = new Set([actionOrigin(action(form))]);
  for (const element of dom.query(dom.rootNode(form), 'button[formaction], input[formaction]')) {
    if (isSubmitter(element) && formOf(element) === form)
      origins.add(actionOrigin(overrides[dom.tag(element)].action(element)));
  }
  return [...origins];
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
