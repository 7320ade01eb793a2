// What an element stands for. Lists that scroll through thousands of rows put other rows into the same nodes, and
// frameworks patch what they have already made: the node is the same then, and what a press of it means is not. So a ref
// ends when its element gets another name, or stands in another row or item by now.

import { selectBehind } from '../choices/stand_ins.js';
import { titlesOf } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { foundPerCall, perCall } from '../dom/per_call.js';
import { clip, normalizeSpace } from '../dom/text.js';
import { guessedName, isField } from './guessed_names.js';
import { nameOf } from './names.js';
import { roleOf } from './roles.js';
import { elementValue } from './values.js';

// Roles that the walk gives to boxes that have none; their name is what stands in them.
const UNNAMED = new Set(['clickable', 'scrollable']);
/** @param {string} role */
export const isUnnamed = (role) => UNNAMED.has(role);
const NAME_LIMIT = 300;
/** What such a box is known by. @param {Element} element */
export const ownText = (element) =>
  normalizeSpace(dom.textContent(element).slice(0, 4 * NAME_LIMIT)).slice(0, NAME_LIMIT);
const ITEM_TAGS = new Set(['li', 'tr', 'article']);
const ITEM_ROLES = new Set(['row', 'listitem', 'article', 'treeitem', 'option', 'gridcell']);
const CONTROLS = new Set(['a', 'button', 'input', 'select', 'textarea', 'label', 'summary', 'option']);
const KEY = /(?:^|-)(?:id|key|uid|uuid|index|rowindex|posinset)$/;
const LEVELS = 12;
const MOST_TEXT = 1000;
// Templates put much white space between the parts of a row.
const MOST_RAW_TEXT = 20_000;
const MOST_NODES = 100;
const FIRST_TEXT = 100;
const READABLE = /[\p{L}\p{N}]/u;
/** A class or the attributes that things made alike have in common; '' where nothing says so. @param {Element} element */
const makeOf = (element) => {
  const [first] = dom.className(element).trim().split(/\s+/, 1);
  const made = first || dom.attributeNames(element).join(' ');
  return made && `${dom.localName(element)} ${made}`;
};

/** Is it one of at least three siblings in a row that are made alike? @param {Element} element */
const isRepeated = (element) => {
  const [next, previous] = [dom.nextElement(element), dom.previousElement(element)];
  const tag = dom.localName(element);
  if ((!next || dom.localName(next) !== tag) && (!previous || dom.localName(previous) !== tag)) return false;
  const make = makeOf(element);
  if (!make) return false;
  let count = 1;
  for (const step of [dom.nextElement, dom.previousElement]) {
    for (let at = step(element); at && count < 3 && makeOf(at) === make; at = step(at)) count++;
  }
  return count >= 3;
};

/** @param {Element} element */
export const isItem = (element) =>
  ITEM_TAGS.has(dom.localName(element)) || ITEM_ROLES.has(dom.attribute(element, 'role') ?? '');
const itemsAround = perCall();
/** The row or item that an element is or stands in, else the nearest box around it that stands among others like it: also
 * where the row is as long as a page, as those of boards are.
 * @param {Element} element @returns {Element | null}
 */
const itemAround = (element) => {
  /** @type {Element | null} */
  let repeated = null;
  const path = [];
  /** @type {Element | null | undefined} */
  let found;
  for (let at = /** @type {Element | null} */ (element); at && found === undefined; at = dom.parent(at)) {
    if (path.length === LEVELS || at === dom.body(document)) break;
    if (repeated === null) found = itemsAround.get(at);
    if (found === undefined) path.push(at);
    if (found === undefined && isItem(at)) found = at;
    else if (repeated === null && !CONTROLS.has(dom.localName(at)) && isRepeated(at)) repeated = at;
  }
  const item = repeated && (!found || !describe(found)) ? repeated : (found ?? null);
  for (const passed of path) {
    itemsAround.set(passed, item);
    if (passed === item) break;
  }
  return item;
};

/** The first words in an item: outside of its buttons, which are the same in each, if there are any.
 * @param {Element} item @param {boolean} [anywhere] @returns {string}
 */
const firstText = (item, anywhere = false) => {
  let left = MOST_NODES;
  /** @param {Node} node @returns {string} */
  const search = (node) => {
    for (let child = dom.firstChild(node); child && left-- > 0; child = dom.nextSibling(child)) {
      if (dom.isText(child)) {
        if (READABLE.test(dom.data(child))) return clip(normalizeSpace(dom.data(child)), FIRST_TEXT);
      } else if (dom.isElement(child) && !/^(?:style|script|select|title)$/.test(dom.localName(child))) {
        const found = !anywhere && dom.localName(child) === 'button' ? '' : search(child);
        if (found) return found;
      }
    }
    return '';
  };
  return search(item) || (anywhere ? '' : firstText(item, true));
};

/** What tells an item from its neighbours without a word. @param {Element} item */
const keysOf = (item) => {
  const keys = dom
    .attributeNames(item)
    .filter((name) => KEY.test(name))
    .map((name) => `${name}=${dom.attribute(item, name)}`);
  const title = titlesOf(item)
    .map((name) => dom.attribute(item, name))
    .find(Boolean);
  if (title) keys.push(`title=${title}`);
  const [link] = dom.queryIn(item, 'a[href]');
  return link ? [...keys, dom.attribute(link, 'href')].join('\n') : keys.join('\n');
};

/** @param {Element} element @returns {ItemRecord | null} what is known by of the item that an element stands in */
export const itemOf = (element) => {
  const item = itemAround(element);
  return item && describe(item);
};

/** The row or item that an element is or stands in; null where it stands in none, or in one as long as a page.
 * @param {Element} element
 */
export const itemElement = (element) => {
  const item = itemAround(element);
  return item && describe(item) ? item : null;
};

/** @type {(item: Element) => ItemRecord | null} */
const describe = foundPerCall((item) => {
  const raw = dom.textContent(item);
  const text = raw.length > MOST_RAW_TEXT ? raw : normalizeSpace(raw);
  return text.length > MOST_TEXT
    ? null
    : {
        box: new WeakRef(item),
        first: firstText(item),
        keys: keysOf(item),
        label: dom.attribute(item, 'aria-label') ?? '',
        text,
      };
});

/** @param {string} text */
export const wordsOf = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
/** @param {string} text */
const lettersOf = (text) => new Set(text.toLowerCase().match(/\p{L}{2,}/gu) ?? []);
/** @param {Set<string>} one @param {Set<string>} other */
export const shared = (one, other) => [...one].filter((word) => other.has(word)).length;
/** Is it an item of a list by itself: one of several alike that stand one below the other? @param {Element} element */
const isStacked = (element) => {
  const beside = dom.nextElement(element) ?? dom.previousElement(element);
  return isRepeated(element) && beside !== null && dom.box(beside).top !== dom.box(element).top;
};

/** A note that comes or goes leaves a field what it is ("Date", "Date required"); another word makes it that of another row
 * ("Amount for Ada", "Amount for Bob"). Of the names of others, half may change, as states and times do.
 * @param {string} before @param {string} now @param {string} role
 */
const namesAnother = (before, now, role) => {
  if (shared(wordsOf(before), wordsOf(now)) === 0) return true;
  const [one, other] = [lettersOf(before), lettersOf(now)];
  const least = Math.min(one.size, other.size);
  const common = shared(one, other);
  return least > 0 && (isField(role) ? common < least : common / least <= 0.5);
};

const AGE =
  /\b(?:\d{1,9}|an?|a few|less than an?) ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?) ago\b/gi;
/** A row in which time passes stays that row. @param {string} name */
export const withoutAges = (name) => name.replace(AGE, '');

/** @param {string} before @param {string} now @param {Element} element */
const isRenamed = (before, now, element) => {
  if (before === now || before === '' || now === '') return false;
  if (withoutAges(before) === withoutAges(now)) return false;
  const role = roleOf(element);
  // A list that is called by what is chosen in it stays that list.
  if ((role === 'combobox' && elementValue(element) === now) || selectBehind(element)) return false;
  return namesAnother(before, now, role) || isStacked(element);
};

/** Counts and states in a row change, and leave it the row that it is: its label, what it begins with, and most of its words.
 * @param {ItemRecord} before @param {ItemRecord} now
 */
const isAnotherItem = (before, now) => {
  const box = now.box.deref();
  if (box && isRenamed(before.label, now.label, box)) return true;
  if (before.text === now.text) return false;
  if (before.keys !== now.keys || (before.first !== now.first && before.first !== '' && now.first !== '')) return true;
  const [one, other] = [lettersOf(before.text), lettersOf(now.text)];
  const least = Math.min(one.size, other.size);
  return least > 0 && shared(one, other) / least <= 0.5;
};

/** Where a link leads, without the place in that page. @param {Element} element */
export const linkAddress = (element) => (dom.attribute(element, 'href') ?? '').replace(/#.*/, '');

/** Does a link lead by now where another one of its name did? Its node went to that one's row then; an address may also
 * change by itself: of the next page, or with a token in it.
 * @param {RefRecord} record @param {Element} element
 */
const leadsAsAnother = (record, element) => {
  const address = linkAddress(element);
  return address !== record.address && address !== '' && Boolean(record.addresses?.has(address));
};

/** Does an element stand for another thing by now than when the walk last came to it?
 * @param {RefRecord} record @param {Element} element @param {string} [name]  its name now, where that is known
 */
export const standsForAnother = (record, element, name) => {
  if (record.sign === null) return false;
  if (record.addresses !== null && leadsAsAnother(record, element)) return true;
  const isUntold = name === undefined && isUnnamed(record.role);
  name ??= isUntold ? record.name : nameOf(element);
  if (isRenamed(record.name, name, element)) return true;
  if (isUntold && name !== '' && isRenamed(record.sign.split('\n', 2)[1], ownText(element), element)) return true;
  // An editor that goes from row to row is told by the words beside it.
  if (name === '' && record.guess !== '' && isRenamed(record.guess, guessedName(element, record.role), element))
    return true;
  if (record.item === null) return false;
  // Among fewer than it was, a box may no longer look like an item.
  const box = record.item.box.deref();
  const now = box && dom.contains(box, element) ? describe(box) : itemOf(element);
  return now !== null && isAnotherItem(record.item, now);
};
