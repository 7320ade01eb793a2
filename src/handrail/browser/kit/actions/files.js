import { isDisabled } from '../accessibility/states.js';
import { inputType } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';
import { labelControl } from './control_kinds.js';
import { onElement } from './on_element.js';

const inputMultiple = getter(HTMLInputElement.prototype, 'multiple');
const inputFiles = getter(HTMLInputElement.prototype, 'files');
/** @param {Element} element */
const isFile = (element) => inputType(element) === 'file';
const BOUNDS = new Set(['form', 'dialog', 'fieldset', 'section', 'article', 'main']);
const NEAR = 4;
/** @param {Root} root */
const onlyFile = (root) => {
  const found = Array.from(dom.query(root, 'input')).filter(isFile);
  return found.length === 1 ? found[0] : null;
};

/** The file input behind a button, label, container or drop zone; null where none is near and the page has not just one.
 * @param {Element} element
 */
const fileInputOf = (element) => {
  if (isFile(element)) return element;
  const label = dom.up(element, (above) => dom.tag(above) === 'label');
  const control = label && labelControl(label);
  if (control && isFile(control)) return control;
  for (const pointed of [...dom.idrefs(element, 'aria-controls'), ...dom.idrefs(element, 'for')])
    if (isFile(pointed)) return pointed;
  /** @type {Element | null} */
  let at = element;
  for (let level = 0; at && level <= NEAR; level++, at = dom.parent(at)) {
    const shadow = dom.shadowRoot(at);
    const found = onlyFile(at) ?? (shadow && onlyFile(shadow));
    if (found) return found;
    if (BOUNDS.has(dom.tag(at))) break;
  }
  return onlyFile(document);
};

export const fileInput = onElement((element) => {
  const input = fileInputOf(element);
  if (!input) return { found: false };
  return {
    found: true,
    local: refOf(input),
    multiple: inputMultiple(input),
    folder: dom.hasAttribute(input, 'webkitdirectory'),
    disabled: isDisabled(input),
    accept: dom.attribute(input, 'accept') ?? '',
  };
});

export const files = onElement((input) => ({ names: Array.from(inputFiles(input) ?? [], (file) => file.name) }));
