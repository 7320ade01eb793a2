// The snapshot: the outline of a document as data. Rendering it, and what to leave out, is Python's work.

/** Giving out refs and writing the answer take their time too: the walk may go on until this part of it is over, the
 *  signing of elements until that. */
const WALK_SHARE = 0.5;
const SIGN_SHARE = 0.7;

/** A page may have taken its own root element away. */
const NOTHING = Object.freeze({ nodes: [], signed: [], modal: null, entered: 0, cut: 0, stopped: false });

/** Most of a page stays as it was: of an outline only what is not like the last one travels, what stands between the nodes
 *  that both begin with and those that both end with. */
const travelling = (() => {
  let before = [];
  let count = 0;
  const isSame = (one, other) => one === other
    || (Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((part, i) => isSame(part, other[i])));

  /** @param {string|null} known  the `mark` of the outline that the asker has
   *  @returns {{nodes: Array, kept: [number, number], mark: string}} `kept`: how many nodes of that one come before and after */
  return (nodes, known) => {
    const old = known === `${nonce} ${count}` ? before : [];
    const most = Math.min(old.length, nodes.length);
    let head = 0;
    while (head < most && isSame(old[head], nodes[head])) head++;
    let tail = 0;
    while (tail < most - head && isSame(old[old.length - 1 - tail], nodes[nodes.length - 1 - tail])) tail++;
    before = nodes;
    return { nodes: nodes.slice(head, nodes.length - tail), kept: [head, tail], mark: `${nonce} ${++count}` };
  };
})();

ops.snapshot = ({ within, known }, deadline) => {
  const whole = within === undefined || within === null;
  const root = whole ? dom.root(document) : refs.get(within);
  if (!root && !whole) return { gone: true };
  const [limit, signing] = [WALK_SHARE, SIGN_SHARE].map(deadline.part);
  const { nodes, signed, modal, entered, cut, stopped } = root ? walk.from(root, limit) : NOTHING;
  cover.mark(signed);
  refs.claim(signed, whole && !stopped, signing);
  deadline.late += stopped ? Math.max(1, dom.query(document, '*').length - entered) : limit.late;
  return {
    ...(whole ? travelling(nodes, known) : { nodes }),
    cut,
    title: dom.title(document),
    scroll: [Math.round(viewport().top), Math.max(0, Math.round(page.height() - viewport().top - viewport().height))],
    modal: modal ? names.of(modal) : null,
  };
};
