// What lies over the page without saying so: a pinned box that takes every press in the window is a modal, whatever its
// role; a banner covers what stands behind it now. The walk notes the boxes, real hits decide.

import { dom } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { normalizeSpace, plainText } from '../dom/text.js';
import { elementAt, viewport } from '../dom/viewport.js';
import { clipAbove } from '../style/text_visibility.js';
import { boxOf, isRendered, isVisible, styleOf } from '../style/visibility.js';
import { flagCovered, isInView } from './node_format.js';

const NEAR = 6; // levels below the page itself: scripts hang such boxes into the body or the root of their app
const MOST = 20;
const MOST_ASKED = 80; // places in the window, at some 20 µs each
const EDGE = 0.02; // of the window: a scroll bar may stand beside
const CORNERS = [
  [EDGE, EDGE],
  [1 - EDGE, EDGE],
  [EDGE, 1 - EDGE],
  [1 - EDGE, 1 - EDGE],
];
const INSIDE = [
  [0.5, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.1],
  [0.5, 0.9],
];
const CONTROLS = 'a[href], button, input, select, textarea, [role], [tabindex]';
/** @type {Element[]} */
let pinned = [];
/** @type {WeakRef<Element> | null} */
let shade = null; // what covered the window when it was last looked for
export const startOverlays = () => {
  pinned = [];
};
/** @param {Entry} entry */
const isNear = ({ up }) => {
  let at = up;
  for (let level = 0; at !== null && level <= NEAR; level++) at = at.up;
  return at === null;
};

/** Remember a box that may be out of the flow, if it stays where it is when the page scrolls. @param {Entry} entry */
export const noteOverlay = (entry) => {
  if (pinned.length >= MOST || !isNear(entry)) return;
  const { element } = entry;
  const { position, pointerEvents } = styleOf(element);
  if (position !== 'fixed' && position !== 'sticky') return;
  // The backdrop of a drawer that is shut lies over everything, and takes nothing.
  if (pointerEvents !== 'none' || dom.firstElement(element) !== null) pinned.push(element);
};

/** @param {number[]} share  of the window */
const hit = ([x, y]) => elementAt(viewport().width * x, viewport().height * y);
/** @param {Element} box @param {Element | null} element */
const holds = (box, element) => Boolean(element && dom.up(element, (above) => above === box));
/** @param {Element} element */
const isWide = (element) => {
  const { left, top, right, bottom } = boxOf(element);
  const { width, height } = viewport();
  return left <= EDGE * width && top <= EDGE * height && right >= (1 - EDGE) * width && bottom >= (1 - EDGE) * height;
};

/** @param {{top: number, bottom: number, left: number, right: number}} box */
const middle = ({ left, right, top: upper, bottom }) => {
  const { width, height } = viewport();
  return elementAt(
    (Math.max(0, left) + Math.min(width, right)) / 2,
    (Math.max(0, upper) + Math.min(height, bottom)) / 2,
  );
};

/** @param {Element} box */
const isOnTop = (box) => holds(box, middle(boxOf(box)));
const MOST_AROUND = 300;
/** The parts of the page that are rendered and stand around an element, but those that hold it.
 * @param {Element} element @returns {Generator<Element, void>}
 */
function* around(element) {
  for (let at = element, above = dom.parent(at); above; at = above, above = dom.parent(at))
    for (const node of dom.shown(above)) if (node !== at && dom.isElement(node)) yield* rendered(node);
}
/** @param {Element} element @returns {Generator<Element, void>} */
function* rendered(element) {
  if (!isRendered(element)) return;
  yield element;
  for (const node of dom.shown(element)) if (dom.isElement(node)) yield* rendered(node);
}
/** @param {Element} element */
const hasWords = (element) =>
  Array.from(dom.shown(element)).some((node) => dom.isText(node) && /\S/.test(dom.data(node)));
/** Does it take the presses of something that stands around it? The pinned root of an application does not: all that can
 *  be seen stands in it, or upon it.
 * @param {Element} element
 */
const hidesSomething = (element) => {
  let left = MOST_AROUND;
  for (const part of around(element)) {
    if (--left < 0) return true;
    if (!(hasWords(part) || dom.matches(part, CONTROLS)) || !isVisible(part)) continue;
    if (holds(element, middle(boxOf(part)))) return true;
  }
  return false;
};
/** @param {Element} element */
const isShade = (element) =>
  isWide(element) && CORNERS.every((corner) => holds(element, hit(corner))) && hidesSomething(element);
/** A dialog that stands beside its shade: the outermost box out of the flow around what is hit.
 * @param {Element} element
 */
const beside = (element) => {
  const found =
    INSIDE.map(hit).find((at) => at && !holds(element, at)) ??
    pinned.findLast((at) => !holds(at, element) && !holds(element, at) && isOnTop(at));
  let box = null;
  /** @type {Element | null} */
  let at = found ?? null;
  for (; at && !holds(at, element); at = dom.parent(at)) {
    if (/^(?:fixed|absolute)$/.test(styleOf(at).position)) box = at;
  }
  return box;
};

/** An empty one (something is loading) hides nothing from who looks. @param {Element} element */
const speaks = (element) => {
  const unread = Array.from(dom.query(element, 'style, script'), dom.textContent).join('');
  return plainText(element).length > normalizeSpace(unread).length || dom.query(element, CONTROLS).length > 0;
};

const DIALOGS = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
const USED = `a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable], [onclick],
  [role=button], [role=link], [role^=menuitem]`;
const PICTURES = 'img, video, canvas, object, embed';
const MOST_SAID = 200;
/** Does what lies over the page only wait, as a sign that the page loads? It is no dialog, and nothing in it can be used or
 * looked at, so nobody can finish or close it.
 * @param {Element} element
 */
export const isCurtain = (element) =>
  plainText(element).length < MOST_SAID &&
  dom.closest(element, DIALOGS) === null &&
  [element, ...dom.queryIn(element, '*')].every(
    (part) =>
      !dom.matches(part, `${DIALOGS}, ${USED}, ${PICTURES}`) &&
      !isListening(part) &&
      styleOf(part).cursor !== 'pointer',
  );

/** @returns {Element|null} what is on top of all that is covered, while the shade that `look` found is there */
export const topOverlay = () => {
  const element = shade === null ? null : shade.deref();
  if (!element || !dom.isConnected(element) || !isShade(element)) {
    shade = null;
    return null;
  }
  const box = beside(element) ?? element;
  return speaks(box) ? box : null;
};

/** @returns {boolean} whether the walk that is over has come to something that covers the page */
export const lookForOverlay = () => {
  const found = pinned.find(isShade);
  if (!found) return false;
  shade = new WeakRef(found);
  return topOverlay() !== null;
};

const MOST_LOOKED_AT = 300;
const MOST_PRESSED = 12;
/** Does a box keep presses from the page around it, as it says it does? A drawer that was pushed out of the window, and a
 *  panel without a shade, do not: most of the controls beside them take presses.
 * @param {Element} box
 */
export const keepsPresses = (box) => {
  let pressed = 0;
  let reached = 0;
  const { width, height } = viewport();
  const window = { left: 0, top: 0, right: width, bottom: height };
  for (const control of Array.from(dom.query(document, CONTROLS)).slice(0, MOST_LOOKED_AT)) {
    const area = boxOf(control);
    if (area.width === 0 || !isWithin(area, window) || holds(box, control) || holds(control, box)) continue;
    if (holds(control, middle(area))) reached++;
    if (++pressed === MOST_PRESSED) break;
  }
  return reached * 2 <= pressed;
};

/** @param {{top: number, bottom: number, left: number, right: number}} box @param {{top: number, bottom: number, left: number, right: number}} area */
const isWithin = (box, area) =>
  box.top >= area.top && box.bottom <= area.bottom && box.left >= area.left && box.right <= area.right;
/** The part of an element that the box it scrolls in shows: past its edge lies what is behind that. @param {Element} element */
const shownPart = (element) => {
  const box = boxOf(element);
  const { element: clip, scrolls } = clipAbove(element);
  if (clip === null || !scrolls) return box;
  const { left, right } = box;
  const top = Math.max(box.top, boxOf(clip).top);
  const bottom = Math.min(box.bottom, boxOf(clip).bottom);
  return top < bottom ? { left, right, top, bottom } : box;
};
/** Mark the elements in the window whose presses a pinned box takes in which they do not stand.
 * @param {SignedNode[]} signed
 */
export const markCovered = (signed) => {
  let room = MOST_ASKED;
  for (const banner of pinned) {
    const area = boxOf(banner);
    for (const [node, element] of signed) {
      if (!isInView(node) || !isWithin(boxOf(element), area) || holds(banner, element)) continue;
      if (room-- <= 0) return;
      if (holds(banner, middle(shownPart(element)))) flagCovered(node);
    }
  }
};
