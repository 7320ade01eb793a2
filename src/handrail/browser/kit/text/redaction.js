// Where a page shows what a picture of it must not: texts and fields that hold a needle. Reads only.

import { inputType } from '../dom/controls.js';
import { dom, method } from '../dom/dom.js';
import { areaValue, inputValue, optionLabel, optionsOf } from '../dom/native.js';
import { contentRects } from '../dom/ranges.js';
import { refOf } from '../dom/refs.js';
import { textAfter, textBefore } from '../style/generated.js';
import { isRendered, styleOf } from '../style/visibility.js';
import { stretches, unpadded } from './needles.js';

const querySelector = method(Document.prototype, 'querySelector');
/** @type {Record<string, (field: Element) => string>} */
const fieldValues = { input: inputValue, textarea: areaValue };

const VALUELESS = new Set(['hidden', 'checkbox', 'radio', 'file', 'image', 'range', 'color']);
/** What a field shows. Of a password field only the length, but it is hidden too.
 * @param {Element} element @param {string} tag
 */
const shownIn = (element, tag) => {
  if (tag === 'select') return Array.from(optionsOf(element), optionLabel).join(' ');
  if (tag === 'input' && VALUELESS.has(inputType(element))) return '';
  return fieldValues[tag](element) || (dom.attribute(element, 'placeholder') ?? '');
};

/** @param {Element} select */
const groupsOf = (select) =>
  Array.from(dom.shown(select)).flatMap((node) => (dom.isElement(node) && dom.tag(node) === 'optgroup' ? [node] : []));
/** What an element shows beside its text: generated content, and labels that browsers draw.
 * @param {Element} element @param {string} tag
 */
const labelOf = (element, tag) => {
  if (tag === 'img' || tag === 'input') return dom.attribute(element, 'alt') ?? '';
  if (tag === 'optgroup') return dom.attribute(element, 'label') ?? '';
  // Its text may be drawn as a copy, which has no place of its own.
  if (tag === 'option') return optionLabel(element);
  return textBefore(element) + textAfter(element);
};

/** @typedef {{element: Element, node: Text | null, text: string}} Shown  a text node, or all of a field or picture */
/**
 * @returns {{shown: Shown[], labels: Shown[], frames: Element[]}} in reading order, without recursion: a page can nest
 *   very deep
 * @param {Deadline} deadline
 */
const collectShown = (deadline) => {
  /** @type {Shown[]} */
  const shown = [];
  // Apart, or they would part the pieces of a text.
  /** @type {Shown[]} */
  const labels = [];
  /** @type {Element[]} */
  const frames = [];
  const displayed = new Map();
  /** @param {Element} element */
  const isDisplayed = (element) => {
    let known = displayed.get(element);
    if (known === undefined) displayed.set(element, (known = isRendered(element)));
    return known;
  };
  /** @param {Element} element @param {Text | null} node @param {string} text */
  const add = (element, node, text, list = shown) => {
    if (/\S/.test(text) && isDisplayed(element)) list.push({ element, node, text });
  };
  /** @type {Node[]} */
  const waiting = [dom.root(document)];
  for (let count = 1; waiting.length; count += 1) {
    if (count % 256 === 0 && deadline.passed()) {
      deadline.late += waiting.length;
      break;
    }
    const node = waiting.pop();
    if (!node) continue;
    if (dom.isText(node)) {
      const element = dom.parent(node);
      if (element) add(element, node, dom.data(node));
      continue;
    }
    if (!dom.isElement(node)) continue;
    const tag = dom.tag(node);
    add(node, null, labelOf(node, tag), labels);
    if (dom.holdsFrame(node)) {
      frames.push(node);
      if (tag !== 'object') continue;
    }
    if (tag === 'input' || tag === 'textarea' || tag === 'select') {
      add(node, null, shownIn(node, tag));
      if (tag === 'select') for (const group of groupsOf(node)) add(node, null, labelOf(group, 'optgroup'), labels);
      // The options of a list box, or of an open list that the page draws itself, are seen where they stand.
      if (tag !== 'select') continue;
    }
    const below = dom.shown(node);
    for (let index = below.length - 1; index >= 0; index -= 1) waiting.push(below[index]);
  }
  return { shown, labels, frames };
};

/** @param {Element} element */
const isPinned = (element) =>
  Boolean(dom.up(element, (above) => ['fixed', 'sticky'].includes(styleOf(above).position)));
/** @param {Shown} shown @param {number} start @param {number} end */
const boxesOf = ({ element, node, text }, start, end) =>
  node ? contentRects(node, Math.max(0, start), Math.min(text.length, end)) : [dom.box(element)];

/** @param {Shown[]} shown @param {import('./needles.js').Needle[]} needles */
const findBoxes = (shown, needles) => {
  /** @type {[number, number, number, number, boolean][]} */
  const found = [];
  /** @param {Element} element @param {DOMRect[]} boxes */
  const add = (element, boxes) => {
    const pinned = isPinned(element);
    for (const { left, top, width, height } of boxes)
      if (width > 0 && height > 0) found.push([left, top, width, height, pinned]);
  };
  const around = stretches(
    shown.map((one) => one.text),
    needles,
  );
  let start = 0;
  for (const one of shown) {
    const end = start + one.text.length;
    for (const [from, to] of around)
      if (from < end && to > start) add(one.element, boxesOf(one, from - start, to - start));
    start = end;
  }
  return found;
};

const MOST_PARTS = 2000;
const LONGEST_PART = 60;
/** The texts that are a part of what needles are, where the page shows it in several elements. @type {Operation} */
export const secretParts = ({ needles }, deadline) => {
  if (!dom.root(document)) return { texts: [] };
  const { shown } = collectShown(deadline);
  const pieces = shown.flatMap(({ element, text }) =>
    dom.tag(element) === 'select' ? Array.from(optionsOf(element), optionLabel) : [text],
  );
  const around = stretches(pieces, needles.map(unpadded)).sort((a, b) => a[0] - b[0]);
  const texts = new Set();
  let start = 0;
  let next = 0;
  for (const text of pieces) {
    const end = start + text.length;
    while (next < around.length && around[next][1] <= start) next += 1;
    if (next < around.length && around[next][0] < end && texts.size < MOST_PARTS) {
      const part = text.trim();
      if (part.length <= LONGEST_PART) texts.add(part);
    }
    start = end;
  }
  return { texts: [...texts] };
};

/** @param {CSSStyleDeclaration} style @param {'Left' | 'Top'} side */
const padding = (style, side) => parseFloat(style[`padding${side}`]) || 0;
/** @param {CSSStyleDeclaration} style @param {'Left' | 'Top'} side */
const border = (style, side) => parseFloat(style[`border${side}Width`]) || 0;
/** @param {Element} element */
const isTurned = (element) => {
  const style = styleOf(element);
  return (
    style.transform !== 'none' ||
    (style.rotate ?? 'none') !== 'none' ||
    (style.scale ?? 'none') !== 'none' ||
    style.perspective !== 'none' ||
    (style.zoom ?? '1') !== '1' ||
    (style.offsetPath ?? 'none') !== 'none'
  );
};

/** Where a frame stands, and where in it its document begins; `plain`: pixels inside are as large as outside.
 * @param {Element} element
 */
const framePlace = (element) => {
  const { left, top, width, height } = dom.box(element);
  const style = styleOf(element);
  return {
    local: refOf(element),
    box: [left, top, width, height],
    pinned: isPinned(element),
    corner: [left + border(style, 'Left') + padding(style, 'Left'), top + border(style, 'Top') + padding(style, 'Top')],
    plain: !dom.up(element, isTurned),
  };
};

/** Whether a view transition runs: until it ends, the window shows pictures of what stood there before. */
const isInTransition = () => {
  try {
    return querySelector(document, ':active-view-transition') !== null;
  } catch {
    // This browser knows none.
    return false;
  }
};

/** Where needles stand, in CSS pixels of the frame's own window, and the frames that have a place in it.
 *
 * @type {Operation}
 */
export const secretBoxes = ({ needles }, deadline) => {
  if (!dom.root(document)) return { boxes: [], frames: [], transition: false };
  const { shown, labels, frames } = collectShown(deadline);
  const wanted = needles.map(unpadded);
  const places = frames.map(framePlace).filter(({ box }) => box[2] > 0 && box[3] > 0);
  const boxes = [...findBoxes(shown, wanted), ...findBoxes(labels, wanted)];
  return { boxes, frames: places, transition: isInTransition() };
};
