// Puts a text into a field in one go, from within its document. Input of the browser's own goes to whatever has the
// focus by then, which a frame of another site may take at any time.

import { inputType } from '../dom/controls.js';
import { dom, method } from '../dom/dom.js';
import { dispatch, execute, optionsOf, selectionOf, tellOfEntry } from '../dom/native.js';
import { onElement } from '../dom/refs.js';
import { noteEntry } from './entries.js';
import { fieldOf, inputMethod, readField } from './fields.js';

const { ClipboardEvent, DataTransfer } = globalThis;
const TEXT = 'text/plain';

/** Offer a text as if it were pasted. `taken`: whether the page takes it itself; the browser puts in nothing. */
export const paste = onElement((element, { text }) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData(TEXT, text);
  // The last two are what Firefox takes.
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData, data: text, dataType: TEXT };
  const event = new ClipboardEvent('paste', init);
  return { taken: event.clipboardData?.getData(TEXT) === text && !dispatch(element, event) };
});

/** Begin new lines where the caret stands: in Firefox a line end that is put in as text begins none (153). */
export const endLines = onElement((_, { lines }) => {
  for (let line = 0; line < lines; line += 1) execute(document, 'insertParagraph');
  return {};
});

const setSelected = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, 'selected')?.set;

/** Choose exactly the options of a list at these places. */
export const choose = onElement((element, { indexes }) => {
  if (!dom.isHtml(element, 'select') || !setSelected) return {};
  for (const [index, option] of Array.from(optionsOf(/** @type {HTMLSelectElement} */ (element))).entries())
    Reflect.apply(setSelected, option, [indexes.includes(index)]);
  tellOfEntry(element);
  return {};
});

const { InputEvent } = globalThis;
const focus = method(HTMLElement.prototype, 'focus');
const focusDrawn = method(SVGElement.prototype, 'focus');
const selectInput = method(HTMLInputElement.prototype, 'select');
const selectArea = method(HTMLTextAreaElement.prototype, 'select');
/** @param {object} proto @returns {(element: Element, value: string) => void} */
const valueSetter = (proto) => {
  const set = Object.getOwnPropertyDescriptor(proto, 'value')?.set;
  return (element, value) => set && Reflect.apply(set, element, [value]);
};
const setInput = valueSetter(HTMLInputElement.prototype);
const setArea = valueSetter(HTMLTextAreaElement.prototype);

/** @param {unknown} element */
const isDrawn = (element) => element instanceof SVGElement;
/** @param {Element} element */
const takeFocus = (element) => {
  if (dom.isHtml(element)) focus(element);
  else if (isDrawn(element)) focusDrawn(element);
};
export const focusElement = onElement((element) => {
  takeFocus(element);
  return {};
});

/** @param {Element} field */
const selectAll = (field) => {
  if (dom.isHtml(field, 'input')) selectInput(field);
  else if (dom.isHtml(field, 'textarea')) selectArea(field);
  else selectionOf(document)?.selectAllChildren(field);
};

/** Set the value itself, as the browser's own pickers do. @param {Element} field @param {string} text */
const setValue = (field, text) => {
  if (dom.isHtml(field, 'input')) setInput(field, text);
  else if (dom.isHtml(field, 'textarea')) setArea(field, text);
  else return;
  tellOfEntry(field);
};

/** Replace the selection. Editors that write by themselves hear of it first, which commands leave out.
 * @param {Element} field @param {string} text
 */
const replaceSelection = (field, text) => {
  const inputType = text ? 'insertText' : 'deleteContentBackward';
  const init = { bubbles: true, cancelable: true, composed: true, inputType, data: text || null };
  if (!dispatch(field, new InputEvent('beforeinput', init))) return;
  if (text) execute(document, 'insertText', false, text);
  else execute(document, 'delete');
};

/** Make a field ready for a text: what it holds is selected. `typed`: the text is still to be put in, with the browser's own
 * input; else it was set. */
export const prepareField = onElement((element, { text }) => {
  const field = fieldOf(element);
  takeFocus(field);
  const typed = inputMethod(field) !== 'set';
  if (typed) {
    noteEntry(field, { asKeys: true });
    selectAll(field);
  } else setValue(field, text);
  return { typed };
});

export const putText = onElement((element, { text }) => {
  const field = fieldOf(element);
  takeFocus(field);
  const isNumber = inputType(field) === 'number';
  if (inputMethod(field) === 'set' || (isNumber && !text)) setValue(field, text);
  else {
    // Nothing in a number field can be selected in Firefox.
    if (isNumber) setInput(field, '');
    noteEntry(field);
    selectAll(field);
    replaceSelection(field, text);
    if (['input', 'textarea'].includes(dom.tag(field)) && readField(field).length !== text.length)
      setValue(field, text);
  }
  return {};
});
