// The boxes by which an element shows, and the points in them that a press may take.

import { roleOf } from '../accessibility/roles.js';
import { dom, method } from '../dom/dom.js';
import { contentRects } from '../dom/ranges.js';
import { boxedAncestor, isContents, isRendered, isVisible, shownParts, styleOf } from '../style/visibility.js';

// Areas of image maps, which have no box of their own: they lie on a picture.

// Firefox tells of a point only that the picture is there.
const TELLS_AREAS = !CSS.supports('(-moz-appearance: none)');
/** @param {Element} element */
const isArea = (element) => TELLS_AREAS && dom.tag(element) === 'area';

/** The picture that an area lies on; null where none shows. @param {Element} area */
const pictureOf = (area) => {
  const map = dom.closest(area, 'map');
  const name = map && dom.attribute(map, 'name');
  if (!name) return null;
  const pictures = Array.from(dom.query(document, 'img[usemap]'));
  return pictures.find((one) => dom.attribute(one, 'usemap') === `#${name}` && isVisible(one)) ?? null;
};

/** The smallest box around an area, in CSS pixels of the window; null where it shows nowhere. @param {Element} area */
const areaBox = (area) => {
  const picture = pictureOf(area);
  if (picture === null) return null;
  // Measured from the edge of its border, as Chromium does.
  const box = dom.box(picture);
  const coords = (dom.attribute(area, 'coords') ?? '').split(/[\s,;]+/).map(Number);
  if (/^default$/i.test(dom.attribute(area, 'shape') ?? '')) return box;
  if (coords.length < 3 || coords.some(Number.isNaN)) return null;
  const [x, y, radius] = coords;
  const isRound = coords.length === 3;
  const across = isRound ? [x - radius, x + radius] : coords.filter((_, i) => i % 2 === 0);
  const down = isRound ? [y - radius, y + radius] : coords.filter((_, i) => i % 2 === 1);
  const [begin, end] = [Math.min(...across), Math.max(...across)];
  const [above, below] = [Math.min(...down), Math.max(...down)];
  return new DOMRect(box.left + begin, box.top + above, end - begin, below - above);
};

const rectsOf = method(Element.prototype, 'getClientRects');
const RECTS = 3;
// As parts of a rectangle, the middle first: where Playwright clicks when it is given no point.
const SPOTS = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.2],
  [0.9, 0.8],
];
/** Where the texts of an element without a box of its own stand: in the lines of a box around it.
 * @param {Element} element
 */
const textBoxes = (element) =>
  Array.from(dom.shown(element)).flatMap((node) => (dom.isText(node) ? contentRects(node) : []));
/** @param {Element} element @returns {DOMRect[]} the boxes by which it shows */
const boxesOf = (element) => [
  ...[isArea(element) ? areaBox(element) : null].filter((box) => box !== null),
  ...(isContents(element) ? textBoxes(element) : []),
  ...shownParts(element).flatMap((part) => Array.from(rectsOf(part))),
];
/** What to scroll to for an element: itself, the first box in it, or the one around it.
 * @param {Element} element @returns {Element}
 */
export const boxed = (element) =>
  (isArea(element) && pictureOf(element)) ||
  (shownParts(element)[0] ?? (isContents(element) && boxedAncestor(element)) ?? element);

const BRANCHES = '[role=group], [role=treeitem], ul, ol';
/** Where in the window the items begin that stand below the words of an open branch of a tree: a press there is one of them.
 * @param {Element} element
 */
export const branchesAt = (element) => {
  if (roleOf(element) !== 'treeitem') return Infinity;
  const { top } = dom.box(element);
  const below = Array.from(dom.queryIn(element, BRANCHES)).find((part) => dom.box(part).height > 0);
  return below && dom.box(below).top > top ? dom.box(below).top : Infinity;
};

/** Points inside the window and the element, the best first. @param {Element} element */
export const pressPoints = (element) => {
  const points = [];
  const branches = branchesAt(element);
  for (const rect of boxesOf(element).slice(0, RECTS)) {
    const left = Math.max(0, rect.left),
      right = Math.min(window.innerWidth, rect.right);
    const top = Math.max(0, rect.top),
      bottom = Math.min(window.innerHeight, rect.bottom, branches);
    if (right - left < 1 || bottom - top < 1) continue;
    for (const [x, y] of SPOTS) points.push({ x: left + (right - left) * x, y: top + (bottom - top) * y });
  }
  return points;
};

/** @param {Element} element */
export const hasBox = (element) =>
  (isArea(element) || (isRendered(element) && styleOf(element).visibility === 'visible')) &&
  boxesOf(element).some((rect) => rect.width > 0 && rect.height > 0);
