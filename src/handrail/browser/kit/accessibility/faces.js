// Boxes that a page draws itself: the input is transparent, tiny or not shown at all, and a person sees and presses its
// label, or what is drawn beside it.

import { inputType, isEditingHost } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { inputLabels, labelControl } from '../dom/native.js';
import { wordSet } from '../dom/text.js';
import { boxOf, isRendered, isVisible, styleOf } from '../style/visibility.js';

// Editors that draw their text themselves, and take it by a field for text that nobody sees, as those for code do.

const readOnly = getter(HTMLTextAreaElement.prototype, 'readOnly');
const EDITOR_LEVELS = 3;
const MOST_PARTS = 30;
const LEAST = { width: 60, height: 12 }; // CSS pixels
const FIELDS = 'input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])';

/** The nearest box around an element that a text could stand in. @param {Element} element */
const boxAround = (element) => {
  const box = dom.around(element, EDITOR_LEVELS).find((at) => {
    const { width, height } = boxOf(at);
    return at === dom.body(document) || (width >= LEAST.width && height >= LEAST.height);
  });
  return box && box !== dom.body(document) ? box : null;
};

/** Does the place of an element begin in a box? What pages copy by stands far off. @param {Element} element @param {Element} box */
const beginsIn = (element, box) => {
  const [{ left, top }, around] = [boxOf(element), boxOf(box)];
  return left >= around.left - 1 && left < around.right && top >= around.top - 1 && top < around.bottom;
};

/** The box in which a field for text has its text drawn; null where it has none. Where a pointer is shown as over text, text
 *  is edited: a table that takes keys by such a field, or a page that catches what is pasted, shows none of that.
 * @param {Element} element  that is out of sight
 */
export const editorOf = (element) => {
  if (dom.tag(element) !== 'textarea' || isEditingHost(element) || readOnly(element)) return null;
  const box = boxAround(element);
  if (box === null || !isVisible(box) || !beginsIn(element, box) || dom.queryIn(box, FIELDS).length > 1) return null;
  const parts = [box, ...Array.from(dom.queryIn(box, '*')).slice(0, MOST_PARTS)];
  return parts.some((part) => part !== element && styleOf(part).cursor === 'text') ? box : null;
};

const DRAWN = wordSet('checkbox radio file');
const PAINTED = wordSet('checkbox radio switch slider combobox');

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

/** @param {Box} one @param {Box} other */
export const isOver = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Does a transparent input lie on a label, and take the presses there itself? @param {Element} input @param {Element} label */
const liesOn = (input, label) => {
  const { position, zIndex, pointerEvents } = styleOf(input);
  const isRaised = position !== 'static' && !(Number(zIndex) < 0) && pointerEvents !== 'none';
  const isShown = hasSize(input) && !isNotShown(input);
  return isShown && isRaised && styleOf(label).position === 'static' && isOver(boxOf(input), boxOf(label));
};

/** A label of no field beside the only input of a box: a script passes its presses on. @param {Element} input */
const labelBeside = (input) => {
  const around = dom.parent(input);
  if (around === null || dom.queryIn(around, 'input').length > 1) return null;
  return (
    [dom.nextElement(input), dom.previousElement(input)].find(
      (beside) => beside !== null && dom.tag(beside) === 'label' && labelControl(beside) === null,
    ) ?? null
  );
};

/** The input that such a label stands beside; null where it stands beside none. @param {Element} label */
export const drawnBeside = (label) =>
  [dom.previousElement(label), dom.nextElement(label)].find(
    (beside) => beside !== null && isDrawn(beside) && labelBeside(beside) === label,
  ) ?? null;

/** The label that stands for an input that is out of sight; null where the input is seen, or no label is.
 * @param {Element} element
 */
export const labelInPlaceOf = (element) => {
  if (!isDrawn(element) || (!isNotShown(element) && hasSize(element) && isVisible(element))) return null;
  const beside = labelBeside(element);
  const labels = [...(inputLabels(element) ?? []), ...(beside && !liesOn(element, beside) ? [beside] : [])];
  return labels.find((label) => hasSize(label) && isVisible(label)) ?? null;
};

const CONTROLS = 'input, select, textarea, button, a[href], label, [role], [tabindex], [contenteditable]';
/** What is drawn for a switch that has no size itself: the one part beside it with a hand for the pointer and no words, in a
 * box with no other control. Null where that is not sure: a picture or title beside a box to check opens other things.
 * @param {Element} input
 */
export const drawnFor = (input) => {
  const isSwitch = isNativeCheck(input) && dom.attribute(input, 'role') === 'switch';
  const around = isSwitch && isRendered(input) && !hasSize(input) ? dom.parent(input) : null;
  if (around === null || dom.queryIn(around, CONTROLS).length > 1 || inputLabels(input)?.length) return null;
  const [found, ...others] = Array.from(dom.children(around)).filter(
    (part) => part !== input && !/\S/.test(dom.textContent(part)) && hasSize(part) && isVisible(part),
  );
  return found && others.length === 0 && styleOf(found).cursor === 'pointer' ? found : null;
};

const LEVELS = 4;
/** What is drawn over or under an input: beside it, or beside the boxes around it, such as the track of a switch.
 * @param {Element} element
 */
const pictureAround = (element) => {
  const box = boxOf(element);
  for (const at of [element, ...dom.around(element, LEVELS - 1)]) {
    for (const beside of [dom.nextElement(at), dom.previousElement(at)])
      if (beside && hasSize(beside) && isOver(boxOf(beside), box) && isVisible(beside)) return beside;
  }
  return null;
};

/** Pages draw these over an input that stays in place and takes the presses.
 * @param {Element} element @param {string} role
 */
const isPainted = (element, role) =>
  PAINTED.has(role) && hasSize(element) && isRendered(element) && styleOf(element).visibility === 'visible';

/** What a person sees of an input that is out of sight itself: its label, or the picture of a box over a transparent one.
 * @param {Element} element @param {string} role
 */
export const faceOf = (element, role) =>
  (isDrawn(element) ? (labelInPlaceOf(element) ?? drawnFor(element)) : null) ??
  (isPainted(element, role) ? pictureAround(element) : null);
