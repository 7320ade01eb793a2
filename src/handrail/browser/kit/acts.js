// Where real input would land: what lies at a point, how an element is brought within reach, and what scrolling moves.

const hits = (() => {
  const documentAt = method(Document.prototype, 'elementFromPoint');
  const shadowAt = method(ShadowRoot.prototype, 'elementFromPoint');
  const rectsOf = method(Element.prototype, 'getClientRects');
  const scrollTo = method(Element.prototype, 'scrollIntoView');
  const RECTS = 3;
  // As parts of a rectangle, the middle first: where Playwright clicks when it is given no point.
  const SPOTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.2], [0.9, 0.8]];

  /** The innermost element at a point of the viewport, open shadow trees included. */
  const at = (x, y) => {
    let found = documentAt(document, x, y);
    while (found && dom.shadowRoot(found)) {
      const inner = shadowAt(dom.shadowRoot(found), x, y);
      if (!inner || dom.rootNode(inner) !== dom.shadowRoot(found)) break;
      found = inner;
    }
    return found;
  };

  /** Points inside the window and the element, the best first. */
  const spots = (element) => {
    const points = [];
    for (const rect of Array.from(rectsOf(element)).slice(0, RECTS)) {
      const left = Math.max(0, rect.left), right = Math.min(window.innerWidth, rect.right);
      const top = Math.max(0, rect.top), bottom = Math.min(window.innerHeight, rect.bottom);
      if (right - left < 1 || bottom - top < 1) continue;
      for (const [x, y] of SPOTS) points.push({ x: left + (right - left) * x, y: top + (bottom - top) * y });
    }
    return points;
  };
  const hasBox = (element) =>
    visible.isRendered(element) && visible.style(element).visibility === 'visible' &&
    Array.from(rectsOf(element)).some((rect) => rect.width > 0 && rect.height > 0);

  // A click on what is inside a button or link is taken by that, as Playwright sees it too.
  const taker = (element) => dom.closest(element, 'button, [role=button], a, [role=link]') ?? element;
  const lands = (found, element) => Boolean(found && dom.up(found, (above) => above === element));
  /** Whether a press at `found` is taken by the element that was judged, not by a control that stands in it. */
  const isOwn = (found, element) => {
    const taken = facts.acted(found);
    return taken === element || taken === facts.acted(element) || !facts.isActive(taken) || !lands(taken, element) ||
      facts.doesTheSame(taken, element);
  };
  /** The label at a point where pressing it presses `element`: not on a link that stands in the label. */
  const labelOver = (found, element) => {
    const label = found && dom.up(found, (above) => dom.tag(above) === 'label');
    return label && facts.control(label) === element && facts.acted(found) === element ? label : null;
  };

  const MEANT = new Set(['dialog', 'alertdialog', 'alert', 'banner', 'region', 'navigation', 'complementary', 'menu', 'listbox', 'tooltip', 'search', 'form']);
  /** What to call the thing at a point: the nearest part around it that has a role of its own, short of what also holds
   * the element. */
  const named = (found, element) => {
    let best = found;
    for (let at = found; at && !lands(element, at); at = dom.parent(at)) {
      const role = roles.of(at);
      if (MEANT.has(role)) { best = at; break; }
      if (best === found && roles.isInteractive(role)) best = at;
    }
    return best;
  };
  const describe = (found) => ({
    local: refs.of(found), role: roles.of(found),
    name: facts.clip(names.of(found) || flat(dom.textContent(found))),
  });

  /** @returns {{ok: true, point: ?object, via: ?number} | {ok: false, by: ?object}} */
  const probe = (element) => {
    const wanted = taker(element);
    const points = spots(element);
    let cover = null;
    for (const [index, point] of points.entries()) {
      const found = at(point.x, point.y);
      if (lands(found, wanted)) {
        if (isOwn(found, element)) return { ok: true, point: index ? inside(element, point) : null, via: null };
        cover ??= found;
        continue;
      }
      const label = labelOver(found, wanted);
      if (label) return { ok: true, point: inside(label, point), via: refs.of(label) };
      cover ??= found;
    }
    return { ok: false, by: cover && describe(named(cover, element)) };
  };
  /** A point of the viewport as Playwright takes it: from the corner inside an element's border. */
  const inside = (element, point) => {
    const box = dom.box(element);
    const { borderLeftWidth, borderTopWidth } = visible.style(element);
    return { x: point.x - box.left - (parseFloat(borderLeftWidth) || 0), y: point.y - box.top - (parseFloat(borderTopWidth) || 0) };
  };

  // A sticky header or footer covers what stands at one edge: try others.
  const PLACES = ['center', 'start', 'end'];
  const reach = (element, places = PLACES) => {
    let found = probe(element);
    for (const block of places) {
      if (found.ok) break;
      scrollTo(element, { block, inline: 'center', behavior: 'instant' });
      forget();
      const after = probe(element);
      if (after.ok || after.by || !found.by) found = after;
    }
    return found;
  };

  return { at, spots, inside, probe, reach, hasBox, describe, intoView: (element) => scrollTo(element, { block: 'center', inline: 'nearest', behavior: 'instant' }) };
})();

/** Why no input can be given to an element now, in one word of ours; '' where it can. */
const obstacle = (element, { editable = false } = {}) => {
  if (!hits.hasBox(element)) return 'hidden';
  const active = facts.acted(element);
  if (states.isDisabled(element) || states.isDisabled(active)) return 'disabled';
  if (editable && states.isReadonly(active)) return 'readonly';
  if (dom.up(element, (above) => dom.hasAttribute(above, 'inert'))) return 'inert';
  return '';
};

/** What has no place for a pointer, or nothing that a press would lead to. */
const pressless = (element) => {
  if (dom.tag(element) === 'option' && dom.up(element, (above) => dom.tag(above) === 'select')) return 'option';
  return states.inputType(facts.acted(element)) === 'file' ? 'file' : '';
};

/** Bring an element to where a pointer can take it, and say what is in the way. Scrolls: only acts ask for it.
 * `press`: it is to be pressed, not only pointed at. `look`: places to scroll to are still to be tried. */
ops.reach = onElement((element, { press = true, look = true }) => {
  const why = (press && pressless(element)) || obstacle(element);
  if (why && (press || why !== 'disabled')) return { ok: false, why, by: null };
  const found = hits.reach(element, look ? undefined : []);
  if (found.ok || found.by) return { ...found, why: '' };
  return { ...found, why: visible.style(element).pointerEvents === 'none' ? 'no_pointer' : 'out_of_reach' };
});

ops.obstacle = onElement((element) => ({ why: obstacle(element) }));

/** Is an element covered where it stands now? Reads only. */
ops.cover = onElement((element) => {
  if (!hits.hasBox(element)) return { covered: false, shown: false, by: null };
  const { ok, by } = hits.probe(element);
  return { covered: !ok && Boolean(by), shown: ok || Boolean(by), by: ok ? null : by };
});

/** What stands at a point of this document's viewport, for an element of a frame inside it. */
ops.at = ({ x, y }) => {
  const found = hits.at(x, y);
  if (!found) return { frame: false, by: null };
  return { frame: dom.holdsFrame(found), by: hits.describe(found) };
};

const scrolling = (() => {
  const proto = Element.prototype;
  const read = Object.fromEntries(
    ['scrollTop', 'scrollLeft', 'scrollHeight', 'scrollWidth', 'clientHeight', 'clientWidth'].map((name) => [name, getter(proto, name)]),
  );
  const by = method(proto, 'scrollBy');
  const pageOf = getter(Document.prototype, 'scrollingElement');
  const page = () => pageOf(document) ?? dom.root(document);

  const room = (element, axis) =>
    axis === 'x' ? read.scrollWidth(element) - read.clientWidth(element) : read.scrollHeight(element) - read.clientHeight(element);
  const allows = (element, axis) => {
    const style = visible.style(element);
    const overflow = axis === 'x' ? style.overflowX : style.overflowY;
    return element === page() ? overflow !== 'hidden' && overflow !== 'clip' : overflow === 'auto' || overflow === 'scroll' || overflow === 'overlay';
  };
  const scrolls = (element, axis) => room(element, axis) > 1 && allows(element, axis);

  /** The page; where it does not scroll, what does in the middle of the window, else the largest that does. */
  const main = (axis, deadline) => {
    if (scrolls(page(), axis)) return page();
    const middle = hits.at(window.innerWidth / 2, window.innerHeight / 2);
    const around = middle && dom.up(middle, (above) => scrolls(above, axis));
    return around ?? largest(axis, deadline) ?? page();
  };
  const largest = (axis, deadline) => {
    let best = null, size = 0, seen = 0;
    for (const element of dom.all()) {
      if (++seen % 64 === 0 && deadline.passed()) { deadline.late += 1; break; }
      const area = read.clientWidth(element) * read.clientHeight(element);
      if (area > size && scrolls(element, axis) && visible.isVisible(element)) { best = element; size = area; }
    }
    return best;
  };

  const TOLD = 15;
  const inView = (container, deadline) => {
    const told = [];
    let seen = 0;
    const edge = container === page() ? { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight } : dom.box(container);
    for (const element of dom.all(container === page() ? document : container)) {
      if (++seen % 64 === 0 && deadline.passed()) { deadline.late += 1; break; }
      const role = roles.of(element);
      if (role !== 'heading' && !roles.isInteractive(role)) continue;
      const box = dom.box(element);
      if (box.bottom <= edge.top || box.top >= edge.bottom || box.right <= edge.left || box.left >= edge.right) continue;
      const name = visible.isVisible(element) && names.of(element);
      if (name && told.push(facts.clip(name)) === TOLD) break;
    }
    return told;
  };
  /** How far to go, for scrollBy. */
  const step = (container, { direction, to, amount }) => {
    if (to === 'top') return { top: -read.scrollTop(container), left: 0 };
    if (to === 'bottom') return { top: room(container, 'y'), left: 0 };
    const sideways = direction === 'left' || direction === 'right';
    const length = amount ?? 0.8 * (sideways ? read.clientWidth(container) : read.clientHeight(container));
    const signed = direction === 'up' || direction === 'left' ? -length : length;
    return sideways ? { left: signed, top: 0 } : { top: signed, left: 0 };
  };
  return { read, by, page, room, scrolls, main, inView, step };
})();

ops.scroll = ({ local, direction, to, target, amount }, deadline) => {
  if (!dom.root(document)) return { fixed: true };
  const axis = direction === 'left' || direction === 'right' ? 'x' : 'y';
  const start = local == null ? null : refs.get(local);
  const goal = target == null ? null : refs.get(target);
  if ((local != null && !start) || (target != null && !goal)) return { gone: true };
  const container = start
    ? dom.up(start, (above) => scrolling.scrolls(above, axis))
    : goal ? dom.up(dom.parent(goal), (above) => scrolling.scrolls(above, 'y')) ?? scrolling.page() : scrolling.main(axis, deadline);
  if (!container) return { fixed: true };
  const { read } = scrolling;
  const before = { x: read.scrollLeft(container), y: read.scrollTop(container), page: read.scrollTop(scrolling.page()) };
  if (goal) hits.intoView(goal);
  else scrolling.by(container, { ...scrolling.step(container, { direction, to, amount }), behavior: 'instant' });
  forget();
  const moved = { x: read.scrollLeft(container) - before.x, y: read.scrollTop(container) - before.y };
  const along = container !== scrolling.page() && goal ? read.scrollTop(scrolling.page()) - before.page : 0;
  const isPage = container === scrolling.page();
  return {
    container: isPage ? null : refs.of(container), movedX: Math.round(moved.x), movedY: Math.round(moved.y + along),
    above: Math.round(read.scrollTop(container)), below: Math.max(0, Math.round(scrolling.room(container, 'y') - read.scrollTop(container))),
    inView: scrolling.inView(isPage || along ? scrolling.page() : container, deadline),
  };
};
