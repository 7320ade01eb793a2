// What each kind of element adds to the outline: nothing, a line, a line with a ref.

import { branchStates } from '../accessibility/class_states.js';
import { signIn } from '../accessibility/guessed_names.js';
import { nameOf } from '../accessibility/names.js';
import { isInlineRole, isInteractiveRole, isNamedByContent } from '../accessibility/roles.js';
import { HAS_ARIA, HAS_CLASS, HAS_NAMING, HAS_TITLE } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { clip, normalizeSpace, plainText, wordSet } from '../dom/text.js';
import { sectionsOf } from '../forms/date_sections.js';
import { boxOf, shownParts } from '../style/visibility.js';
import { addLabelOfEmpty, addPlain, addSign, fillNode, markScrolling, walkInside, walkNamed } from './content_nodes.js';
import { addControl, addLabel, isLabelOfCheck } from './control_nodes.js';
import { addCanvas, addFrame, isEmbedding } from './embedded_nodes.js';
import { extentOf } from './extent.js';
import { dropHeading, dropRepeats, foldNode } from './fold.js';
import { LOCAL, NAME, PENDING_REF, ROLE, STATES, VALUE } from './node_format.js';
import { addBlank, addNode, flushLine, outline, requestRef } from './outline.js';
import { isClickable, isLineNumber } from './traits.js';
import { elementViewState, SEEN_ELSEWHERE, UNSEEN } from './view_state.js';
import { walkChildren } from './walk.js';

const NAMED_ONLY = wordSet('group figure region form img');
const WITH_REF = wordSet('dialog alertdialog table grid treegrid tree form frame video audio');
const CELLS = wordSet('cell gridcell rowheader');
const CAPTIONS = wordSet('legend caption figcaption');
// Parts of a page, which can be read by their ref; an empty one is noise.
const LANDMARKS = wordSet('banner complementary contentinfo navigation');
// Only attributes name these.
const NAMELESS = wordSet(
  'article aside blockquote dd div dl dt footer form header hr li main nav ol p pre section span ul',
);
// Often named by their own words.
const DIALOGS = wordSet('dialog alertdialog');
const SIGHTED = wordSet('video audio progressbar meter');
const EMBEDDED = wordSet('object embed');
/** @param {Entry} entry @param {string} role @param {number} depth @param {How} how @param {Entry} block */
export const visitElement = (entry, role, depth, how, block) => {
  const { tag, kind } = entry;
  if (!kind.special && isInlineRole(role) && !isClickable(entry, how)) {
    if (how.log !== null && how.log === entry.up?.element && entry.display !== 'inline') {
      addMessage(entry, depth, how, block);
      return;
    }
    if (!how.control && entry.has & HAS_NAMING) addLabelOfEmpty(entry, how, block);
    else if (!how.control && entry.has & HAS_CLASS) addSign(entry, how, block);
    if (how.clip === null || how.clip.element !== entry.element) walkChildren(entry, depth, how, block);
    else addPlain(entry, depth, how, block);
    return;
  }
  if (EMBEDDED.has(tag) && isEmbedding(entry)) {
    addFrame(entry, depth, how, 'object');
    return;
  }
  if (tag === 'br' || tag === 'wbr') {
    if (tag === 'br') addBlank();
    return;
  }
  const interactive = isInteractiveRole(role);
  const clickable = !interactive && role !== 'frame' && tag !== 'canvas' && isClickable(entry, how);
  // It comes with its line, and a press there does what no one asks for.
  if (clickable && isLineNumber(entry.element)) return;
  if ((interactive || clickable) && !isLabelOfCheck(entry)) addControl(entry, role, depth, how, block, clickable);
  else if (role === 'frame') addFrame(entry, depth, how);
  else if (tag === 'label') addLabel(entry, depth, how, block);
  else if (CAPTIONS.has(tag)) addCaption(entry, depth, how, block);
  else if (tag === 'canvas') addCanvas(entry, role, depth, how, block);
  else if (isInlineRole(role)) {
    if (tag === 'svg' && !how.control) addSign(entry, how, block);
    addPlain(entry, depth, how, block);
  } else addStructure(entry, role, depth, how, block);
};

/** A box in a log is a message, or holds them. @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block */
const addMessage = (entry, depth, how, block) => {
  const { element } = entry;
  if (dom.nextElement(element) === null && dom.previousElement(element) === null) {
    walkInside(entry, depth, { ...how, log: element }, block);
    return;
  }
  flushLine(depth);
  const index = addNode(depth, 'listitem', '', how, SEEN_ELSEWHERE);
  walkInside(entry, depth + 1, how, block);
  flushLine(depth + 1);
  foldNode(outline.nodes, index);
};

/** The name of what its content does not name. @param {Entry} entry */
const nameByAttributes = ({ element, tag, has }) => {
  if (!(has & (HAS_NAMING | HAS_TITLE)) && NAMELESS.has(tag)) return '';
  const hint = has & HAS_TITLE && !(has & HAS_NAMING) ? (dom.attribute(element, 'title') ?? '') : '';
  return hint.includes('\n') ? factsIn(hint, element) : nameOf(element);
};

const LONGEST_FACTS = 120;
/** Of a hint of several lines, such as the facts of a file: those that the element's text does not say, else the first
 *  line, which is what a thing is called.
 * @param {string} hint @param {Element} element
 */
const factsIn = (hint, element) => {
  const lines = hint.trim().split('\n').map(normalizeSpace);
  const [title] = lines;
  if (!lines.every((line) => /^[^:]+: ?\S/.test(line))) return title;
  const [first] = plainText(element).split(' ', 1);
  const unsaid = lines.filter((line) => !first || !line.includes(first)).join('; ');
  return clip(unsaid, LONGEST_FACTS) || title;
};
/** Call a cell without words by the sign in it, in brackets: no one can read it there.
 * @param {OutlineNode} node @param {Element} element
 */
const nameBySign = (node, element) => {
  const sign = signIn(element);
  if (sign !== '') node[NAME] = `(${sign})`;
};

/** A bar that is switched off or has no size, and tells of no work.
 * @param {OutlineNode} node @param {number} index @param {Element} element
 */
const isIdle = (node, index, element) =>
  node[ROLE] === 'progressbar' &&
  node[NAME] === '' &&
  !node[VALUE] &&
  (node[STATES].includes('disabled') || shownParts(element).length === 0) &&
  index === outline.nodes.length - 1;

/** A row that nobody sees and that says nothing: tables measure their columns by one.
 * @param {Element} row @param {OutlineNode[]} inside
 */
const isMeasure = (row, inside) =>
  boxOf(row).height === 0 && inside.every((node) => CELLS.has(node[ROLE]) && node[NAME] === '' && node[LOCAL] === 0);

/** @param {Entry} entry @param {string} role @param {number} depth @param {How} how @param {Entry} block */
const addStructure = (entry, role, depth, how, block) => {
  const { element } = entry;
  const byContent = role === 'heading' || role === 'tooltip';
  const name = byContent
    ? ''
    : isNamedByContent(role)
      ? normalizeSpace(dom.attribute(element, 'aria-label') ?? '')
      : nameByAttributes(entry);
  if (name === '' && NAMED_ONLY.has(role)) {
    addPlain(entry, depth, how, block);
    return;
  }
  const own = byContent || role === 'img' || SIGHTED.has(role);
  const seen = own ? elementViewState(entry, how, block) : SEEN_ELSEWHERE;
  if (own && seen === UNSEEN && !byContent) return;
  flushLine(depth);
  const index = addNode(depth, role, name, how, seen, WITH_REF.has(role) ? PENDING_REF : 0);
  const node = outline.nodes[index];
  if (byContent) {
    walkNamed(node, entry, depth, how, block);
    if (index === outline.nodes.length - 1 && (node[NAME] === '' || seen === UNSEEN)) {
      outline.nodes.length = index;
      return;
    }
  } else {
    walkInside(entry, depth + 1, role === 'log' ? { ...how, log: element } : how, block);
    flushLine(depth + 1);
    if (DIALOGS.has(role)) {
      dropRepeats(outline.nodes, index + 1, name);
      dropHeading(outline.nodes, index);
    }
    if (CELLS.has(role) && name === '' && index === outline.nodes.length - 1) nameBySign(node, element);
  }
  fillNode(node, entry, role);
  markScrolling(node, entry, how);
  const extent = entry.has & HAS_ARIA || role === 'list' ? extentOf(element, role) : [];
  node[STATES].push(...extent);
  if (role === 'listitem' && entry.has & HAS_CLASS) node[STATES].push(...branchStates(element));
  if (role === 'list' && name === '' && extent.length === 0 && index === outline.nodes.length - 1) {
    // A list that is closed, or has nothing yet.
    outline.nodes.length = index;
    return;
  }
  if (isIdle(node, index, element) || (role === 'row' && isMeasure(element, outline.nodes.slice(index + 1)))) {
    outline.nodes.length = index;
    return;
  }
  const isField = role === 'group' && sectionsOf(element).length > 0;
  if (isField || (LANDMARKS.has(role) && index < outline.nodes.length - 1)) node[LOCAL] = PENDING_REF;
  if (node[LOCAL] !== 0) requestRef(node, element, how.context);
  foldNode(outline.nodes, index);
};

/** @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block */
const addCaption = (entry, depth, how, block) => {
  flushLine(depth);
  const start = outline.nodes.length;
  walkChildren(entry, depth, how, block);
  flushLine(depth);
  const whole = dom.parent(entry.element);
  if (whole) dropRepeats(outline.nodes, start, nameOf(whole));
};
