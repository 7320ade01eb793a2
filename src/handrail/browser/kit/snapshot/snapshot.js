// The snapshot: the outline of a document as data. Rendering it, and what to leave out, is Python's work.

import { byLabelBefore, byLabelOfBox, byOwnWords, spoken, withoutHelp } from '../accessibility/field_words.js';
import { guessedName, isField, isGuessable } from '../accessibility/guessed_names.js';
import { byColor, withoutIcons } from '../accessibility/icon_names.js';
import { nameOf } from '../accessibility/names.js';
import { testNames } from '../accessibility/test_ids.js';
import { selectedLabels } from '../accessibility/values.js';
import { selectBehind } from '../choices/stand_ins.js';
import { dom } from '../dom/dom.js';
import { assignRefs, elementOfRef, nonce, recordOfRef } from '../dom/refs.js';
import { clip, normalizeSpace, wordSet } from '../dom/text.js';
import { viewport } from '../dom/viewport.js';
import { changedSince, elementsCameSince } from '../page/activity.js';
import { pageHeight, pageTitle } from '../page/page_info.js';
import { hintOf } from './content_nodes.js';
import { visitElement } from './element_nodes.js';
import { FLAG_GUESSED, FLAGS, LOCAL, NAME, ROLE, STATES, VALUE } from './node_format.js';
import { shortenNames } from './outline.js';
import { isCurtain, markCovered } from './overlays.js';
import { walkFrom } from './walk.js';

/** Giving out refs and writing the answer take their time too: the walk may go on until this part of it is over, the
 *  signing of elements until that. */
const WALK_SHARE = 0.5;
const SIGN_SHARE = 0.7;
/** A page may have taken its own root element away. */
const NOTHING = Object.freeze({ nodes: [], signed: [], modal: null, entered: 0, cut: 0, stopped: false });
/** @type {OutlineNode[]} */
let before = [];
let count = 0;
/** @param {unknown} one @param {unknown} other @returns {boolean} */
const isSame = (one, other) =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((part, i) => isSame(part, other[i])));

/**
 * Most of a page stays as it was: of an outline only what differs from the last one travels, what stands between the
 * nodes that both begin with and those that both end with.
 * @param {OutlineNode[]} nodes @param {string | null} known  the `mark` of the outline that Python has
 * @returns {{nodes: OutlineNode[], kept: [number, number], mark: string}} `kept`: how many nodes of that one come before and after
 */
const sinceLast = (nodes, known) => {
  const old = known === `${nonce} ${count}` ? before : [];
  const most = Math.min(old.length, nodes.length);
  let head = 0;
  while (head < most && isSame(old[head], nodes[head])) head++;
  let tail = 0;
  while (tail < most - head && isSame(old[old.length - 1 - tail], nodes[nodes.length - 1 - tail])) tail++;
  before = nodes;
  return { nodes: nodes.slice(head, nodes.length - tail), kept: [head, tail], mark: `${nonce} ${++count}` };
};

/** When all of the page was last compared with what its refs stood for. */
let comparedAt = -1;
const MOST_GUESSES = 300;
const LONGEST_LABEL = 60;
const DRAWN = wordSet('combobox textbox clickable button link');
/** Call what is drawn in place of a hidden select by that one's name, and say what is chosen in it.
 * @param {OutlineNode} node @param {Element} select
 */
const callAsSelect = (node, select) => {
  const name = nameOf(select);
  const isHint = name === normalizeSpace(dom.attribute(select, 'placeholder') ?? '');
  if (name !== '' && node[NAME] !== name && !(isHint && node[NAME] !== '')) {
    node[NAME] = name;
    node[FLAGS] |= FLAG_GUESSED;
  }
  node[ROLE] = 'combobox';
  node[STATES] ??= [];
  node[VALUE] = selectedLabels(select).join(', ');
};

/** What the select that a drawn list stands for calls itself. @param {OutlineNode} node @param {Element} element */
const byHiddenSelect = (node, element) => {
  const select = node[ROLE] === 'combobox' ? selectBehind(element) : null;
  return select === null ? '' : byOwnWords(select);
};

/** A list that a script makes is often named by what is chosen in it, too, or by nothing else: its line says that anyway.
 * @param {OutlineNode} node
 */
const withoutValue = (node) => {
  const [name, value] = [node[NAME], node[VALUE]];
  if (node[ROLE] !== 'combobox' || !value) return name;
  return name === value ? '' : name.endsWith(` ${value}`) ? name.slice(0, -value.length - 1) : name;
};

/** @param {OutlineNode} node @param {Element} element */
const isCalledByHint = (node, element) =>
  node[NAME] !== '' && node[NAME] === normalizeSpace(dom.attribute(element, 'placeholder') ?? '');

/** Call a field by the label before it, and keep what it shows while it is empty.
 * @param {OutlineNode} node @param {Element} element
 */
const callByLabel = (node, element) => {
  const label = byLabelBefore(element) || byLabelOfBox(element);
  if (label === '') return;
  node[NAME] = clip(label, LONGEST_LABEL);
  node[FLAGS] |= FLAG_GUESSED;
  if (node[VALUE] === '') node[STATES].push(...hintOf(element, label));
};

/** What stands for each hidden select: of several parts the list, not what empties it; else the first.
 * @param {SignedNode[]} signed
 */
const drawnSelects = (signed) => {
  /** @type {Map<Element, OutlineNode>} */
  const drawn = new Map();
  for (const [node, element] of signed) {
    const isPart = dom.closest(dom.parent(element) ?? element, '[role=combobox]') !== null; // the list is what is around
    const select = DRAWN.has(node[ROLE]) && !isPart ? selectBehind(element) : null;
    const other = select && drawn.get(select);
    if (select && (!other || (node[ROLE] === 'combobox' && other[ROLE] !== 'combobox'))) drawn.set(select, node);
  }
  return drawn;
};

/** Call a cell that shows nothing but a colour by that: palettes are tables. @param {OutlineNode} node @param {Element} cell */
const callByColor = (node, cell) => {
  const color = node[NAME] === '' ? byColor(cell) : '';
  if (color === '') return;
  node[NAME] = color;
  node[FLAGS] |= FLAG_GUESSED;
};

/** @param {SignedNode[]} signed @param {Deadline} deadline */
const guessNames = (signed, deadline) => {
  let left = MOST_GUESSES;
  /** @type {SignedNode[]} */
  const nameless = [];
  for (const [select, node] of drawnSelects(signed)) callAsSelect(node, select);
  for (const one of signed) {
    const [node, element] = one;
    if (node[ROLE] === 'cell' && node[STATES].includes('clickable')) callByColor(node, element);
    if (!isGuessable(node[ROLE])) continue;
    node[NAME] = withoutValue(node);
    if (isField(node[ROLE])) node[NAME] = withoutHelp(element, node[NAME]);
    if (isCalledByHint(node, element)) callByLabel(node, element);
    const icons = node[NAME] === '' ? null : withoutIcons(element, node[NAME]);
    if (icons !== null && icons.words !== '') node[NAME] = icons.words;
    if (node[NAME] !== '' && icons?.words !== '') continue;
    if (left-- === 0 || deadline.passed()) return;
    const guess = guessedName(element, node[ROLE]) || byHiddenSelect(node, element) || spoken(icons?.icons ?? '');
    if (guess === '') {
      if (node[ROLE] === 'clickable' && node[NAME] === '') nameless.push(one);
      continue;
    }
    node[NAME] = guess;
    node[FLAGS] |= FLAG_GUESSED;
    const record = isField(node[ROLE]) ? recordOfRef(node[LOCAL]) : null;
    if (record) record.guess = guess;
  }
  callByTests(nameless, signed);
};

/** Call parts that nothing else names by what tests find them by. @param {SignedNode[]} nameless @param {SignedNode[]} signed */
const callByTests = (nameless, signed) => {
  const elements = (/** @type {SignedNode[]} */ nodes) => nodes.map(([, element]) => element);
  const names = testNames(elements(nameless), elements(signed));
  for (const [node, element] of nameless) {
    const name = names.get(element);
    if (name === undefined) continue;
    node[NAME] = name;
    node[FLAGS] |= FLAG_GUESSED;
  }
};

/** @type {Operation} */
export const takeSnapshot = ({ within, known }, deadline) => {
  const whole = within === undefined || within === null;
  const root = whole ? dom.root(document) : elementOfRef(within);
  if (!root && !whole) return { gone: true };
  const [limit, signing] = [WALK_SHARE, SIGN_SHARE].map(deadline.part);
  const { nodes, signed, modal, entered, cut, stopped } = root ? walkFrom(root, limit, visitElement) : NOTHING;
  shortenNames(nodes);
  markCovered(signed);
  const begun = performance.now();
  const came = elementsCameSince(comparedAt);
  assignRefs(signed, whole && !stopped, changedSince(comparedAt), signing);
  if (whole && !stopped && !signing.passed()) comparedAt = begun;
  // Only now: what an element is known by is no guess.
  guessNames(signed, signing);
  deadline.late += stopped ? Math.max(1, dom.query(document, '*').length - entered) : limit.late;
  return {
    ...(whole ? sinceLast(nodes, known) : { nodes }),
    came,
    cut,
    title: pageTitle(),
    scroll: [Math.round(viewport().top), Math.max(0, Math.round(pageHeight() - viewport().top - viewport().height))],
    modal: modal ? nameOf(modal) : null,
    curtain: modal !== null && isCurtain(modal),
  };
};
