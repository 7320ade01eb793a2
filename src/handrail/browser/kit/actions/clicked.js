// Where the last click went. A browser clicks where the pointer goes down and up over one element; where a page moves that
// in between, the click goes to what holds both, and a button never hears of it.

import { dom } from '../dom/dom.js';
import { composedPath } from '../dom/native.js';
import { onElement } from '../dom/refs.js';

/** What took the first click since `forgetClicks` that no script made: pages click other things in answer to it.
 * @type {any}
 */
let taker = null;
for (const name of ['click', 'auxclick', 'contextmenu'])
  window.addEventListener(
    name,
    (event) => {
      if (event.isTrusted) taker ??= composedPath(event)[0] ?? null;
    },
    { capture: true, passive: true },
  );

/** A press is about to be given. */
export const forgetClicks = () => {
  taker = null;
};

/** Whether a click at a point passed by an element, which is still shown, but elsewhere: it went to what holds it. */
export const missedClick = onElement((element, { at }) => {
  const { left, right, top, bottom, width } = dom.box(element);
  const isThere = at.x >= left && at.x <= right && at.y >= top && at.y <= bottom;
  const isAbove = taker !== null && taker !== element && dom.isElement(taker) && dom.contains(taker, element);
  return { missed: isAbove && !isThere && dom.isConnected(element) && width > 0 };
});
