// The kit: what Python asks of a document. A request is JSON, {op, args, ms, until, nonce}; so is the answer. How requests
// come here: kit_worlds.py (Chromium), selector_engine.js (Firefox).

import './page/closed_shadow.js';
import { fileHolder } from './actions/drop_files.js';
import { forgetCall } from './dom/per_call.js';
import { elementOfRef, nonce, refOf, timesPassedOn } from './dom/refs.js';
import { clip } from './dom/text.js';
import { operations } from './operations.js';
import { lookAhead } from './page/activity.js';

/** @typedef {{op: string, args: unknown, ms: number, until: number, nonce: string | null}} KitRequest */

/** `part(share)`: a deadline of its own for a part of the work. @param {number} ms @returns {Deadline} */
const fresh = (ms) => {
  const end = performance.now() + ms;
  return { late: 0, passed: () => performance.now() > end, part: (/** @type {number} */ share) => fresh(ms * share) };
};

/** Milliseconds that are left: a page that is busy comes late to what it is asked. The clock of a browser on another
 *  machine may differ, so that a part stays whatever it says. */
const LEAST_SHARE = 0.25;
/** @param {KitRequest} request */
const leftOf = ({ ms, until }) => Math.max(ms * LEAST_SHARE, Math.min(ms, until - Date.now()));
/** @param {KitRequest} request */
const answer = (request) => {
  if (request.nonce && request.nonce !== nonce) return { error: 'document_changed' };
  const deadline = fresh(leftOf(request));
  forgetCall();
  try {
    const data = operations[request.op](request.args, deadline);
    return { nonce, url: location.href, origin: self.origin, late: deadline.late, passedOn: timesPassedOn(), data };
  } catch (error) {
    const invalid = error instanceof DOMException && error.name === 'SyntaxError';
    return { op: request.op, error: invalid ? 'invalid_selector' : String(/** @type {any} */ (error)?.message) };
  } finally {
    forgetCall();
    // Whoever asks next wants to know whether anything is due.
    lookAhead();
  }
};

/** A single letter that is not ASCII makes the whole answer travel in letters of two bytes, which takes twice as long. Where
 *  they are few, they are escaped; in capitals, for JSON's own small ones are halves that stand alone (kit_client.py). */
const FEW = 1 / 50;
const SAMPLE = 5000;
const FOREIGN = /[^\x00-\x7f]/g;
/** @param {string} char */
const escaped = (char) => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
/** @param {string} text */
const inAscii = (text) => {
  const sample = text.slice(0, SAMPLE);
  return (sample.match(FOREIGN) ?? []).length > sample.length * FEW ? text : text.replace(FOREIGN, escaped);
};

// These have limits of their own. Every other answer holds names, labels, values and addresses, of any length a page likes.
const BULKY = new Set(['snapshot', 'text', 'text_places', 'html', 'storage']);
const LONGEST_STRING = 100_000;
/** @param {string} _ @param {unknown} value */
const bounded = (_, value) => (typeof value === 'string' ? clip(value, LONGEST_STRING) : value);
/** @param {KitRequest} request */
const answerText = (request) => inAscii(JSON.stringify(answer(request), BULKY.has(request.op) ? undefined : bounded));

/** Is this the document that is meant? @param {string} meant */
const isHere = (meant) => meant === nonce;
export const kit = {
  nonce,
  /** The answer to a request, both as text. @param {string} text */
  answer: (text) => answerText(JSON.parse(text)),
  /** The element of a local id; null where it is gone, or the document is not the one that is meant.
   * @param {string} meant @param {number} local
   */
  element: (meant, local) => (isHere(meant) ? elementOfRef(local) : null),
  /** The input for what will be dropped onto an element of the document. @param {string} meant */
  fileHolder: (meant) => (isHere(meant) ? fileHolder() : null),
  localOf: refOf,
};
