// The document's own memory: which element each local id means. Ids are never reused; the session adds the rest.

const refs = (() => {
  const ids = new WeakMap();
  const elements = new Map();
  let last = 0;
  return {
    /** @param {Element} element  @returns {number} its local id, made when first asked for */
    of(element) {
      let id = ids.get(element);
      if (id === undefined) {
        id = ++last;
        ids.set(element, id);
        elements.set(id, new WeakRef(element));
      }
      return id;
    },
    /** @returns {Element | null} the element, if it still stands in the document */
    get(id) {
      const element = elements.get(id)?.deref();
      return element && dom.isConnected(element) ? element : null;
    },
  };
})();

/** The operations of the kit: `ops.name = (args, deadline) => plain data`. Each module adds its own. */
const ops = Object.create(null);

ops.resolve = ({ local }) => ({ live: refs.get(local) !== null, candidates: [] });
