// Where content came and went since something was watched, so that what a field suggests is told from what came of Enter.

import { dom, getter } from '../dom/dom.js';

const mutated = getter(MutationRecord.prototype, 'target');
const addedNodes = getter(MutationRecord.prototype, 'addedNodes');
const removedNodes = getter(MutationRecord.prototype, 'removedNodes');
const MOST = 100;
/** The parts that changed, null where there are more or one is not to be found any more.
 * @type {WeakRef<Node>[] | null}
 */
let parts = null;
/** Keep from now on where content comes and goes. */
export const watchContent = () => {
  parts = [];
};

/** @param {MutationRecord[]} records of content */
export const noteContent = (records) => {
  for (const record of records) {
    if (parts === null) return;
    const added = Array.from(addedNodes(record));
    // What was taken away is known by where it stood.
    const nodes = removedNodes(record).length || !added.length ? [mutated(record)] : added;
    parts.push(...nodes.map((node) => new WeakRef(node)));
    if (parts.length > MOST) parts = null;
  }
};

/** Does a node hold a popup, and nothing else that can be read? @param {Node} node @param {Element} popup */
const wraps = (node, popup) =>
  dom.contains(node, popup) && dom.textContent(node).trim() === dom.textContent(popup).trim();

/** Did content come and go in this popup alone, or with it? @param {Element} popup */
export const changedOnlyIn = (popup) =>
  Boolean(
    parts?.every((part) => {
      const node = part.deref();
      return node !== undefined && (dom.contains(popup, node) || wraps(node, popup));
    }),
  );
