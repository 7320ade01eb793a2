// From a local id to the element it means now, or to its only possible successor, or to what is most like it.

import { dom } from '../dom/dom.js';
import { isContext, knownRef, meantElement, recordOfRef, refNow, takeOver, twinsOf, wasMissed } from '../dom/refs.js';
import { signatureOf } from '../dom/signatures.js';
import { normalizeSpace } from '../dom/text.js';
import { isRendered, isVisible } from '../style/visibility.js';
import { isUnnamed, itemOf, shared, wordsOf } from './identity.js';
import { nameOf } from './names.js';
import { isInteractiveRole, roleOf } from './roles.js';

/** @param {Element} element */
const contextOf = (element) => dom.up(element, (above) => isContext(roleOf(above), dom.tag(above)));
/** @param {RefRecord} record */
const tagOf = (record) => record.sign?.split('\n')[2];
/** @param {Element} element @param {RefRecord} record */
const isCalled = (element, record) => {
  const role = roleOf(element);
  if (isUnnamed(record.role)) return !isInteractiveRole(role);
  return role === record.role && nameOf(element) === record.name;
};

/** @param {RefRecord} record @param {Deadline} deadline */
const alike = (record, deadline) => {
  const found = [];
  let seen = 0;
  for (const element of dom.all()) {
    if ((++seen & 63) === 0 && deadline.passed()) {
      deadline.late++;
      return [];
    }
    if (dom.localName(element) === tagOf(record) && isCalled(element, record)) found.push(element);
  }
  return found;
};

/** The one live element that can stand for a record whose element has left; null when there is none or a doubt.
 * @param {RefRecord} record @param {Deadline} deadline
 */
const successor = (record, deadline) => {
  if (record.sign === null || wasMissed(record) || twinsOf(record).length) return null;
  const found = alike(record, deadline).filter(
    (element) => signatureOf(element, record.role, record.name, contextOf(element)) === record.sign,
  );
  if (found.length !== 1 || !isRendered(found[0])) return null;
  const other = knownRef(found[0]);
  return other === 0 || other > record.born || meantElement(other) === null ? found[0] : null;
};

/** @param {Element} element */
const labelOf = (element) => normalizeSpace(dom.attribute(element, 'aria-label') ?? '');

/** @param {{name: string}} wanted @param {{name: string}} record */
const likeness = (wanted, record) => {
  if (record.name === wanted.name) return 2;
  const [a, b] = [wordsOf(wanted.name), wordsOf(record.name)];
  const common = shared(a, b);
  return common / Math.max(1, a.size + b.size - common);
};

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role], [tabindex], [contenteditable], [onclick]';
/** @param {RefRecord} record @param {Deadline} deadline */
const nearest = (record, deadline) => {
  const found = [];
  for (const element of dom.query(document, CONTROLS)) {
    if (deadline.passed() || found.length >= 2000) break;
    const role = roleOf(element) || 'clickable';
    if (role !== record.role) continue;
    const name = nameOf(element);
    const score = Math.max(likeness(record, { name }), likeness(record, { name: labelOf(element) }));
    if (score > 0 && isVisible(element)) found.push({ element, role, name, score });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 3);
};

/** Does an element stand where it did: in the same row or item, told by the words it begins with, or in none?
 * @param {RefRecord} record @param {Element} element
 */
const isWhereItWas = ({ item }, element) => {
  const now = itemOf(element);
  if (item === null || now === null) return item === now;
  const isSame = now.keys === item.keys && now.label === item.label && now.first === item.first;
  return isSame && now.first !== '' && now.box.deref() === item.box.deref();
};

/** Of several candidates, the local id of the only one that is called as it was, where it was; 0 for none.
 * @param {RefRecord} record @param {{element: Element, name: string}[]} candidates
 */
const likeliest = (record, candidates) => {
  const same = candidates.filter(
    ({ element, name }) => [name, labelOf(element)].includes(record.name) && isWhereItWas(record, element),
  );
  return candidates.length > 1 && same.length === 1 ? refNow(same[0].element) : 0;
};

/** @type {Operation} */
export const resolve = ({ local }, deadline) => {
  if (meantElement(local)) return { live: true, candidates: [] };
  const record = recordOfRef(local);
  if (!record) return { live: false, candidates: [] };
  const element = successor(record, deadline);
  if (element) {
    takeOver(record, element);
    return { live: true, candidates: [] };
  }
  const nearby = record.name ? nearest(record, deadline) : [];
  const there = record.last?.deref();
  // What has another name by now in its place would mislead where it belongs to something else.
  const name = there && dom.isConnected(there) ? nameOf(there) : '';
  const candidates = nearby.filter(({ element }) => element !== there);
  if (record.name && there && name && (name === record.name || isWhereItWas(record, there)))
    candidates.unshift({ element: there, role: roleOf(there) || 'clickable', name, score: 0 });
  return {
    live: false,
    likely: record.name ? likeliest(record, candidates) : 0,
    candidates: candidates.map((near) => ({ local: refNow(near.element), role: near.role, name: near.name })),
  };
};
