import { isDisabled } from '../accessibility/states.js';
import { filesIn } from '../accessibility/values.js';
import { fileHolder, transferOf } from '../actions/drop_files.js';
import { inputType } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { controlOfLabelAround, takesMany, tellOfEntry } from '../dom/native.js';
import { onElement, refOf } from '../dom/refs.js';
import { actedOn, kindOf } from './control_kinds.js';

/** @param {Element} input @param {FileList} files */
const setFiles = (input, files) => {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'files')?.set;
  if (set) Reflect.apply(set, input, [files]);
};
/** @param {Element} element */
const isFile = (element) => inputType(element) === 'file';
const BOUNDS = new Set(['form', 'dialog', 'fieldset', 'section', 'article', 'main']);
const NEAR = 4;
/** @param {Root} root */
const onlyFile = (root) => {
  const found = Array.from(dom.query(root, 'input')).filter(isFile);
  return found.length === 1 ? found[0] : null;
};

/** The file input that an element is, names or holds. @param {Element} element */
const ownFileInput = (element) => {
  if (isFile(element)) return element;
  const control = controlOfLabelAround(element);
  if (control && isFile(control)) return control;
  for (const pointed of [...dom.idrefs(element, 'aria-controls'), ...dom.idrefs(element, 'for')])
    if (isFile(pointed)) return pointed;
  return onlyFile(element);
};

/** The file input behind a button or drop zone: the nearest, or the only one of the page. @param {Element} element */
const nearestFileInput = (element) => {
  for (const at of [element, ...dom.around(element, NEAR)]) {
    const shadow = dom.shadowRoot(at);
    const found = onlyFile(at) ?? (shadow && onlyFile(shadow));
    if (found) return found;
    if (BOUNDS.has(dom.tag(at))) break;
  }
  return onlyFile(document);
};

/** The file input that an element stands for. `own`: none but this can be meant; `pressed`: the element looks as if it was
 *  pressed, not dropped on. */
export const fileInput = onElement((element) => {
  const own = ownFileInput(element);
  const input = own ?? nearestFileInput(element);
  const pressed = kindOf(actedOn(element)) !== 'other';
  if (!input) return { found: false, own: false, pressed };
  return {
    found: true,
    own: own !== null,
    pressed,
    local: refOf(input),
    multiple: takesMany(input),
    folder: dom.hasAttribute(input, 'webkitdirectory'),
    disabled: isDisabled(input),
    names: filesIn(input).map((file) => file.name),
  };
});

/** Put files beside those that an input holds: a browser only puts them in their place. */
export const addFiles = onElement((input) => {
  setFiles(input, transferOf([...filesIn(input), ...filesIn(fileHolder())]).files);
  tellOfEntry(input);
  return {};
});
