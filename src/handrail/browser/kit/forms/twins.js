// Ids that a page has twice, as where a script copies a form into a dialog and leaves the original hidden.

import { isNotShown } from '../accessibility/faces.js';
import { dom } from '../dom/dom.js';
import { labelControl } from '../dom/native.js';
import { isVisible } from '../style/visibility.js';

/** What a person takes for the control of a label. The browser takes the first element with the id; where that one is
 *  hidden, and stands further off than a shown control with the same id, a person means the latter, and so must we: a press
 *  of the label would change the hidden one.
 * @param {Element} label @returns {HTMLElement | null}
 */
export const meantControl = (label) => {
  if (!dom.isHtml(label, 'label')) return null;
  const control = labelControl(label);
  return control && dom.hasAttribute(label, 'for') && isNotShown(control)
    ? (twinOf(control, label) ?? control)
    : control;
};

/** @param {HTMLElement} control  that is hidden @param {Element} label @returns {HTMLElement | null} */
const twinOf = (control, label) => {
  const root = dom.rootNode(label);
  if (!dom.isTree(root)) return null;
  const same = [...dom.query(root, `#${CSS.escape(dom.id(control))}`)];
  const around = same.length > 1 ? dom.up(label, (above) => same.some((one) => dom.contains(above, one))) : null;
  if (around === null || dom.contains(around, control)) return null;
  const [twin, ...others] = same.filter((one) => dom.contains(around, one));
  const isMeant = others.length === 0 && dom.tag(twin) === dom.tag(control) && isVisible(twin);
  return isMeant ? /** @type {HTMLElement} */ (twin) : null;
};
