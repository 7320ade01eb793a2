// Where the contents of a node are drawn.

import { method } from './dom.js';

const create = method(Document.prototype, 'createRange');
const select = method(Range.prototype, 'selectNodeContents');
const setStart = method(Range.prototype, 'setStart');
const setEnd = method(Range.prototype, 'setEnd');
const rects = method(Range.prototype, 'getClientRects');
const box = method(Range.prototype, 'getBoundingClientRect');

/** @param {Node} node */
const around = (node) => {
  const range = create(document);
  select(range, node);
  return range;
};
/** The box around the contents of a node. @param {Node} node */
export const contentBox = (node) => box(around(node));
/** The boxes of its lines and parts; of a text, of the characters from `start` to `end`.
 * @param {Node} node @param {number} [start] @param {number} [end]
 */
export const contentRects = (node, start, end) => {
  const range = around(node);
  if (start !== undefined) setStart(range, node, start);
  if (end !== undefined) setEnd(range, node, end);
  return Array.from(rects(range));
};
