import { dom, method } from './dom.js';
import { oncePerCall } from './per_call.js';

const documentAt = method(Document.prototype, 'elementFromPoint');
const shadowAt = method(ShadowRoot.prototype, 'elementFromPoint');
const allInShadowAt = method(ShadowRoot.prototype, 'elementsFromPoint');
/** What shows a slotted text: for that the browser names the host, though the text is painted in a box of its shadow tree.
 * @param {ShadowRoot} shadow @param {number} x @param {number} y @returns {Element | null}
 */
const boxOfText = (shadow, x, y) =>
  allInShadowAt(shadow, x, y).find((/** @type {Element} */ one) => dom.rootNode(one) === shadow) ?? null;
/** The innermost element at a point of the viewport, open shadow trees included. @param {number} x @param {number} y */
export const elementAt = (x, y) => {
  let found = documentAt(document, x, y);
  for (let shadow = found && dom.shadowRoot(found); shadow; shadow = found && dom.shadowRoot(found)) {
    const first = shadowAt(shadow, x, y);
    const inner = first === found ? boxOfText(shadow, x, y) : first;
    if (!inner || dom.rootNode(inner) !== shadow) break;
    found = inner;
  }
  return found;
};

/** What lies in the middle of an element. @param {Element} element */
export const elementInMiddle = (element) => {
  const { left, top, width, height } = dom.box(element);
  return elementAt(left + width / 2, top + height / 2);
};

const allAt = method(Document.prototype, 'elementsFromPoint');
/** All elements at a point of the viewport, the foremost first; of a shadow tree what lies innermost there.
 * @param {number} x @param {number} y @returns {Element[]}
 */
export const elementsAt = (x, y) => {
  const [first, ...others] = allAt(document, x, y);
  return first ? [elementAt(x, y) ?? first, ...others] : [];
};

/** The window's place and size, in CSS pixels of the page; read once an operation, since each reading asks the layout. */
export const viewport = oncePerCall(() => ({
  left: window.scrollX,
  top: window.scrollY,
  width: window.innerWidth,
  height: window.innerHeight,
}));
