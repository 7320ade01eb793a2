// Boxes that a page draws itself: the input is transparent, tiny or not shown at all, and a person sees and presses its
// label, or what is drawn beside it.

import { inputType } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { wordSet } from '../dom/text.js';
import { boxOf, isRendered, isVisible, styleOf } from '../style/visibility.js';

const DRAWN = wordSet('checkbox radio file');
const labelsOf = getter(HTMLInputElement.prototype, 'labels');
const previousElement = getter(Element.prototype, 'previousElementSibling');

/** @param {Element} element */
export const isNativeCheck = (element) => ['checkbox', 'radio'].includes(inputType(element));
/** Of the inputs that pages draw themselves. @param {Element} element */
export const isDrawn = (element) => DRAWN.has(inputType(element));

/** Takes neither place nor presses, however long one waits. @param {Element} control */
export const isNotShown = (control) => !isRendered(control) || styleOf(control).visibility !== 'visible';

/** @param {Element} element */
const hasSize = (element) => {
  const { width, height } = boxOf(element);
  return width > 1 && height > 1;
};

/** The label that stands for an input that is out of sight; null where the input is seen, or no label is.
 * @param {Element} element
 */
export const labelInPlaceOf = (element) => {
  if (!isDrawn(element) || (!isNotShown(element) && hasSize(element) && isVisible(element))) return null;
  return Array.from(labelsOf(element) ?? []).find((label) => hasSize(label) && isVisible(label)) ?? null;
};

/** @param {Box} one @param {Box} other */
const isOver = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @param {Element} element */
const pictureBeside = (element) =>
  [dom.nextElement(element), previousElement(element)].find(
    (beside) => beside && hasSize(beside) && isOver(boxOf(beside), boxOf(element)) && isVisible(beside),
  ) ?? null;

/** What a person sees of an input that is out of sight itself: its label, or the picture of a box over a transparent one.
 * @param {Element} element
 */
export const faceOf = (element) =>
  isDrawn(element) ? (labelInPlaceOf(element) ?? (isNativeCheck(element) ? pictureBeside(element) : null)) : null;
