// What only a class says: which of several cards or buttons made of boxes was chosen, which branches of a tree are open.

import { dom } from '../dom/dom.js';

// At the end of a word of the class, perhaps before what a build adds to make it its own ("item_selected__x3F9a").
const CHOSEN = /(?:^|[-_])(?:is)?(?:selected|checked|chosen)(?:__?\w{4,8})?$/i;
const NOT_CHOSEN = /(?:^|[-_])(?:not|non|un|can|multi|all|has|last)[-_]?(?:selected|checked|chosen)/i;
const ACTIVE = /^(?:is-)?active$/;

/** @param {Element} element */
const wordsOf = (element) => (dom.attribute(element, 'class') ?? '').split(/\s+/);
/** Active may mean that it can be used: it is a choice where a box beside it, made alike, is not.
 * @param {Element} element
 */
const isOneActive = (element) =>
  [dom.nextElement(element), dom.previousElement(element)].some(
    (beside) =>
      beside !== null && dom.localName(beside) === dom.localName(element) && !wordsOf(beside).some(isActiveWord),
  );
/** @param {string} word */
const isActiveWord = (word) => ACTIVE.test(word);

/** @param {string} word */
const isChosenWord = (word) => CHOSEN.test(word) && !NOT_CHOSEN.test(word);

/** Is it chosen, by its class? An active link is only that of the page that is shown. @param {Element} element @param {string} role */
export const isChosenByClass = (element, role) => {
  const words = wordsOf(element);
  return words.some(isChosenWord) || (role !== 'link' && words.some(isActiveWord) && isOneActive(element));
};

const DISABLED = /(?:^|[-_])(?:is)?disabled$/i;
/** Does only its class say that an item cannot be chosen? @param {Element} item */
export const isDisabledByClass = (item) => wordsOf(item).some((word) => DISABLED.test(word));

const SHUT = /(?:^|[-_])(?:closed|collapsed)$/i;
const OPEN = /(?:^|[-_])(?:open|opened|expanded)$/i;
/** Whether a branch of a tree is open, where it is an item with a list in it, and only its class says so.
 * @param {Element} item @returns {string[]}
 */
export const branchStates = (item) => {
  if (dom.hasAttribute(item, 'aria-expanded') || dom.query(item, 'ul, ol').length === 0) return [];
  const words = wordsOf(item);
  if (words.some((word) => SHUT.test(word))) return ['collapsed'];
  return words.some((word) => OPEN.test(word)) ? ['expanded'] : [];
};
