// The snapshot: the outline of a document as data. Rendering it, and what to leave out, is Python's work.

/** Giving out refs and writing the answer take their time too: the walk may go on until this part of it is over, the
 *  signing of elements until that. */
const WALK_SHARE = 0.5;
const SIGN_SHARE = 0.7;

/** A page may have taken its own root element away. */
const NOTHING = Object.freeze({ nodes: [], signed: [], modal: null, entered: 0, cut: 0, stopped: false });

ops.snapshot = ({ within }, deadline) => {
  const whole = within === undefined || within === null;
  const root = whole ? dom.root(document) : refs.get(within);
  if (!root && !whole) return { gone: true };
  const [limit, signing] = [WALK_SHARE, SIGN_SHARE].map(deadline.part);
  const { nodes, signed, modal, entered, cut, stopped } = root ? walk.from(root, limit) : NOTHING;
  refs.claim(signed, whole && !stopped, signing);
  deadline.late += stopped ? Math.max(1, dom.query(document, '*').length - entered) : limit.late;
  return {
    nodes,
    cut,
    title: dom.title(document),
    scroll: [Math.round(viewport().top), Math.max(0, Math.round(page.height() - viewport().top - viewport().height))],
    modal: modal ? names.of(modal) : null,
  };
};
