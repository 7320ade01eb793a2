// Boxes that a page is fading in, such as a menu that opens: what is in them can be seen and pressed in a moment.

import { dom } from '../dom/dom.js';
import { oncePerCall } from '../dom/per_call.js';
import { runningAnimations } from './rule_effects.js';
import { styleOf } from './visibility.js';

const SOON_MS = 1000;
/** @param {Animation} animation */
const isArrival = ({ effect, playState, currentTime }) => {
  if (effect === null || playState !== 'running') return false;
  const left = Number(effect.getComputedTiming().endTime) - Number(currentTime);
  return left <= SOON_MS && Number(/** @type {KeyframeEffect} */ (effect).getKeyframes().at(-1)?.opacity) > 0;
};
const arrivals = oncePerCall(
  () =>
    new Set(
      runningAnimations()
        .filter(isArrival)
        .map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target),
    ),
);
/** Is an element out of sight only because it, or what it stands in, begins to be faded in? @param {Element} element */
export const isFadingIn = (element) =>
  arrivals().size !== 0 &&
  styleOf(element).visibility === 'visible' &&
  dom.up(element, (above) => styleOf(above).opacity === '0' && !arrivals().has(above)) === null;
