import { dom, getter } from './dom.js';

export const inputTypeOf = getter(HTMLInputElement.prototype, 'type');
const editable = getter(HTMLElement.prototype, 'isContentEditable');
const htmlTabIndex = getter(HTMLElement.prototype, 'tabIndex');
/** @param {Element} element */
export const isDisabledNow = (element) => dom.matches(element, ':disabled');
export const FORM_TAGS = new Set(['input', 'select', 'textarea', 'button', 'option', 'optgroup', 'fieldset']);
const SECRET_TOKENS = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-[a-z-]+|transaction-pin)(?:\s|$)/;
// Fields that say what they are only by their name: card numbers, codes and keys typed into plain text inputs.
const SECRET_NAMES =
  /pass(?:word|wd|phrase|code)|(?:^|[^a-z])(?:pwd|pin|otp|totp|2fa|mfa|cvv|cvc|csc|ssn|iban|secret|api[_-]?key)(?:[^a-z]|$)|card[_-]?(?:num|no|number)|cardnumber|security[_-]?code|verification[_-]?code|credit[_-]?card/i;
// A token is a credential, and also a tag in a field that suggests tags.
const TOKEN = /(?:^|[^a-z])token(?:[^a-z]|$)/i;
/** Whether a field says that it suggests what to put in: nobody's credential is suggested. @param {Element} element */
const suggests = (element) =>
  dom.attribute(element, 'role') === 'combobox' || /list|both/.test(dom.attribute(element, 'aria-autocomplete') ?? '');
/** @param {Element} element */
export const inputType = (element) => (dom.isHtml(element, 'input') ? inputTypeOf(element) : '');
/** @param {Element} element */
export const isEditingHost = (element) => {
  const value = dom.attribute(element, 'contenteditable');
  return value !== null && value.toLowerCase() !== 'false' && dom.isHtml(element);
};

/** @param {Element} element */
export const isEditable = (element) => dom.isHtml(element) && editable(element);
/** @param {Element} element */
export const opensPopup = (element) => (dom.attribute(element, 'aria-haspopup') ?? 'false') !== 'false';
/** @param {Element} element */
export const isFocusable = (element) => {
  if (!dom.isHtml(element)) return dom.hasAttribute(element, 'tabindex');
  if (FORM_TAGS.has(dom.localName(element)) && isDisabledNow(element)) return false;
  return dom.hasAttribute(element, 'tabindex') || htmlTabIndex(element) >= 0 || isEditingHost(element);
};

/** A password, card, one-time-code or credential field: its value is never handed out. @param {Element} element */
export const isSecret = (element) => {
  const tag = dom.isHtml(element) ? dom.localName(element) : '';
  if (tag !== 'input' && tag !== 'textarea' && !isEditingHost(element)) return false;
  if (tag === 'input' && inputTypeOf(element) === 'password') return true;
  if (SECRET_TOKENS.test((dom.attribute(element, 'autocomplete') ?? '').toLowerCase())) return true;
  const words = [
    dom.attribute(element, 'name'),
    dom.id(element),
    dom.attribute(element, 'aria-label'),
    dom.attribute(element, 'placeholder'),
  ];
  return words.some((word) => word && (SECRET_NAMES.test(word) || (TOKEN.test(word) && !suggests(element))));
};
