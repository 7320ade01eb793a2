// The row or item that an element stands in, as policy needs it.

import { isItem, itemElement } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { isDisabled } from '../accessibility/states.js';
import { elementValue } from '../accessibility/values.js';
import { titlesOf } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { bothEnds, clip, normalizeSpace } from '../dom/text.js';
import { seenText } from '../forms/labels.js';
import { textAfter, textBefore } from '../style/generated.js';
import { isVisible } from '../style/visibility.js';

const ITEM_TEXT = 300;
const ITEM_BUTTONS = 200;
const ITEM_CHARS = 20_000;
const BUTTONS = `button, [role=button], [role=menuitem], ${['button', 'submit', 'reset', 'image'].map((type) => `input[type=${type}]`)}`;
const UNREAD = 'script, style, template';
/** A number for a text, for comparing alone (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/). @param {string} text */
const hashOf = (text) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length} ${hash >>> 0}`;
};
/** Whether a box only wraps a button that cannot be used: libraries put the button's name on it, for its tip.
 * @param {Element} box
 */
const wrapsDisabled = (box) => {
  const [button, ...more] = dom.queryIn(box, BUTTONS);
  return button !== undefined && more.length === 0 && isDisabled(button) && seenText(box) === seenText(button);
};
const HEADS = 'th, thead, [role=columnheader]';
/** What the row or item holds that an element stands in. `item`: what a person reads there. `itemContent`: all its texts,
 * names and values in one number, shown or not and without its buttons; `itemButtons`: the names of the others that
 * show; `inRow`: it is one of a table, list or grid, and the element no head of it. With the pointer over it a row shows
 * more buttons, and is the same row as long as it holds all that it held.
 * @param {Element} element
 */
export const itemFacts = (element) => {
  const item = itemElement(element);
  if (!item) return { item: '', itemContent: '', itemButtons: [], inRow: false };
  let content = '';
  /** @type {string[]} */
  const buttons = [];
  /** @type {string[]} what is read of a person in no text */
  const named = [];
  /** @param {Element} node */
  const addName = (node) => {
    const names = ['aria-label', 'alt', ...titlesOf(node), 'placeholder']
      .map((name) => dom.attribute(node, name) ?? '')
      .filter(Boolean);
    const value = elementValue(node);
    content += ` ${[...names, value].join(' ')} `;
    if (node !== item && wrapsDisabled(node)) return;
    const told = value || names[0] || (dom.hasAttribute(node, 'aria-labelledby') ? nameOf(node) : '');
    if (told && isVisible(node)) named.push(told);
  };
  /** @param {Element} parent */
  const read = (parent) => {
    content += textBefore(parent);
    for (const node of dom.shown(parent)) {
      if (content.length > ITEM_CHARS) return;
      if (dom.isText(node)) content += dom.data(node);
      else if (!dom.isElement(node) || dom.matches(node, UNREAD)) continue;
      else if (dom.matches(node, BUTTONS)) {
        const isOther = node !== element && buttons.length < ITEM_BUTTONS && isVisible(node);
        if (isOther) buttons.push(clip(nameOf(node), ITEM_TEXT));
      } else {
        addName(node);
        read(node);
      }
      content += ' ';
    }
    content += textAfter(parent);
  };
  addName(item);
  read(item);
  const seen = seenText(item);
  const unseen = named.map(normalizeSpace).filter((text) => !seen.includes(text));
  const text = [seen, ...new Set(unseen)].join(' ').trim();
  return {
    item: bothEnds(text, ITEM_TEXT),
    itemContent: hashOf(normalizeSpace(content)),
    itemButtons: buttons,
    inRow: isItem(item) && !dom.closest(element, HEADS),
  };
};
