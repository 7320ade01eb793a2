import { sortOf } from '../accessibility/class_states.js';
import { yesOrNo } from '../accessibility/icon_names.js';
import { nameOf, rememberName } from '../accessibility/names.js';
import { isNamedByContent } from '../accessibility/roles.js';
import { starsFrom } from '../accessibility/stars.js';
import { statesOf } from '../accessibility/states.js';
import { elementValue, hasValue } from '../accessibility/values.js';
import { HAS_EDITABLE, HAS_NAMING, HAS_TITLE } from '../dom/attributes.js';
import { isSecret } from '../dom/controls.js';
import { dom, getter, SVG } from '../dom/dom.js';
import { clip, normalizeSpace, wordSet } from '../dom/text.js';
import { addressOf } from '../page/addresses.js';
import { markStates } from '../page/marked_text.js';
import { scrollStates } from './extent.js';
import { dropRepeats, nameWithoutButtons } from './fold.js';
import { FLAG_SCROLLS, FLAGS, LOCAL, NAME, PENDING_REF, ROLE, STATES, URL_FIELD, VALUE } from './node_format.js';
import { addNode, addText, flushLine, outline, requestRef } from './outline.js';
import { tagOf } from './tags.js';
import { isClickable, isScrollable } from './traits.js';
import { elementViewState, textViewState, UNSEEN } from './view_state.js';
import { AS_THEY_ARE, enterElement, walkChildren } from './walk.js';

const WITH_ADDRESS = wordSet('link img frame');
const BY_TEXT = wordSet('a h1 h2 h3 h4 h5 h6 summary');
// These too, where their role is named by content and no label names them.
const BY_ROLE = wordSet('button div li span td');
const WITHOUT_CONTENT = wordSet('video audio img');
const HEADED = wordSet('columnheader heading tab');
const buttonLabels = getter(HTMLButtonElement.prototype, 'labels');
/** No line of its own, unless it scrolls.
 * @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block
 */
export const addPlain = (entry, depth, how, block) => {
  const { element } = entry;
  if (!scrolls(element, how)) {
    walkInside(entry, depth, how, block);
    return;
  }
  flushLine(depth);
  const seen = elementViewState(entry, how, block);
  const index = addNode(depth, 'scrollable', nameOf(element), how, seen, PENDING_REF, FLAG_SCROLLS);
  walkInside(entry, depth + 1, how, block);
  flushLine(depth + 1);
  if (index === outline.nodes.length - 1) outline.nodes.length = index;
  else requestRef(outline.nodes[index], element, how.context);
  if (index >= outline.nodes.length) return;
  const states = scrollStates(element);
  if (states.length) outline.nodes[index][STATES] = states;
};

/** @param {Element} element @param {How} how */
const scrolls = (element, how) => how.clip?.element === element && how.clip.scrolls && isScrollable(element);
/** Note of an element that has its line anyway that there is more in it than is shown.
 * @param {OutlineNode} node @param {Entry} entry @param {How} how
 */
export const markScrolling = (node, { element }, how) => {
  if (!scrolls(element, how)) return;
  node[FLAGS] |= FLAG_SCROLLS;
  node[LOCAL] = PENDING_REF;
  node[STATES].push(...scrollStates(element));
};

/** Add what an empty box is called, such as the arrow of a sorted column. @param {Entry} entry @param {How} how @param {Entry} block */
export const addLabelOfEmpty = (entry, how, block) => {
  const label = normalizeSpace(dom.attribute(entry.element, 'aria-label') ?? '');
  if (label === '' || dom.firstChild(entry.element) !== null) return;
  const seen = textViewState(entry, how, block);
  if (seen !== UNSEEN) addText(` ${label} `, seen, how.covered);
};

/** What an icon says of yes or no that stands alone in its box, as the value of what stands beside that; or the first of a
 * row of stars, of all of them.
 * @param {Entry} entry @param {How} how
 */
const signOf = ({ element, tag, up }, how) => {
  const stars = starsFrom(element);
  if (stars) return `${stars.full} of ${stars.parts.length} stars`;
  if (how.pointer || (tag !== 'svg' && dom.firstChild(element) !== null) || (up !== null && isClickable(up, how)))
    return '';
  const sign = yesOrNo(element);
  const box = dom.parent(element);
  return sign !== '' && box !== null && !/\S/.test(dom.textContent(box)) ? sign : '';
};

/** Add what a sign says to those who see it. @param {Entry} entry @param {How} how @param {Entry} block */
export const addSign = (entry, how, block) => {
  const sign = signOf(entry, how);
  if (sign === '') return;
  const seen = textViewState(entry, how, block);
  if (seen !== UNSEEN) addText(` (${sign}) `, seen, how.covered);
};

/** @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block */
export const walkInside = (entry, depth, how, block) => {
  const { element, tag } = entry;
  if (tag === 'details' && !dom.hasAttribute(element, 'open')) {
    for (let child = dom.firstElement(element); child; child = dom.nextElement(child)) {
      if (dom.tag(child) === 'summary') {
        enterElement(child, tagOf(child), depth, how, block, false, AS_THEY_ARE);
        return;
      }
    }
    addClosedDetails(entry, depth, how, block);
    return;
  }
  if (!WITHOUT_CONTENT.has(tag)) walkChildren(entry, depth, how, block);
};

/** A closed <details> without a summary: the browser writes "Details" there, to be clicked.
 * @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block
 */
const addClosedDetails = (entry, depth, how, block) => {
  const seen = elementViewState(entry, how, block);
  if (seen === UNSEEN) return;
  flushLine(depth);
  const node = outline.nodes[addNode(depth, 'button', 'Details', how, seen, PENDING_REF)];
  node[STATES] = ['collapsed'];
  requestRef(node, entry.element, how.context);
};

/** @param {OutlineNode} node @param {Entry} entry @param {string} role */
export const fillNode = (node, { element, tag, has }, role) => {
  node[STATES] = statesOf(element, role, tag, has);
  const sort = role === 'columnheader' ? sortOf(element) : '';
  if (sort) node[STATES].push(`sort=${sort}`);
  const value = hasValue(role, tag) ? elementValue(element) : null;
  if (value === '') node[STATES].push(...hintOf(element, node[NAME]));
  if (has & HAS_EDITABLE && !isSecret(element)) node[STATES].push(...markStates(element));
  if (value !== null) node[VALUE] = value.length > 1000 ? `${value.slice(0, 1000)}…` : value;
  if (WITH_ADDRESS.has(role)) node[URL_FIELD] = addressOf(element, tag);
};

const LONGEST_HINT = 60;
/** What an empty field shows in place of a value, such as how a date is written, unless its name says that.
 * @param {Element} element @param {string} name
 */
export const hintOf = (element, name) => {
  const hint = normalizeSpace(dom.attribute(element, 'placeholder') ?? '');
  if (hint === '' || name.toLowerCase().includes(hint.toLowerCase())) return [];
  return [`placeholder=${JSON.stringify(clip(hint, LONGEST_HINT))}`];
};

/** Go through an element that its content names, and name it. The walk reads that content anyway: where nothing in
 *  it is out of the ordinary, its text is the name, and the content need not be gone through twice.
 * @param {OutlineNode} node @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block
 */
export const walkNamed = (node, entry, depth, how, block) => {
  const { element } = entry;
  const first = outline.nodes.length;
  const blockersBefore = outline.nameBlockers;
  walkInside(entry, depth + 1, how, block);
  flushLine(depth + 1);
  const text = outline.nameBlockers === blockersBefore && isNamedByText(entry, node[ROLE]) ? textOf(first) : null;
  const isNamed = text !== null && (text !== '' || !(entry.has & HAS_TITLE));
  node[NAME] = isNamed ? rememberName(element, text) : nameOf(element);
  if (!isNamed && !(entry.has & HAS_NAMING) && HEADED.has(node[ROLE])) nameWithoutButtons(outline.nodes, first - 1);
  // The name of a row runs its cells together: outline.py leaves it out instead of these.
  if (node[ROLE] !== 'row') dropRepeats(outline.nodes, first, node[NAME]);
};

/** @param {Entry} entry @param {string} role */
const isNamedByText = ({ element, tag, has }, role) => {
  if (has & HAS_NAMING || (tag === 'a' && dom.namespace(element) === SVG)) return false; // a drawing's may have a title
  if (!BY_ROLE.has(tag)) return BY_TEXT.has(tag);
  return isNamedByContent(role) && !(tag === 'button' && buttonLabels(element).length);
};

/** @param {number} first */
const textOf = (first) => {
  const { nodes } = outline;
  if (nodes.length === first + 1) return nodes[first][NAME];
  let text = '';
  for (let i = first; i < nodes.length; i++) text += i === first ? nodes[i][NAME] : ` ${nodes[i][NAME]}`;
  return text;
};
