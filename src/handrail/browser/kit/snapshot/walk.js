// One walk over the page as it is shown: open shadow trees, slots, aria-owns. It makes the outline's nodes as it goes;
// element_nodes.js says what each kind of element adds.

import { isPopover } from '../accessibility/name_sources.js';
import { roleOf } from '../accessibility/roles.js';
import { attributeBits, HAS_INERT } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { isContext } from '../dom/refs.js';
import { areNumbers, inCase } from '../dom/text.js';
import { ALL_STYLE, HIDES, OUT_OF_FLOW, TEXT_CASE } from '../style/declarations.js';
import { textAfter, textBefore } from '../style/generated.js';
import { animatedElements } from '../style/rule_effects.js';
import { mayHaveGenerated, treeStyles, treeStylesAround } from '../style/tree_styles.js';
import { isBlankBetween, isUnhidden, styleOf } from '../style/visibility.js';
import { addBlank, addGenerated, addLines, addText, flushLine, outline, startOutline } from './outline.js';
import { lookForOverlay, startOverlays } from './overlays.js';
import { tagNamed, tagOf } from './tags.js';
import { blocksNaming, OWN_ROLE, surveyPage } from './traits.js';
import { clipOf, isPlainlyVisible, textViewState, UNSEEN } from './view_state.js';

// How deep the walk goes. Parsers stop at 512; only scripts nest deeper, and where the stack ends depends on the browser.
const LEVELS = [700, 350, 150];
const MOST_NODES = 150_000;
/** @type {Map<string, number>[]} */
const NONE = [];
let entered = 0;
let level = -1;
let deepest = 0;
let stopped = false;
/** @type {Deadline} */
let deadline;
/** @type {Map<Element, Element[]>} */
let owners;
/** @type {Set<Element>} */
let owned;
/** @type {Element | null} */
let modal;
/** @type {Set<Element>} */
let animated;
/** @type {Visitor} */
let visit; // makes the lines of an element
/** @type {Entry | null} */
let current; // the entry that the walk is at
/** @type {[string, Element]} */
let lastRead; // the last text, and what it stands in
/** Add text to the line that is being made. `seen`: what is known of the view state of this element's text, -1 for nothing.
 * @param {string} data @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block @param {ViewState | -1} seen
 * @returns {ViewState | -1}
 */
const addTextOf = (data, entry, depth, how, block, seen) => {
  if (!/\S/.test(data)) {
    if (how.lines) addLines(data, UNSEEN, false, depth);
    addBlank();
    return seen;
  }
  if (seen === -1) seen = textViewState(entry, how, block);
  if (seen === UNSEEN) outline.nameBlockers++;
  else {
    let text = how.transform === 'none' ? data : inCase(data, how.transform);
    const { sign } = entry.kind;
    // An old price beside the new one. What else is marked in a control only repeats its name.
    if (sign !== '' && (sign === '~~' || !how.control)) {
      outline.nameBlockers++; // names are those that the browser tells
      text = text.replace(/\S(?:.*\S)?/s, `${sign}$&${sign}`);
    }
    if (how.lines && /[\n\t]|^ /.test(data)) addLines(text, seen, how.covered, depth);
    else {
      if (lastRead && areNumbers(lastRead[0], text) && isBlankBetween(lastRead[1], entry.element)) addBlank();
      addText(text, seen, how.covered);
    }
    lastRead = [text, entry.element];
  }
  return seen;
};

/** What stands in an element. @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block */
export const walkChildren = (entry, depth, how, block) => {
  const { element, tag, shadow } = entry;
  const isHere = shadow === null && tag !== 'slot';
  const plain = isHere && dom.firstElement(element) === null;
  const decorated = shadow !== null || (!how.tree.silent && mayHaveGenerated(how.tree, element, tag, plain));
  if (decorated) addGeneratedOf(textBefore(element), entry, how, block);
  if (plain) addTextOf(dom.textContent(element), entry, depth, how, block, -1);
  else if (isHere) each(entry, depth, how, block);
  else elsewhere(entry, depth, how, block);
  if (owners.size)
    for (const part of owners.get(element) ?? [])
      enterElement(part, tagOf(part), depth, { ...how, effects: null, unsure: true }, block, true, UNKNOWN);
  if (decorated) addGeneratedOf(textAfter(element), entry, how, block);
};

/** @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block */
const each = (entry, depth, how, block) => {
  const items = itemsIn(entry.display);
  /** @type {ViewState | -1} */
  let seen = -1;
  for (let node = dom.firstChild(entry.element); node && !stopped; node = dom.nextSibling(node)) {
    const name = dom.nodeName(node); // one question for what kind of node it is, and which element
    if (name === '#text') seen = addTextOf(dom.data(node), entry, depth, how, block, seen);
    else if (name !== '#comment' && dom.isElement(node)) {
      const kind = tagNamed(name, node);
      if (!kind.skipped) enterElement(node, kind, depth, how, block, false, items);
    }
  }
};

/** The shadow tree of an element, or what is slotted into it.
 * @param {Entry} entry @param {number} depth @param {How} how @param {Entry} block
 */
const elsewhere = (entry, depth, how, block) => {
  const list = dom.shown(entry.element);
  outline.nameBlockers++;
  if (list.length)
    how = {
      ...how,
      effects: null,
      tree: entry.shadow !== null ? treeStyles(entry.shadow) : treeStylesAround(/** @type {Element} */ (list[0])),
    };
  /** @type {ViewState | -1} */
  let seen = -1;
  for (const node of list) {
    if (dom.isText(node)) seen = addTextOf(dom.data(node), entry, depth, how, block, seen);
    else if (dom.isElement(node)) enterElement(node, tagOf(node), depth, how, block, false, UNKNOWN);
    if (stopped) return;
  }
};

/** @param {string} text @param {Entry} entry @param {How} how @param {Entry} block */
const addGeneratedOf = (text, entry, how, block) => {
  if (text && textViewState(entry, how, block) !== UNSEEN) addGenerated(text, how.covered);
};

// What a box makes of the boxes in it: whatever they are, blocks, or something that must be asked for.
export const AS_THEY_ARE = 0;
const BLOCKS = 1;
const UNKNOWN = 2;
/** @param {string} display */
const itemsIn = (display) => {
  if (display === 'block' || display === 'inline') return AS_THEY_ARE;
  return /flex$|grid$/.test(display) ? BLOCKS : /box|contents|ruby/.test(display) ? UNKNOWN : AS_THEY_ARE;
};

/** @returns {Entry} @param {Element} element @param {Tag} kind @param {How} how @param {number} items */
const entryOf = (element, kind, how, items) => {
  const shadow = kind.hosts ? dom.shadowRoot(element) : null;
  /** @type {Entry} */
  const entry = {
    element,
    tag: kind.name,
    kind,
    display: kind.display,
    bits: ALL_STYLE,
    has: 0,
    shadow,
    scopes: NONE,
    how,
    up: current,
    place: -1,
    tall: false,
    background: undefined,
    strange: undefined,
    textColor: undefined,
  };
  if (how.effects === null) entry.has = attributeBits(element);
  else {
    how.effects.fill(entry, how.scopes);
    if (entry.scopes.length !== 0) entry.how = { ...how, scopes: [...how.scopes, ...entry.scopes] };
    if (current === null || shadow !== null || (animated.size !== 0 && animated.has(element))) entry.bits = ALL_STYLE;
  }
  if (entry.bits & kind.asks || (items === UNKNOWN && kind.display !== 'block'))
    entry.display = styleOf(element).display;
  else if (items === BLOCKS) entry.display = 'block';
  return entry;
};

/** @param {Tag} kind  the element's  @param {number} items  what the box around it makes of it
 * @param {Element} element @param {number} depth @param {How} how @param {Entry | null} block @param {boolean} byOwner
 */
export const enterElement = (element, kind, depth, how, block, byOwner, items) => {
  if ((++entered & 63) === 0 && (deadline.passed() || outline.nodes.length > MOST_NODES)) stopped = true;
  if (stopped || level >= deepest) {
    deadline.late++;
    return;
  }
  if ((kind.skipped && !byOwner) || (owned.size !== 0 && !byOwner && owned.has(element))) return;
  const entry = entryOf(element, kind, how, items);
  const { display, has, bits } = entry;
  if (display === 'none' && kind.name !== 'area') return;
  const role = kind.role !== null && !(has & OWN_ROLE) ? kind.role : roleOf(element, kind.name, has);
  if (blocksNaming(entry, role)) outline.nameBlockers++;
  const isOwn =
    role !== '' ||
    kind.context ||
    kind.opaque ||
    kind.whole ||
    element === modal ||
    has & HAS_INERT ||
    bits & (HIDES | TEXT_CASE);
  how = isOwn ? (entry.how = inherit(entry, role, entry.how)) : entry.how;
  current = entry;
  level++;
  if (display === 'inline' || display === 'contents') visit(entry, role, depth, how, block ?? entry);
  else boxed(entry, role, depth, how);
  level--;
  current = entry.up;
};

/** An element with a box of its own: its lines are no one else's.
 * @param {Entry} entry @param {string} role @param {number} depth @param {How} how
 */
const boxed = (entry, role, depth, how) => {
  const breaks = entry.display === 'block' || !entry.display.startsWith('inline');
  if (breaks) flushLine(depth);
  else addBlank();
  const clip = clipOf(entry, how.clip);
  if (clip !== how.clip) how = entry.how = { ...how, clip };
  if (how.control && entry.bits & OUT_OF_FLOW && isPopover(entry.element)) {
    outline.nameBlockers++;
    how = entry.how = { ...how, control: false, pointer: false };
  }
  visit(entry, role, depth, how, entry);
  if (breaks) flushLine(depth);
  else addBlank();
};

const KEEPS_LINES = /^(?:pre|break-spaces|preserve)/;
/** @param {Entry} entry @param {string} role @param {How} how */
const inherit = ({ element, tag, kind, bits, has }, role, how) => {
  if (element === modal) how = { ...how, covered: false };
  else if (has & HAS_INERT) how = { ...how, covered: true };
  if (isContext(role, tag)) how = { ...how, context: element };
  if (!how.unsure && (kind.opaque || (bits & HIDES && !isPlainlyVisible(element)))) how = { ...how, unsure: true };
  if (bits & TEXT_CASE) {
    const { textTransform: transform, whiteSpace } = styleOf(element);
    const lines = KEEPS_LINES.test(whiteSpace);
    if (transform !== how.transform || lines !== how.lines) how = { ...how, transform, lines };
  }
  if (kind.whole && styleOf(element).cursor === 'pointer') how = { ...how, effects: null };
  return how;
};

/** @returns {{nodes: OutlineNode[], signed: SignedNode[], modal: Element|null, entered: number, cut: number, stopped: boolean}}
 * @param {Element} root @param {Deadline} limit @param {Visitor} visitor
 */
export const walkFrom = (root, limit, visitor) => {
  visit = visitor;
  for (const levels of LEVELS) {
    try {
      const made = attempt(root, limit, levels);
      const isCovered = made.modal === null && root === dom.root(document) && !stopped && lookForOverlay();
      return isCovered ? attempt(root, limit, levels) : made;
    } catch (error) {
      if (!(error instanceof RangeError) || levels === LEVELS.at(-1)) throw error;
      limit.late = 0;
    }
  }
  throw new RangeError('no levels');
};

/** @param {Element} root @param {Deadline} limit @param {number} levels */
const attempt = (root, limit, levels) => {
  entered = 0;
  level = -1;
  stopped = false;
  current = null;
  deadline = limit;
  deepest = levels;
  startOutline();
  ({ owners, owned, modal } = surveyPage(root));
  startOverlays();
  animated = animatedElements();
  const tree = treeStylesAround(root);
  const covered = modal !== null && !dom.contains(modal, root);
  const scopes = scopesAround(root, tree.effects);
  /** @type {How} */
  const how = {
    pointer: false,
    control: false,
    covered,
    unsure: !isUnhidden(root),
    clip: null,
    context: null,
    tree,
    effects: tree.effects,
    scopes,
    transform: 'none',
    lines: false,
    log: null,
  };
  enterElement(root, tagOf(root), 0, how, null, true, UNKNOWN);
  flushLine(0);
  const { nodes, signed, cut } = outline;
  startOutline();
  owners = new Map();
  owned = new Set();
  animated = new Set();
  current = null;
  return { nodes, signed, modal, entered, cut, stopped };
};

/** @param {Element} root @param {RuleEffects | null} effects */
const scopesAround = (root, effects) => {
  /** @type {Map<string, number>[]} */
  let scopes = [];
  for (let at = effects && dom.parent(root); effects && at; at = dom.parent(at)) {
    const entry = { element: at, kind: tagOf(at), scopes: NONE };
    effects.fill(entry, NONE);
    scopes = [...scopes, ...entry.scopes];
  }
  return scopes;
};
