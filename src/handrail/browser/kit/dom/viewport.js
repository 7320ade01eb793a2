import { dom, method } from './dom.js';
import { oncePerCall } from './per_call.js';

const documentAt = method(Document.prototype, 'elementFromPoint');
const shadowAt = method(ShadowRoot.prototype, 'elementFromPoint');
/** The innermost element at a point of the viewport, open shadow trees included.
 * @param {number} x @param {number} y
 */
export const elementAt = (x, y) => {
  let found = documentAt(document, x, y);
  for (let shadow = found && dom.shadowRoot(found); shadow; shadow = found && dom.shadowRoot(found)) {
    const inner = shadowAt(shadow, x, y);
    if (!inner || dom.rootNode(inner) !== shadow) break;
    found = inner;
  }
  return found;
};

/** The window's place and size, in CSS pixels of the page; read once an operation, since each reading asks the layout. */
export const viewport = oncePerCall(() => ({
  left: window.scrollX,
  top: window.scrollY,
  width: window.innerWidth,
  height: window.innerHeight,
}));
