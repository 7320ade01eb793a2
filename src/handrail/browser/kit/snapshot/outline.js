// The outline while it is made: its nodes, and the text that waits for its line.

import { BOX_EDGE, clip, ICON, MOST_TEXT, normalizeSpace, partBoxes } from '../dom/text.js';
import { FLAG_COVERED, FLAG_IN_VIEW, FLAG_UNSEEN, NAME, newNode, ROLE, URL_FIELD, VALUE } from './node_format.js';
import { IN_VIEW, UNSEEN } from './view_state.js';

const LONGEST_RUN = 50_000;
/**
 * `nameBlockers`: how often something stood in the way of naming an element by the text that the walk reads in it.
 * @type {{nodes: OutlineNode[], signed: SignedNode[], cut: number, nameBlockers: number}}
 */
export const outline = { nodes: [], signed: [], cut: 0, nameBlockers: 0 };
let lineText = '';
/** What the line begins with, where that counts. */
let indent = '';
let runFlags = 0;
let roomLeft = MOST_TEXT;
export const startOutline = () => {
  Object.assign(outline, { nodes: [], signed: [], cut: 0, nameBlockers: 0 });
  roomLeft = MOST_TEXT;
  lineText = '';
  runFlags = 0;
};

/** End the line of text that is being made. @param {number} depth */
export const flushLine = (depth) => {
  const before = indent;
  indent = '';
  if (lineText === '') return;
  const line = normalizeSpace(partBoxes(lineText).replace(ICON, ''));
  if (line !== '') outline.nodes.push(newNode(depth, '', before + line, 0, runFlags));
  lineText = '';
  runFlags = 0;
};

const DEEPEST_INDENT = 40;
/** Add text whose line breaks count: each line of it is a line, with the blanks that it begins with.
 * @param {string} text @param {ViewState} seen @param {boolean} covered @param {number} depth
 */
export const addLines = (text, seen, covered, depth) => {
  outline.nameBlockers++;
  text.split('\n').forEach((part, at) => {
    if (at) flushLine(depth);
    const blanks = /^[ \t]*/.exec(part)?.[0] ?? '';
    if (lineText === '') indent = (indent + blanks.replaceAll('\t', '  ')).slice(0, DEEPEST_INDENT);
    if (/\S/.test(part)) addText(part, seen, covered);
  });
};

/** Part what follows from what stands in the line already. */
export const addBlank = () => {
  if (lineText !== '') lineText += BOX_EDGE;
};
/** @param {string} text @param {ViewState} seen @param {boolean} covered */
export const addText = (text, seen, covered) => {
  const most = Math.min(roomLeft, LONGEST_RUN - lineText.length);
  if (text.length > most) {
    outline.cut += text.length - Math.max(0, most);
    text = text.slice(0, Math.max(0, most));
  }
  roomLeft -= text.length;
  lineText += text;
  if (seen === IN_VIEW) runFlags |= FLAG_IN_VIEW;
  if (covered) runFlags |= FLAG_COVERED;
};

/** Text that a style sheet adds. @param {string} text @param {boolean} covered */
export const addGenerated = (text, covered) => {
  lineText += text;
  if (covered) runFlags |= FLAG_COVERED;
};
/** @param {ViewState} seen @param {boolean} covered */
const flagsOf = (seen, covered) =>
  (seen === IN_VIEW ? FLAG_IN_VIEW : 0) | (seen === UNSEEN ? FLAG_UNSEEN : 0) | (covered ? FLAG_COVERED : 0);
/** @returns {number} its index
 * @param {number} depth @param {string} role @param {string} name @param {How} how @param {ViewState} seen @param {number} [local] @param {number} [extra]
 */
export const addNode = (depth, role, name, how, seen, local = 0, extra = 0) =>
  outline.nodes.push(newNode(depth, role, name, local, flagsOf(seen, how.covered) | extra)) - 1;

const SHORT_NAME = 80;
/** Names, values and addresses have their own room: one long label can name every control of a page.
 * @param {OutlineNode[]} nodes
 */
export const shortenNames = (nodes) => {
  let room = MOST_TEXT;
  for (const node of nodes) {
    for (const field of node[ROLE] === '' ? [] : [NAME, VALUE, URL_FIELD]) {
      room -= node[field]?.length ?? 0;
      if (room < 0 && node[field]?.length > SHORT_NAME) node[field] = clip(node[field], SHORT_NAME);
    }
  }
};

/** Ask for a ref. `context`: the row, item or form that the element stands in.
 * @param {OutlineNode} node @param {Element} element @param {Element | null} context
 */
export const requestRef = (node, element, context) => outline.signed.push([node, element, context]);
