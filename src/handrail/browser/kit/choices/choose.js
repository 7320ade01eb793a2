// Chooses options of a native list, as its menu does.

import { onElement } from '../actions/on_element.js';
import { dom } from '../dom/dom.js';
import { optionsOf, tellOfEntry } from '../dom/native.js';

const setSelected = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, 'selected')?.set;

/** Choose exactly the options of a list at these places. */
export const choose = onElement((element, { indexes }) => {
  if (!dom.isHtml(element, 'select') || !setSelected) return {};
  for (const [index, option] of Array.from(optionsOf(/** @type {HTMLSelectElement} */ (element))).entries())
    Reflect.apply(setSelected, option, [indexes.includes(index)]);
  tellOfEntry(element);
  return {};
});
