// Which elements the last click reached. A browser clicks where the pointer goes down and up over one element; where a
// page moves that in between, the click goes to what holds both, and a button never hears of it.

import { dom } from '../dom/dom.js';
import { composedPath } from '../dom/native.js';
import { onElement } from '../dom/refs.js';

/** @type {EventTarget[]} */
let path = [];
for (const name of ['click', 'auxclick', 'contextmenu'])
  window.addEventListener(name, (event) => (path = composedPath(event)), { capture: true, passive: true });

/** A press is about to be given. */
export const forgetClicks = () => {
  path = [];
};

/** Whether an element that is still shown was left out by each click since `forgetClicks`. One that is gone or hidden
 * took the pointer's going down as a press. */
export const missedClick = onElement((element) => {
  const isShown = dom.isConnected(element) && dom.box(element).width > 0;
  return { missed: isShown && !path.includes(element) };
});
