import { inputType } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';

const buttonType = getter(HTMLButtonElement.prototype, 'type');
const forms = Object.fromEntries(
  ['Input', 'Button', 'Select', 'TextArea', 'Output', 'FieldSet', 'Object'].map((kind) => [
    kind.toLowerCase(),
    getter(window[`HTML${kind}Element`].prototype, 'form'),
  ]),
);

export const isSubmitter = (element) => {
  const tag = dom.tag(element);
  if (tag === 'button') return buttonType(element) === 'submit';
  return tag === 'input' && ['submit', 'image'].includes(inputType(element));
};

export const formOf = (element) => {
  const own = forms[dom.tag(element)];
  if (own) return own(element);
  return dom.up(element, (above) => dom.tag(above) === 'form');
};

/** The button that Enter in a field presses: the first of the form in tree order. `form.elements` leaves images out. */
export const defaultButton = (form) => {
  const root = dom.rootNode(form);
  for (const element of dom.query(root, 'button, input')) {
    if (isSubmitter(element) && formOf(element) === form) return element;
  }
  return null;
};
