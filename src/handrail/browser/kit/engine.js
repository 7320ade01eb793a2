// The selector engine that Playwright calls. A request is base64 JSON: {op, args, ms, until, nonce} runs an operation and
// answers in a <meta> that stands in no document; {el, nonce} is an element itself (with
// `iframe`: if it is one); {files, nonce} is the input for what will be dropped; {whose} asks which one the root is.

import { fileHolder } from './actions/drop_files.js';
import { dom, makeElement } from './dom/dom.js';
import { nonce } from './dom/nonce.js';
import { forgetCall } from './dom/per_call.js';
import { elementOfRef, refOf } from './dom/refs.js';
import { clip } from './dom/text.js';
import { operations } from './operations.js';
import { lookAhead } from './page/activity.js';
import './page/closed_shadow.js';

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
    return { nonce, url: location.href, origin: self.origin, late: deadline.late, data };
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
// Where the browser's own protocol can call into this world: cdp_session.py. A page cannot reach it.
Object.defineProperty(globalThis, Symbol.for('handrail.kit'), {
  /** @param {string} text */
  value: (text) => answerText(JSON.parse(text)),
  configurable: true,
});
/** @param {Element} root @param {string} selector */
const run = (root, selector) => {
  const request = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(selector), (char) => char.charCodeAt(0))));
  if (request.el !== undefined) {
    const element = request.nonce === nonce ? elementOfRef(request.el) : null;
    return element && !(request.iframe && !/^i?frame$/.test(dom.tag(element))) ? [element] : [];
  }
  if (request.files) return request.nonce === nonce ? [fileHolder()] : [];
  const meta = makeElement(document, 'meta');
  meta.textContent = request.whose ? JSON.stringify({ nonce, local: refOf(root) }) : answerText(request);
  return [meta];
};

export const engine = {
  query: (/** @type {Element} */ root, /** @type {string} */ selector) => run(root, selector)[0],
  queryAll: run,
};
