// What each kind of element adds to the outline: nothing, a line, a line with a ref.

import { nameOf } from '../accessibility/names.js';
import { isInlineRole, isInteractiveRole, isNamedByContent } from '../accessibility/roles.js';
import { HAS_NAMING, HAS_TITLE } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { normalizeSpace, wordSet } from '../dom/text.js';
import { addPlain, fillNode, walkInside, walkNamed } from './content_lines.js';
import { addControl, addLabel } from './control_lines.js';
import { addCanvas, addFrame, isEmbedding } from './embedded_lines.js';
import { dropRepeats, foldNode } from './fold.js';
import { NAME, PENDING_REF } from './node_format.js';
import { addBlank, addNode, flushLine, outline, requestRef } from './outline.js';
import { elementSight, SEEN_ELSEWHERE, UNSEEN } from './sight.js';
import { isClickable } from './traits.js';
import { walkChildren } from './walk.js';

const NAMED_ONLY = wordSet('group figure region form img');
const WITH_REF = wordSet('dialog alertdialog table grid treegrid tree form frame video audio');
const CAPTIONS = wordSet('legend caption figcaption');
// Only attributes name these.
const NAMELESS = wordSet(
  'article aside blockquote dd div dl dt footer form header hr li main nav ol p pre section span ul',
);
const SIGHTED = wordSet('video audio progress meter');
const EMBEDDED = wordSet('object embed');
/** @param {Spot} spot @param {string} role @param {number} depth @param {How} how @param {Spot} block */
export const visitElement = (spot, role, depth, how, block) => {
  const { tag, kind } = spot;
  if (!kind.special && isInlineRole(role) && (how.pointer || !isClickable(spot))) {
    if (how.clip === null || how.clip.element !== spot.element) walkChildren(spot, depth, how, block);
    else addPlain(spot, depth, how, block);
    return;
  }
  if (EMBEDDED.has(tag) && isEmbedding(spot)) {
    addFrame(spot, depth, how, 'object');
    return;
  }
  if (tag === 'br' || tag === 'wbr') {
    if (tag === 'br') addBlank();
    return;
  }
  const interactive = isInteractiveRole(role);
  const clickable = !interactive && !how.pointer && role !== 'frame' && tag !== 'canvas' && isClickable(spot);
  if (interactive || clickable) addControl(spot, role, depth, how, block, clickable);
  else if (role === 'frame') addFrame(spot, depth, how);
  else if (tag === 'label') addLabel(spot, depth, how, block);
  else if (CAPTIONS.has(tag)) addCaption(spot, depth, how, block);
  else if (tag === 'canvas') addCanvas(spot, role, depth, how, block);
  else if (isInlineRole(role)) addPlain(spot, depth, how, block);
  else addStructure(spot, role, depth, how, block);
};

/** The name of what its content does not name. @param {Spot} spot */
const nameByAttributes = ({ element, tag, has }) =>
  has & (HAS_NAMING | HAS_TITLE) || !NAMELESS.has(tag) ? nameOf(element) : '';
/** @param {Spot} spot @param {string} role @param {number} depth @param {How} how @param {Spot} block */
const addStructure = (spot, role, depth, how, block) => {
  const { element, tag } = spot;
  const byContent = role === 'heading' || role === 'tooltip';
  const name = byContent
    ? ''
    : isNamedByContent(role)
      ? normalizeSpace(dom.attribute(element, 'aria-label') ?? '')
      : nameByAttributes(spot);
  if (name === '' && NAMED_ONLY.has(role)) {
    addPlain(spot, depth, how, block);
    return;
  }
  const own = byContent || role === 'img' || SIGHTED.has(tag);
  const seen = own ? elementSight(spot, how, block) : SEEN_ELSEWHERE;
  if (own && seen === UNSEEN && !byContent) return;
  flushLine(depth);
  const index = addNode(depth, role, name, how, seen, WITH_REF.has(role) ? PENDING_REF : 0);
  const node = outline.nodes[index];
  if (byContent) {
    walkNamed(node, spot, depth, how, block);
    if (index === outline.nodes.length - 1 && (node[NAME] === '' || seen === UNSEEN)) {
      outline.nodes.length = index;
      return;
    }
  } else {
    walkInside(spot, depth + 1, how, block);
    flushLine(depth + 1);
  }
  fillNode(node, spot, role);
  if (WITH_REF.has(role)) requestRef(node, element, how.context);
  foldNode(outline.nodes, index);
};

/** @param {Spot} spot @param {number} depth @param {How} how @param {Spot} block */
const addCaption = (spot, depth, how, block) => {
  flushLine(depth);
  const start = outline.nodes.length;
  walkChildren(spot, depth, how, block);
  flushLine(depth);
  const whole = dom.parent(spot.element);
  if (whole) dropRepeats(outline.nodes, start, nameOf(whole));
};
