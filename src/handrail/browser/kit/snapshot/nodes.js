export const FLAG_IN_VIEW = 1;
export const FLAG_UNSEEN = 2;
export const FLAG_BEHIND = 4;
export const FLAG_FRAME = 8;
export const FLAG_SCROLLS = 16;
// In the place of the ref until all refs of the walk are given out together.
export const PENDING_REF = -1;
/** @param {OutlineNode} node */
export const isInView = (node) => (node[4] & (FLAG_IN_VIEW | FLAG_BEHIND)) === FLAG_IN_VIEW;
/** @param {OutlineNode} node */
export const markBehind = (node) => {
  node[4] |= FLAG_BEHIND;
};
