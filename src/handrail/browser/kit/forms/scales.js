// What takes a number without a field for it: a slider of ARIA's, which takes keys, and a row of stars that are pressed.

import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { starsFrom } from '../accessibility/stars.js';
import { pointInside } from '../actions/hit_test.js';
import { dom } from '../dom/dom.js';
import { onElement, refOf } from '../dom/refs.js';

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

/** What an element shows of a number, and how it takes another; null for what takes none. @param {Element} element */
export const scaleOf = (element) => {
  if (roleOf(element) === 'slider' && dom.tag(element) !== 'input') {
    const [now, most] = [numberIn(element, 'valuenow'), numberIn(element, 'valuemax')];
    // Before a first value a slider may hold no number.
    if (!Number.isNaN(now) || !Number.isNaN(most))
      return { now, least: numberIn(element, 'valuemin') || 0, most, parts: null };
  }
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

const LONG = 3;
/** Where on a slider a number lies, if it is the track and no thumb. @param {Element} element @param {number} share */
const placeOnTrack = (element, share) => {
  const { left, bottom, width, height } = dom.box(element);
  const within = Math.min(Math.max(share, 0.01), 0.99);
  if (width >= LONG * height) return pointInside(element, { x: left + width * within, y: bottom - height / 2 });
  if (height >= LONG * width) return pointInside(element, { x: left + width / 2, y: bottom - height * within });
  return null;
};

/** What a scale shows now, null where that is no number, and what to press for one: a part of it, or a place on it. */
export const scale = onElement((element, { value }) => {
  const found = scaleOf(element);
  if (!found) return { now: null, part: null, at: null };
  const { now, least, most, parts } = found;
  if (parts) return { now, part: refOf(parts[value - 1]), at: null };
  return { now, part: null, at: most > least ? placeOnTrack(element, (value - least) / (most - least)) : null };
});
