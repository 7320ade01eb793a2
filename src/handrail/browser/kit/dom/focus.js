import { dom, getter } from './dom.js';
import { oncePerCall } from './per_call.js';

const inDocument = getter(Document.prototype, 'activeElement');
const inShadow = getter(ShadowRoot.prototype, 'activeElement');
/** What keys go to, null where that is the page as a whole or is in a frame. */
export const keyTarget = () => {
  let at = inDocument(document);
  while (at && dom.shadowRoot(at) && inShadow(dom.shadowRoot(at))) at = inShadow(dom.shadowRoot(at));
  return !at || ['body', 'html'].includes(dom.tag(at)) || dom.holdsFrame(at) ? null : at;
};

export const focusedElement = oncePerCall(() => {
  let at = activeElement(document);
  while (at && dom.shadowRoot(at)) {
    const inner = shadowActive(dom.shadowRoot(at));
    if (!inner) break;
    at = inner;
  }
  return at;
});

const activeElement = getter(Document.prototype, 'activeElement');
const shadowActive = getter(ShadowRoot.prototype, 'activeElement');
