// What a page keeps in its local storage: what a lost browser would take with it.

import { getter, method } from '../dom/dom.js';

const keyAt = method(Storage.prototype, 'key');
const itemOf = method(Storage.prototype, 'getItem');
const count = getter(Storage.prototype, 'length');
/** Names and values; null where there is none, or more than `most` characters. @param {number} most */
const storageEntries = (most) => {
  let kept;
  try {
    kept = window.localStorage;
  } catch {
    // A sandboxed frame, or storage switched off.
    return null;
  }
  if (!kept) return null;
  const found = [];
  let size = 0;
  for (let at = 0; at < count(kept); at++) {
    const name = keyAt(kept, at) ?? '';
    const value = itemOf(kept, name) ?? '';
    size += name.length + value.length;
    if (size > most) return null;
    found.push({ name, value });
  }
  return found;
};

/** @type {Operation} */
export const storage = ({ most }) => ({ entries: storageEntries(most) });
