// All of one element: what it is, how it is set, where it stands in its window, and what is over it there. Reads only.

ops.element = (() => {
  const MOST_ATTRIBUTES = 50;
  return onElement((element, _, deadline) => {
    const names_ = dom.attributeNames(element);
    const { x, y, width, height } = dom.box(element);
    const hit = hits.hasBox(element) ? hits.probe(element) : null;
    return {
      ...elements.describe(element, names_.slice(0, MOST_ATTRIBUTES), true, deadline),
      states: states.of(element), value: states.value(element), box: [x, y, width, height].map(Math.round),
      coveredBy: hit === null || hit.ok ? null : hit.by, unlisted: Math.max(0, names_.length - MOST_ATTRIBUTES),
    };
  });
})();
