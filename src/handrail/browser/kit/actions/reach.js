// Where real input would land: what lies at a point, how an element is brought within reach, and what scrolling moves.

import { drawnFor, editorOf, isNativeCheck, labelInPlaceOf } from '../accessibility/faces.js';
import { itemElement } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { isDisabled } from '../accessibility/states.js';
import { dom } from '../dom/dom.js';
import { elementOfRef, onElement, refOf } from '../dom/refs.js';
import { elementAt, elementsAt, viewport } from '../dom/viewport.js';
import { plainLabelPoint } from '../forms/checks.js';
import { actedOn, clip, isActive } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { movedSince } from '../page/activity.js';
import { runningAnimations } from '../style/rule_effects.js';
import { isVisible, styleOf } from '../style/visibility.js';
import { hasBox } from './boxes.js';
import { describeCover } from './covers.js';
import {
  bringIntoReach,
  obstacleTo,
  pressedAt,
  pressless,
  probePress,
  scrollIntoView,
  scrollNearest,
} from './hit_test.js';

/** @param {Element} element */
const hasPlace = (element) => {
  const { width, height } = dom.box(element);
  return width > 0 && height > 0;
};

const WIDEST = 0.5; // of the window: over a wider box the pointer shows nothing in particular
/** The nearest box around an element that does not show which a pointer can be over: pages show the buttons of a row, or the
 * menu of an item, while one is.
 * @param {Element} element
 */
const shownAround = (element) => {
  const { width, height } = viewport();
  const box = dom.up(dom.parent(element), (above) => isVisible(above) && hasPlace(above));
  const area = box ? dom.box(box).width * dom.box(box).height : 0;
  return box && area < WIDEST * width * height ? refOf(box) : null;
};

/** Whether an element lies where no page can be scrolled to: left of its begin, or above it. @param {Element} element */
const isBeyond = (element) => {
  const { right, bottom } = dom.box(element);
  const [x, y] = scrolledAround(element);
  return (right + x <= 0 && styleOf(dom.root(document)).direction !== 'rtl') || bottom + y <= 0;
};

const REST = 50; // milliseconds in which nothing changed or scrolled: three frames
/** Whether an animation may move an element: what turns or pulses for ever beside it does not.
 * @param {Animation} animation @param {Element} element
 */
const mayMove = ({ effect, playState }, element) => {
  const target = effect instanceof KeyframeEffect ? effect.target : null;
  const isEndless = effect?.getComputedTiming().endTime === Infinity;
  return playState === 'running' && (!isEndless || !target || dom.up(element, (above) => above === target) !== null);
};

/** Whether an element is at rest, as far as changes, scrolling and animations show. @param {Element} element */
const isAtRest = (element) =>
  !movedSince(performance.now() - REST) && !runningAnimations().some((animation) => mayMove(animation, element));

/** What was found, with the point of the window to which a press goes, and whether what it is on is surely at rest there.
 * @param {Element} element @param {ReturnType<typeof bringIntoReach>} found @param {Point | null} position
 */
const aimed = (element, found, position) => {
  const pressed = typeof found.via === 'number' ? elementOfRef(found.via) : element;
  const at = (pressed && pressedAt(pressed, position ?? found.point ?? null)?.at) ?? null;
  return { ...found, why: '', at, rests: !found.moved && isAtRest(pressed ?? element) };
};

/** What is pressed in place of an element that shows none of itself: its label, what is drawn for it, or the editor whose
 * text it takes. @param {Element} element @returns {Element | null}
 */
const inPlaceOf = (element) => {
  if (isDisabled(element)) return null;
  const label = isNativeCheck(element) ? labelInPlaceOf(element) : null;
  return label ?? drawnFor(element) ?? (isVisible(element) ? null : editorOf(element));
};

/** Bring an element to where a pointer can take it, and say what is in the way. Scrolls: only acts ask for it.
 * `unseen`: it has a place and does not show there, as buttons that come when the pointer is over their row; `around`: it
 * has no place that can be reached, but what it stands in does.
 * `press`: it is to be pressed, not only pointed at. `look`: places to scroll to are still to be tried. `position`: the
 * point of it that is meant. */
export const reach = onElement((element, { press = true, look = true, position = null }) => {
  const instead = press ? inPlaceOf(element) : null;
  if (instead) {
    const found = bringIntoReach(instead, look);
    if (!found.ok) return { ...found, why: '' };
    const point = dom.tag(instead) === 'label' ? plainLabelPoint(instead) : (found.point ?? null);
    return aimed(element, found.via ? found : { ...found, point, via: refOf(instead) }, position);
  }
  const why = (press && pressless(element)) || obstacleTo(element);
  if (why && (press || why !== 'disabled'))
    return { ok: false, why, by: null, unseen: why === 'hidden' && hasPlace(element), around: null };
  const found = bringIntoReach(element, look);
  if (found.ok) return aimed(element, found, position);
  if (found.by) return { ...found, why: '', unseen: !isVisible(element) };
  if (styleOf(element).pointerEvents === 'none') return { ...found, why: 'no_pointer' };
  return { ...found, why: 'out_of_reach', around: shownAround(element) };
});

/** Why a press on an element could not be given, as far as that shows where it stands. Reads only: a press that is still to
 * be judged moves nothing. */
export const pressable = onElement((element) => {
  if (isNativeCheck(element) && (labelInPlaceOf(element) ?? drawnFor(element))) return { why: '' };
  const why = pressless(element) || obstacleTo(element);
  // It may come when the pointer is over its place, or over what is around it.
  if (why === 'hidden' && hasPlace(element)) return { why: '' };
  return { why: !why && isBeyond(element) && !shownAround(element) ? 'out_of_reach' : why };
});

export const obstacle = onElement((element) => ({ why: obstacleTo(element) }));
/** Is an element covered where it stands now? Reads only. */
export const coveredNow = onElement((element) => {
  if (!hasBox(element)) return { covered: false, shown: false, by: null };
  const { ok, by } = probePress(element);
  return { covered: !ok && Boolean(by), shown: ok || Boolean(by), by: ok ? null : by };
});

/** How far all that is around an element is scrolled. @param {Element} element */
const scrolledAround = (element) => {
  let [x, y] = [0, 0];
  dom.up(element, (above) => {
    x += dom.scrollLeft(above);
    y += dom.scrollTop(above);
    return false;
  });
  return [x, y];
};

/** How far all that is around an element is scrolled. `bring`: where in the window it is brought first, if it is not
 * wholly in it; null for nowhere. Many pages scroll while something is held near an edge, so "center" is safest. */
export const scrolledTo = onElement((element, { bring }) => {
  const before = scrolledAround(element);
  if (bring) scrollNearest(element);
  if (bring === 'center' && `${scrolledAround(element)}` !== `${before}`) scrollIntoView(element);
  return { scrolled: scrolledAround(element) };
});

/** @param {Element} element */
const isAfloat = (element) => /^(?:fixed|absolute)$/.test(styleOf(element).position);

/** @param {number} x @param {number} y @param {Element} dragged */
const elementUnder = (x, y, dragged) => {
  const says = seenText(dragged);
  // A row that is dragged by a handle in it lies under the pointer itself; what can be pressed in it counts all the same.
  const row = itemElement(dragged);
  const carried = row && isAfloat(row) ? row : null;
  /** @param {Element} one */
  const isDragged = (one) =>
    dom.up(
      one,
      (above) =>
        above === dragged ||
        (above === carried && !isActive(actedOn(one))) ||
        (says !== '' && !dom.contains(above, dragged) && seenText(above) === says),
    ) !== null;
  return elementsAt(x, y).find((one) => !isDragged(one)) ?? null;
};

const PARTS = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';
/** What lies at a place: a box around controls is not called by all the text in it, of which none lies there.
 * @param {Element} found
 */
const describePlace = (found) => {
  const by = describeCover(found);
  const isAround = by.role !== 'calendar' && !isActive(actedOn(found)) && dom.queryIn(found, PARTS).length > 0;
  return isAround ? { ...by, name: clip(nameOf(found)) } : by;
};

/** What stands at a point of this document's viewport. `beside`: an element that is dragged there: what lies under it
 * counts, or under another that says the same, as its picture does. @type {Operation}
 */
export const elementAtPoint = ({ x, y, beside = null }) => {
  const dragged = beside === null ? null : elementOfRef(beside);
  const found = dragged ? elementUnder(x, y, dragged) : elementAt(x, y);
  if (!found) return { frame: false, by: null };
  return { frame: dom.holdsFrame(found), by: describePlace(found) };
};
