import { dom } from './dom.js';

/** @type {Element[]} */
const NONE = [];
export const listening = new WeakSet();
/** All that listen, also those that are there for others in them. @type {WeakSet<Element>} */
export const hearing = new WeakSet();
/** @type {Set<WeakRef<Element>>} */
const drawn = new Set();
let isAnyListening = false;
/** Remember that an element listens. `isShape`: the walk makes no line of it by itself.
 * @param {Element} element @param {boolean} isShape
 */
export const markListening = (element, isShape) => {
  isAnyListening = true;
  listening.add(element);
  if (isShape) drawn.add(new WeakRef(element));
};

/** @returns {Element[]} those that listen of which the walk makes no lines of itself: the shapes of drawings */
export const listeningShapes = () => {
  if (drawn.size === 0) return NONE;
  return Array.from(drawn).flatMap((reference) => {
    const shape = reference.deref();
    return shape && dom.isConnected(shape) ? shape : [];
  });
};

/** @param {Element} element */
export const isListening = (element) => isAnyListening && listening.has(element);
