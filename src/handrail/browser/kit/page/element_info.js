// All of one element: what it is, how it is set, where it stands in its window, and what is over it there. Reads only.

import { elementValue } from '../accessibility/values.js';
import { hasBox, probePress } from '../actions/hit_test.js';
import { isContextMenuEntry } from '../actions/menu_openers.js';
import { isEditable } from '../dom/controls.js';
import { dom, SVG } from '../dom/dom.js';
import { hearing, isListening } from '../dom/listeners.js';
import { elementOfRef, onElement } from '../dom/refs.js';
import { boxOf, isVisible, styleOf } from '../style/visibility.js';
import { describeElement } from './elements.js';
import { markedText } from './marked_text.js';

/** Whether an element is the text of a shape that listens for presses, as nodes of a diagram do.
 * @param {Element} element
 */
const isTextOfShape = (element) =>
  dom.namespace(element) === SVG &&
  dom.up(element, (at) => hearing.has(at) && dom.textContent(at).trim() === dom.textContent(element).trim()) !== null;

const CELLS = 'td, [role=cell], [role=gridcell], li, [role=listitem]';
/** Whether an element is a cell or an item of what listens for its parts, as tables do that choose rows.
 * @param {Element} element
 */
const isInHearing = (element) => {
  const cell = dom.closest(element, CELLS);
  return cell !== null && dom.up(cell, (at) => hearing.has(at) && at !== dom.body(document)) !== null;
};

/** Whether a press on an element is one on something that waits for presses. @param {Element} element */
const takesPresses = (element) =>
  isEditable(element) ||
  styleOf(element).cursor === 'pointer' ||
  dom.up(element, (at) => dom.hasAttribute(at, 'onclick') || isListening(at) || isContextMenuEntry(at)) !== null ||
  isTextOfShape(element) ||
  isInHearing(element);

/** @type {Operation} */
export const elementInfo = (() => {
  const MOST_ATTRIBUTES = 50;
  return onElement((element, _, deadline) => {
    const names_ = dom.attributeNames(element);
    const { x, y, width, height } = dom.box(element);
    const hit = hasBox(element) ? probePress(element) : null;
    return {
      ...describeElement(element, names_.slice(0, MOST_ATTRIBUTES), true, deadline),
      value: elementValue(element),
      box: [x, y, width, height].map(Math.round),
      coveredBy: hit === null || hit.ok ? null : hit.by,
      pressable: takesPresses(element),
      marked: markedText(element),
      unlisted: Math.max(0, names_.length - MOST_ATTRIBUTES),
    };
  });
})();

/** Whether an element is out of sight for good reason: hidden, or scrolled away inside a box of its page. @type {Operation} */
export const outOfSight = ({ local }) => {
  const element = elementOfRef(local);
  if (!element || !isVisible(element)) return { hidden: true };
  const { left, top, right, bottom } = boxOf(element);
  /** @param {Element} above */
  const isScrolledAway = (above) => {
    if (above === document.documentElement || above === document.body) return false;
    const { overflowX, overflowY, display } = styleOf(above);
    if ((overflowX === 'visible' && overflowY === 'visible') || display === 'contents') return false;
    const box = boxOf(above);
    return bottom <= box.top || top >= box.bottom || right <= box.left || left >= box.right;
  };
  return { hidden: Boolean(dom.up(dom.parent(element), isScrolledAway)) };
};
