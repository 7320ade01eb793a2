import { nonce } from '../dom/nonce.js';

let before = [];
let count = 0;
const isSame = (one, other) =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((part, i) => isSame(part, other[i])));

/** @param {string|null} known  the `mark` of the outline that the asker has
 *  @returns {{nodes: Array, kept: [number, number], mark: string}} `kept`: how many nodes of that one come before and after */
export const sinceLast = (nodes, known) => {
  const old = known === `${nonce} ${count}` ? before : [];
  const most = Math.min(old.length, nodes.length);
  let head = 0;
  while (head < most && isSame(old[head], nodes[head])) head++;
  let tail = 0;
  while (tail < most - head && isSame(old[old.length - 1 - tail], nodes[nodes.length - 1 - tail])) tail++;
  before = nodes;
  return { nodes: nodes.slice(head, nodes.length - tail), kept: [head, tail], mark: `${nonce} ${++count}` };
};
