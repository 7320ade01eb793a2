// What only a class says: which of several cards or buttons made of boxes was chosen, which branches of a tree are open.

import { dom } from '../dom/dom.js';

// At the end of a word of the class, perhaps before what a build adds to make it its own ("item_selected__x3F9a").
const CHOSEN = /(?:^|[-_])(?:is)?(?:selected|checked|chosen)(?:__?\w{4,8})?$/i;
// The last: what a script looks for, and pictures, of which "checkbox-checked" is one.
const NOT_CHOSEN =
  /(?:^|[-_])(?:not|non|un|can|multi|all|has|last|if|when)[-_]?(?:selected|checked|chosen)|^(?:js|icon|fa|bi|mdi)-/i;
const ACTIVE = /^(?:is-)?active$/;

/** @param {Element} element */
const wordsOf = (element) => dom.className(element).split(/\s+/);
/** @param {Element} element */
const isActive = (element) => wordsOf(element).some(isActiveWord);
/** Active may mean that it can be used: it is a choice where a box beside it, made alike, is not.
 * @param {Element} element
 */
const isOneActive = (element) =>
  [dom.nextElement(element), dom.previousElement(element)].some((beside) => {
    if (beside === null || dom.localName(beside) !== dom.localName(element) || isActive(beside)) return false;
    const inner = dom.firstElement(beside);
    return inner === null || !isActive(inner);
  });
/** @param {string} word */
const isActiveWord = (word) => ACTIVE.test(word);

/** Is it the state of what a class names alone, or with another class of the element? What only ends so is about others, as
 * `enabled-if-checked`, or a picture. @param {string} word @param {number} _ @param {string[]} words
 */
const isChosenWord = (word, _, words) => {
  const found = CHOSEN.exec(word);
  if (found === null || NOT_CHOSEN.test(word)) return false;
  const named = word.slice(0, found.index).replace(/[-_]+(?:is)?$/i, '');
  return !/[-_]/.test(named) || words.some((other) => other !== word && other.startsWith(named));
};

/** Is it chosen, by its class? An active link is only that of the page that is shown. @param {Element} element @param {string} role */
export const isChosenByClass = (element, role) => {
  const words = wordsOf(element);
  return words.some(isChosenWord) || (role !== 'link' && isActive(element) && isOneActive(element));
};

/** @param {Element | null} element */
const mayBeActive = (element) => element !== null && dom.className(element).includes('active');
/** A link of a list of pages or of a menu is that of what is shown where it, or the item that it is alone in, is active and
 * the one beside it is not. @param {Element} link
 */
export const isCurrentByClass = (link) => {
  const item = dom.parent(link);
  // Of few links a class says so, and the rest takes long.
  if (!mayBeActive(link) && !mayBeActive(item)) return false;
  const isAlone = item !== null && dom.localName(item) === 'li' && dom.queryIn(item, 'a').length === 1;
  if (isActive(link)) return isOneActive(isAlone ? item : link);
  return isAlone && isActive(item) && isOneActive(item);
};

/** Says a tab only by its class, or that of its item, which one is shown? Then all of them may say that they are expanded.
 * @param {Element} tab @param {string[]} states @returns {string[]} its states
 */
export const tabStates = (tab, states) => {
  const list = dom.hasAttribute(tab, 'aria-selected') ? null : dom.closest(tab, '[role=tablist]');
  const active = list && Array.from(dom.queryIn(list, '[role=tab]')).find(isCurrentByClass);
  if (!active) return states;
  const others = states.filter((state) => state !== 'expanded' && state !== 'collapsed');
  return active === tab ? ['selected', ...others] : others;
};

const SORTS = /sort|order/i;
const DIRECTION = /(?:^|[-_a-z])(asc|desc)(?:ending)?$/i;
const SORTABLE = /(?:sort|order)able/i;
/** How a column is sorted, where it says so or only its class does, or that of what stands in it; '' where it is not.
 * @param {Element} header
 */
export const sortOf = (header) => {
  const given = (dom.attribute(header, 'aria-sort') ?? '').trim().toLowerCase();
  if (given) return given === 'none' ? '' : given;
  const inner = dom.firstElement(header);
  for (const part of inner ? [header, inner] : [header]) {
    const words = wordsOf(part).filter((word) => !SORTABLE.test(word));
    if (!SORTS.test(dom.className(part))) continue;
    const ways = new Set(words.flatMap((word) => DIRECTION.exec(word)?.[1].toLowerCase() ?? []));
    if (ways.size === 1) return `${[...ways][0]}ending`;
  }
  return '';
};

const DISABLED = /(?:^|[-_])(?:is)?disabled$/i;
/** Does only its class say that an item cannot be chosen? @param {Element} item */
export const isDisabledByClass = (item) => wordsOf(item).some((word) => DISABLED.test(word));

const SHUT = /(?:^|[-_])(?:closed|collapsed)$/i;
const OPEN = /(?:^|[-_])(?:open|opened|expanded)$/i;
/** Does its class say that it is open, or shows what is? @param {Element} element */
export const isOpenByClass = (element) => wordsOf(element).some((word) => OPEN.test(word));
/** Whether a branch of a tree is open, where it is an item with a list in it, and only its class says so.
 * @param {Element} item @returns {string[]}
 */
export const branchStates = (item) => {
  if (dom.hasAttribute(item, 'aria-expanded') || dom.query(item, 'ul, ol').length === 0) return [];
  const words = wordsOf(item);
  if (words.some((word) => SHUT.test(word))) return ['collapsed'];
  return isOpenByClass(item) ? ['expanded'] : [];
};
