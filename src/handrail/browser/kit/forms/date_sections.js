// Dates and times that are entered part by part: a group of spin buttons that are no inputs, each with the keys for itself.

import { roleOf } from '../accessibility/roles.js';
import { isDisabled, isReadonly } from '../accessibility/states.js';
import { dom } from '../dom/dom.js';
import { onElement, refOf } from '../dom/refs.js';
import { plainText } from '../dom/text.js';

const SECTIONS = '[role=spinbutton]:not(input)';
const FEWEST = 2;
/** Its sections, in order, where it is a group of them or stands in one; the one that it is or stands in. Else none.
 * @param {Element} element
 */
export const sectionsOf = (element) => {
  const group = dom.up(element, (above) => roleOf(above) === 'group');
  const sections = group ? Array.from(dom.queryIn(group, SECTIONS)) : [];
  if (sections.length < FEWEST) return [];
  const own = sections.find((section) => dom.contains(section, element));
  return own ? [own] : sections;
};

/** @param {Element} section */
const describe = (section) => ({
  local: refOf(section),
  min: Number(dom.attribute(section, 'aria-valuemin') ?? Number.NaN),
  max: Number(dom.attribute(section, 'aria-valuemax') ?? Number.NaN),
  text: plainText(section),
});

/** How sections take text, as `field` says of other fields. @param {Element[]} sections @param {string} value */
export const sectionField = (sections, value) => ({
  local: refOf(sections[0]),
  how: 'sections',
  kind: 'text',
  type: '',
  searches: false,
  placeholder: '',
  form: '',
  picker: '',
  why: sections.some(isDisabled) ? 'disabled' : sections.some((section) => isReadonly(section)) ? 'readonly' : '',
  fitted: value,
  step: null,
});

export const dateSections = onElement((element) => ({ sections: sectionsOf(element).map(describe) }));
