// What takes a number without a field for it: a slider of ARIA's, which takes keys, and a row of stars that are pressed.

import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { starsFrom } from '../accessibility/stars.js';
import { onElement } from '../actions/on_element.js';
import { dom } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';

const MOST_PARTS = 40;
/** @param {Element} element @param {string} name */
const numberIn = (element, name) => Number.parseFloat(dom.attribute(element, `aria-${name}`) ?? '');

/** @param {Element} element */
const starsIn = (element) => {
  for (const part of Array.from(dom.queryIn(element, '[class*=star i]')).slice(0, MOST_PARTS)) {
    const stars = starsFrom(part);
    if (stars) return stars;
  }
  return null;
};

/** Whether parts are called alike but for their numbers: one with a name of its own does something else.
 * @param {Element[]} parts
 */
const areAlike = (parts) =>
  new Set(parts.map((part) => nameOf(part).replace(/\d+/g, '').replace(/s\b/g, '').trim())).size === 1;

/** What an element shows of a number, and how it takes another; null for what takes none.
 * @param {Element} element
 */
export const scaleOf = (element) => {
  const now = roleOf(element) === 'slider' && dom.tag(element) !== 'input' ? numberIn(element, 'valuenow') : Number.NaN;
  if (!Number.isNaN(now))
    return { now, least: numberIn(element, 'valuemin') || 0, most: numberIn(element, 'valuemax'), parts: null };
  const stars = dom.queryIn(element, 'input:not([type=hidden]), select, textarea, [role=radio]').length
    ? null
    : starsIn(element);
  if (!stars || !areAlike(stars.parts)) return null;
  return { now: stars.full, least: 1, most: stars.parts.length, parts: stars.parts };
};

/** The number that fits a scale, as it would hold it; null where none does. @param {Element} element @param {string} value */
export const fittedInScale = (element, value) => {
  const scale = scaleOf(element);
  const number = Number(value);
  const fits =
    scale &&
    value.trim() !== '' &&
    number >= scale.least &&
    !(number > scale.most) &&
    (!scale.parts || number % 1 === 0);
  return fits ? String(number) : null;
};

/** What a scale shows now, and what to press for a number. */
export const scale = onElement((element, { value }) => {
  const found = scaleOf(element);
  if (!found) return { now: null, part: null };
  return { now: found.now, part: found.parts ? refOf(found.parts[value - 1]) : null };
});
