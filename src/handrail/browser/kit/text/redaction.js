// Where a page shows what a picture of it must not: texts and fields that hold a needle. Reads only.

import { inputType } from '../dom/controls.js';
import { dom, getter, method } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';
import { isRendered, styleOf } from '../style/visibility.js';

// The same views of a text as in vault/views.py: letters and digits; all but white space and what nobody sees.
const GAPS =
  '\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\u{e0000}-\\u{e0fff}';
const SIGNS = '!-\\/:-@\\[-`\\{-~';
/** @typedef {'raw' | 'tight' | 'bare' | 'folded'} Look */
/** @typedef {{text: string, look: Look, before: number, after: number}} Needle */
/** @type {Record<Look, RegExp | null>} */
const LEFT_OUT = {
  raw: null,
  folded: null,
  tight: new RegExp(`[${GAPS}]+`, 'gu'),
  bare: new RegExp(`[${GAPS}${SIGNS}]+`, 'gu'),
};
LEFT_OUT.folded = LEFT_OUT.bare;
/** @param {string} text @param {Look} look */
const fold = (text, look) => (look === 'folded' ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text);
/** @param {string} text @param {Look} look */
const seenIn = (text, look) => {
  const gaps = LEFT_OUT[look];
  return fold(gaps ? text.replace(gaps, '') : text, look);
};
// Needles come with a pad of their own, so that no error or log that repeats a question spells them out.
/** @param {{text: number[], pad: number[]}} needle */
const unpad = ({ text, pad }) => String.fromCharCode(...text.map((unit, index) => unit ^ pad[index]));
/** @param {Needle & {text: any, pad: number[]}} needle @returns {Needle} */
const unpadded = (needle) => ({ ...needle, text: unpad(needle) });
const createRange = method(Document.prototype, 'createRange');
const setStart = method(Range.prototype, 'setStart');
const setEnd = method(Range.prototype, 'setEnd');
const rangeRects = method(Range.prototype, 'getClientRects');
/** @type {Record<string, (field: Element) => string>} */
const fieldValues = {
  input: getter(HTMLInputElement.prototype, 'value'),
  textarea: getter(HTMLTextAreaElement.prototype, 'value'),
};

const options = getter(HTMLSelectElement.prototype, 'options');
const label = getter(HTMLOptionElement.prototype, 'label');
const checkVisibility = Element.prototype.checkVisibility;
const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'head', 'option', 'datalist']);
const VALUELESS = new Set(['hidden', 'checkbox', 'radio', 'file', 'image', 'range', 'color']);
/** What a field shows. Of a password field only the length, but it is hidden too.
 * @param {Element} element @param {string} tag
 */
const shownIn = (element, tag) => {
  if (tag === 'select') return Array.from(options(element), label).join(' ');
  if (tag === 'input' && VALUELESS.has(inputType(element))) return '';
  return fieldValues[tag](element) || (dom.attribute(element, 'placeholder') ?? '');
};

/** @typedef {{element: Element, node: Text | null, text: string}} Shown  a text node, or all of a field or picture */
/**
 * @returns {{shown: Shown[], frames: Element[]}} in reading order, without recursion: a page can nest very deep
 * @param {Deadline} deadline
 */
const collectShown = (deadline) => {
  /** @type {Shown[]} */
  const shown = [];
  /** @type {Element[]} */
  const frames = [];
  const displayed = new Map();
  /** @param {Element} element */
  const isDisplayed = (element) => {
    let known = displayed.get(element);
    if (known === undefined) displayed.set(element, (known = checkVisibility.call(element) || isRendered(element)));
    return known;
  };
  /** @param {Element} element @param {Text | null} node @param {string} text */
  const add = (element, node, text) => {
    if (/\S/.test(text) && isDisplayed(element)) shown.push({ element, node, text });
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
    if (UNREAD.has(tag)) continue;
    if (dom.holdsFrame(node)) {
      frames.push(node);
      if (tag !== 'object') continue;
    }
    if (tag === 'input' || tag === 'textarea' || tag === 'select') {
      add(node, null, shownIn(node, tag));
      continue;
    }
    const below = dom.shown(node);
    for (let index = below.length - 1; index >= 0; index -= 1) waiting.push(below[index]);
  }
  return { shown, frames };
};

/** Stretches of the joined texts in which a needle stands, with its own signs beside it.
 * @param {string[]} texts @param {Needle[]} needles
 */
const stretches = (texts, needles) => {
  const whole = texts.join('');
  /** @type {[number, number][]} */
  const found = [];
  for (const look of new Set(needles.map((needle) => needle.look))) {
    const seen = seenIn(whole, look);
    /** @type {[number, number, number, number][]} */
    const places = [];
    for (const { text, look: own, before, after } of needles) {
      if (own !== look) continue;
      for (let at = seen.indexOf(text); at >= 0; at = seen.indexOf(text, at + 1))
        places.push([at, at + text.length, before, after]);
    }
    if (places.length) found.push(...inWhole(whole, look, places));
  }
  return [...found, ...letterByLetter(texts, needles)];
};

const SHORT = 2;
const FEWEST = 6;
/** Where texts of a letter or two make a needle together, whatever longer texts stand between them.
 * @param {string[]} texts @param {Needle[]} needles @returns {[number, number][]}
 */
const letterByLetter = (texts, needles) => {
  /** @type {[number, number][]} */
  const places = [];
  let letters = '';
  let start = 0;
  for (const text of texts) {
    const bare = text.length < 3 * FEWEST ? seenIn(text, 'bare') : '';
    if (bare.length > 0 && bare.length <= SHORT) {
      letters += bare;
      for (let count = 0; count < bare.length; count += 1) places.push([start, start + text.length]);
    }
    start += text.length;
  }
  /** @type {[number, number][]} */
  const found = [];
  for (const { text, look } of needles) {
    if (LEFT_OUT[look] !== LEFT_OUT.bare || text.length < FEWEST) continue;
    const seen = fold(letters, look);
    for (let at = seen.indexOf(text); at >= 0; at = seen.indexOf(text, at + 1))
      found.push(...places.slice(at, at + text.length));
  }
  return found;
};

/** @param {string} whole @param {Look} look @param {[number, number, number, number][]} places @returns {[number, number][]} */
const inWhole = (whole, look, places) => {
  /** @type {number[]} */
  const back = [];
  let last = 0;
  /** @param {number} end */
  const keep = (end) => {
    for (; last < end; last += 1) back.push(last);
  };
  const gaps = LEFT_OUT[look];
  for (const gap of gaps ? whole.matchAll(gaps) : []) {
    keep(gap.index);
    last = gap.index + gap[0].length;
  }
  keep(whole.length);
  return places.map(([start, end, before, after]) => [
    further(whole, back[start], -before),
    further(whole, back[end - 1] + 1, after),
  ]);
};

const isGap = new RegExp(`[${GAPS}]`, 'u');
/** A place some characters on or, below 0, back; gaps do not count.
 * @param {string} whole @param {number} at @param {number} count
 */
const further = (whole, at, count) => {
  const way = Math.sign(count);
  let place = at;
  for (let left = Math.abs(count); left > 0; place += way) {
    const char = whole[way > 0 ? place : place - 1];
    if (char === undefined) break;
    if (!isGap.test(char)) left -= 1;
  }
  return place;
};

/** @param {Element} element */
const isPinned = (element) =>
  Boolean(dom.up(element, (above) => ['fixed', 'sticky'].includes(styleOf(above).position)));
/** @param {Shown} shown @param {number} start @param {number} end */
const boxesOf = ({ element, node, text }, start, end) => {
  if (!node) return [dom.box(element)];
  const range = createRange(document);
  setStart(range, node, Math.max(0, start));
  setEnd(range, node, Math.min(text.length, end));
  return Array.from(rangeRects(range));
};

/** @param {Shown[]} shown @param {Needle[]} needles */
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
/** The texts that are a part of what needles are, where the page shows it in several elements.
 *
 * @type {Operation}
 */
export const secretParts = ({ needles }, deadline) => {
  if (!dom.root(document)) return { texts: [] };
  const { shown } = collectShown(deadline);
  const pieces = shown.flatMap(({ element, text }) =>
    dom.tag(element) === 'select' ? Array.from(options(element), label) : [text],
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

/** Where needles stand, in CSS pixels of the frame's own window, and the frames that have a place in it.
 *
 * @type {Operation}
 */
export const secretBoxes = ({ needles }, deadline) => {
  if (!dom.root(document)) return { boxes: [], frames: [] };
  const { shown, frames } = collectShown(deadline);
  const wanted = needles.map(unpadded);
  const places = frames.map(framePlace).filter(({ box }) => box[2] > 0 && box[3] > 0);
  return { boxes: findBoxes(shown, wanted), frames: places };
};
