// What custom elements say of themselves to the browser alone (ElementInternals): role, name, states. No script can read
// it, so closed_shadow.py asks the browser's own accessibility tree and hands it over, to the kit's world only.

import { dom } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { forgetCall } from '../dom/per_call.js';
import { styleOf } from '../style/visibility.js';

/** @typedef {{role: string, name: string, value: string|null, states: Object<string, string>}} Internals  `states`: as the
 *  values of the attributes aria-checked, aria-expanded and so on */
const askedElements = new WeakSet();
const reported = new WeakMap();
const withInternals = new Set();
const OPERABLE_ELEMENT = ':is([tabindex], [onclick], :enabled, :disabled)';
/** @param {Element} element */
const isAsked = (element) => {
  if (askedElements.has(element) || dom.hasAttribute(element, 'role') || !dom.matches(element, ':defined')) return true;
  return !dom.matches(element, OPERABLE_ELEMENT) && !isListening(element) && styleOf(element).cursor !== 'pointer';
};

/** @param {Element[]} list */
const nothing = (list) => (list.length ? list : null);
/** @returns {Element[]|null} custom elements that a person can operate, and of which nobody has asked yet
 * @param {number} most
 */
const freshElements = (most) => {
  forgetCall();
  const isFresh = (/** @type {Element} */ element) => dom.localName(element).includes('-') && !isAsked(element);
  const found = [...dom.all()].filter(isFresh).slice(0, most);
  forgetCall();
  for (const element of found) askedElements.add(element);
  return nothing(found);
};

/** @returns {Element[]|null} those with internals that stand in the document still */
const speakingElements = () => {
  for (const at of withInternals) if (!at.deref()) withInternals.delete(at);
  return nothing(
    Array.from(withInternals, (at) => at.deref()).filter((element) => element && dom.isConnected(element)),
  );
};

/** @param {(Internals|null)[]} internals  @param {...Element} elements  @returns {number} how many had none before */
const setInternals = (internals, ...elements) => {
  const before = withInternals.size;
  elements.forEach((element, at) => {
    if (!internals[at] || !dom.isElement(element)) return;
    if (!reported.has(element)) withInternals.add(new WeakRef(element));
    reported.set(element, internals[at]);
  });
  return withInternals.size - before;
};

// A page cannot reach the world that this stands in.
Object.defineProperty(globalThis, Symbol.for('handrail.internals'), {
  value: Object.freeze({ fresh: freshElements, known: speakingElements, tell: setInternals }),
  configurable: true,
});
/** @param {Element} element */
const internalsOf = (element) => (withInternals.size === 0 ? undefined : reported.get(element));
/** @param {Element} element */
export const hasInternals = (element) => internalsOf(element) !== undefined;
/** @param {Element} element */
export const internalsRole = (element) => internalsOf(element)?.role ?? '';
/** @param {Element} element */
export const internalsName = (element) => internalsOf(element)?.name ?? '';
/** @param {Element} element */
export const internalsValue = (element) => internalsOf(element)?.value ?? null;
/** @returns {string|undefined} as the attribute aria-`name` would say it
 * @param {Element} element @param {string} name
 */
export const internalsState = (element, name) => internalsOf(element)?.states[name];
