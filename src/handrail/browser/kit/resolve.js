// From a local id to the element it means now, or to its only possible successor, or to what is most like it.

const resolve = (() => {
  const tagOf = (record) => record.sign.split('\n')[2];

  const isCalled = (element, record) => {
    const role = roles.of(element);
    if (refs.isUnnamed(record.role)) return !roles.isInteractive(role);
    return role === record.role && names.of(element) === record.name;
  };

  const alike = (record, deadline) => {
    const found = [];
    let seen = 0;
    for (const element of dom.all()) {
      if ((++seen & 63) === 0 && deadline.passed()) { deadline.late++; return []; }
      if (dom.localName(element) === tagOf(record) && isCalled(element, record)) found.push(element);
    }
    return found;
  };

  /** The one live element that can stand for a record whose element has left; null when there is none or a doubt. */
  const successor = (record, deadline) => {
    if (record.sign === null || refs.twins(record).length) return null;
    const found = alike(record, deadline).filter(
      (element) => refs.signature(element, record.role, record.name, refs.contextOf(element)) === record.sign,
    );
    if (found.length !== 1 || !visible.isRendered(found[0])) return null;
    const other = refs.idOf(found[0]);
    return other === 0 || other > record.born ? found[0] : null;
  };

  const words = (text) => new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  const likeness = (wanted, record) => {
    if (record.name === wanted.name) return 2;
    const [a, b] = [words(wanted.name), words(record.name)];
    const shared = [...a].filter((word) => b.has(word)).length;
    return shared / Math.max(1, a.size + b.size - shared);
  };

  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role], [tabindex], [contenteditable], [onclick]';
  const nearest = (record, deadline) => {
    const found = [];
    for (const element of dom.query(document, CONTROLS)) {
      if (deadline.passed() || found.length >= 2000) break;
      const role = roles.of(element) || 'clickable';
      if (role !== record.role) continue;
      const name = names.of(element);
      const score = likeness(record, { name });
      if (score > 0 && visible.isVisible(element)) found.push({ element, role, name, score });
    }
    return found.sort((a, b) => b.score - a.score).slice(0, 3);
  };

  return { successor, nearest };
})();

ops.resolve = ({ local }, deadline) => {
  if (refs.get(local)) return { live: true, candidates: [] };
  const record = refs.record(local);
  if (!record) return { live: false, candidates: [] };
  const element = resolve.successor(record, deadline);
  if (element) {
    refs.take(record, element);
    return { live: true, candidates: [] };
  }
  const candidates = record.name ? resolve.nearest(record, deadline) : [];
  return { live: false, candidates: candidates.map((near) => ({ local: refs.of(near.element), role: near.role, name: near.name })) };
};
