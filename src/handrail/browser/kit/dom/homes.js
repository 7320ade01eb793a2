// Where each of several elements stands that nothing in them tells apart: two lists may show the same things.

import { dom } from './dom.js';

const MOST_ALIKE = 20;
/** The largest box around an element that holds none of those like it; null where the next one does already, or where
 * there are many.
 * @param {Element} element @param {Element[]} alike
 */
export const homeOf = (element, alike) => {
  if (alike.length > MOST_ALIKE) return null;
  const isShared = (/** @type {Element} */ box) => alike.some((one) => one !== element && dom.contains(box, one));
  /** @type {Element | null} */
  let home = null;
  for (let box = dom.parent(element); box && !isShared(box); box = dom.parent(box)) home = box;
  return home;
};

/** Those of the elements of a walk that are known by the same as another; null for the rest.
 * @param {SignedNode[]} signed @param {string[]} keys @returns {(WeakRef<Element> | null)[]}
 */
export const homesOf = (signed, keys) => {
  /** @type {Map<string, Element[]>} */
  const byKey = new Map();
  keys.forEach((key, i) => {
    const alike = byKey.get(key);
    if (alike) alike.push(signed[i][1]);
    else byKey.set(key, [signed[i][1]]);
  });
  return keys.map((key, i) => {
    const alike = byKey.get(key) ?? [];
    const home = alike.length > 1 ? homeOf(signed[i][1], alike) : null;
    return home && new WeakRef(home);
  });
};
