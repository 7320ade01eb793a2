// What an element is known by when it comes again: its signature, the words beside it, and, of links of one name, where
// they lead.

import { isUnnamed, linkAddress, ownText } from '../accessibility/identity.js';
import { NAME, ROLE } from '../snapshot/node_format.js';
import { dom, getter } from './dom.js';
import { foundPerCall } from './per_call.js';
import { clip, normalizeSpace, plainText, wordSet } from './text.js';

const TELLING_ATTRIBUTES = wordSet(
  'id name type href value for title alt aria-label placeholder data-id data-key data-testid',
);
const CONTEXT_LIMIT = 4000;
const contextText = foundPerCall((/** @type {Element | null} */ context) => {
  const text = context ? plainText(context) : '';
  if (text.length <= CONTEXT_LIMIT) return text;
  return `${text.slice(0, CONTEXT_LIMIT / 2)}${text.length}${text.slice(-CONTEXT_LIMIT / 2)}`;
});

const textLength = foundPerCall((/** @type {Element} */ element) => dom.textContent(element).length);
/** The nearest box around an element that has more words than it. @param {Element} element */
const surroundings = (element) => dom.up(element, (above) => textLength(above) > textLength(element));

const NEIGHBOURS = 100;
/** The words before or behind an element, as far as they are near and stand in the box around it.
 * @param {Element} element @param {Element} around @param {boolean} before
 */
const wordsBeside = (element, around, before) => {
  const step = before ? dom.previousSibling : dom.nextSibling;
  let words = '';
  for (let at = /** @type {Element | null} */ (element); at && at !== around; at = dom.parent(at)) {
    for (let node = step(at); node && words.length < NEIGHBOURS; node = step(node)) {
      const text = dom.isElement(node) ? contextText(node) : dom.isText(node) ? normalizeSpace(dom.data(node)) : '';
      words = (before ? `${text} ${words}` : `${words} ${text}`).trim();
    }
  }
  return before ? words.slice(-NEIGHBOURS) : words.slice(0, NEIGHBOURS);
};
/** The words right before an element, else those behind it. @param {Element} element */
const neighbours = (element) => {
  const around = surroundings(element);
  return around && (wordsBeside(element, around, true) || wordsBeside(element, around, false));
};

const UNIQUE_ATTRIBUTES = ['id', 'data-id', 'data-key'];
const NO_ADDRESS = /^(?:#|javascript:|$)/i;
/** Is it told from all others by an attribute, wherever it stands? @param {Element} element */
const isTold = (element) =>
  UNIQUE_ATTRIBUTES.some((name) => dom.attribute(element, name)) ||
  !NO_ADDRESS.test(dom.attribute(element, 'href') ?? '');

/** @param {Element} element @param {string} role @param {string} name @param {Element | null} context */
export const signatureOf = (element, role, name, context) => {
  const known = isUnnamed(role) ? ownText(element) : name;
  let sign = `${role}\n${known}\n${dom.localName(element)}`;
  for (const attribute of dom.attributeNames(element)) {
    if (!TELLING_ATTRIBUTES.has(attribute)) continue;
    const value = dom.attribute(element, attribute) ?? '';
    sign += `\n${attribute}=${value.length > CONTEXT_LIMIT ? value.length : ''}${clip(value, CONTEXT_LIMIT)}`;
  }
  const place = context || isTold(element) ? contextText(context) : neighbours(element);
  return `${sign}\n\n${place}`;
};

const outerHtml = getter(Element.prototype, 'outerHTML');
const LONGEST_LOOK = 1000;
const MOST_PARTS = 20;
/** What tells an element from others that are signed alike: the words around it and, of one without words, its look.
 * @param {Element} element @param {string} name
 */
const placeOf = (element, name) => {
  const place = contextText(surroundings(element));
  const isPicture = name === '' && dom.queryIn(element, '*').length <= MOST_PARTS;
  return isPicture ? `${place}\n${outerHtml(element).slice(0, LONGEST_LOOK)}` : place;
};

/** By what the elements of a walk are known again: their signatures, and their places where these are alike.
 * @param {SignedNode[]} signed @param {string[]} signs
 */
export const keysOf = (signed, signs) => {
  const alike = Map.groupBy(signs, (sign) => sign);
  return signs.map((sign, i) => {
    const [node, element] = signed[i];
    return alike.get(sign)?.length === 1 ? sign : `${sign}\n${placeOf(element, node[NAME])}`;
  });
};

/** Of the elements of a walk, of as many as there is time for.
 * @param {SignedNode[]} signed @param {Deadline} deadline
 */
export const signatures = (signed, deadline) => {
  const signs = [];
  for (const [node, element, context] of signed) {
    if ((signs.length & 63) === 63 && deadline.passed()) break;
    signs.push(signatureOf(element, node[ROLE], node[NAME], context));
  }
  return signs;
};

/** Where each element of a walk leads, if it is a link, and where all links of its name do: "View" in each row.
 * @param {SignedNode[]} signed @returns {[string, Set<string> | null][]}
 */
export const linkAddresses = (signed) => {
  /** @type {Map<string, Set<string>>} */
  const byName = new Map();
  return signed.map(([node, element]) => {
    if (node[ROLE] !== 'link') return ['', null];
    const address = linkAddress(element);
    const known = byName.get(node[NAME]) ?? new Set();
    byName.set(node[NAME], known.add(address));
    return [address, known];
  });
};
