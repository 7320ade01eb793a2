// Noise folded out of the outline while it is made: a node is looked at again when everything below it stands.
//
// A node is [depth, role, name, local, flags, states, value, url]; text has the role ''.

import { DEPTH, FLAG_UNSEEN, FLAGS, LOCAL, NAME, ROLE, STATES } from './node_format.js';

const EMPTY_IS_NOISE = new Set(
  (
    'article banner blockquote cell columnheader complementary contentinfo definition figure form group list listitem ' +
    'log main marquee menu menubar navigation note radiogroup region row rowheader search status tablist tabpanel ' +
    'term timer toolbar tooltip alert feed document application'
  ).split(' '),
);

const KEEP_EMPTY_IN_ROW = new Set(['cell', 'columnheader', 'rowheader']);
// Says no more than its only child does.
const ONE_CHILD_IS_NOISE = new Set(['list', 'listitem', 'row', 'cell', 'term', 'blockquote', 'clickable']);
const SAYS_WHAT_TEXT_IS = new Set(['cell', 'term']);
/** @param {string} text */
const squeeze = (text) => text.replace(/\s+/g, '').toLowerCase();
const WORDS_AND_MARKS = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]+/gu;
/** What tells whether a text repeats a part of a name: whole words of it, since a name that begins with a word is not
 *  that word ("B", "Bold"; "News", "Newsletter"). White space counts for nothing: names run texts together.
 * @param {string} name
 */
const repeatsOf = (name) => {
  let squeezed = '';
  const edges = new Set([0]);
  for (const [word] of name.toLowerCase().matchAll(WORDS_AND_MARKS)) {
    squeezed += word;
    edges.add(squeezed.length);
  }
  return (/** @type {string} */ text) => {
    const part = squeeze(text);
    for (let at = squeezed.indexOf(part); at >= 0; at = squeezed.indexOf(part, at + 1))
      if (edges.has(at) && edges.has(at + part.length)) return true;
    return false;
  };
};

/** Take out the texts and pictures after `start` that only repeat what `name` says.
 * @param {OutlineNode[]} nodes @param {number} start @param {string} name
 */
export const dropRepeats = (nodes, start, name) => {
  if (!name || start >= nodes.length) return;
  if (nodes.length === start + 1 && nodes[start][NAME] === name && nodes[start][ROLE] === '') {
    nodes.length = start;
    return;
  }
  const isRepeated = repeatsOf(name);
  let kept = start;
  for (let i = start; i < nodes.length; i++) {
    const [, role, text, local] = nodes[i];
    const repeats = (role === '' || (role === 'img' && !local)) && isRepeated(text);
    if (!repeats) nodes[kept++] = nodes[i];
  }
  if (kept === nodes.length) return;
  nodes.length = kept;
  for (let i = kept - 1; i >= start; i--) if (isEmptied(nodes, i)) nodes.splice(i, 1);
};

const MARK = /^[^\p{L}\p{N}]*$/u;
const BUTTONS = new Set(['button', 'clickable']);
const WORDS = new Set(['', 'clickable']);
const OPENS_BRACKET = /[[(]\s*$/;
/** Where the controls behind the words of a heading begin: buttons, and links in brackets.
 * @param {OutlineNode[]} nodes @param {number} index
 */
const endOfWords = (nodes, index) => {
  let end = nodes.length;
  for (let at = nodes.length - 1; at > index; at--) {
    const [, role, text, local] = nodes[at];
    const isText = role === '' || (role === 'img' && !local);
    if (local !== 0 && BUTTONS.has(role)) end = at;
    else if (isText && at < nodes.length - 1 && OPENS_BRACKET.test(text)) end = MARK.test(text) ? at : at + 1;
    if (isText ? !MARK.test(text) : local === 0 || !(BUTTONS.has(role) || role === 'link')) break;
  }
  return end;
};

/** Name a heading or tab by its own words, without those of the buttons behind them ("Import", not "Import Close"); links
 *  count as such in brackets ("Tools [edit]").
 * @param {OutlineNode[]} nodes @param {number} index
 */
export const nameWithoutButtons = (nodes, index) => {
  let end = endOfWords(nodes, index);
  // Words that take presses, as those by which a dialog is moved.
  if (end === index + 1 && nodes[end]?.[ROLE] === 'clickable') end++;
  const own = nodes.slice(index + 1, end);
  if (end >= nodes.length || !own.some((node) => WORDS.has(node[ROLE]) && !MARK.test(node[NAME]))) return;
  const words = own.map((node) => node[NAME]).join(' ');
  nodes[index][NAME] = words.replace(/[[(\s]+$/, '');
  const rest = nodes.splice(index + 1).filter((node) => node[ROLE] !== '');
  nodes.push(...rest);
};

/** Take out the heading of a dialog that only repeats its name. A button in the heading is no part of that name.
 * @param {OutlineNode[]} nodes @param {number} index
 */
export const dropHeading = (nodes, index) => {
  const at = nodes.findIndex((node, place) => place > index && node[ROLE] === 'heading');
  if (at < 0) return;
  const [depth, , heading] = nodes[at];
  let end = at + 1;
  while (end < nodes.length && nodes[end][DEPTH] > depth) end++;
  const whole = nodes.slice(at, end).map((node) => node[NAME]);
  const name = squeeze(nodes[index][NAME]);
  if (name === '' || (squeeze(heading) !== name && squeeze(whole.join('')) !== name)) return;
  nodes[index][NAME] = heading;
  nodes.splice(at, 1);
  for (let i = at; i < end - 1; i++) nodes[i][DEPTH]--;
};

/** A box that says nothing itself, with nothing left in it. @param {OutlineNode[]} nodes @param {number} index */
const isEmptied = (nodes, index) => {
  const [depth, role, name, local] = nodes[index];
  return EMPTY_IS_NOISE.has(role) && !name && !local && !(index + 1 < nodes.length && nodes[index + 1][DEPTH] > depth);
};

/** @param {OutlineNode[]} nodes @param {number} index */
const directChildren = (nodes, index) => {
  const depth = nodes[index][DEPTH] + 1;
  let count = 0;
  for (let i = index + 1; i < nodes.length && count < 2; i++) if (nodes[i][DEPTH] === depth) count++;
  return count;
};

/** @param {OutlineNode[]} nodes @param {number} index */
const hoist = (nodes, index) => {
  nodes.splice(index, 1);
  for (let i = index; i < nodes.length; i++) nodes[i][DEPTH]--;
};

/** A clickable box that holds only words is named by them; one around a single control adds nothing to it.
 * @param {OutlineNode[]} nodes @param {number} index
 */
const nameClickable = (nodes, index) => {
  const node = nodes[index];
  if (node[NAME]) return;
  const below = nodes.slice(index + 1);
  if (below.length && below.every((child) => child[ROLE] === '' || (child[ROLE] === 'img' && !child[LOCAL]))) {
    const words = below.map((child) => child[NAME]).join(' ');
    if (words.length > 200) return;
    node[NAME] = words;
    nodes.length = index + 1;
  }
};

/** All below node `index` stands: keep the node, or fold it. @param {OutlineNode[]} nodes @param {number} index */
export const foldNode = (nodes, index) => {
  const node = nodes[index];
  const role = node[ROLE];
  if (role === 'clickable') nameClickable(nodes, index);
  const named = Boolean(node[NAME]);
  if (index === nodes.length - 1) {
    if (EMPTY_IS_NOISE.has(role) && !named && !node[LOCAL] && !KEEP_EMPTY_IN_ROW.has(role)) nodes.length = index;
    return;
  }
  if (!ONE_CHILD_IS_NOISE.has(role) || directChildren(nodes, index) !== 1) return;
  const child = nodes[index + 1];
  if (isOnlyClickable(node, child)) {
    const isReached = !(child[FLAGS] & FLAG_UNSEEN) || Boolean(node[FLAGS] & FLAG_UNSEEN);
    if (child[LOCAL] && isReached && (!named || squeeze(child[NAME]) === squeeze(node[NAME]))) hoist(nodes, index);
  } else if (!named && !node[LOCAL] && !node[STATES]?.length && !(child[ROLE] === '' && SAYS_WHAT_TEXT_IS.has(role)))
    hoist(nodes, index);
};

/** Is all there is to say of it that it takes presses, and what its only child says as well?
 * @param {OutlineNode} node @param {OutlineNode} child
 */
const isOnlyClickable = (node, child) => {
  const states = node[STATES] ?? [];
  if (node[ROLE] !== 'clickable' && !states.includes('clickable')) return false;
  return states.every((/** @type {string} */ state) => state === 'clickable' || child[STATES]?.includes(state));
};
