// What parts are called by that take presses, side by side, and have no name: what tests find each by.

import { dom } from '../dom/dom.js';
import { spoken } from './field_words.js';

const TEST_IDS = ['data-testid', 'data-test-id', 'data-cy'];
const MOST_WORDS = 5;
const LEAST = 2; // of one alone, what stands around it says enough

/** The words of an element's test id; '' where a program made it. @param {Element} element */
const wordsOf = (element) => {
  const id = TEST_IDS.map((name) => dom.attribute(element, name)).find(Boolean) ?? '';
  const words = spoken(id).split(' ');
  const isWritten =
    words.length <= MOST_WORDS && words.every((word) => /^[a-z]{2,}$/.test(word) && /[aeiouy]/.test(word));
  return isWritten ? words.join(' ') : '';
};

/** @param {Element} element @param {Set<Element>} boxes */
const boxOf = (element, boxes) => {
  let at = dom.parent(element);
  while (at !== null && !boxes.has(at)) at = dom.parent(at);
  return at;
};

/** Names for elements without any, where several stand in one box: those that tell one apart from the others there.
 * @param {Element[]} nameless @param {Element[]} all  the elements of the outline
 * @returns {Map<Element, string>}
 */
export const testNames = (nameless, all) => {
  /** @type {Map<Element, string>} */
  const names = new Map();
  if (nameless.length < LEAST || !nameless.some((element) => wordsOf(element) !== '')) return names;
  const boxes = new Set(all);
  /** @type {Map<Element | null, Element[]>} */
  const together = new Map();
  for (const element of nameless) {
    const box = boxOf(element, boxes);
    together.set(box, [...(together.get(box) ?? []), element]);
  }
  for (const parts of together.values()) {
    const words = parts.map(wordsOf);
    if (parts.length < LEAST) continue;
    for (const [at, word] of words.entries())
      if (word !== '' && words.indexOf(word) === words.lastIndexOf(word)) names.set(parts[at], word);
  }
  return names;
};
