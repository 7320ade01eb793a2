// Elements that a CSS selector finds, through open shadow roots.

import { editorOf, faceOf } from '../accessibility/faces.js';
import { guessedName } from '../accessibility/guessed_names.js';
import { nameOf } from '../accessibility/names.js';
import { isInteractiveRole, roleOf } from '../accessibility/roles.js';
import { statesOf } from '../accessibility/states.js';
import { elementValue } from '../accessibility/values.js';
import { hasBox } from '../actions/boxes.js';
import { probePress } from '../actions/hit_test.js';
import { isContextMenuEntry } from '../actions/menu_openers.js';
import { isEditable } from '../dom/controls.js';
import { dom, FRAMES, SVG } from '../dom/dom.js';
import { hearing, isListening } from '../dom/listeners.js';
import { elementOfRef, onElement, refNow, refOf } from '../dom/refs.js';
import { clip, wordSet } from '../dom/text.js';
import { isSeen, isTextVisible } from '../style/text_visibility.js';
import { boxOf, isVisible, styleOf } from '../style/visibility.js';
import { BlockJoiner } from '../text/blocks.js';
import { collectRuns } from '../text/text_runs.js';
import { markedText } from './marked_text.js';

// All of one element: what it is, how it is set, where it stands in its window, and what is over it there. Reads only.

/** Whether an element is the text of a shape that listens for presses, as nodes of a diagram do.
 * @param {Element} element
 */
const isTextOfShape = (element) =>
  dom.namespace(element) === SVG &&
  dom.up(element, (at) => hearing.has(at) && dom.textContent(at).trim() === dom.textContent(element).trim()) !== null;

const CELLS = 'td, [role=cell], [role=gridcell], li, [role=listitem]';
/** Whether an element is a cell or an item of what listens for its parts, as tables do that choose rows.
 * @param {Element} element
 */
const isInHearing = (element) => {
  const cell = dom.closest(element, CELLS);
  return cell !== null && dom.up(cell, (at) => hearing.has(at) && at !== dom.body(document)) !== null;
};

/** Whether a press on an element is one on something that waits for presses. @param {Element} element */
const takesPresses = (element) =>
  isEditable(element) ||
  styleOf(element).cursor === 'pointer' ||
  dom.up(element, (at) => dom.hasAttribute(at, 'onclick') || isListening(at) || isContextMenuEntry(at)) !== null ||
  isTextOfShape(element) ||
  isInHearing(element);

const MOST_ATTRIBUTES = 50;
export const elementInfo = onElement((element, _, deadline) => {
  const names = dom.attributeNames(element);
  const { x, y, width, height } = dom.box(element);
  const hit = hasBox(element) ? probePress(element) : null;
  return {
    ...describeElement(element, names.slice(0, MOST_ATTRIBUTES), true, deadline),
    value: elementValue(element),
    box: [x, y, width, height].map(Math.round),
    coveredBy: hit === null || hit.ok ? null : hit.by,
    pressable: takesPresses(element),
    marked: markedText(element),
    unlisted: Math.max(0, names.length - MOST_ATTRIBUTES),
  };
});

/** Whether an element is out of sight for good reason: hidden, or scrolled away inside a box of its page. @type {Operation} */
export const outOfSight = ({ local }) => {
  const element = elementOfRef(local);
  if (!element || !isVisible(element)) return { hidden: true };
  const { left, top, right, bottom } = boxOf(element);
  /** @param {Element} above */
  const isScrolledAway = (above) => {
    if (above === document.documentElement || above === document.body) return false;
    const { overflowX, overflowY, display } = styleOf(above);
    if ((overflowX === 'visible' && overflowY === 'visible') || display === 'contents') return false;
    const box = boxOf(above);
    return bottom <= box.top || top >= box.bottom || right <= box.left || left >= box.right;
  };
  return { hidden: Boolean(dom.up(dom.parent(element), isScrolledAway)) };
};

const URLS = wordSet('href src action formaction poster data cite background longdesc xlink:href ping manifest');
const MAX_NAME = 200;
const MAX_TEXT = 300;
const MAX_ATTRIBUTE = 500;
export const MAX_ADDRESS = 4000; // the outline shortens addresses: here they are whole
/** @param {Element} element @param {string} url */
export const absoluteUrl = (element, url) => {
  try {
    return new URL(url, dom.baseUri(element)).href;
  } catch {
    return url;
  }
};

/** @param {Element} element @param {string} set */
const absoluteSet = (element, set) =>
  set.replace(/(^|,)(\s*)(\S+)/g, (_, comma, space, url) => comma + space + absoluteUrl(element, url));
/** @returns {string | null} an attribute as a caller may have it: addresses absolute, secrets masked
 * @param {Element} element @param {string} name
 */
export const attributeOf = (element, name) => {
  if (name === 'value') return elementValue(element) ?? dom.attribute(element, name);
  const raw = dom.attribute(element, name);
  if (raw === null) return null;
  if (URLS.has(name) && raw !== '') return absoluteUrl(element, raw.trim());
  return name === 'srcset' || name === 'imagesrcset' ? absoluteSet(element, raw) : raw;
};

/** An attribute's value, cut to what is shown of it. @param {string} name @param {string} value */
export const clipAttribute = (name, value) =>
  clip(value, URLS.has(name.toLowerCase()) && !value.startsWith('data:') ? MAX_ADDRESS : MAX_ATTRIBUTE);

/** @param {Element} element @param {string[]} names */
const attributes = (element, names) => {
  const found = {};
  for (const name of names) {
    const value = attributeOf(element, name.toLowerCase());
    if (value !== null)
      Object.defineProperty(found, name, {
        value: clipAttribute(name, value),
        enumerable: true,
      });
  }
  return found;
};

/** Every tree below `root` that a selector has to look into: its own, and those of open shadow roots in it.
 * @param {Root} root @param {Deadline} [deadline] @returns {Root[]}
 */
export const trees = (root, deadline) => {
  /** @type {Root[]} */
  const found = [root];
  for (let at = 0; at < found.length; at += 1) {
    const inside = dom.query(found[at], '*');
    for (let index = 0; index < inside.length; index += 1) {
      const shadow = dom.mayHost(dom.localName(inside[index])) ? dom.shadowRoot(inside[index]) : null;
      if (shadow) found.push(shadow);
      if (index % 64 === 63 && deadline?.passed()) {
        deadline.late += inside.length - index;
        return found;
      }
    }
  }
  const own = dom.isElement(root) && dom.shadowRoot(root);
  return own && !found.includes(own) ? [...found, ...trees(own, deadline)] : found;
};

/** In the order of the document, each shadow tree before what its host holds in the light.
 * @param {Root} root @param {Deadline} deadline @returns {Generator<Element, void>}
 */
const inOrder = function* (root, deadline) {
  const own = dom.isElement(root) && dom.shadowRoot(root);
  let seen = 0;
  for (const tree of own ? [own, root] : [root]) {
    for (const element of dom.all(tree)) {
      yield element;
      if (++seen % 64 !== 0 || !deadline.passed()) continue;
      deadline.late += 1;
      return;
    }
  }
};

const PRECEDING = 2; // Node.DOCUMENT_POSITION_PRECEDING
/** @returns {number} how many of `sorted`, elements of one tree in order, stand before `element`
 * @param {ArrayLike<Element>} sorted @param {Element} element
 */
const countBefore = (sorted, element) => {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (dom.compare(element, sorted[middle]) & PRECEDING) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** @returns {{total: number, first: Element[], frames: {element: Element, at: number}[]}}
 * @param {Root} root @param {string} selector @param {number} most @param {Deadline} deadline
 */
const findElements = (root, selector, most, deadline) => {
  const within = trees(root, deadline);
  if (within.length === 1) {
    const found = dom.query(root, selector);
    const frames = Array.from(dom.query(root, FRAMES), (element) => ({ element, at: countBefore(found, element) }));
    return { total: found.length, first: Array.from(found).slice(0, most), frames };
  }
  const found = new Set(within.flatMap((tree) => [...dom.query(tree, selector)]));
  const frames = new Set(within.flatMap((tree) => [...dom.query(tree, FRAMES)]));
  /** @type {Element[]} */
  const first = [];
  /** @type {{element: Element, at: number}[]} */
  const placed = [];
  for (const element of inOrder(root, deadline)) {
    if (frames.has(element)) placed.push({ element, at: first.length });
    if (found.has(element) && first.length < most) first.push(element);
  }
  return { total: found.size, first, frames: placed };
};

/** What a person reads in an element, at most `most` characters; of a hidden one, what it holds.
 * @param {Element} element @param {boolean} shown @param {number} most @param {Deadline} deadline
 */
export const textOf = (element, shown, most, deadline) => {
  const runs = collectRuns(deadline, element, most * 20);
  const joiner = new BlockJoiner(runs, 1000);
  let out = '';
  let last = -1;
  for (let index = 0; index < runs.steps.length && out.length < most; index += 1) {
    if (shown && !isTextVisible(runs.steps[index].element)) continue;
    if (last >= 0) out += joiner.joint(last, index) && ' ';
    out += runs.data[index];
    last = index;
  }
  return clip(out, most);
};

/** Is it a field that shows no more than what to put there? That is not what it holds. @param {Element} element */
const holdsNothing = (element) =>
  dom.hasAttribute(element, 'placeholder') && dom.matches(element, 'input, textarea') && !elementValue(element);

/** @param {Element} element @param {string[]} names_ @param {boolean} text @param {Deadline} deadline */
export const describeElement = (element, names_, text, deadline) => {
  const shown = isSeen(element) || (faceOf(element, roleOf(element)) ?? editorOf(element)) !== null;
  const role = roleOf(element);
  const name = nameOf(element);
  const guess = name === '' && isInteractiveRole(role) ? guessedName(element, role) : '';
  return {
    local: refOf(element),
    tag: dom.localName(element),
    role,
    name: clip(name || guess, MAX_NAME),
    guessed: guess !== '',
    states: statesOf(element, role),
    text: text && !holdsNothing(element) ? textOf(element, shown, MAX_TEXT, deadline) : '',
    attributes: attributes(element, names_),
    visible: shown,
  };
};

/** `within`: the local id of an element whose descendants are searched; `:scope` is the element itself.
 *
 * @type {Operation}
 */
export const query = ({ selector, within, most }, deadline) => {
  const root = within ? elementOfRef(within) : document;
  if (!root) throw new Error('the element is gone');
  if (dom.isElement(root) && selector.trim() === ':scope') return { total: 1, locals: [within], frames: [] };
  if (dom.isElement(root) && dom.holdsFrame(root)) {
    return { total: 0, locals: [], frames: [{ local: within, at: 0 }] };
  }
  const { total, first, frames } = findElements(root, selector, most, deadline);
  return { total, locals: first.map(refNow), frames: frames.map(({ element, at }) => ({ local: refOf(element), at })) };
};

const MOST_VALUES = 2_000_000; // characters

/** The values of attributes as they are, of all elements: `names` of them, or all for null. `cut`: there are more.
 *
 * @type {Operation}
 */
export const attributeValues = ({ names }, deadline) => {
  const within = trees(document, deadline);
  /** @type {Set<string>} */
  const values = new Set();
  let length = 0;
  let cut = deadline.late > 0;
  for (const [index, element] of within.flatMap((tree) => [...dom.query(tree, '*')]).entries()) {
    for (const name of names ?? dom.attributeNames(element)) {
      const value = dom.attribute(element, name);
      if (value === null || values.has(value)) continue;
      values.add(value);
      length += value.length;
    }
    cut ||= length > MOST_VALUES || (index % 64 === 63 && deadline.passed());
    if (cut) break;
  }
  const frames = within.flatMap((tree) => [...dom.query(tree, FRAMES)]);
  return { values: cut ? [] : [...values], cut, frames: frames.map((element) => ({ local: refOf(element) })) };
};

/** @type {Operation} */
export const describe = ({ locals, attributes, text }, deadline) => ({
  elements: locals
    .map(elementOfRef)
    .map((/** @type {Element | null} */ element) => element && describeElement(element, attributes, text, deadline)),
});
