// Chooses options of a native list, as its menu does.

import { onElement } from '../actions/on_element.js';
import { dom } from '../dom/dom.js';
import { dispatch, optionsOf } from '../dom/native.js';

const { Event } = globalThis;
const setSelected = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, 'selected')?.set;

/** Choose exactly the options of a list at these places. */
export const choose = onElement((element, { indexes }) => {
  if (!dom.isHtml(element, 'select') || !setSelected) return {};
  for (const [index, option] of Array.from(optionsOf(/** @type {HTMLSelectElement} */ (element))).entries())
    Reflect.apply(setSelected, option, [indexes.includes(index)]);
  dispatch(element, new Event('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true }));
  return {};
});
