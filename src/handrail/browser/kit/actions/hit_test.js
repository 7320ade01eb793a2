// What lies at a point: whether a press there reaches an element, what covers it, and scrolling it into view.

import { isNativeCheck } from '../accessibility/faces.js';
import { roleOf } from '../accessibility/roles.js';
import { isDisabled, isReadonly } from '../accessibility/states.js';
import { inputType } from '../dom/controls.js';
import { dom, method } from '../dom/dom.js';
import { controlOfLabelAround, labelAround, labelControl } from '../dom/native.js';
import { forgetCall } from '../dom/per_call.js';
import { refOf } from '../dom/refs.js';
import { elementAt } from '../dom/viewport.js';
import { actedOn, doesTheSame, isActive } from '../forms/control_kinds.js';
import { boxedAncestor, isContents, isVisible, shownParts, styleOf } from '../style/visibility.js';
import { boxed, branchesAt, hasBox, pressPoints } from './boxes.js';
import { coverAround, describeCover } from './covers.js';

// Why an element cannot be operated: it is disabled, read-only, hidden or inert.

/** Why no input can be given to an element now, in one word of ours; '' where it can. @param {Element} element */
export const obstacleTo = (element, { editable = false } = {}) => {
  if (!hasBox(element)) return 'hidden';
  const active = actedOn(element);
  if (isDisabled(element) || isDisabled(active)) return 'disabled';
  if (editable && isReadonly(active)) return 'readonly';
  if (dom.up(element, (above) => dom.hasAttribute(above, 'inert'))) return 'inert';
  return '';
};

/** What has no place for a pointer, or nothing that a press would lead to. @param {Element} element */
export const pressless = (element) => {
  if (dom.tag(element) === 'option' && dom.up(element, (above) => dom.tag(above) === 'select')) return 'option';
  return inputType(actedOn(element)) === 'file' ? 'file' : '';
};

const scrollElement = method(Element.prototype, 'scrollIntoView');
// A click on what is inside a button or link is taken by that, as Playwright sees it too.
/** @param {Element} element */
const taker = (element) => dom.closest(element, 'button, [role=button], a, [role=link]') ?? element;
/** @param {Element} found @param {Element} element */
const lands = (found, element) => Boolean(found && dom.up(found, (above) => above === element));
/** Whether a press at `found` reaches an element, or the text of one without a box: that is painted by the box around it.
 * @param {Element} found @param {Element} element
 */
const reaches = (found, element) =>
  lands(found, taker(element)) || (isContents(element) && found === boxedAncestor(element));
/** Whether a press at `found` is taken by the element that was judged, not by a control that stands in it.
 * @param {Element} found @param {Element} element
 */
const isOwn = (found, element) => {
  const taken = actedOn(found);
  return (
    taken === element ||
    taken === actedOn(element) ||
    !isActive(taken) ||
    !lands(taken, element) ||
    doesTheSame(taken, element)
  );
};

/** The label at a point where pressing it presses `element`: not on a link that stands in the label.
 * @param {Element} found @param {Element} element
 */
const labelOver = (found, element) => {
  const label = found && labelAround(found);
  return label && labelControl(label) === element && actedOn(found) === element ? label : null;
};

/** Whether a transparent box to check lies over its label. @param {Element} found @param {Element} label */
const isCheckOf = (found, label) => isNativeCheck(found) && dom.tag(label) === 'label' && labelControl(label) === found;

/** Whether a press there is one of another control, whose label it is. @param {Element} found @param {Element} element */
const isLabelOfOther = (found, element) => {
  const control = controlOfLabelAround(found);
  return Boolean(control && control !== element);
};

const LEAST_BOX = 24; // CSS pixels
const TALLEST_CONTROL = 120; // CSS pixels: what is taller is a part of the page, not the control of a field
/** Whether the box at a point takes the presses of the element in it, as the box of a drop-down field does whose input
 * lets them through.
 * @param {Element} found @param {Element} element
 */
const takesItsPresses = (found, element) =>
  found !== element &&
  !isLabelOfOther(found, element) &&
  styleOf(element).pointerEvents === 'none' &&
  lands(element, found) &&
  dom.box(found).height <= TALLEST_CONTROL;

const BOX_LEVELS = 4;
/** The box close around the hidden field of a list that a press reaches: it stands for the field, which only has the keys.
 * @param {Element} field
 */
const fieldBox = (field) => {
  if (dom.tag(field) !== 'input' || roleOf(field) !== 'combobox') return null;
  let box = dom.parent(field);
  for (let level = 0; box && level < BOX_LEVELS && dom.box(box).height <= TALLEST_CONTROL; level++) {
    const [middle] = pressPoints(box);
    const found = middle && dom.box(box).width > LEAST_BOX && elementAt(middle.x, middle.y);
    if (found && isLabelOfOther(found, field)) return null;
    if (found && lands(found, box)) return isActive(actedOn(found)) && actedOn(found) !== field ? null : box;
    box = dom.parent(box);
  }
  return null;
};

const OTHERS = 'input, select, textarea, button, a[href]';
const AROUND = new Set(['gridcell', 'row']);
/** What is drawn for a box to check that is cut away to nothing: the nearest box around it that has a size, with a hand for
 * a pointer over it. @param {Element} element
 */
const drawnAround = (element) => {
  let box = isVisible(element) ? null : dom.parent(element);
  for (let level = 0; box && level < BOX_LEVELS && dom.box(box).width <= 1; level++) box = dom.parent(box);
  return box && styleOf(box).cursor === 'pointer' ? box : null;
};
/** The box around a box to check that has no label, where what is drawn over it takes the press. @param {Element} element */
const checkBox = (element) => {
  if (!isNativeCheck(element)) return null;
  const drawn = drawnAround(element);
  const box = drawn ?? dom.parent(element);
  const [middle] = box && dom.box(box).height <= TALLEST_CONTROL ? pressPoints(box) : [];
  if (!box || !middle || dom.queryIn(box, OTHERS).length > 1) return null;
  const [own] = drawn ? [] : pressPoints(element);
  const over = own && elementAt(own.x, own.y);
  if (over && !lands(over, box)) return null; // something else lies over it
  const found = elementAt(middle.x, middle.y);
  return found && lands(found, box) && !isTaken(found, box) && !isLabelOfOther(found, element) ? box : null;
};
/** Whether something takes a press in a box for itself: the cell or row that the box stands in does not, which would have
 * one on what the box is drawn for as well.
 * @param {Element} found @param {Element} box
 */
const isTaken = (found, box) => {
  const taken = actedOn(found);
  return isActive(taken) && !(lands(box, taken) && AROUND.has(roleOf(taken)));
};

/** @param {Element} element @returns {{ok: boolean, point?: Point | null, via?: number | null, by?: object | null}} */
export const probePress = (element) => {
  const wanted = taker(element);
  const points = pressPoints(element);
  /** @type {Element | null} */
  let cover = null;
  for (const [index, point] of points.entries()) {
    const found = elementAt(point.x, point.y);
    if (found && reaches(found, element)) {
      if (isOwn(found, element) && shownParts(element)[0] !== element)
        return { ok: true, point: pointInside(found, point), via: refOf(found) };
      const isMiddle = index === 0 && branchesAt(element) === Infinity;
      if (isOwn(found, element)) return { ok: true, point: isMiddle ? null : pointInside(element, point), via: null };
      cover ??= found;
      continue;
    }
    const label = found && labelOver(found, wanted);
    if (label) return { ok: true, point: pointInside(label, point), via: refOf(label) };
    if (found && (takesItsPresses(found, element) || isCheckOf(found, element)))
      return { ok: true, point: pointInside(found, point), via: refOf(found) };
    cover ??= found;
  }
  const around = fieldBox(element);
  if (around) return { ok: true, point: null, via: refOf(around) };
  if (cover === null) return { ok: false, by: null };
  return { ok: false, by: { ...describeCover(coverAround(cover, element), element), inside: lands(cover, element) } };
};

/** What lies under the pointer at the middle of an element, where a press reaches that; null out of the window or under
 * a cover. @param {Element} element
 */
export const pressedNow = (element) => {
  for (const { x, y } of pressPoints(element)) {
    const found = elementAt(x, y);
    if (found && reaches(found, element) && isOwn(found, element)) return found;
  }
  return null;
};

/** What lies under the pointer at a point of an element as Playwright takes it, its middle by default, and the point in
 * the window and in the element's box. Null where a press there would be taken by something else.
 * @param {Element} element @param {Point | null} position @param {Point | null} pointer where in the window the pointer is
 */
export const pressedAt = (element, position, pointer = null) => {
  const box = dom.box(element);
  const edge = insideEdge(element);
  const at = pointer ?? (position ? { x: position.x + edge.x, y: position.y + edge.y } : pressPoints(element)[0]);
  const hit = at && elementAt(at.x, at.y);
  if (!hit || !lands(hit, taker(element)) || !isOwn(hit, element)) return null;
  return { hit, at, inside: { x: at.x - box.left, y: at.y - box.top } };
};

/** @param {Element} element @returns {Point} the corner inside its border */
const insideEdge = (element) => {
  const box = dom.box(element);
  const { borderLeftWidth, borderTopWidth } = styleOf(element);
  return { x: box.left + (parseFloat(borderLeftWidth) || 0), y: box.top + (parseFloat(borderTopWidth) || 0) };
};

/** A point of the viewport as Playwright takes it: from the corner inside an element's border.
 * @param {Element} element @param {Point} point
 */
export const pointInside = (element, point) => {
  const edge = insideEdge(element);
  return { x: point.x - edge.x, y: point.y - edge.y };
};

// A sticky header or footer covers what stands at one edge: try others.
/** @type {ScrollLogicalPosition[]} */
const PLACES = ['center', 'start', 'end'];
/** `look`: what is covered where it stands is tried in other places. `uncovered`: so it was, and is not there. `moved`: it
 * was scrolled.
 * @param {Element} element @param {boolean} look
 */
export const bringIntoReach = (element, look) => {
  const before = probePress(element);
  let found = before;
  for (const block of before.by && !look ? [] : PLACES) {
    if (found.ok) break;
    scrollElement(boxed(element), { block, inline: 'center', behavior: 'instant' });
    forgetCall();
    const after = probePress(element);
    if (after.ok || after.by || !found.by) found = after;
  }
  const box = found.ok ? null : checkBox(element);
  if (box) found = { ok: true, point: null, via: refOf(box) };
  return { ...found, uncovered: Boolean(before.by && found.ok), moved: found !== before };
};

/** @param {Element} element */
export const scrollIntoView = (element) =>
  scrollElement(boxed(element), { block: 'center', inline: 'nearest', behavior: 'instant' });
/** @param {Element} element */
export const scrollNearest = (element) =>
  scrollElement(boxed(element), { block: 'nearest', inline: 'nearest', behavior: 'instant' });
