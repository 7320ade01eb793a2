// The selector engine of Playwright's own world in Chromium, where the kit is in another: it finds what kit_worlds.py
// handed over under a key, as long as that stands in this document. `?` asks for the key of the frame in the root.

import { dom, makeElement } from './dom/dom.js';

/** Keys of elements that stand in no document, on purpose. */
const APART = 'apart';
/** Begins the keys of elements that hold a frame. */
const FRAME = 'frame.';
/** @returns {Map<string, WeakRef<Element>>} */
const handedOver = () => /** @type {any} */ (globalThis)[Symbol.for('handrail.handed')] ?? new Map();
/** @param {Element} element */
const stands = (element) => dom.isConnected(element) && dom.ownerDocument(element) === document;
/** @param {string} key */
const find = (key) => {
  const element = handedOver().get(key)?.deref();
  return element && (key.startsWith(APART) || stands(element)) ? [element] : [];
};
/** The key of the frame in an element, as the text of another one. @param {Element} element */
const keyOf = (element) => {
  const meta = makeElement(document, 'meta');
  for (const [key, held] of handedOver()) if (key.startsWith(FRAME) && held.deref() === element) meta.textContent = key;
  return [meta];
};
/** @param {Element} root @param {string} key */
const run = (root, key) => (key === '?' ? keyOf(root) : find(key));

export const engine = {
  query: (/** @type {Element} */ root, /** @type {string} */ key) => run(root, key)[0],
  queryAll: run,
};
