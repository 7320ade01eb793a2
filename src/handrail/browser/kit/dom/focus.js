// What has the focus, through open shadow roots.

import { isEditable } from './controls.js';
import { dom, getter } from './dom.js';
import { oncePerCall } from './per_call.js';

const inDocument = getter(Document.prototype, 'activeElement');
const inShadow = getter(ShadowRoot.prototype, 'activeElement');

/** @returns {Element | null} */
const innermostFocused = () => {
  let focused = inDocument(document);
  while (focused) {
    const shadow = dom.shadowRoot(focused);
    const inner = shadow && inShadow(shadow);
    if (!inner) break;
    focused = inner;
  }
  return focused;
};

export const focusedElement = oncePerCall(innermostFocused);

/** What keys go to, a frame perhaps in which something else has them; null where that is the page as a whole, unless all of
 * it is a field, as in the frames of editors.
 */
export const keyTarget = () => {
  const focused = innermostFocused();
  const isPage = focused !== null && ['body', 'html'].includes(dom.tag(focused));
  return isPage && !isEditable(focused) ? null : focused;
};
