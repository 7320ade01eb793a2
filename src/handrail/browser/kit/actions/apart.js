// What tells a control apart from others of its name: the words that a person reads before it, and the heading that it
// stands under. Many pages write a thing's name into another row than its buttons, or above them.

import { itemOf } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { dom } from '../dom/dom.js';
import { normalizeSpace } from '../dom/text.js';
import { seenText } from '../forms/labels.js';
import { isVisible } from '../style/visibility.js';

const CONTROLS = 'button, [role=button], [role=menuitem], a, input';
const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading], legend, caption, summary, dt';
// What has headings of its own: they say nothing of what comes after it.
const PARTS = 'section, article, aside, nav, footer, form, table, ul, ol, dl, details, fieldset, [role=navigation]';
const LOOKS = ['aria-label', 'title', 'value', 'alt'];
const MOST_CONTROLS = 2000;
const MOST_OTHERS = 200;
const MOST_COMPARED = 20;
const MOST_NODES = 300;
const ENOUGH = 200;

/** @param {Element} element */
const words = (element) =>
  isVisible(element) ? normalizeSpace(seenText(element, (one) => dom.matches(one, CONTROLS))) : '';

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

/** Do two controls read alike? Computing the names of many takes long. @param {Element} one @param {Element} other */
const readAlike = (one, other) =>
  dom.textContent(one) === dom.textContent(other) &&
  LOOKS.every((name) => dom.attribute(one, name) === dom.attribute(other, name));

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
  /** @param {Node} node */
  const holdsOther = (node) => others.some((other) => dom.contains(node, other));
  let part = element;
  for (let at = dom.parent(part); at && !holdsOther(at); at = dom.parent(part)) part = at;
  const found = part === element ? [] : [words(part)];
  for (const node of before(part, 1)) {
    if (holdsOther(node) || found.join(' ').length > ENOUGH) break;
    if (dom.isText(node)) found.unshift(normalizeSpace(dom.data(node)));
    else if (dom.isElement(node)) found.unshift(words(node));
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

/** The words of the same row in another part of a grid, as where columns are pinned. @param {Element} element */
const pinnedRow = (element) => {
  const row = dom.closest(element, '[role=row][aria-rowindex]');
  const grid = row && dom.closest(row, '[role=grid], [role=treegrid], [role=table]');
  if (!grid) return '';
  const at = `[role=row][aria-rowindex="${CSS.escape(dom.attribute(row, 'aria-rowindex') ?? '')}"]`;
  const rows = [...dom.queryIn(grid, at)].filter((one) => one !== row);
  return rows.map(words).join(' ');
};

/** `apart`: what tells a control from others of its name, where its row or item does not say that alone; `heading`: what
 * one without others stands under. @param {Element} element
 */
export const apartFrom = (element) => {
  const [name, item] = [nameOf(element), itemOf(element)];
  const others = [...dom.query(document, CONTROLS)]
    .slice(0, MOST_CONTROLS)
    .filter((one) => one !== element && readAlike(one, element))
    .slice(0, MOST_OTHERS)
    .filter((one) => nameOf(one) === name);
  const heading = headingBefore(element);
  const described = dom.idrefs(element, 'aria-describedby').map(words).join(' ');
  if (others.length === 0) return { apart: described, heading };
  const compared = others.slice(-MOST_COMPARED);
  const isGroup = heading !== '' && compared.some((one) => headingBefore(one) !== heading);
  const isDistinct = item !== null && item.text !== name && others.every((one) => itemOf(one)?.text !== item.text);
  const near = isDistinct ? [] : [columnHead(element), pinnedRow(element), ownWords(element, others)];
  const texts = [isGroup ? heading : '', ...near, described].filter(Boolean);
  return {
    apart: texts.filter((text, at) => !texts.some((one, by) => by > at && one.includes(text))).join(' / '),
    heading,
  };
};
