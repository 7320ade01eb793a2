// What custom elements say of themselves to the browser alone (ElementInternals): role, name, states. No script can read
// it, so the backend asks the browser's own accessibility tree (pierce.py) and hands it over, to the kit's world only.

const internals = (() => {
  /** @typedef {{role: string, name: string, value: string|null, states: Object<string, string>}} Said  `states`: as the
   *  values of the attributes aria-checked, aria-expanded and so on */
  const asked = new WeakSet();
  const heard = new WeakMap();
  const speaking = new Set();

  const OPERABLE = ':is([tabindex], [onclick], :enabled, :disabled)';
  const isAsked = (element) => {
    if (asked.has(element) || dom.hasAttribute(element, 'role') || !dom.matches(element, ':defined')) return true;
    return !dom.matches(element, OPERABLE) && !pierced.isListening(element) && visible.style(element).cursor !== 'pointer';
  };
  const collect = (root, found) => {
    for (const element of dom.query(root, '*')) {
      const tag = dom.localName(element);
      if (!dom.mayHost(tag)) continue;
      if (tag.includes('-') && !isAsked(element)) found.push(element);
      const shadow = dom.shadowRoot(element);
      if (shadow !== null) collect(shadow, found);
    }
    return found;
  };
  const nothing = (list) => (list.length ? list : null);

  /** @returns {Element[]|null} custom elements that a person can operate, and of which nobody has asked yet */
  const fresh = (most) => {
    forget();
    const found = collect(document, []).slice(0, most);
    forget();
    for (const element of found) asked.add(element);
    return nothing(found);
  };
  /** @returns {Element[]|null} those that have said something, and stand in the document still */
  const known = () => {
    for (const at of speaking) if (!at.deref()) speaking.delete(at);
    return nothing(Array.from(speaking, (at) => at.deref()).filter((element) => element && dom.isConnected(element)));
  };
  /** @param {(Said|null)[]} said  @param {...Element} elements  @returns {number} how many spoke for the first time */
  const tell = (said, ...elements) => {
    const before = speaking.size;
    elements.forEach((element, at) => {
      if (!said[at] || !(element instanceof Element)) return;
      if (!heard.has(element)) speaking.add(new WeakRef(element));
      heard.set(element, said[at]);
    });
    return speaking.size - before;
  };

  // A page cannot reach the world that this stands in.
  Object.defineProperty(globalThis, Symbol.for('handrail.internals'), { value: Object.freeze({ fresh, known, tell }), configurable: true });

  const of = (element) => (speaking.size === 0 ? undefined : heard.get(element));
  return {
    speaks: (element) => of(element) !== undefined,
    role: (element) => of(element)?.role ?? '',
    name: (element) => of(element)?.name ?? '',
    value: (element) => of(element)?.value ?? null,
    /** @returns {string|undefined} as the attribute aria-`name` would say it */
    state: (element, name) => of(element)?.states[name],
  };
})();
