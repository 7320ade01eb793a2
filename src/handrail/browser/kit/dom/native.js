// Properties and methods of native controls and events, captured as dom.js captures those of all elements.

import { dom, getter, method } from './dom.js';

/** The label that an element is or stands in. @param {Element} element */
export const labelAround = (element) => dom.up(element, (above) => dom.tag(above) === 'label');
/** The control of that label. @param {Element} element */
export const controlOfLabelAround = (element) => {
  const label = labelAround(element);
  return label && labelControl(label);
};

export const inputValue = getter(HTMLInputElement.prototype, 'value');
export const areaValue = getter(HTMLTextAreaElement.prototype, 'value');
export const inputChecked = getter(HTMLInputElement.prototype, 'checked');
export const inputMixed = getter(HTMLInputElement.prototype, 'indeterminate');
export const inputFiles = getter(HTMLInputElement.prototype, 'files');
export const takesMany = getter(HTMLInputElement.prototype, 'multiple');
export const checkedByDefault = getter(HTMLInputElement.prototype, 'defaultChecked');
export const inputLabels = getter(HTMLInputElement.prototype, 'labels');
export const optionsOf = getter(HTMLSelectElement.prototype, 'options');
export const selectedOptions = getter(HTMLSelectElement.prototype, 'selectedOptions');
export const optionLabel = getter(HTMLOptionElement.prototype, 'label');
export const optionValue = getter(HTMLOptionElement.prototype, 'value');
export const optionSelected = getter(HTMLOptionElement.prototype, 'selected');
export const labelControl = getter(HTMLLabelElement.prototype, 'control');
export const innerText = getter(HTMLElement.prototype, 'innerText');
export const dispatch = method(EventTarget.prototype, 'dispatchEvent');
export const composedPath = method(Event.prototype, 'composedPath');
/** Tell the page that a field was given a value by hand. @param {Element} field */
export const tellOfEntry = (field) => {
  dispatch(field, new Event('input', { bubbles: true, composed: true }));
  dispatch(field, new Event('change', { bubbles: true }));
};
export const targetOf = getter(Event.prototype, 'target');
export const execute = method(Document.prototype, 'execCommand');
export const selectionOf = method(Document.prototype, 'getSelection');
