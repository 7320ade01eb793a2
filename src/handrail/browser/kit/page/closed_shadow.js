// What a page keeps to itself and only the browser can tell: closed shadow roots, and elements that listen for the
// mouse. closed_shadow.py asks the browser's own protocol and hands both over, to the kit's world only.

import { dom } from '../dom/dom.js';
import { markHearing, markPartial } from '../dom/listeners.js';
import { tagOf } from '../snapshot/tags.js';

const asked = new WeakSet();
/** Could a tree that cannot be seen from here be attached? Components have one; so have boxes that scripts hang into the
 *  body with nothing in them.
 * @param {Element} element @param {string} tag
 */
const mayHide = (element, tag) => {
  if (!dom.mayHost(tag) || dom.shadowRoot(element) !== null || asked.has(element)) return false;
  return tag.includes('-') || (dom.firstChild(element) === null && dom.parentNode(element) === dom.body(document));
};

/** @returns {Element[]|null} those that have not been asked about yet, at most `most`; null for none
 * @param {number} most
 */
const unaskedHosts = (most) => {
  const found = [...dom.all()].filter((element) => mayHide(element, dom.localName(element))).slice(0, most);
  for (const element of found) asked.add(element);
  return found.length ? found : null;
};

/** @returns {number} how many of the elements may be operable by a listener that was not known @param {...any} elements */
const listen = (...elements) =>
  elements.filter(
    (node) => dom.isElement(node) && dom.ownerDocument(node) === document && markHearing(node, tagOf(node).skipped),
  ).length;

// A page cannot reach the world that this stands in.
Object.defineProperty(globalThis, Symbol.for('handrail.pierced'), {
  value: Object.freeze({ hosts: unaskedHosts, listen, partial: markPartial, open: dom.revealShadow }),
  configurable: true,
});
