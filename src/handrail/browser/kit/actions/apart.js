// What tells a control apart from others of its name: the words that a person reads before it, and the heading that it
// stands under. Many pages write a thing's name into another row than its buttons, or above them.

import { itemElement, itemOf } from '../accessibility/identity.js';
import { isTip } from '../accessibility/name_sources.js';
import { nameOf } from '../accessibility/names.js';
import { titlesOf } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { normalizeSpace } from '../dom/text.js';
import { valuesOf } from '../forms/held_values.js';
import { seenText } from '../forms/labels.js';
import { IN_PARTS, numberOf } from '../snapshot/extent.js';
import { isVisible } from '../style/visibility.js';

const BUTTONS = 'button, [role=button], [role=menuitem], input';
const CONTROLS = `${BUTTONS}, a`;
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea';
const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading], legend, caption, summary, dt';
// What has headings of its own: they say nothing of what comes after it.
const PARTS = 'section, article, aside, nav, footer, form, table, ul, ol, dl, details, fieldset, [role=navigation]';
const MOST_STEPS = 1000;
const MOST_PARTS = 20;
const MOST_OTHERS = 200;
const MOST_COMPARED = 20;
const MOST_NODES = 300;
const ENOUGH = 200;
const LONGEST_TOKEN = 80;

/** What a person reads in an element, values of fields too, but for its buttons and these: links are often the names of
 * things.
 * @param {Element} element @param {Set<Element>} [controls]
 */
const words = (element, controls) => {
  if (!isVisible(element)) return '';
  const text = seenText(element, (one) => controls?.has(one) || dom.matches(one, BUTTONS));
  const fields = [...(dom.matches(element, FIELDS) ? [element] : []), ...dom.queryIn(element, FIELDS)];
  return normalizeSpace([text, ...fields.slice(0, MOST_PARTS).filter(isVisible).flatMap(valuesOf)].join(' '));
};

/** The nodes before one, each box as a whole: those beside it, then those beside what it stands in, and so on.
 * @param {Element} element @param {number} [levels] @returns {Generator<Node>}
 */
const before = function* (element, levels = Infinity) {
  let left = MOST_NODES;
  /** @type {Element | null} */
  let at = element;
  for (; at && at !== dom.body(document) && levels-- > 0; at = dom.parent(at)) {
    for (let node = dom.previousSibling(at); node && left-- > 0; node = dom.previousSibling(node)) yield node;
  }
};

/** What a control is called, without the numbers that count what it is about ("Delete (3)").
 * @param {Element} element
 */
const nameWithoutNumbers = (element) => {
  const name = nameOf(element) || seenText(element);
  return name.replace(/[\p{N}\s]+/gu, '') || name;
};

/** All that may make the name of a control, seen or not: to compute the names of many takes long. @param {Element} element */
const namingText = (element) => {
  let text = '';
  let left = MOST_PARTS;
  /** @param {Node} node */
  const read = (node) => {
    if (dom.isText(node)) text += dom.data(node).slice(0, ENOUGH);
    if (!dom.isElement(node)) return;
    for (const name of ['aria-label', ...titlesOf(node), 'value', 'alt']) text += dom.attribute(node, name) ?? '';
    for (let child = dom.firstChild(node); child && left-- > 0; child = dom.nextSibling(child)) read(child);
  };
  read(element);
  return text.replace(/[\p{N}\s]+/gu, '');
};

/** The elements that are shown around one, and itself. @param {Element} element */
const pathOf = (element) => new Set([element, ...dom.around(element, Infinity)]);

/** The elements of a list before and behind one, the nearest first.
 * @param {ArrayLike<Element>} all @param {Element} element @returns {Generator<Element>}
 */
const nearest = function* (all, element) {
  const at = Array.prototype.indexOf.call(all, element);
  for (let step = 1; step <= MOST_STEPS; step++) {
    if (at - step >= 0) yield all[at - step];
    if (at + step < all.length) yield all[at + step];
  }
};

/** The elements of a kind around one: those in its tree, then, if that is a shadow tree, those around its host and in the
 * shadow trees there.
 * @param {Element} element @param {string} kind @returns {Generator<Element>}
 */
const ofKindAround = function* (element, kind) {
  let root = dom.rootNode(element);
  if (dom.isTree(root)) yield* nearest(dom.query(root, kind), element);
  while (dom.isShadowRoot(root)) {
    const host = dom.host(root);
    root = dom.rootNode(host);
    if (!dom.isTree(root)) return;
    for (const one of nearest(dom.query(root, '*'), host)) {
      if (dom.matches(one, kind)) yield one;
      const shadow = dom.mayHost(dom.localName(one)) ? dom.shadowRoot(one) : null;
      if (shadow) for (const inner of dom.all(shadow)) if (dom.matches(inner, kind)) yield inner;
    }
  }
};

/** The controls of the same name as one, the nearest first: of its own kind, or any that pages make for such things.
 * @param {Element} element
 */
const othersOf = (element) => {
  const role = dom.attribute(element, 'role');
  const own = role ? `, [role="${CSS.escape(role)}"]` : '';
  const kind = `${CONTROLS}, ${CSS.escape(dom.localName(element))}${own}`;
  const [path, name, ownText] = [pathOf(element), nameWithoutNumbers(element), namingText(element)];
  /** @param {Element} one */
  const isOther = (one) => {
    if (path.has(one) || dom.contains(element, one)) return false;
    const text = namingText(one);
    return (text === ownText || (name !== '' && text.includes(name))) && nameWithoutNumbers(one) === name;
  };
  /** @type {Element[]} */
  const others = [];
  for (const one of ofKindAround(element, kind)) {
    if (isOther(one)) others.push(one);
    if (others.length === MOST_OTHERS) break;
  }
  return others;
};

/** A row of one cell alone is the head of the rows below it. @param {Element} element */
const isGroupHead = (element) =>
  dom.tag(element) === 'tr' && dom.children(element).length === 1 && dom.localName(dom.children(element)[0]) === 'th';

/** @param {Element} element */
const headingBefore = (element) => {
  for (const node of before(element)) {
    if (!dom.isElement(node)) continue;
    const within = dom.matches(node, PARTS) ? [] : [...dom.queryIn(node, HEADINGS)];
    const found = dom.matches(node, HEADINGS) || isGroupHead(node) ? node : within.at(-1);
    const text = found && words(found);
    if (text) return text;
  }
  return '';
};

/** The words of the largest part around a control that holds no other of its name, and those since the one before.
 * @param {Element} element @param {Element[]} others
 */
const ownWords = (element, others) => {
  const controls = new Set([element, ...others]);
  /** @type {Set<Node>} the boxes around others, and these */
  const around = new Set(others.flatMap((other) => [...pathOf(other)]));
  let part = element;
  for (let at = dom.parent(part); at && !around.has(at); at = dom.parent(part)) part = at;
  const found = part === element ? [] : [words(part, controls)];
  for (const node of before(part, 1)) {
    if (around.has(node) || found.join(' ').length > ENOUGH) break;
    if (dom.isText(node)) found.unshift(normalizeSpace(dom.data(node)));
    else if (dom.isElement(node)) found.unshift(words(node, controls));
  }
  return found.filter(Boolean).join(' ');
};

/** The head of the column that a control stands in. @param {Element} element */
const columnHead = (element) => {
  const cell = dom.closest(element, 'td');
  const table = cell && dom.closest(cell, 'table');
  const head = table && dom.queryIn(table, 'tr')[0];
  const row = cell && dom.parent(cell);
  if (!head || !row || head === row) return '';
  const found = dom.children(head)[Array.from(dom.children(row)).indexOf(cell)];
  return found && dom.localName(found) === 'th' ? words(found) : '';
};

/** The words of all rows of its number in its grid, which may be parts of the same one, as where columns are pinned.
 * @param {Element} element
 */
const pinnedRow = (element) => {
  const row = dom.closest(element, '[role=row][aria-rowindex]');
  const grid = row && dom.closest(row, IN_PARTS);
  const rows = grid ? [...dom.queryIn(grid, `[aria-rowindex="${numberOf(row, 'aria-rowindex')}"]`)] : [];
  return rows.flatMap((one) => (one === row ? [] : words(one))).join(' ');
};

/** @param {Element} item */
const textOfItem = (item) => normalizeSpace(seenText(item));
/** What is written in the box of a control that is alone in it, as in that of a token. A form's own words are told as
 * such, and a heading makes a box a section. @param {Element} element
 */
const writtenBeside = (element) => {
  const box = dom.parent(element);
  if (!box || box === dom.body(document) || dom.isHtml(box, 'form')) return '';
  if (dom.queryIn(box, CONTROLS).length > 1 || dom.queryIn(box, 'h1, h2, h3, h4, h5, h6').length > 0) return '';
  const text = words(box);
  return text.length <= LONGEST_TOKEN ? text : '';
};

/** Whether the rows or items of others say the same as one to a person, who does not see the keys in them.
 * @param {Element} item @param {Element[]} others
 */
const isRepeated = (item, others) => {
  const [text, seen] = [itemOf(item)?.text, textOfItem(item)];
  return others.some((one, at) => {
    const other = itemElement(one);
    return other !== null && (at < MOST_COMPARED ? textOfItem(other) === seen : itemOf(one)?.text === text);
  });
};

/** `apart`: what tells a control from others of its name, where its row or item does not say that alone; `heading`: what
 * one without others stands under and beside. @param {Element} element
 */
export const apartFrom = (element) => {
  const [item, others] = [itemElement(element), othersOf(element)];
  const heading = headingBefore(element);
  // A tooltip describes its control while the pointer is on it, so at the press too.
  const described = dom
    .idrefs(element, 'aria-describedby')
    .filter((one) => !isTip(one))
    .map((one) => words(one))
    .join(' ');
  if (others.length === 0) {
    const beside = writtenBeside(element);
    return {
      apart: described,
      heading: heading.includes(beside) ? heading : [heading, beside].filter(Boolean).join(' / '),
    };
  }
  const compared = others.slice(0, MOST_COMPARED);
  const isGroup = heading !== '' && compared.some((one) => headingBefore(one) !== heading);
  const isDistinct = item !== null && textOfItem(item) !== nameOf(element) && !isRepeated(item, others);
  const near = isDistinct ? [] : [columnHead(element), pinnedRow(element), ownWords(element, others)];
  const texts = [isGroup ? heading : '', ...near, described].filter(Boolean);
  return {
    apart: texts.filter((text, at) => !texts.some((one, by) => by > at && one.includes(text))).join(' / '),
    heading,
  };
};
