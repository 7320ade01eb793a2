// Lines that the outline leaves out: of what takes presses, but says nothing and shows nothing that anybody could mean.

import { isNativeCheck, isOver } from '../accessibility/faces.js';
import { guessedName } from '../accessibility/guessed_names.js';
import { isEditingHost } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { boxOf, hasPicture, isPainted, isRendered, styleOf } from '../style/visibility.js';
import { NAME, ROLE, STATES } from './node_format.js';
import { UNSEEN } from './view_state.js';

/** A field for text that nobody sees, and nothing names: it takes the keys for an editor, or what is pasted into it.
 * @param {Element} element @param {OutlineNode} node
 */
export const isKeyCatcher = (element, node) =>
  (dom.tag(element) === 'textarea' || isEditingHost(element)) &&
  node[NAME] === '' &&
  !node[STATES].includes('focused') &&
  !dom.attribute(element, 'name') &&
  !dom.id(element);

/** A link without a word, a picture or a place, as templates leave behind where there is no value.
 * @param {Entry} entry @param {OutlineNode} node @param {ViewState} seen
 */
export const isEmptyLink = ({ element }, node, seen) =>
  node[ROLE] === 'link' &&
  node[NAME] === '' &&
  dom.firstElement(element) === null &&
  (seen === UNSEEN || boxOf(element).width === 0) &&
  guessedName(element, 'link') === '';

const PICTURED = 'svg, img, i, canvas, video, iframe, input';
const LEAST = 16; // CSS pixels: less is no place to press
const CELLS = 'td, [role=cell], [role=gridcell]';
/** Is it drawn over a box to check beside it, which is told already? @param {Element} element */
const isPictureOfCheck = (element) =>
  [dom.previousElement(element), dom.nextElement(element)].some(
    (beside) => beside !== null && isNativeCheck(beside) && isRendered(beside) && isOver(boxOf(beside), boxOf(element)),
  );

const ITEMS = '[role=treeitem], [role=option], [role^=menuitem]';
/** Is it a part of an item that takes presses itself? React trees keep presses away from the empty place of an arrow so.
 *  What a style sheet draws behind such a part may be the arrow of an item that opens.
 * @param {Element} element @param {OutlineNode} node
 */
const isPartOfItem = (element, node) => {
  const item = dom.closest(element, ITEMS);
  if (node[ROLE] !== 'clickable' || item === null || item === element || dom.hasAttribute(element, 'tabindex'))
    return false;
  if (!dom.hasAttribute(item, 'aria-expanded')) return true;
  for (let at = dom.parent(element); at !== null; at = at === item ? null : dom.parent(at))
    if (hasPicture(at)) return false;
  return true;
};

/** Nothing that anybody could mean: the line between the items of a menu, which may be a tab stop like them, or a strip that
 *  nothing is painted on, to drag with or to drop things on, or between two cells, or the empty part of an item.
 * @param {Element} element @param {OutlineNode} node
 */
export const isBlank = (element, node) => {
  if (node[NAME] !== '' || node[STATES].includes('focused')) return false;
  if (/\S/.test(dom.textContent(element)) || dom.queryIn(element, PICTURED).length > 0) return false;
  if (['presentation', 'none'].includes(dom.attribute(element, 'role') ?? '') || isPictureOfCheck(element)) return true;
  if (node[ROLE] === 'listitem' && dom.attribute(element, 'aria-hidden') === 'true') return true;
  const { width, height } = boxOf(element);
  const isPlace = Math.min(width, height) >= LEAST && styleOf(element).pointerEvents !== 'none';
  if (isPlace && !isPartOfItem(element, node)) return false;
  if ([element, ...dom.queryIn(element, '*')].some(isPainted)) return false;
  // What a column is made wider by stands beside each of its cells, too.
  const before = dom.previousElement(element);
  if (before !== null && dom.matches(before, CELLS)) return true;
  return guessedName(element, 'clickable') === '';
};
