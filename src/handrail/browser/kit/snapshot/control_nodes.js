import { isChosenByClass, isCurrentByClass, tabStates } from '../accessibility/class_states.js';
import { editorOf, faceOf, isNativeCheck, isNotShown, isOver } from '../accessibility/faces.js';
import { nameOf } from '../accessibility/names.js';
import { isInlineRole, isInteractiveRole, isNamedByContent, roleOf } from '../accessibility/roles.js';
import { errorMessage, isDisabled, statesOf } from '../accessibility/states.js';
import { treeRow } from '../accessibility/tree_levels.js';
import { hasValue } from '../accessibility/values.js';
import { boxFor } from '../choices/stand_ins.js';
import { HAS_CLASS, HAS_EDITABLE, HAS_OTHER, HAS_STATE } from '../dom/attributes.js';
import { inputTypeOf, isEditable, isSecret } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { optionLabel, optionsOf } from '../dom/native.js';
import { clip, normalizeSpace, wordSet } from '../dom/text.js';
import { isPartOfCheck } from '../forms/control_kinds.js';
import { meantControl } from '../forms/twins.js';
import { ALL_STYLE } from '../style/declarations.js';
import { boxOf, hasBox, isRendered, styleOf } from '../style/visibility.js';
import { isBlank, isEmptyLink, isKeyCatcher } from './blank_controls.js';
import { fillNode, markScrolling, walkInside, walkNamed } from './content_nodes.js';
import { extentOf } from './extent.js';
import { dropRepeats, foldNode } from './fold.js';
import {
  CHOICES,
  DEPTH,
  FLAGS,
  LOCAL,
  NAME,
  newNode,
  OPTIONS,
  PENDING_REF,
  ROLE,
  STATES,
  VALUE,
} from './node_format.js';
import { addNode, flushLine, outline, requestRef } from './outline.js';
import { hasHand } from './traits.js';
import { elementViewState, faceViewState, SEEN_ELSEWHERE, UNSEEN } from './view_state.js';
import { walkChildren } from './walk.js';

const TYPED = wordSet('input textarea select');
const CHOOSABLE = wordSet('button link'); // as pages make toggles, without saying so
// What stands in these is a part of them, unless it has an interactive role of its own.
const WHOLE = wordSet('button checkbox link radio scrollbar searchbox slider spinbutton switch textbox');
/** @param {Entry} entry @param {string} role @param {number} depth @param {How} how @param {Entry} block @param {boolean} clickable */
export const addControl = (entry, role, depth, how, block, clickable) => {
  const { element, tag, has } = entry;
  const seen = controlViewState(entry, role, how, block);
  if (seen === UNSEEN && (isKeptAway(entry) || boxFor(element) !== null || (how.pointer && isInButton(entry)))) return;
  if (seen === UNSEEN && isGone(entry)) {
    if (styleOf(element).visibility !== 'visible') walkInside(entry, depth, how, block);
    return;
  }
  const shownRole = role && !isInlineRole(role) ? role : 'clickable';
  flushLine(depth);
  const index = addNode(depth, shownRole, '', how, tag === 'area' ? SEEN_ELSEWHERE : seen, PENDING_REF);
  const node = outline.nodes[index];
  // A handler alone may be that of the parts with a hand in it: the days of a calendar. So is the tab stop of a region.
  const isWhole = isInteractiveRole(shownRole) || isNamedByContent(shownRole);
  const pointer = how.pointer || isWhole || hasHand(entry, how);
  if (pointer !== how.pointer || !how.control) how = { ...how, pointer, control: how.control || WHOLE.has(role) };
  if (tag === 'select' || tag === 'input' || tag === 'textarea') {
    node[NAME] = nameOf(element);
    if (tag === 'select') addOptions(element, node, depth + 1, how, role);
  } else if (has & HAS_EDITABLE && hasValue(role, tag) && isEditable(element)) {
    node[NAME] = nameOf(element);
    if (dom.firstElement(element) !== null && !isSecret(element)) walkEditor(entry, depth + 1, how, block);
  } else walkNamed(node, entry, depth, how, block);
  fillNode(node, entry, shownRole);
  if (role === 'combobox' && node[VALUE]) dropShown(index);
  const mayBeChosen = (clickable || CHOOSABLE.has(role)) && (has & (HAS_CLASS | HAS_STATE)) === HAS_CLASS;
  if (mayBeChosen && isChosenByClass(element, role)) node[STATES].push('selected');
  if (role === 'link' && !(has & HAS_STATE) && isCurrentByClass(element)) node[STATES].push('current');
  if (role === 'tab') node[STATES] = tabStates(element, node[STATES]);
  if (!TYPED.has(tag)) markScrolling(node, entry, how);
  if (role === 'listbox' && tag !== 'select') node[STATES].push(...extentOf(element, role));
  if (clickable && shownRole !== 'clickable') node[STATES].push('clickable');
  addError(element, node, depth + 1);
  const isEmptied = tag === 'label' && dropNameOf(element, index + 1);
  const isNoise =
    (seen === UNSEEN && (clickable || isKeyCatcher(element, node))) ||
    isEmptyLink(entry, node, seen) ||
    (clickable && isBlank(element, node)) ||
    (isEmptied && node[NAME] === '');
  if (isNoise && index === outline.nodes.length - 1) {
    outline.nodes.length = index;
    return;
  }
  if (role === 'gridcell') dropPressedPart(index, element);
  foldNode(outline.nodes, index);
  if (outline.nodes[index] !== node) return;
  requestRef(node, element, how.context);
  if (clickable && shownRole === 'clickable' && has & (HAS_CLASS | HAS_OTHER)) addTreeRow(node, element, how, seen);
};

/** Take out of a cell of a grid the one part with its words, if a press of the cell lands there: often only a listener
 *  tells that the part takes presses, and that may be known after the cell has its ref.
 * @param {number} index @param {Element} element
 */
const dropPressedPart = (index, element) => {
  const { nodes, signed } = outline;
  const [cell, part] = nodes.slice(index);
  if (nodes.length !== index + 2 || signed.at(-1)?.[0] !== part || part[ROLE] !== 'clickable') return;
  const isSame = part[NAME] !== '' && part[NAME] === cell[NAME] && part[FLAGS] === cell[FLAGS] && !part[STATES].length;
  const { left, right, top, bottom } = boxOf(element);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (!isSame || !isOver(boxOf(signed[signed.length - 1][1]), { left: x, right: x, top: y, bottom: y })) return;
  nodes.length = index + 1;
  signed.pop();
};

/** Take out of a combobox what only shows its value. @param {number} index */
const dropShown = (index) => {
  const { nodes } = outline;
  dropRepeats(nodes, index + 1, nodes[index][VALUE]);
  const shown = nodes[index + 1];
  const isAlone = nodes.length === index + 2 && shown[VALUE] === nodes[index][VALUE];
  if (!isAlone || !shown[STATES].includes('readonly')) return;
  nodes.length = index + 1;
  if (outline.signed.at(-1)?.[0] === shown) outline.signed.pop();
};

/** Add how deep a row of a tree stands, and its arrow, which opens what a press of the row only chooses.
 * @param {OutlineNode} node @param {Element} element @param {How} how @param {ViewState} seen
 */
const addTreeRow = (node, element, how, seen) => {
  const row = treeRow(element);
  if (row === null) return;
  node[STATES].push(...row.states);
  if (row.arrow === null || node[NAME] === '') return;
  const index = addNode(node[DEPTH] + 1, 'clickable', '', how, seen, PENDING_REF);
  requestRef(outline.nodes[index], row.arrow, element);
};

/** @param {Entry} entry @param {string} role @param {How} how @param {Entry} block */
const controlViewState = (entry, role, how, block) => {
  const seen = elementViewState(entry, how, block);
  if (seen !== UNSEEN || !TYPED.has(entry.tag) || isGone(entry)) return seen;
  const face = entry.tag === 'input' ? faceOf(entry.element, role) : editorOf(entry.element);
  return face === null ? seen : faceViewState(face, how);
};

const BUTTON_LEVELS = 3;
/** Does an unseen field for files stand in a button that is drawn for it alone, and has its words? @param {Entry} entry */
const isInButton = ({ element, tag }) => {
  if (tag !== 'input' || inputTypeOf(element) !== 'file') return false;
  const button = dom.around(element, BUTTON_LEVELS).find((above) => /\S/.test(dom.textContent(above)));
  return button !== undefined && dom.queryIn(button, 'input').length <= 1;
};

/** A field that neither eye, reader nor tab key gets to: it keeps the value of what a page draws in its place.
 * @param {Entry} entry
 */
const isKeptAway = ({ element, tag }) =>
  TYPED.has(tag) &&
  dom.attribute(element, 'tabindex') === '-1' &&
  dom.up(element, (above) => dom.attribute(above, 'aria-hidden') === 'true') !== null;

const STRUCTURE = wordSet('heading list listitem blockquote table');
/** The text of an editor is its value; what can be operated in it has lines of its own, and all where its text has a
 *  structure, which the value does not tell.
 * @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block
 */
const walkEditor = (entry, depth, how, block) => {
  const { nodes } = outline;
  let kept = nodes.length;
  const first = kept;
  walkInside(entry, depth, how, block);
  flushLine(depth);
  if (nodes.slice(first).some((node) => STRUCTURE.has(node[ROLE]))) return;
  for (let i = first; i < nodes.length; i++) {
    if (nodes[i][LOCAL] === 0) continue;
    nodes[i][DEPTH] = depth;
    nodes[kept++] = nodes[i];
  }
  nodes.length = kept;
};

/** visibility: hidden, or in content that is not rendered. (An area is never rendered: its picture is.)
 * @param {Entry} entry
 */
const isGone = ({ element, tag, display }) =>
  tag !== 'area' && (styleOf(element).visibility !== 'visible' || (display !== 'contents' && !hasBox(element)));

/** @param {Element} element @param {OutlineNode} node @param {number} depth */
const addError = (element, node, depth) => {
  if (!node[STATES].includes('invalid')) return;
  const fault = normalizeSpace(errorMessage(element) ?? '');
  if (fault) outline.nodes.push(newNode(depth, 'error', fault, 0, node[FLAGS]));
};

// More than stand on a line, and fewer than would hold a page up.
const MOST_CHOICES = 500;
const LONGEST_CHOICE = 400;
/** The choices of a closed select stand on its own line; those of an open list are elements to be clicked.
 * @param {Element} element @param {OutlineNode} node @param {number} depth @param {How} how @param {string} role
 */
const addOptions = (element, node, depth, how, role) => {
  const list = optionsOf(element);
  if (role === 'combobox') {
    const first = Array.prototype.slice.call(list, 0, MOST_CHOICES);
    node[OPTIONS] = first.map((option) => clip(normalizeSpace(optionLabel(option)), LONGEST_CHOICE));
    if (list.length > first.length) node[CHOICES] = list.length;
    return;
  }
  for (const option of list) {
    const { display } = styleOf(option);
    if (display === 'none') continue;
    const entry = /** @type {Entry} */ ({
      element: /** @type {Element} */ (option),
      tag: 'option',
      display,
      bits: ALL_STYLE,
    });
    const seen = elementViewState(entry, how, null);
    const choice = outline.nodes[addNode(depth, 'option', nameOf(option), how, seen, PENDING_REF)];
    choice[STATES] = statesOf(option, 'option', 'option');
    requestRef(choice, option, element);
  }
};

/** A press of it checks a box, and does nothing else, whatever takes presses there. @param {Entry} entry */
export const isLabelOfCheck = ({ element, tag }) => {
  const control = tag === 'label' ? meantControl(element) : null;
  return control !== null && isNativeCheck(control);
};

/** Take out of a label that takes presses what only repeats the name of its control, and say whether that was all. A
 *  press of such a label does what a press of the control does.
 * @param {Element} label @param {number} start
 */
const dropNameOf = (label, start) => {
  const control = meantControl(label);
  if (!control || !isRendered(control) || start === outline.nodes.length) return false;
  dropRepeats(outline.nodes, start, nameOf(control));
  return start === outline.nodes.length;
};

/** A label that only repeats the name of its control is noise; one in place of a hidden control is the control.
 * @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block
 */
export const addLabel = (entry, depth, how, block) => {
  const { element } = entry;
  const control = meantControl(element);
  if (!control || (isNotShown(control) && isPartOfCheck(control))) {
    walkChildren(entry, depth, how, block);
    return;
  }
  flushLine(depth);
  if (
    isNativeCheck(control)
      ? isNotShown(control)
      : !isRendered(control) && !isDisabled(control) && boxFor(control) === null
  ) {
    addStandIn(entry, control, depth, how, block);
    return;
  }
  const start = outline.nodes.length;
  outline.nameBlockers++; // what is left out here may name what is around it
  walkChildren(entry, depth, { ...how, pointer: true, control: true }, block);
  flushLine(depth);
  dropRepeats(outline.nodes, start, nameOf(control));
};

/** @param {Entry} entry @param {HTMLElement} control @param {number} depth @param {How} how @param {Entry} block */
const addStandIn = (entry, control, depth, how, block) => {
  const seen = elementViewState(entry, how, block);
  const index = addNode(depth, 'clickable', '', how, seen, PENDING_REF);
  const node = outline.nodes[index];
  if (isNativeCheck(control)) {
    node[ROLE] = roleOf(control);
    node[NAME] = nameOf(control);
  }
  node[STATES] = statesOf(control);
  walkChildren(entry, depth + 1, { ...how, pointer: true, control: true }, block);
  flushLine(depth + 1);
  dropRepeats(outline.nodes, index + 1, node[NAME]);
  foldNode(outline.nodes, index);
  if (outline.nodes[index] !== node) return;
  if (seen === UNSEEN && node[NAME] === '' && index === outline.nodes.length - 1) outline.nodes.length = index;
  else if (seen === UNSEEN) node[LOCAL] = 0;
  else requestRef(node, entry.element, how.context);
};
