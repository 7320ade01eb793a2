// The outline while it is made: its nodes, and the text that waits for its line.

/** @typedef {Array} OutlineNode  [depth, role, name, local, flags, states, value, url, options,
 *  choices]; text has the role ''; `choices`: how many there are where not all are in `options` */

const lines = (() => {
  const IN_VIEW = 1;
  const UNSEEN = 2;
  const BEHIND = 4;
  const FRAME = 8;
  const SCROLLS = 16;
  // In the place of the ref until all refs of the walk are given out together.
  const PENDING = -1;
  const LONGEST_RUN = 50_000;
  // Characters of text in all: no page that a person reads has more, and the rest would have to travel too.
  const MOST_TEXT = 5_000_000;

  /** `odd`: how often something stood in the way of naming an element by the text that the walk reads in it. */
  const made = { nodes: [], signed: [], cut: 0, odd: 0 };
  let run = '';
  let runFlags = 0;
  let room = MOST_TEXT;

  const start = () => {
    Object.assign(made, { nodes: [], signed: [], cut: 0, odd: 0 });
    room = MOST_TEXT;
    run = '';
    runFlags = 0;
  };

  /** End the line of text that is being made. */
  const flush = (depth) => {
    if (run === '') return;
    const line = flat(run);
    if (line !== '') made.nodes.push([depth, '', line, 0, runFlags]);
    run = '';
    runFlags = 0;
  };
  /** Part what follows from what stands in the line already. */
  const blank = () => { if (run !== '') run += ' '; };
  const add = (text, seen, behind) => {
    const most = Math.min(room, LONGEST_RUN - run.length);
    if (text.length > most) {
      made.cut += text.length - Math.max(0, most);
      text = text.slice(0, Math.max(0, most));
    }
    room -= text.length;
    run += text;
    if (seen === sight.IN_VIEW) runFlags |= IN_VIEW;
    if (behind) runFlags |= BEHIND;
  };
  /** Text that a style sheet adds. */
  const say = (text) => { run += text; };

  const flagsOf = (seen, behind) => (seen === sight.IN_VIEW ? IN_VIEW : 0) | (seen === sight.UNSEEN ? UNSEEN : 0) | (behind ? BEHIND : 0);
  /** @returns {number} its index */
  const open = (depth, role, name, how, seen, local = 0, extra = 0) =>
    made.nodes.push([depth, role, name, local, flagsOf(seen, how.behind) | extra]) - 1;
  /** Ask for a ref. `context`: the row, item or form that the element stands in. */
  const sign = (node, element, context) => made.signed.push([node, element, context]);

  const isInView = (node) => (node[4] & (IN_VIEW | BEHIND)) === IN_VIEW;
  const cover = (node) => { node[4] |= BEHIND; };

  return { isInView, cover, made, start, flush, blank, add, say, open, sign, PENDING, FRAME, SCROLLS };
})();
