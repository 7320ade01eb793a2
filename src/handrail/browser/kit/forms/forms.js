import { inputType } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';

const buttonType = getter(HTMLButtonElement.prototype, 'type');
/** @type {Record<string, (control: Element) => HTMLFormElement | null>} */
const forms = {
  input: getter(HTMLInputElement.prototype, 'form'),
  button: getter(HTMLButtonElement.prototype, 'form'),
  select: getter(HTMLSelectElement.prototype, 'form'),
  textarea: getter(HTMLTextAreaElement.prototype, 'form'),
  output: getter(HTMLOutputElement.prototype, 'form'),
  fieldset: getter(HTMLFieldSetElement.prototype, 'form'),
  object: getter(HTMLObjectElement.prototype, 'form'),
};

/** @param {Element} element */
export const isSubmitter = (element) => {
  const tag = dom.tag(element);
  if (tag === 'button') return buttonType(element) === 'submit';
  return tag === 'input' && ['submit', 'image'].includes(inputType(element));
};

/** @param {Element} element */
export const formOf = (element) => {
  const own = forms[dom.tag(element)];
  if (own) return own(element);
  return dom.up(element, (above) => dom.tag(above) === 'form');
};

/** The buttons that send a form, in tree order. `form.elements` leaves images out. @param {Element} form */
export const submittersOf = (form) =>
  Array.from(dom.query(dom.rootNode(form), 'button, input')).filter(
    (element) => isSubmitter(element) && formOf(element) === form,
  );

/** The button that Enter in a field presses. @param {Element} form */
export const defaultButton = (form) => submittersOf(form)[0] ?? null;

/** Whether an action is a script, which runs in the page itself: the form goes nowhere. @param {string} action */
export const runsScript = (action) => /^javascript:/i.test(action);

/** The origin that a form's action leads to. @param {string} action resolved, as the property of the form says it */
export const actionOrigin = (action) => {
  if (runsScript(action)) return self.origin;
  try {
    return new URL(action).origin;
  } catch {
    return 'null';
  }
};
