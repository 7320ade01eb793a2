// What a person can see, and what assistive technology can reach. For single elements; the snapshot's walk carries
// the same judgements down the tree instead of climbing for each element.

import { dom } from '../dom/dom.js';
import { foundPerCall, oncePerCall } from '../dom/per_call.js';
import { viewport } from '../dom/viewport.js';
import { isTransparent } from './colors.js';

// What a box shows without any text in it.

const computed = window.getComputedStyle;
const SIDES = /** @type {const} */ (['Top', 'Right', 'Bottom', 'Left']);
/** @param {Element} element @param {string} which */
const isGenerated = (element, which) => !/^(?:none|normal)?$/.test(computed.call(window, element, which).content);
/** Does a style sheet draw a picture or a sign in a box? @param {Element} element */
export const hasPicture = (element) =>
  styleOf(element).backgroundImage !== 'none' || isGenerated(element, '::before') || isGenerated(element, '::after');

/** Has a box a background, an edge, a shadow, or a sign that a style sheet adds? @param {Element} element */
export const isPainted = (element) => {
  const style = styleOf(element);
  return (
    !isTransparent(style.backgroundColor) ||
    style.boxShadow !== 'none' ||
    SIDES.some((side) => style[`border${side}Style`] !== 'none' && style[`border${side}Width`] !== '0px') ||
    hasPicture(element)
  );
};

const checkVisibility = Element.prototype.checkVisibility;
const SEEN = { opacityProperty: true, visibilityProperty: true };
/** Has a box, and so have all above. @param {Element} element */
export const hasBox = (element) => checkVisibility.call(element);
/** Has a box, and nothing makes it transparent or hidden. @param {Element} element */
export const isUnhidden = (element) => checkVisibility.call(element, SEEN);
/** Does a box with this overflow scroll? @param {string} overflow */
export const isScrolling = (overflow) => overflow === 'auto' || overflow === 'scroll';
/** @param {Box} a @param {Box} b */
export const areApart = (a, b) => a.bottom <= b.top || a.top >= b.bottom || a.right <= b.left || a.left >= b.right;
/** Live, but nothing changes during an operation. @type {(element: Element) => CSSStyleDeclaration} */
export const styleOf = foundPerCall((element) => computed.call(window, element));

const WIDTH_OF_BLANK = 4;
/** Is there on this side as much room as a blank has? @param {Element} element @param {'Left' | 'Right'} side */
export const hasBlank = (element, side) => {
  const style = styleOf(element);
  return parseFloat(style[`margin${side}`]) + parseFloat(style[`padding${side}`]) >= WIDTH_OF_BLANK;
};

/** Does a blank of these elements part two texts of one line, right in each of them: "42" and, behind a margin, "3%"?
 * @param {Element} before @param {Element} after
 */
export const isBlankBetween = (before, after) => {
  /** @param {Element} from @param {Element} to @param {'Left' | 'Right'} side */
  const parts = (from, to, side) => {
    for (let at = /** @type {Element | null} */ (from); at && !dom.contains(at, to); at = dom.parent(at))
      if (hasBlank(at, side)) return true;
    return false;
  };
  return parts(before, after, 'Right') || parts(after, before, 'Left');
};

/** In CSS pixels of the viewport. @type {(element: Element) => DOMRect} */
export const boxOf = foundPerCall((element) => dom.box(element));

/** @param {Element} element */
export const isContents = (element) => styleOf(element).display === 'contents';
/** The nearest element at or above that has a box of its own: what is `display: contents` has none.
 * @param {Element} element
 */
export const boxedAncestor = (element) => dom.up(element, (above) => !isContents(above));
/** Has a box (or only its children have: display contents), in this element and all above it.
 * @param {Element} element
 */
export const isRendered = (element) => {
  if (hasBox(element)) return true;
  const above = isContents(element) ? boxedAncestor(element) : null;
  return above !== null && hasBox(above);
};

/** @param {Element} element */
const isTransparentOrHidden = (element) => {
  if (isUnhidden(element)) return false;
  if (!isContents(element) || styleOf(element).visibility !== 'visible') return true;
  const above = boxedAncestor(element);
  return above === null || !isUnhidden(above);
};

/** The window shows what stands in these, however small they are themselves. @param {Element} element */
export const isPageItself = (element) => element === dom.body(document) || element === dom.root(document);
/** A box of at most one pixel that clips what it holds: how pages hide text from the eye but not from readers.
 * @param {Element} element
 */
const isPinhole = (element) => {
  const { width, height } = boxOf(element);
  if ((width > 1 && height > 1) || isPageItself(element)) return false;
  const { overflowX, display } = styleOf(element);
  return overflowX !== 'visible' && display !== 'inline' && display !== 'contents';
};

// What makes a box the containing block of all that is in it, also of what is out of the flow.
const CONTAINING = /\b(?:transform|perspective|filter|contain)\b/;
/** Is a box the containing block of what stands in it with this `position`, so that it clips that?
 * @param {Element} element @param {string} position
 */
const contains = (element, position) => {
  if (position !== 'absolute' && position !== 'fixed') return true;
  const style = styleOf(element);
  if (position === 'absolute' && style.position !== 'static') return true;
  return (
    style.transform !== 'none' ||
    style.filter !== 'none' ||
    style.perspective !== 'none' ||
    CONTAINING.test(style.willChange) ||
    /paint|layout|strict|content/.test(style.contain)
  );
};

/** Is a box out of the flow, or in one that is, past a box above it, so that this clips nothing of it?
 * @param {Element | null} element @param {Element} clip
 */
export const escapes = (element, clip) => {
  let position = 'static';
  for (let at = element; at && at !== clip; at = dom.parent(at)) {
    if (at === element || contains(at, position)) position = styleOf(at).position;
  }
  return !contains(clip, position);
};

/** @param {Element} element */
const hasArea = (element) => {
  const { width, height } = boxOf(element);
  return width > 0 && height > 0;
};

/** The parts by whose boxes an element shows: itself; where it has no area, what stands in it and is not clipped by it, as
 * what is out of the flow.
 * @param {Element} element @returns {Element[]}
 */
export const shownParts = (element) => {
  if (!isContents(element) && hasArea(element)) return [element];
  const clips = !isContents(element) && styleOf(element).overflowX !== 'visible';
  const parts = Array.from(dom.children(element));
  return parts.filter((part) => !clips || escapes(part, element)).flatMap(shownParts);
};

/** @param {Element} element */
export const isClippedAway = (element) => {
  const { clip, clipPath, position } = styleOf(element);
  if (clipPath !== 'none' && /^inset\((?:50|100)%/.test(clipPath)) return true;
  const out = position === 'absolute' || position === 'fixed';
  return out && /^rect\((?:0px|1px),? (?:0px|1px),? (?:0px|1px),? (?:0px|1px)\)$/.test(clip);
};

/** How far the boxes around an element that a person scrolls have been. @param {Element} element */
const scrolledAway = (element) => {
  let [left, top] = [0, 0];
  for (let at = dom.parent(element); at; at = dom.parent(at)) {
    const { overflowX, overflowY } = styleOf(at);
    if (isPageItself(at) || !(isScrolling(overflowX) || isScrolling(overflowY)) || escapes(element, at)) continue;
    left += dom.scrollLeft(at);
    top += dom.scrollTop(at);
  }
  return { left, top };
};

/** Left of or above where the document begins: no scrolling leads there. @param {Element} element */
const isOffPage = (element) => {
  const { right, bottom } = boxOf(element);
  const window = viewport();
  if (right + window.left > 0 && bottom + window.top > 0) return false;
  const { left, top } = scrolledAway(element);
  return right + window.left + left <= 0 || bottom + window.top + top <= 0;
};

/** Whether a person can scroll the page itself to the side. */
const scrollsSideways = oncePerCall(() => {
  const [root, body] = [dom.root(document), dom.body(document)];
  return [root, body].every((page) => !page || !/hidden|clip/.test(styleOf(page).overflowX));
});

/** Does what a person can scroll stand still under a box? @param {Element} element */
const isPinned = (element) =>
  styleOf(element).position === 'fixed' && !dom.up(dom.parent(element), (above) => contains(above, 'fixed'));
/** @param {Element} element */
const isInScroller = (element) =>
  dom.up(
    dom.parent(element),
    (above) => !isPageItself(above) && isScrolling(styleOf(above).overflowX) && !escapes(element, above),
  ) !== null;

/** Does a box out of the flow hang on a bar that stands still, as its cards do, and nothing between them can scroll? What
 * fills the window is no bar: a page that a dialog keeps from scrolling, a deck of slides.
 * @param {Element} element
 */
const hangsOnBar = (element) => {
  if (styleOf(element).position !== 'absolute') return false;
  const end = dom.up(dom.parent(element), (above) => isPinned(above) || clipsOf(above, element));
  if (end === null || !isPinned(end) || clipsOf(end, element) || isPageItself(end)) return false;
  const { width, height } = boxOf(end);
  return width < viewport().width / 2 || height < viewport().height / 2;
};
/** @param {Element} above @param {Element} element */
const clipsOf = (above, element) => styleOf(above).overflowX !== 'visible' && !escapes(element, above);

/** Is a box that is out of the flow wholly outside the window, where no scrolling leads, as a panel that is pushed aside?
 * @param {Element} element
 */
export const isOutsideWindow = (element) => {
  const { left, top, right, bottom, width, height } = boxOf(element);
  const window = viewport();
  if (width === 0 || height === 0 || window.width === 0 || window.height === 0 || isPageItself(element)) return false;
  if (right <= 0 || left >= window.width || bottom <= 0 || top >= window.height) {
    if (isPinned(element) || hangsOnBar(element)) return true;
    const isBeside = left >= window.width && styleOf(element).position === 'absolute';
    return isBeside && !scrollsSideways() && !isInScroller(element);
  }
  return false;
};

/** Does an element stand outside the window, in a box that is there as a whole? @param {Element} element */
const isInOutsideBox = (element) => {
  const { left, top, right, bottom } = boxOf(element);
  const { width, height } = viewport();
  if (right > 0 && left < width && bottom > 0 && top < height) return false;
  return dom.up(element, isOutsideWindow) !== null;
};

/** @param {Element} element */
const isOutOfSight = (element) => {
  if (isContents(element)) return false;
  const { width, height } = boxOf(element);
  if (width === 0 && height === 0) return styleOf(element).overflowX !== 'visible';
  return isOffPage(element) || isInOutsideBox(element);
};

/** Does an element without area show by what stands in it? @param {Element} element @returns {boolean} */
export const showsPast = (element) => !hasArea(element) && shownParts(element).some(isVisible);

/** Could a person who scrolls see it? @param {Element} element */
export const isVisible = (element) => {
  if (isTransparentOrHidden(element) || isOutOfSight(element)) return false;
  /** @param {Element} above */
  const hides = (above) => isPinhole(above) && !escapes(element, above) && !(above === element && showsPast(above));
  return !dom.up(element, (above) => isClippedAway(above) || hides(above));
};

/** @param {Element} element */
const isMutedForReaders = (element) =>
  dom.attribute(element, 'aria-hidden') === 'true' || dom.hasAttribute(element, 'inert');

/** Kept from assistive technology: not rendered, visibility hidden, aria-hidden or inert. @param {Element} element */
export const isHiddenFromReaders = (element) => {
  if (!isRendered(element) || styleOf(element).visibility !== 'visible') return true;
  return Boolean(dom.up(element, isMutedForReaders));
};
