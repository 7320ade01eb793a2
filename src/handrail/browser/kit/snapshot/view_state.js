// Whether a person can see what stands at a place of the walk. Judged where text or a control stands, not on every box,
// and from computed style only where a rule can change the element (see style/rule_effects.js).

import { dom } from '../dom/dom.js';
import { oncePerCall } from '../dom/per_call.js';
import { viewport } from '../dom/viewport.js';
import { isIndistinct, isTransparent } from '../style/colors.js';
import {
  BACKGROUND,
  CLIP,
  COLOR,
  LITERAL_BACKGROUND,
  LITERAL_COLOR,
  OUT_OF_FLOW,
  OVERFLOW,
} from '../style/declarations.js';
import { runningAnimations } from '../style/rule_effects.js';
import { backgroundAbove, standsUpon } from '../style/text_visibility.js';
import {
  areApart,
  boxedAncestor,
  boxOf,
  escapes,
  isClippedAway,
  isOutsideWindow,
  isScrolling,
  isUnhidden,
  showsPast,
  styleOf,
} from '../style/visibility.js';
import { noteOverlay } from './overlays.js';

// Boxes that a page is fading in, such as a menu that opens: what is in them can be seen and pressed in a moment.

const SOON_MS = 1000;
/** @param {Animation} animation */
const isArrival = ({ effect, playState, currentTime }) => {
  if (effect === null || playState !== 'running') return false;
  const left = Number(effect.getComputedTiming().endTime) - Number(currentTime);
  return left <= SOON_MS && Number(/** @type {KeyframeEffect} */ (effect).getKeyframes().at(-1)?.opacity) > 0;
};
const arrivals = oncePerCall(
  () =>
    new Set(
      runningAnimations()
        .filter(isArrival)
        .map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target),
    ),
);
/** Is an element out of sight only because it, or what it stands in, begins to be faded in? @param {Element} element */
const isFadingIn = (element) =>
  arrivals().size !== 0 &&
  styleOf(element).visibility === 'visible' &&
  dom.up(element, (above) => styleOf(above).opacity === '0' && !arrivals().has(above)) === null;

/** @type {0} */
export const UNSEEN = 0;
/** @type {1} */
export const SEEN_ELSEWHERE = 1;
/** @type {2} */
export const IN_VIEW = 2;
/** What clips a box and its descendants. `scrolls`: what is outside can be brought in. The page itself clips nothing.
 * @param {Entry} entry @param {Clip | null} outer
 */
export const clipOf = (entry, outer) => {
  const { element, tag, bits } = entry;
  if (bits & OUT_OF_FLOW) noteOverlay(entry);
  if (bits & OUT_OF_FLOW) while (outer !== null && escapes(element, outer.element)) outer = outer.outer;
  if (bits & CLIP && isCutAway(entry)) {
    const { left, top } = boxOf(element);
    return { left, top, right: left, bottom: top, outer, element, scrolls: false, isWindow: false };
  }
  if (bits & OUT_OF_FLOW && isOutsideWindow(element)) {
    const { width: right, height: bottom } = viewport();
    outer = { left: 0, top: 0, right, bottom, outer, element, scrolls: false, isWindow: true };
  }
  if (!(bits & OVERFLOW) || tag === 'html' || tag === 'body') return outer;
  const style = styleOf(element);
  const overflow = style.overflowY;
  if (overflow === 'visible') return outer;
  const { left, top, right, bottom } = boxOf(element);
  const scrolls = isScrolling(overflow) || isScrolling(style.overflowX);
  return { left, top, right, bottom, outer, element, scrolls, isWindow: false };
};

/** @param {Element} element @param {Box} box @param {Clip | null} clip @returns {ViewState} */
const throughClips = (element, box, clip) => {
  /** @type {ViewState} */
  let verdict = IN_VIEW;
  for (let at = clip; at !== null; at = at.outer) {
    const pinhole = at.right - at.left <= 1 || at.bottom - at.top <= 1;
    if (at.element === element && (pinhole ? showsPast(element) : !at.isWindow)) continue;
    if (!pinhole && !areApart(box, at)) continue;
    if (!at.scrolls || pinhole) return UNSEEN;
    verdict = SEEN_ELSEWHERE;
    box = at; // scrolling brings it to where the scrolling box is
  }
  return verdict;
};

/** Where a box is once what it was scrolled out of has scrolled back to it.
 * @param {Box} box @param {Clip | null} clip @returns {Box}
 */
const scrolledBack = (box, clip) => {
  for (let at = clip; at !== null; at = at.outer) {
    if (!at.scrolls || !areApart(box, at)) continue;
    if (box.bottom + dom.scrollTop(at.element) <= at.top || box.right + dom.scrollLeft(at.element) <= at.left)
      return box;
    box = at;
  }
  return box;
};

/** @param {Box} box @param {{top: number, left: number}} window */
const isBeforePage = ({ bottom, right }, window) => right + window.left <= 0 || bottom + window.top <= 0;

/** @param {Element} element @param {Box} box @param {Clip | null} clip @returns {ViewState} */
const place = (element, box, clip) => {
  const window = viewport();
  const { top, bottom, left, right } = box;
  if (isBeforePage(box, window) && isBeforePage(scrolledBack(box, clip), window)) return UNSEEN;
  const verdict = clip ? throughClips(element, box, clip) : IN_VIEW;
  if (verdict !== IN_VIEW) return verdict;
  return bottom <= 0 || top >= window.height || right <= 0 || left >= window.width ? SEEN_ELSEWHERE : IN_VIEW;
};

/** @param {Entry} entry */
const isCutAway = ({ element, bits }) => (bits & CLIP) !== 0 && isClippedAway(element);

/** The nearest background colour that is painted behind an element. @param {Entry} entry @returns {Background} */
const backgroundOf = (entry) => {
  if (entry.background === undefined)
    entry.background =
      ownBackground(entry) ?? (entry.up === null ? backgroundAbove(entry.element) : backgroundOf(entry.up));
  return entry.background;
};

/** @param {Entry} entry */
const ownBackground = ({ element, bits }) => {
  const color = bits & (BACKGROUND | LITERAL_BACKGROUND) ? styleOf(element).backgroundColor : null;
  return color === null || isTransparent(color) ? null : { color, owner: element };
};

/** May the background of an entry be another than those that the sheets name in plain words, and white?
 * @param {Entry} entry @returns {boolean}
 */
const isStrange = (entry) => {
  if (entry.strange === undefined)
    entry.strange =
      ownStrangeness(entry) ?? (entry.up === null ? dom.parent(entry.element) !== null : isStrange(entry.up));
  return entry.strange;
};

/** @param {Entry} entry */
const ownStrangeness = ({ element, bits, how }) => {
  const color = bits & BACKGROUND ? styleOf(element).backgroundColor : null;
  return color === null || isTransparent(color) ? null : how.effects === null || !how.effects.isSuspect(color);
};

/** The colour of text at an entry. `sure`: it is no other, such as one that a rule may give it; `suspect`: it is like one of
 *  the backgrounds that the sheets name.
 * @param {Entry} entry @returns {TextColor}
 */
const textColorOf = (entry) => {
  if (entry.textColor === undefined) {
    const { bits, up } = entry;
    if (bits & COLOR || up === null) entry.textColor = ownTextColor(entry);
    else {
      const above = textColorOf(up);
      entry.textColor =
        bits & LITERAL_COLOR && above.sure ? { color: above.color, sure: false, suspect: above.suspect } : above;
    }
  }
  return entry.textColor;
};

/** @param {Entry} entry */
const ownTextColor = ({ element, how }) => {
  const { color } = styleOf(element);
  return { color, sure: true, suspect: how.effects === null || how.effects.isSuspect(color) };
};

/** @param {Entry} entry @param {How} how */
const isTextIndistinct = (entry, how) => {
  if (how.unsure && styleOf(entry.element).fontSize === '0px') return true;
  const text = textColorOf(entry);
  const strange = isStrange(entry);
  if (!text.suspect && !strange) return false;
  const background = backgroundOf(entry);
  if (!isIndistinct(text.color, background.color) && (text.sure || !strange)) return false;
  const { color, webkitTextFillColor } = styleOf(entry.element);
  return (
    isIndistinct(color, background.color) &&
    standsUpon(entry.element, background.owner) &&
    (webkitTextFillColor ?? color) === color
  );
};

/** Nothing in its own style makes an element, and so what is in it, hard to see. @param {Element} element */
export const isPlainlyVisible = (element) => {
  const { opacity, visibility, contentVisibility, fontSize } = styleOf(element);
  return opacity !== '0' && visibility === 'visible' && contentVisibility !== 'hidden' && fontSize !== '0px';
};

/** Has a box, and nothing makes it transparent or hidden. @param {Element} element @param {string} display */
const isShownAs = (element, display) => {
  const boxed = display === 'contents' ? boxedAncestor(element) : element;
  return boxed !== null && (isUnhidden(boxed) || isFadingIn(boxed));
};

/** @returns {ViewState} of a control or picture: cannot be seen, can be scrolled to, is in the window
 * @param {Entry} entry @param {How} how @param {Entry | null} block
 */
export const elementViewState = (entry, how, block) => {
  const { element, tag, display } = entry;
  // Of all that the walk comes to and no rule hides, the browser's own sheet hides only hidden fields.
  if ((how.unsure || tag === 'input') && !isShownAs(element, display)) return UNSEEN;
  if (display === 'contents') return SEEN_ELSEWHERE;
  if (display === 'inline' && block !== null) return inLines(element, how, block);
  return isCutAway(entry) ? UNSEEN : place(element, boxOf(element), how.clip);
};

/** @returns {ViewState} of an input that is drawn by something else: where that stands.
 * @param {Element} face @param {How} how
 */
export const faceViewState = (face, how) => {
  let { clip } = how;
  while (clip !== null && !dom.contains(clip.element, face)) clip = clip.outer;
  return place(face, boxOf(face), clip);
};

/** @returns {ViewState} of the text that stands in an element. `block` is the box that the lines of it run in.
 * @param {Entry} entry @param {How} how @param {Entry} block
 */
export const textViewState = (entry, how, block) => {
  if ((how.unsure && !isShownAs(entry.element, entry.display)) || isTextIndistinct(entry, how)) return UNSEEN;
  return entry.display === 'inline' ? inLines(entry.element, how, block) : ofBlock(how, block);
};

/** What runs in the lines of a block is where the block is, unless that is taller than the window.
 * @param {Element} element @param {How} how @param {Entry} block @returns {ViewState}
 */
const inLines = (element, how, block) => {
  const whole = ofBlock(how, block);
  if (whole === IN_VIEW && block.tall && element !== block.element) return place(element, boxOf(element), how.clip);
  return whole;
};

/** @param {How} how @param {Entry} block @returns {ViewState} */
const ofBlock = (how, block) => {
  if (block.place === -1) block.place = blockPlace(block, how);
  return block.place;
};

/** @param {Entry} block @param {How} how @returns {ViewState} */
const blockPlace = (block, how) => {
  if (isCutAway(block)) return UNSEEN;
  const box = boxOf(block.element);
  const { width, height } = box;
  if (width <= 1 && height <= 1 && styleOf(block.element).overflowY !== 'visible') return UNSEEN;
  block.tall = height > viewport().height;
  return place(block.element, box, how.clip);
};
