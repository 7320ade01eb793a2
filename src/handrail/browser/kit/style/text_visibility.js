// Whether a person could read the text that stands right in an element: it can be seen, its colour differs from what is
// behind it, and no box that cannot be scrolled cuts it off. For text outside the snapshot's walk, asked one by one.

import { dom } from '../dom/dom.js';
import { optionSelected } from '../dom/native.js';
import { foundPerCall, perCall } from '../dom/per_call.js';
import { channelsOf, isIndistinct, isTransparent } from './colors.js';
import { areApart, boxOf, escapes, isScrolling, isVisible, styleOf } from './visibility.js';

/** @type {Map<Element, Background>} */
const backgrounds = perCall();
/** @typedef {{element: Element | null, scrolls: boolean}} ClippingBox */
/** @type {Map<Element, ClippingBox>} */
const clips = perCall();
/**
 * The nearest of an element and those above it for which `make` has an answer, remembered on the whole way.
 * @template T
 * @param {Map<Element, T>} memory @param {Element} element @param {(element: Element) => T | null} make @param {() => T} last
 * @returns {T}
 */
const inherited = (memory, element, make, last) => {
  const path = [];
  let found = null;
  /** @type {Element | null} */
  let at = element;
  for (; at && found === null; at = dom.parent(at)) {
    found = memory.get(at) ?? make(at);
    path.push(at);
  }
  found ??= last();
  for (const passed of path) memory.set(passed, found);
  return found;
};

/** White, unless the page is dark by scheme or shows through from the page around it: then it is unknown. */
const canvasColor = () => {
  const isPlain = window.parent === window && !styleOf(dom.root(document)).colorScheme.includes('dark');
  return { color: isPlain ? 'rgb(255, 255, 255)' : '', owner: null };
};

/** @param {Element} element */
const painted = (element) => {
  const color = styleOf(element).backgroundColor;
  return isTransparent(color) ? null : { color, owner: element };
};

/** @param {Element} element */
const backgroundOf = (element) => inherited(backgrounds, element, painted, canvasColor);
/** What is painted behind an element by those above it; '' where that is unknown. @param {Element} element */
export const backgroundAbove = (element) => {
  const above = dom.parent(element);
  return above ? backgroundOf(above) : canvasColor();
};
/** @param {string} color @param {string} behind */
const isLost = (color, behind) => channelsOf(color)?.[3] === 0 || isIndistinct(color, behind);

/** Only what is in the flow stands for sure upon the background of what it is in.
 * @param {Element | null} element @param {Element | null} owner
 */
export const standsUpon = (element, owner) => {
  for (let at = element; at; at = dom.parent(at)) {
    const { backgroundImage, textShadow, position, float } = styleOf(at);
    if (backgroundImage !== 'none' || textShadow !== 'none') return false;
    if (at === owner) return true;
    if (position !== 'static' || float !== 'none') return false;
  }
  return owner === null;
};

/** @param {Element} element */
const hasInk = (element) => {
  const { fontSize, color, webkitTextFillColor } = styleOf(element);
  if (fontSize === '0px') return false;
  if (webkitTextFillColor && webkitTextFillColor !== color) return true;
  const { color: behind, owner } = backgroundOf(element);
  return !isLost(color, behind) || !standsUpon(element, owner);
};

/** @type {ClippingBox} */
const NO_CLIP = { element: null, scrolls: false };
/** @param {Element} element @returns {ClippingBox | null} */
const clipping = (element) => {
  const { overflowX, overflowY } = styleOf(element);
  if (overflowX === 'visible' && overflowY === 'visible') return null;
  return { element, scrolls: isScrolling(overflowX) || isScrolling(overflowY) };
};

/** The nearest box above an element that cuts off what does not fit into it. @param {Element} element */
export const clipAbove = (element) => {
  const above = dom.parent(element);
  return above ? inherited(clips, above, clipping, () => NO_CLIP) : NO_CLIP;
};

/** @param {Element} element @returns {boolean} */
const isCutOff = (element) => {
  let part = element;
  let box = boxOf(part);
  if (box.width === 0 && box.height === 0) return false;
  for (let clip = clipAbove(element); clip.element; clip = clipAbove(clip.element)) {
    if (clip.element === dom.root(document) || clip.element === dom.body(document)) return false;
    if (!areApart(box, boxOf(clip.element)) || escapes(part, clip.element)) continue;
    if (!clip.scrolls) return true;
    // Scrolling brings the part to the place of the box that scrolls: what lies above has to show that place.
    part = clip.element;
    box = boxOf(part);
  }
  return false;
};

/** @param {Element} element  @returns {boolean} */
const isReadable = (element) => isVisible(element) && hasInk(element) && !isCutOff(element);
/** @param {Element} element */
const isDropdown = (element) =>
  dom.matches(element, 'select:not([multiple]):not([size]), select[size="1"]:not([multiple])');
/** An option has no box of its own: a person sees the chosen one, in a list box all. @param {Element} option */
const optionIsVisible = (option) => {
  const select = dom.closest(option, 'select');
  return select !== null && isTextVisible(select) && (optionSelected(option) || !isDropdown(select));
};

/** Can a person who scrolls read what stands right in the element? @type {(element: Element) => boolean} */
export const isTextVisible = foundPerCall((element) => {
  if (!dom.isConnected(element)) return false;
  const inSelect = dom.isHtml(element, 'option') && dom.closest(element, 'select');
  return inSelect ? optionIsVisible(element) : isReadable(element);
});

/** Whether an element paints something itself, beside its text. @param {Element} element */
const paints = (element) => {
  const { backgroundColor, backgroundImage, borderTopStyle, borderBottomStyle } = styleOf(element);
  return (
    !isTransparent(backgroundColor) ||
    backgroundImage !== 'none' ||
    borderTopStyle !== 'none' ||
    borderBottomStyle !== 'none'
  );
};

/** @param {Element} element */
const holdsText = (element) => {
  for (let node = dom.firstChild(element); node; node = dom.nextSibling(node)) {
    if (dom.isText(node) && /\S/.test(dom.data(node))) return true;
  }
  return false;
};

/** Can a person who scrolls see the element, be it without text of its own, or with one in the colour of its box?
 * @param {Element} element
 */
export const isSeen = (element) =>
  isTextVisible(element) ||
  (dom.isConnected(element) &&
    !dom.isHtml(element, 'option') &&
    isVisible(element) &&
    !isCutOff(element) &&
    (!holdsText(element) || paints(element)));
