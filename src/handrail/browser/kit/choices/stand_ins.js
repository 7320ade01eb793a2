// Selects that a page hides to draw a box of its own, as Select2, Chosen and bootstrap-select do: which box is whose.

import { selectedLabels } from '../accessibility/values.js';
import { dom } from '../dom/dom.js';
import { oncePerCall } from '../dom/per_call.js';
import { boxOf, isVisible } from '../style/visibility.js';

const LEVELS = 5;
const TALLEST = 120; // CSS pixels, of a control
const OPERABLE = 'button, input, a, [role], [tabindex]';
const AROUND_LEVELS = 2;
/** The combobox close around a select. @param {Element} select */
export const comboboxAround = (select) =>
  dom.around(select, AROUND_LEVELS).find((box) => dom.attribute(box, 'role') === 'combobox') ?? null;

/** What is drawn around a select that nobody sees, or right behind it, and says what is chosen in it; null where nothing
 * is.
 * @param {Element} select
 */
export const boxFor = (select) => {
  if (dom.tag(select) !== 'select' || isVisible(select)) return null;
  const around = comboboxAround(select);
  if (around && isVisible(around)) return around;
  const box = dom.nextElement(select);
  if (!box || !(dom.matches(box, OPERABLE) || dom.queryIn(box, OPERABLE).length)) return null;
  const { width, height } = boxOf(box);
  if (width === 0 || height === 0 || height > TALLEST) return null;
  const text = dom.textContent(box);
  return dom.hasAttribute(select, 'multiple') || selectedLabels(select).every((label) => text.includes(label))
    ? box
    : null;
};

const drawn = oncePerCall(
  () => new Map(Array.from(dom.query(document, 'select'), (select) => [boxFor(select), select])),
);
/** The hidden select that a control is drawn for, or a part of what is; null where there is none. @param {Element} control */
export const selectBehind = (control) => {
  if (drawn().size === 0 || (drawn().size === 1 && drawn().has(null))) return null;
  const part = [control, ...dom.around(control, LEVELS - 1)].find((at) => drawn().has(at));
  return (part && drawn().get(part)) ?? null;
};
