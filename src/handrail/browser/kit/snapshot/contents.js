// What stands in an element of the document: its text, or its text and elements in order. It is read once, and kept until
// the observer of the document (page/activity.js) reports a change there: a page that is read again has mostly stayed the same.
// Kept is only what the DOM says; what style, layout, focus or a person decide is asked each time.

import { dom, getter } from '../dom/dom.js';
import { tagNamed } from './tags.js';

const typeOf = getter(MutationRecord.prototype, 'type');
const targetOf = getter(MutationRecord.prototype, 'target');
const removedFrom = getter(MutationRecord.prototype, 'removedNodes');
const MOST = 100_000;
const MOST_CHANGES = 1000;
let kept = new WeakMap();
let count = 0;
let left = 0;
const forgetAll = () => {
  kept = new WeakMap();
  count = 0;
  left = 0;
};

/** @returns {string|Array<string|Element|Tag>} the text where there is nothing else; or texts, and elements each with its
 *  tag, without those that no walk comes to
 * @param {Element} element
 */
const read = (element) => {
  if (dom.firstElement(element) === null) return dom.textContent(element);
  const items = [];
  for (let node = dom.firstChild(element); node; node = dom.nextSibling(node)) {
    const name = dom.nodeName(node); // one question for what kind of node it is, and which element
    if (name === '#text') items.push(dom.data(node));
    else if (name !== '#comment' && dom.isElement(node)) {
      const kind = tagNamed(name, node);
      if (!kind.skipped) items.push(node, kind);
    }
  }
  return items;
};

/** @param {boolean} observed  are all changes in its tree reported? They are not in shadow trees, nor while a page is parsed.
 * @param {Element} element
 */
export const contentsOf = (element, observed) => {
  if (!observed) return read(element);
  let found = kept.get(element);
  if (found === undefined) {
    found = read(element);
    if (count < MOST) {
      kept.set(element, found);
      count++;
    }
  }
  return found;
};

/** Of what has left the document nothing more is reported. A page that never stops making itself anew pays for it only until
 *  as much has left as could be kept.
 * @param {Element} node
 */
const forget = (node) => {
  kept.delete(node);
  const inside = dom.query(node, '*');
  left += inside.length;
  if (left > MOST) {
    forgetAll();
    return;
  }
  for (let i = 0; i < inside.length; i++) kept.delete(inside[i]);
};

/** @param {MutationRecord} record */
const change = (record) => {
  const target = targetOf(record);
  if (typeOf(record) === 'characterData') {
    const above = dom.parentNode(target);
    if (above !== null) kept.delete(above);
    return;
  }
  kept.delete(target);
  for (const node of removedFrom(record)) if (dom.isElement(node)) forget(node);
};

/** @param {MutationRecord[]} records  what changed in the document */
export const dropChanged = (records) => {
  if (count === 0) return;
  if (records.length > MOST_CHANGES) {
    forgetAll();
    return;
  }
  for (const record of records) if (typeOf(record) !== 'attributes') change(record);
};
