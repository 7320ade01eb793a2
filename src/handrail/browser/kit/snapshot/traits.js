// What the walk asks of single elements.

import { ownedBy } from '../accessibility/name_sources.js';
import { areSymbolsNamed } from '../accessibility/names.js';
import { isInlineRole } from '../accessibility/roles.js';
import { isContextMenuEntry } from '../actions/menu_openers.js';
import {
  HAS_ARIA,
  HAS_DRAGGABLE,
  HAS_EDITABLE,
  HAS_HANDLER,
  HAS_INERT,
  HAS_NAMING,
  HAS_OTHER,
  HAS_ROLE,
  HAS_TABINDEX,
  HAS_TITLE,
} from '../dom/attributes.js';
import { isEditingHost, opensPopup } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { isListening, listeningShapes } from '../dom/listeners.js';
import { oncePerCall } from '../dom/per_call.js';
import { wordSet } from '../dom/text.js';
import { CURSOR } from '../style/declarations.js';
import { isPageItself, isRendered, isVisible, styleOf } from '../style/visibility.js';
import { rowParts } from './extent.js';
import { keepsPresses, topOverlay } from './overlays.js';
import { tagOf } from './tags.js';

const LEAST_SCROLLED = 30; // CSS pixels: what shows less of what it holds, such as the box of an icon, is not scrolled
/** @param {number} whole @param {number} shown */
const isPartShown = (whole, shown) => whole > shown + 1 && shown >= LEAST_SCROLLED;
/** @param {Element} element */
export const isScrollable = (element) =>
  isPartShown(dom.scrollHeight(element), dom.clientHeight(element)) ||
  isPartShown(dom.scrollWidth(element), dom.clientWidth(element));

/** @param {Element} element @returns {[string, Set<string>]} */
const makeOf = (element) => [dom.localName(element), new Set(dom.className(element).trim().split(/\s+/))];
/** While one of its items is edited, such a list may have no tab stop. */
const likeTabStops = new WeakSet();
/** @param {Set<string>} some @param {Set<string>} others */
const areAmong = (some, others) => [...some].every((name) => others.has(name));
const tabStops = oncePerCall(() => Array.from(dom.query(document, '[tabindex="0"][class]'), makeOf));
/** In a list in which arrow keys lead on, one item is a tab stop, and all that are made like it can be operated.
 * @param {Element} element
 */
const isLikeTabStop = (element) => {
  if (likeTabStops.has(element)) return true;
  const [tag, classes] = makeOf(element);
  const isLike =
    !classes.has('') &&
    /\S/.test(dom.textContent(element)) &&
    tabStops().some(([other, others]) => other === tag && (areAmong(classes, others) || areAmong(others, classes)));
  if (isLike) likeTabStops.add(element);
  return isLike;
};

/** @param {Element} element */
const isTabStop = (element) => {
  const index = dom.attribute(element, 'tabindex');
  if (index === null) return isEditingHost(element);
  return Number(index) >= 0 || (index === '-1' && isLikeTabStop(element)) || isEditingHost(element);
};

/** What had a hand under the pointer: it can be operated when that is elsewhere, too. @type {WeakSet<Element>} */
const hadHand = new WeakSet();
/** @param {Entry} entry @param {How} how */
export const hasHand = ({ element, bits }, { effects }) => {
  if ((bits & CURSOR) === 0) return hadHand.has(element);
  const isHand = HANDS.has(styleOf(element).cursor);
  if (isHand && dom.matches(element, ':hover')) hadHand.add(element);
  return isHand || hadHand.has(element) || Boolean(effects?.hands && dom.matches(element, effects.hands));
};

// To press with, and to drag with.
const GRIPS = wordSet('grab move');
const HANDS = new Set(['pointer', ...GRIPS]);
/** Is it what the box around it, which takes presses, is dragged by? @param {Entry} entry */
const isGrip = ({ element, bits }) => {
  if ((bits & CURSOR) === 0 || !GRIPS.has(styleOf(element).cursor)) return false;
  const around = dom.parent(element);
  return around !== null && !GRIPS.has(styleOf(around).cursor);
};
/** Is it the strip by which a column of a table is made wider? Each cell may have one, often with its cursor only under
 *  the pointer.
 * @param {Element} element
 */
const isEdgeOfCell = (element) =>
  /resiz/i.test(`${styleOf(element).cursor} ${dom.attribute(element, 'class')}`) &&
  !/\S/.test(dom.textContent(element)) &&
  dom.closest(element, 'tr, [role=row]') !== null;
/** Operable though its role does not say so: a handler, a tab stop, a popup, something to drag or to drop things on, a hand
 *  for a pointer. In a control all is its
 *  part; under a hand for a pointer another one says nothing, but one to drag by.
 * @param {Entry} entry @param {How} how
 */
export const isClickable = (entry, how) => {
  const { element, has } = entry;
  if (how.control) return false;
  if (has & HAS_HANDLER || (has & (HAS_TABINDEX | HAS_EDITABLE) && isTabStop(element))) return true;
  if (has & HAS_ARIA && opensPopup(element)) return true;
  if (has & HAS_DRAGGABLE && dom.attribute(element, 'draggable') === 'true') return true;
  // A hand everywhere says nothing, nor do the listeners of the page itself.
  if (isPageItself(element)) return false;
  if (isContextMenuEntry(element)) return true;
  return (isListening(element) && !isEdgeOfCell(element)) || (how.pointer ? isGrip(entry) : hasHand(entry, how));
};
// The walk passes by the shapes of a drawing, of which there are many, but not by those that can be operated.
const SHAPES =
  ':is(path, circle, rect, ellipse, line, polygon, polyline, use):is([tabindex], [role], [onclick], [cursor=pointer], [style*=pointer i])';
const CHILDLESS = wordSet('input textarea select img');
/** aria-owns: the elements each owner shows as its own, and all that are shown elsewhere than where they stand; an owner
 *  that is not rendered owns nothing, and what can hold nothing stands beside its list. Shapes that can be operated are shown
 *  by what holds them, and the cells of a row in parts by its first part.
 * @param {Element} root
 */
const ownership = (root) => {
  const owners = new Map();
  const owned = new Set();
  for (const owner of dom.query(document, '[aria-owns]')) {
    if (!isRendered(owner) || CHILDLESS.has(dom.tag(owner))) continue;
    const its = ownedBy(owner).filter((part) => !owned.has(part) && !dom.contains(part, owner) && !tagOf(part).skipped);
    for (const part of its) owned.add(part);
    owners.set(owner, its);
  }
  for (const shape of new Set([...dom.query(document, SHAPES), ...listeningShapes()])) {
    const above = dom.parent(shape);
    if (above) owners.set(above, [...(owners.get(above) ?? []), shape]);
  }
  for (const [first, others] of rowParts(root)) {
    owners.set(first, [...(owners.get(first) ?? []), ...others.flatMap((part) => [...dom.children(part)])]);
    for (const part of others) owned.add(part);
  }
  return { owners, owned };
};

const GUTTER = /line-?num|lineno|gutter|sidediv/i;
const GUTTER_LEVELS = 3;
const DIGITS = /^\s*\d{1,6}\s*$/;
/** Is it the number of a line in the gutter of an editor? @param {Element} element */
export const isLineNumber = (element) => {
  if (!DIGITS.test(dom.textContent(element))) return false;
  const inner = dom.queryIn(element, '*')[0] ?? element;
  return [inner, ...dom.around(inner, GUTTER_LEVELS)].some((at) => GUTTER.test(`${dom.className(at)} ${dom.id(at)}`));
};

const TOP_LAYER = 'dialog:modal';
const MODALS = `${TOP_LAYER}, [aria-modal=true]`;
/** The topmost dialog that keeps the rest of the page out of reach. */
export const openModal = () =>
  Array.from(dom.query(document, MODALS))
    .filter((box) => isVisible(box) && (dom.matches(box, TOP_LAYER) || keepsPresses(box)))
    .at(-1) ?? topOverlay();
const PLAIN = Object.freeze({ owners: new Map(), owned: new Set() });
/** `ownership` and the open modal; most documents have neither, which one question tells. @param {Element} root */
export const surveyPage = (root) =>
  listeningShapes().length || dom.query(document, `[aria-owns], [aria-rowindex], ${MODALS}, ${SHAPES}`).length
    ? { ...ownership(root), modal: openModal() }
    : { ...PLAIN, modal: topOverlay() };

export const OWN_ROLE = HAS_ROLE | HAS_EDITABLE;

const ODD = OWN_ROLE | HAS_ARIA | HAS_NAMING | HAS_TITLE | HAS_INERT;

/** May what stands in the element say something else to the name of an element around it than its text?
 * @param {Entry} entry @param {string} role
 */
export const blocksNaming = ({ element, tag, kind, has }, role) => {
  if (!isInlineRole(role)) return true;
  if (tag === 'svg')
    return (
      (has & (HAS_ROLE | HAS_NAMING | HAS_TITLE)) !== 0 || /\S/.test(dom.textContent(element)) || areSymbolsNamed()
    );
  if (tag === 'g') return (has & (HAS_ROLE | HAS_NAMING | HAS_TITLE)) !== 0;
  return (has & (kind.known ? ODD : HAS_OTHER)) !== 0;
};
