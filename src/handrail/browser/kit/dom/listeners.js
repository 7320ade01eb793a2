import { dom } from './dom.js';

const NONE = Object.freeze([]);
export const listening = new WeakSet();
const drawn = new Set();
let isAnyListening = false;
/** Remember that an element listens. `isShape`: the walk makes no line of it by itself. */
export const markListening = (element, isShape) => {
  isAnyListening = true;
  listening.add(element);
  if (isShape) drawn.add(new WeakRef(element));
};

/** @returns {Element[]} those that listen of which the walk makes no lines of itself: the shapes of drawings */
export const listeningShapes = () =>
  drawn.size === 0
    ? NONE
    : Array.from(drawn, (shape) => shape.deref()).filter((shape) => shape && dom.isConnected(shape));
export const isListening = (element) => isAnyListening && listening.has(element);
