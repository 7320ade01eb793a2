// What listens for the mouse, as closed_shadow.py tells the kit, and what of it can be operated.

import { dom } from './dom.js';
import { oncePerCall, perCall } from './per_call.js';
import { viewport } from './viewport.js';

const OPERABLE =
  'a[href], button, input, select, textarea, summary, iframe, [role], [tabindex], [onclick], [contenteditable]';
const ITEMS = 'li, tr, [role=listitem], [role=row], [role=treeitem], [role=option]';
const LISTS = 'ul, ol, menu, table, tbody, [role=list], [role=table], [role=grid], [role=tree], [role=listbox]';
const CELLS = 'td, th, [role=cell], [role=gridcell]';
const MOST_TEXT = 200;
const TOO_BIG = 0.5;
/** All that listen, also those that are there for others in them. @type {WeakSet<Element>} */
export const hearing = new WeakSet();
/** Of these, what may be operable by that alone. @type {Set<WeakRef<Element>>} */
const bare = new Set();
/** The shapes of drawings among them. @type {Set<WeakRef<Element>>} */
const drawn = new Set();
/** Lists that listen: for their items. @type {WeakSet<Element>} */
const lists = new WeakSet();
/** What was found operable once stays so: buttons that a row shows under the pointer take nothing from it.
 * @type {WeakSet<Element>}
 */
const listening = new WeakSet();
const decided = perCall();
let isPartial = false;
/** @param {boolean} is  some elements that listen are not known yet */
export const markPartial = (is) => {
  isPartial = is;
};

/** @returns {boolean} whether an element that listens may be operable by that alone, and was not known to listen
 * @param {Element} element @param {boolean} isShape  the walk makes no line of it by itself
 */
export const markHearing = (element, isShape) => {
  if (hearing.has(element)) return false;
  hearing.add(element);
  if (dom.matches(element, OPERABLE)) return false;
  const reference = new WeakRef(element);
  bare.add(reference);
  if (isShape) drawn.add(reference);
  if (dom.matches(element, LISTS)) lists.add(element);
  return true;
};

/** @param {Set<WeakRef<Element>>} references */
const standing = (references) =>
  Array.from(references).flatMap((reference) => {
    const element = reference.deref();
    if (element === undefined) references.delete(reference);
    return element !== undefined && dom.isConnected(element) ? element : [];
  });

/** What stands around something else that listens. */
const around = oncePerCall(() => {
  /** @type {Set<Element>} */
  const boxes = new Set();
  for (const element of standing(bare))
    for (let at = dom.parent(element); at && !boxes.has(at); at = dom.parent(at)) boxes.add(at);
  return boxes;
});

/** @param {Element} element @param {Element | null} other */
const isTwin = (element, other) => other !== null && hearing.has(other) && isLike(element, other);

/** @param {Element} element @param {Element} other */
const isLike = (element, other) =>
  dom.localName(other) === dom.localName(element) && dom.attribute(other, 'class') === dom.attribute(element, 'class');

/** A row or an item that listens itself, or one of several boxes alike that do: what can be operated in it takes nothing
 *  from it. A row whose cells all listen has nothing for itself.
 * @param {Element} element
 */
const isItem = (element) => {
  if (dom.matches(element, ITEMS)) {
    const cells = Array.from(dom.children(element));
    return dom.queryIn(element, ITEMS).length === 0 && !cells.some((cell) => hearing.has(cell));
  }
  const isOneOfMany = isTwin(element, dom.nextElement(element)) || isTwin(element, dom.previousElement(element));
  return isOneOfMany && !dom.matches(element, CELLS) && !around().has(element);
};

/** A listener on a box around other controls or items is there for them; one on a wide box is there for nothing in
 *  particular.
 * @param {Element} element
 */
const isOwn = (element) => {
  if (element === dom.body(document) || element === dom.root(document) || dom.localName(element) === 'label')
    return false;
  const { width, height } = dom.box(element);
  if (width * height >= TOO_BIG * viewport().width * viewport().height) return false;
  if (hearing.has(element) && isItem(element)) return true;
  if (around().has(element) || dom.queryIn(element, OPERABLE).length) return false;
  if (lists.has(element) && dom.queryIn(element, ITEMS).length) return false;
  return dom.textContent(element).length <= MOST_TEXT;
};

/** Does its list listen for an item, which leaves no trace on the item? @param {Element} element */
const isHeardAbove = (element) => {
  const above = dom.parent(element);
  if (above === null || !dom.matches(element, ITEMS)) return false;
  const list = lists.has(above) ? above : dom.parent(above);
  return list !== null && lists.has(list);
};

const LIKE_WITHIN = 20; // rows back: a row may stand among others of another class
/** While a part of what listens is known: is the row before it that is made like this one operable?
 * @param {Element} element @returns {boolean}
 */
const isLikeListening = (element) => {
  if (!isPartial || !dom.matches(element, ITEMS)) return false;
  let at = dom.previousElement(element);
  for (let left = LIKE_WITHIN; at !== null && left > 0; left--, at = dom.previousElement(at))
    if (isLike(element, at)) return decided.get(at) ?? listening.has(at);
  return false;
};

/** Is an element operable by what it listens for? @param {Element} element */
export const isListening = (element) => {
  if (bare.size === 0) return false;
  if (listening.has(element)) return true;
  let is = decided.get(element);
  if (is === undefined) {
    is = (hearing.has(element) || isHeardAbove(element)) && isOwn(element);
    if (is) listening.add(element);
    else is = isLikeListening(element);
    decided.set(element, is);
  }
  return is;
};

/** @returns {Element[]} those that listen of which the walk makes no lines of itself: the shapes of drawings */
export const listeningShapes = () => (drawn.size === 0 ? [] : standing(drawn).filter(isListening));
