// What policy and acts need to know of an element before anything is done to it.

import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { isDisabled, isReadonly } from '../accessibility/states.js';
import { inputType, isEditable, isSecret } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { keyTarget } from '../dom/focus.js';
import { isVisible } from '../style/visibility.js';
import { checkableOf } from './checks.js';
import { choiceControl } from './choices.js';
import { actedOn, hrefs, kindOf, plainHref } from './control_kinds.js';
import { fieldOf } from './fields.js';
import { areaValue, formFacts, inputValue } from './form_facts.js';
import { onElement } from './on_element.js';

/** @param {Element} element */
const valueLength = (element) => {
  switch (dom.tag(element)) {
    case 'input':
      return kindOf(element) === 'text' ? inputValue(element).length : 0;
    case 'textarea':
      return areaValue(element).length;
    default:
      return isEditable(element) ? dom.textContent(element).length : 0;
  }
};

const TYPED = new Set(['text', 'editable']);
/** Where it stands in the window, in CSS pixels; null in a frame, whose own place is not known here.
 * @param {Element} element
 */
const windowBox = (element) => {
  if (window.top !== window) return null;
  const { x, y, width, height } = dom.box(element);
  return [x, y, width, height].map((side) => Math.round(side));
};

/** @param {Element} element */
export const factsOf = (element) => {
  const active = actedOn(element);
  const kind = kindOf(active);
  const disabled = isDisabled(active);
  return {
    tag: dom.localName(element),
    role: roleOf(element),
    name: nameOf(element),
    kind,
    inputType: inputType(active),
    autocomplete: (dom.attribute(active, 'autocomplete') ?? '').trim().toLowerCase(),
    href: kind === 'link' ? plainHref(active) : null,
    disabled,
    editable: TYPED.has(kind) && !disabled && !isReadonly(active),
    visible: isVisible(element),
    sensitive: isSecret(active),
    valueLength: valueLength(active),
    form: kind === 'link' ? null : formFacts(active),
    downloads: hrefs[dom.tag(active)] !== undefined && dom.hasAttribute(active, 'download'),
    box: windowBox(element),
  };
};

/** What an act reaches through a wrapper or label: the field that is written into, the box that is checked, the list. @type {Record<string, (element: Element) => Element | null>} */
const reachedBy = {
  /** @param {Element} element */
  field: (element) => fieldOf(element),
  /** @param {Element} element */
  box: (element) => checkableOf(element),
  /** @param {Element} element */
  list: (element) => choiceControl(element),
};

export const elementFacts = onElement((element, { through }) => factsOf(reachedBy[through]?.(element) ?? element));
/** @type {Operation} */
export const focusFacts = () => {
  const element = keyTarget();
  return element ? factsOf(element) : {};
};

/** Whether a link leads to exactly this address. @type {Operation} */
export const hasLink = (() => {
  const links = getter(Document.prototype, 'links');
  /** @type {Record<string, (link: Element) => string>} */
  const hrefs = { a: getter(HTMLAnchorElement.prototype, 'href'), area: getter(HTMLAreaElement.prototype, 'href') };
  return ({ url }, deadline) => {
    let count = 0;
    for (const link of links(document)) {
      if ((++count & 63) === 0 && deadline.passed()) {
        deadline.late++;
        return false;
      }
      if (hrefs[dom.tag(link)]?.(link) === url) return true;
    }
    return false;
  };
})();
