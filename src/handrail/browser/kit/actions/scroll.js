import { nameOf } from '../accessibility/names.js';
import { isInteractiveRole, roleOf } from '../accessibility/roles.js';
import { dom, getter, method } from '../dom/dom.js';
import { forgetCall } from '../dom/per_call.js';
import { elementOfRef, refNow } from '../dom/refs.js';
import { elementAt } from '../dom/viewport.js';
import { clip } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { rowsIn } from '../snapshot/extent.js';
import { isVisible, styleOf } from '../style/visibility.js';
import { scrollIntoView } from './hit_test.js';

/** @type {(element: Element, by: ScrollToOptions) => void} */
const by = /** @type {any} */ (method(Element.prototype, 'scrollBy'));
const pageOf = getter(Document.prototype, 'scrollingElement');
const page = () => pageOf(document) ?? dom.root(document);
/** @param {Element} element @param {'x' | 'y'} axis */
const room = (element, axis) =>
  axis === 'x'
    ? dom.scrollWidth(element) - dom.clientWidth(element)
    : dom.scrollHeight(element) - dom.clientHeight(element);

/** @param {Element} element @param {'x' | 'y'} axis */
const allows = (element, axis) => {
  const style = styleOf(element);
  const overflow = axis === 'x' ? style.overflowX : style.overflowY;
  return element === page()
    ? overflow !== 'hidden' && overflow !== 'clip'
    : overflow === 'auto' || overflow === 'scroll' || overflow === 'overlay';
};

/** @param {Element} element @param {'x' | 'y'} axis */
const scrolls = (element, axis) => room(element, axis) > 1 && allows(element, axis);
/** The page; where it does not scroll, what does in the middle of the window, else the largest that does.
 * @param {'x' | 'y'} axis @param {Deadline} deadline
 */
const main = (axis, deadline) => {
  if (scrolls(page(), axis)) return page();
  const middle = elementAt(window.innerWidth / 2, window.innerHeight / 2);
  const around = middle && dom.up(middle, (above) => scrolls(above, axis));
  return around ?? largest(axis, deadline) ?? page();
};

/** @param {Element} element */
const areaOf = (element) => dom.clientWidth(element) * dom.clientHeight(element);
/** What scrolls in an element that shows little else: the rows of a grid, sideways those of its columns that do not stay.
 * @param {Element} element @param {'x' | 'y'} axis @param {Deadline} deadline
 */
const scrollerOf = (element, axis, deadline) => {
  if (scrolls(element, axis)) return element;
  const inside = largest(axis, deadline, element);
  const isTall = axis === 'x' && inside && dom.clientHeight(inside) > dom.clientHeight(element) / 2;
  return inside && (isTall || areaOf(inside) > areaOf(element) / 2) ? inside : null;
};

/** @param {'x' | 'y'} axis @param {Deadline} deadline @param {Element | Document} [root] */
const largest = (axis, deadline, root = document) => {
  let best = null;
  let size = 0;
  let seen = 0;
  for (const element of dom.all(root)) {
    if (++seen % 64 === 0 && deadline.passed()) {
      deadline.late += 1;
      break;
    }
    const area = areaOf(element);
    if (area > size && scrolls(element, axis) && isVisible(element)) {
      best = element;
      size = area;
    }
  }
  return best;
};

/** Whether it stays where it is while the container scrolls, as the header of a site.
 * @param {Element} element @param {Element} container
 */
const isPinned = (element, container) => {
  const held = dom.up(element, (above) => above === container || /fixed|sticky/.test(styleOf(above).position));
  return held !== null && held !== container;
};

const MOST_NAMES = 15;
/** @param {Element} container @param {Deadline} deadline */
const inView = (container, deadline) => {
  /** @type {Set<string>} */
  const names = new Set();
  let seen = 0;
  const edge =
    container === page()
      ? { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
      : dom.box(container);
  for (const element of dom.all(container === page() ? document : container)) {
    if (++seen % 64 === 0 && deadline.passed()) {
      deadline.late += 1;
      break;
    }
    const role = roleOf(element);
    if (role !== 'heading' && !isInteractiveRole(role)) continue;
    const box = dom.box(element);
    if (box.bottom <= edge.top || box.top >= edge.bottom || box.right <= edge.left || box.left >= edge.right) continue;
    const name = isVisible(element) && !isPinned(element, container) && nameOf(element);
    // A heading and the link in it have one name.
    if (name && names.add(clip(name)).size === MOST_NAMES) break;
  }
  const rows = container === page() ? [] : textsOfRows(container, edge);
  return rows.length > names.size ? rows : [...names];
};

/** What the rows of a list say, where few of them have names of their own.
 * @param {Element} container @param {{top: number, bottom: number}} edge
 */
const textsOfRows = (container, edge) => {
  const shown = (rowsIn(container)?.rows ?? []).filter((row) => {
    const box = dom.box(row);
    return box.bottom > edge.top && box.top < edge.bottom && isVisible(row);
  });
  return shown
    .slice(0, MOST_NAMES)
    .map((row) => clip(seenText(row)))
    .filter(Boolean);
};

/** What stands in view once a list has made the rows that it was scrolled to. @type {Operation} */
export const inViewNow = ({ local }, deadline) => {
  const container = local == null ? page() : elementOfRef(local);
  return { inView: container && dom.root(document) ? inView(container, deadline) : [] };
};

/** Whether something in view says that it loads. @param {Element | Document} root */
const isBusy = (root) =>
  [...dom.query(root, '[aria-busy=true]')].some((element) => {
    const box = dom.box(element);
    return box.bottom > 0 && box.top < window.innerHeight && isVisible(element);
  });

/** How far to go, for scrollBy.
 * @param {Element} container @param {{direction?: string, to?: string, amount?: number | null}} goal
 */
const step = (container, { direction, to, amount }) => {
  if (to === 'top') return { top: -dom.scrollTop(container), left: 0 };
  if (to === 'bottom') return { top: room(container, 'y'), left: 0 };
  const sideways = direction === 'left' || direction === 'right';
  const length = amount ?? 0.8 * (sideways ? dom.clientWidth(container) : dom.clientHeight(container));
  const signed = direction === 'up' || direction === 'left' ? -length : length;
  return sideways ? { left: signed, top: 0 } : { top: signed, left: 0 };
};

/** @type {Operation} */
export const scroll = ({ local, direction, to, target, amount }, deadline) => {
  if (!dom.root(document)) return { fixed: true };
  const axis = direction === 'left' || direction === 'right' ? 'x' : 'y';
  const start = local == null ? null : elementOfRef(local);
  const goal = target == null ? null : elementOfRef(target);
  if ((local != null && !start) || (target != null && !goal)) return { gone: true };
  const container = start
    ? (scrollerOf(start, axis, deadline) ?? dom.up(start, (above) => scrolls(above, axis)))
    : goal
      ? (dom.up(dom.parent(goal), (above) => scrolls(above, 'y')) ?? page())
      : main(axis, deadline);
  if (!container) return { fixed: true };
  const before = { x: dom.scrollLeft(container), y: dom.scrollTop(container), page: dom.scrollTop(page()) };
  if (goal) scrollIntoView(goal);
  else by(container, { ...step(container, { direction, to, amount }), behavior: 'instant' });
  forgetCall();
  const moved = { x: dom.scrollLeft(container) - before.x, y: dom.scrollTop(container) - before.y };
  const along = container !== page() && goal ? dom.scrollTop(page()) - before.page : 0;
  const isPage = container === page();
  return {
    container: isPage ? null : refNow(container),
    movedX: Math.round(moved.x),
    movedY: Math.round(moved.y + along),
    above: Math.round(dom.scrollTop(container)),
    below: Math.max(0, Math.round(room(container, 'y') - dom.scrollTop(container))),
    left: Math.round(Math.abs(dom.scrollLeft(container))),
    right: Math.max(0, Math.round(room(container, 'x') - Math.abs(dom.scrollLeft(container)))),
    inView: inView(isPage || along ? page() : container, deadline),
    busy: isBusy(isPage ? document : container),
  };
};
