// How a node of the outline travels: an array of the fields that node_format.json names, which Python reads too
// (outline/line_format.py). Text has the role ''; fields that a node has no use for are left off its end.

import format from './node_format.json' with { type: 'json' };

/** @param {string} name */
const field = (name) => format.fields.indexOf(name);
export const DEPTH = field('depth');
export const ROLE = field('role');
export const NAME = field('name');
/** The local id of the element, 0 for none. */
export const LOCAL = field('local');
export const FLAGS = field('flags');
export const STATES = field('states');
export const VALUE = field('value');
export const URL_FIELD = field('url');
/** The labels of a closed list's options. */
export const OPTIONS = field('options');
/** How many options there are, where not all are in `OPTIONS`. */
export const CHOICES = field('choices');

/** @param {string} name */
const flag = (name) => 1 << format.flags.indexOf(name);
export const FLAG_IN_VIEW = flag('in_view');
export const FLAG_UNSEEN = flag('unseen');
export const FLAG_COVERED = flag('covered');
export const FLAG_FRAME = flag('frame');
export const FLAG_SCROLLS = flag('scrolls');
/** Its name is a guess. */
export const FLAG_GUESSED = flag('guessed');

/** In the place of the local id until all refs of the walk are given out together. */
export const PENDING_REF = -1;

/**
 * A node with the fields that every node has.
 * @param {number} depth @param {string} role @param {string} name @param {number} local @param {number} flags
 * @returns {OutlineNode}
 */
export const newNode = (depth, role, name, local, flags) => [depth, role, name, local, flags];
/** @param {OutlineNode} node */
export const isInView = (node) => (node[FLAGS] & (FLAG_IN_VIEW | FLAG_COVERED)) === FLAG_IN_VIEW;
/** @param {OutlineNode} node */
export const flagCovered = (node) => {
  node[FLAGS] |= FLAG_COVERED;
};
