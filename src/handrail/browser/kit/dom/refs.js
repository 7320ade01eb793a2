// The document's own memory: which element each local id means. Ids are never reused; the session adds the rest.
//
// Frameworks replace elements by new ones that stand for the same thing. A new element takes over an id only if the old
// one has left the document and the new one is its only possible successor: same role, name, tag and attributes, same
// text of its row, item or form (else the words beside it, unless an attribute tells it), and no other element, then or
// now, that fits as well. It has to have been there when all was met last: what is opened later is another dialog, with
// another button of the same name. ("Remove row 1 and re-render" makes row 2's new Delete look like row 1's: the text of
// the row tells them apart.)

import { itemOf, standsForAnother } from '../accessibility/identity.js';
import { LOCAL, NAME, ROLE } from '../snapshot/node_format.js';
import { dom } from './dom.js';
import { homeOf, homesOf } from './homes.js';
import { keysOf, linkAddresses, signatures } from './signatures.js';
import { plainText } from './text.js';

export const nonce = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('');

/** Operations that name an element answer {gone: true} where it no longer stands in the document. @type {(work: (element: Element, args: any, deadline: Deadline) => object) => Operation} */
export const onElement = (work) => (args, deadline) => {
  const element = elementOfRef(args.local);
  return element ? work(element, args, deadline) : { gone: true };
};

/** @type {WeakMap<Element, number>} */
const ids = new WeakMap();
/** @type {Map<number, RefRecord>} */
const records = new Map();
/** @type {WeakRef<Element>} */
const GONE = /** @type {any} */ ({ deref: () => undefined });
let last = 0;
let walks = 0;
let passedOn = 0;
/** How often an id has gone from an element to another, or to none: what was handed over under an id may be out of date. */
export const timesPassedOn = () => passedOn;
/** The last walk that met every element. */
let lastWhole = 0;
/** @param {Element} element */
const make = (element) => {
  const local = ++last;
  ids.set(element, local);
  records.set(local, {
    local,
    element: new WeakRef(element),
    role: '',
    name: '',
    sign: null,
    key: null,
    home: null,
    item: null,
    guess: '',
    address: '',
    addresses: null,
    last: null,
    born: 0,
    met: 0,
  });
  return local;
};

/** @param {Element} element */
const stands = (element) => dom.isConnected(element) && dom.ownerDocument(element) === document;
/** @param {RefRecord} record */
const elementOf = (record) => {
  const element = record.element.deref();
  return element !== undefined && stands(element) ? element : null;
};

const CONTEXT_ROLES = new Set(['row', 'listitem', 'article', 'form', 'group', 'treeitem', 'dialog', 'listbox']);
const CONTEXT_TAGS = new Set(['li', 'tr', 'form', 'fieldset', 'select']);
/** Is it the row, item or form whose text tells the things in it from those in its neighbours?
 * @param {string} role @param {string} tag
 */
export const isContext = (role, tag) => CONTEXT_ROLES.has(role) || CONTEXT_TAGS.has(tag);
/** Had its element left when all was met last? @param {RefRecord} record */
export const wasMissed = (record) => record.met < lastWhole;
/** Records whose element has left, by what they are known by. What a walk has just come to need not be asked.
 * @param {number} walk
 */
const orphans = (walk) => {
  const gone = [...records.values()].filter(
    (record) => record.key !== null && record.met !== walk && !wasMissed(record) && !elementOf(record),
  );
  return Map.groupBy(gone, (record) => record.key);
};

/** Of those known by the same, the only one that came to a box takes over from the only one that left it.
 * @param {RefRecord[]} left @param {Element[]} alike
 */
const takeOverAtHome = (left, alike) => {
  const heirs = alike.filter((element) => !ids.has(element));
  const homes = heirs.map((heir) => homeOf(heir, alike));
  heirs.forEach((heir, i) => {
    const before = left.filter((record) => record.home?.deref() === homes[i]);
    if (homes[i] !== null && before.length === 1) takeOver(before[0], heir);
  });
};

/** Let new elements take over from those that have left: the only one that is like the only one; or, of such without a
 *  name, as many as left, in their order.
 * @param {SignedNode[]} signed @param {string[]} keys
 */
const takeOverAll = (signed, keys) => {
  const gone = orphans(walks);
  if (!gone.size) return;
  /** @type {Map<string, number[]>} */
  const now = new Map();
  keys.forEach((key, i) => {
    if (gone.has(key)) now.set(key, [...(now.get(key) ?? []), i]);
  });
  for (const [key, places] of now) {
    const left = gone.get(key) ?? [];
    const heirs = places.map((i) => signed[i][1]);
    const isWordless = left[0].name === '' && !plainText(heirs[0]);
    const isAll = left.length === heirs.length && !heirs.some((heir) => ids.has(heir));
    if (isAll && (heirs.length === 1 || isWordless))
      for (const heir of heirs) takeOver(left[heirs.indexOf(heir)], heir);
    else takeOverAtHome(left, heirs);
  }
};

/** @param {RefRecord} record @param {Element} element */
export const takeOver = (record, element) => {
  passedOn++;
  ids.set(element, record.local);
  record.element = new WeakRef(element);
  record.last = null;
};

/** End an id whose element stands for something else by now. @param {RefRecord} record @param {Element} element */
const end = (record, element) => {
  passedOn++;
  ids.delete(element);
  record.last = record.element;
  record.element = GONE;
};

/** @returns {Element | null} the element of an id, if it still stands for what it did when it was last met
 * @param {number} local
 */
export const meantElement = (local) => {
  const record = records.get(local);
  const element = record ? elementOf(record) : null;
  if (!record || !element || !standsForAnother(record, element)) return element;
  end(record, element);
  return null;
};

/** @param {Element} element  @returns {number} its local id, made when first asked for */
export const refOf = (element) => ids.get(element) ?? make(element);
/** The local id of an element that is asked for as it is now: a new one where the old one stood for another thing.
 * @param {Element} element @returns {number}
 */
export const refNow = (element) => {
  const known = ids.get(element);
  return known !== undefined && meantElement(known) === element ? known : refOf(element);
};
/** @returns {Element | null} the element, if it still stands in the document @param {number} local */
export function elementOfRef(local) {
  const record = records.get(local);
  return record ? elementOf(record) : null;
}

/** Give ids to the elements of a walk, into their nodes. Only a whole walk, signed in time, knows that a successor is
 *  the only one.
 * @param {SignedNode[]} signed @param {boolean} whole @param {boolean} changed  may anything stand for something else by now?
 * @param {Deadline} deadline
 */
export function assignRefs(signed, whole, changed, deadline) {
  const signs = signatures(signed, deadline);
  const isWhole = whole && signs.length === signed.length;
  walks++;
  for (const [node, element] of signed) {
    const record = records.get(ids.get(element) ?? 0);
    if (record === undefined) continue;
    if (changed && standsForAnother(record, element, node[NAME])) end(record, element);
    else record.met = walks;
  }
  const keys = keysOf(signed, signs);
  if (isWhole) takeOverAll(signed, keys);
  if (isWhole) lastWhole = walks;
  for (const [node, element] of signed) node[LOCAL] = ids.get(element) ?? make(element);
  const homes = isWhole ? homesOf(signed, keys) : [];
  const addresses = linkAddresses(signed);
  for (let i = 0; i < signs.length; i++) {
    const [node] = signed[i];
    const record = /** @type {RefRecord} */ (records.get(node[LOCAL]));
    record.met = walks;
    record.role = node[ROLE];
    record.name = node[NAME];
    record.sign = signs[i];
    record.key = keys[i];
    record.home = homes[i] ?? null;
    [record.address, record.addresses] = addresses[i];
    if (changed || record.item === null) record.item = itemOf(signed[i][1]);
    record.born = isWhole ? last : Infinity;
  }
}

/** @param {number} local */
export const recordOfRef = (local) => records.get(local) ?? null;
/** @param {RefRecord} record */
export const twinsOf = (record) =>
  [...records.values()].filter((other) => other !== record && other.sign === record.sign);
/** @param {Element} element */
export const knownRef = (element) => ids.get(element) ?? 0;
