import { drawnBeside, drawnFor, isNativeCheck, labelInPlaceOf } from '../accessibility/faces.js';
import { hasInternals } from '../accessibility/internals.js';
import { roleOf } from '../accessibility/roles.js';
import { isDisabled, isReadonly } from '../accessibility/states.js';
import { pressPoints } from '../actions/boxes.js';
import { pointInside } from '../actions/hit_test.js';
import { inputType } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { inputChecked, inputMixed, labelAround, labelControl } from '../dom/native.js';
import { onElement, refOf } from '../dom/refs.js';
import { elementAt } from '../dom/viewport.js';
import { isVisible } from '../style/visibility.js';
import { actedOn } from './control_kinds.js';
import { meantControl } from './twins.js';

const CHECK_ROLES = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio']);
const STATES = new Set(['true', 'false', 'mixed']);
// What a custom element says to the browser alone is known of the last snapshot: no ground to judge a press by.
/** @param {Element} element */
const isCheck = (element) =>
  !hasInternals(element) && (isNativeCheck(element) || CHECK_ROLES.has(roleOf(element)) || isToggle(element));
/** @param {Element} element */
const isToggle = (element) => roleOf(element) === 'button' && dom.hasAttribute(element, 'aria-pressed');
/** The thing that is checked: itself, one around it, a label's control, or the only one inside.
 * @param {Element} element
 */
export const checkableOf = (element) => {
  const own = dom.up(element, isCheck);
  if (own) return own;
  const label = labelAround(element);
  const control = label && (meantControl(label) ?? drawnBeside(label));
  if (control && isNativeCheck(control)) return control;
  const inner = Array.from(dom.query(element, 'input, [role]')).filter(isCheck);
  return inner.length === 1 ? inner[0] : null;
};

/** @param {Element} element */
const nativeState = (element) => (inputMixed(element) ? 'mixed' : String(inputChecked(element)));
/** The state that a page gives to a box it draws itself: a script may set the input under it back at once.
 * @param {Element} element
 */
const drawnState = (element) => {
  const state = (dom.attribute(element, 'aria-checked') ?? '').trim().toLowerCase();
  return STATES.has(state) && !isVisible(element) ? state : null;
};
/** @param {Element} element */
export const checkState = (element) => {
  if (isNativeCheck(element)) return drawnState(element) ?? nativeState(element);
  const state = dom.attribute(element, 'aria-checked') ?? dom.attribute(element, 'aria-pressed') ?? 'false';
  return state.trim().toLowerCase();
};

/** @param {Element} element */
const checkKind = (element) => {
  const role = roleOf(element);
  return inputType(element) === 'radio' || role === 'radio' || role === 'menuitemradio' ? 'radio' : 'checkbox';
};

/** A point of a label that is not on a link or button inside it, relative to the label. @param {Element} label */
export const plainLabelPoint = (label) => {
  for (const spot of pressPoints(label)) {
    const found = elementAt(spot.x, spot.y);
    if (!found || !dom.up(found, (above) => above === label)) continue;
    if (actedOn(found) === (labelControl(label) ?? label)) return pointInside(label, spot);
  }
  return null;
};

export const checkbox = onElement((element) => {
  const box = checkableOf(element);
  if (!box) return { found: false };
  const label = labelInPlaceOf(box);
  const handle = label ?? drawnFor(box) ?? box;
  return {
    found: true,
    local: refOf(box),
    handle: refOf(handle),
    label: label !== null,
    kind: checkKind(box),
    state: checkState(box),
    native: isNativeCheck(box) ? nativeState(box) : null,
    disabled: isDisabled(box) || isReadonly(box),
  };
});

/** Where to press a label without following a link in it; asked after the label was brought within reach. */
export const labelPoint = onElement((label) => ({ spot: plainLabelPoint(label) }));
