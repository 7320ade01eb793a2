// What fields of the document hold that they did not when facts were asked for last: a press may choose a recipient, or
// move a slider, by a script.

import { inputType, isSecret } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { areaValue, inputValue } from '../dom/native.js';
import { clip, kindOf } from './control_kinds.js';
import { formOf } from './forms.js';

const MOST_FIELDS = 1000;
const MOST_CHANGED = 20;
/** @type {WeakMap<Element, string>} */
const seen = new WeakMap();
/** @type {WeakSet<Element>} */
const seenForms = new WeakSet();

/** @param {Element} field */
const heldValue = (field) => {
  if (isSecret(field)) return null;
  if (dom.tag(field) === 'textarea') return areaValue(field);
  return kindOf(field) === 'text' || inputType(field) === 'hidden' ? inputValue(field) : null;
};

/** @returns {string[]} */
export const changedValues = () => {
  const changed = [];
  const newForms = [];
  let count = 0;
  for (const field of dom.query(dom.root(document), 'input, textarea')) {
    if (++count > MOST_FIELDS) break;
    const value = heldValue(field);
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
