// For how long parts of a page are on their way: until then, what they hold is neither here nor gone.

import { dom, getter, method } from '../dom/dom.js';
import { targetOf } from '../dom/native.js';
import { runningAnimations } from '../style/rule_effects.js';
import { isRendered, styleOf } from '../style/visibility.js';

const shadowAnimations = method(ShadowRoot.prototype, 'getAnimations');
const propertyOf = getter(TransitionEvent.prototype, 'propertyName');

const MOVES =
  /^(?:opacity|transform|translate|scale|visibility|display|top|right|bottom|left|inset|(?:max-?)?(?:height|width)|clip-?path|margin)/i;
const LONGEST_MOVE = 1000;
const CONTROL = 'a[href], button, [role=button], label, input';
const CONTENT = 'a[href], button, input, select, textarea, img, svg, slot, iframe, canvas';
/** Milliseconds that pages give to a part that they will fade in: the time of a transition that does not run. */
const ABOUT_TO_FADE = 250;
const MOST_CHANGED = 20;

/** @type {Set<WeakRef<ShadowRoot>>} */
const roots = new Set();
/** Watch a root for animations: those of a document leave out its shadow trees. @param {Root} root */
export const noteRoot = (root) => {
  if (root instanceof ShadowRoot) roots.add(new WeakRef(root));
};
const runningOnes = () => {
  const found = runningAnimations();
  for (const known of roots) {
    const root = known.deref();
    if (root) found.push(...shadowAnimations(root));
    else roots.delete(known);
  }
  return found.filter(({ playState }) => playState === 'running');
};

/** @param {Element} element */
const holdsContent = (element) => dom.textContent(element).trim() !== '' || dom.queryIn(element, CONTENT).length > 0;
/** Does it bring in a part of the page, or take it away? Keyframes do, in answer to an act, where they move something that
 *  can be read or operated: pages decorate themselves with others. @param {Animation} animation @param {KeyframeEffect} effect
 *  @param {Element} element
 */
const isMove = (animation, effect, element) => {
  if (animation instanceof CSSTransition) return MOVES.test(animation.transitionProperty);
  if (effect.pseudoElement !== null || !navigator.userActivation.hasBeenActive) return false;
  const properties = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
  return properties.some((property) => MOVES.test(property)) && holdsContent(element);
};

/** Elements that were just changed or added, and when. @type {Map<Element, number>} */
const changed = new Map();
/** When the opacity of an element last began to change by itself. @type {WeakMap<Element, number>} */
const faded = new WeakMap();
/** @param {Node} node  that changed in itself, or got others @param {NodeList} added @param {number} now */
export const noteChanged = (node, added, now) => {
  if (changed.size >= MOST_CHANGED) changed.clear();
  for (const one of added.length ? added : [node]) if (dom.isElement(one)) changed.set(one, now);
};
window.addEventListener(
  'transitionrun',
  (event) => {
    const target = /** @type {Node} */ (targetOf(event));
    if (propertyOf(event) === 'opacity' && dom.isElement(target)) faded.set(target, performance.now());
  },
  { capture: true, passive: true },
);

/** Is it there, but not to be seen until the page begins to fade it in? @param {Element} element @param {number} at */
const isAboutToFadeIn = (element, at) => {
  if (!dom.isConnected(element) || (faded.get(element) ?? -1) >= at || !isRendered(element)) return false;
  const style = styleOf(element);
  if (style.opacity !== '0' || style.visibility !== 'visible' || style.pointerEvents === 'none') return false;
  return /opacity|all/.test(style.transitionProperty) && /[1-9]/.test(style.transitionDuration);
};
/** @param {number} now */
const fadingInFor = (now) => {
  let left = 0;
  for (const [element, at] of changed) {
    const rest = at + ABOUT_TO_FADE - now;
    if (rest <= 0) changed.delete(element);
    else if (rest > left && isAboutToFadeIn(element, at)) left = rest;
  }
  return left;
};

/** Milliseconds until the last move ends that now brings in a part of the page, or takes it away. Those of a button under
 *  the pointer say nothing, nor do those without end.
 */
export const movingFor = () => {
  let left = 0;
  const now = performance.now();
  for (const animation of runningOnes()) {
    const { effect, currentTime } = animation;
    const element = effect instanceof KeyframeEffect ? effect.target : null;
    if (!(effect instanceof KeyframeEffect) || !element) continue;
    if (animation instanceof CSSTransition && animation.transitionProperty === 'opacity') faded.set(element, now);
    const end = Number(effect.getComputedTiming().endTime) - Number(currentTime);
    if (!(end > left && end <= LONGEST_MOVE) || dom.closest(element, CONTROL) !== null) continue;
    if (isMove(animation, effect, element)) left = end;
  }
  return Math.max(left, fadingInFor(now));
};
