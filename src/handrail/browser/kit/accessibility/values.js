import { inputTypeOf, isEditingHost, isSecret } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { areaValue, innerText, inputFiles, inputValue, optionLabel, selectedOptions } from '../dom/native.js';
import { clip, LONGEST_TEXT, normalizeSpace, plainText, wordSet } from '../dom/text.js';
import { internalsValue } from './internals.js';

const progressPosition = getter(HTMLProgressElement.prototype, 'position');
const progressValue = getter(HTMLProgressElement.prototype, 'value');
const meterValue = getter(HTMLMeterElement.prototype, 'value');
const MASK = '•••';
const NOT_VALUES = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden']);
/** @returns {string[]} the labels of the options that a <select> has chosen @param {Element} select */
export const selectedLabels = (select) =>
  Array.from(selectedOptions(select), (option) => normalizeSpace(optionLabel(option)));
/** @param {Element} input */
export const filesIn = (input) => Array.from(inputFiles(input) ?? []);
/** The text of an editor, line by line as it is shown. @param {Element} element */
export const editorText = (element) => {
  const lines = linesOf(element);
  if (lines !== null) return lines.join('\n').replaceAll('\u200b', '').trim();
  return dom.isHtml(element) ? innerText(element).trim() : plainText(element);
};

/** Its lines, where it is made of nothing but boxes that hold one each. @param {Element} element */
const linesOf = (element) => {
  const lines = [];
  for (let node = dom.firstChild(element); node; node = dom.nextSibling(node)) {
    if (!dom.isElement(node) || !/^(?:div|p)$/.test(dom.localName(node))) return null;
    if (dom.queryIn(node, 'div, p, li, br + *, pre').length) return null;
    lines.push(dom.textContent(node));
  }
  return lines.length ? lines : null;
};
/** @param {Element} element */
const rawValue = (element) => {
  if (dom.isHtml(element)) {
    switch (dom.localName(element)) {
      case 'input': {
        const type = inputTypeOf(element);
        if (type === 'file')
          return filesIn(element)
            .map((file) => file.name)
            .join(', ');
        return NOT_VALUES.has(type) ? null : inputValue(element);
      }
      case 'textarea':
        return areaValue(element);
      case 'select':
        return selectedLabels(element).join(', ');
      case 'progress':
        return progressPosition(element) < 0 ? null : String(progressValue(element));
      case 'meter':
        return String(meterValue(element));
    }
  }
  if (isEditingHost(element)) return editorText(element);
  return (
    dom.attribute(element, 'aria-valuetext') ??
    dom.attribute(element, 'aria-valuenow') ??
    internalsValue(element) ??
    ariaFieldValue(element)
  );
};

/** @param {Element} element */
const ariaFieldValue = (element) => {
  const role = dom.attribute(element, 'role');
  return role === 'textbox' || role === 'searchbox' || role === 'combobox' ? editorText(element) : null;
};

const VALUE_TAGS = new Set(['input', 'textarea', 'select', 'progress', 'meter']);
const VALUE_ROLES = wordSet('slider spinbutton scrollbar progressbar meter textbox searchbox combobox separator');
/** @param {string} role @param {string} tag */
export const hasValue = (role, tag) => VALUE_TAGS.has(tag) || VALUE_ROLES.has(role);
/** @returns {string | null} what a field holds; null for what holds no value @param {Element} element */
export const elementValue = (element) => {
  const raw = rawValue(element);
  return raw && isSecret(element) ? MASK : raw && clip(raw, LONGEST_TEXT);
};
