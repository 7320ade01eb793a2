// The kit as a selector engine, which Playwright puts into every document (Firefox: kit_selectors.py). A request in base64 is
// answered in a <meta> that stands in no document; {el, nonce} is an element itself (with `iframe`: if it is one);
// {files, nonce} is the input for what will be dropped; {whose} asks which element the root is.

import { dom, makeElement } from './dom/dom.js';
import { kit } from './kit.js';

/** @param {Element} root @param {string} selector */
const run = (root, selector) => {
  const text = new TextDecoder().decode(Uint8Array.from(atob(selector), (char) => char.charCodeAt(0)));
  const request = JSON.parse(text);
  if (request.el !== undefined) {
    const element = kit.element(request.nonce, request.el);
    return element && !(request.iframe && !/^i?frame$/.test(dom.tag(element))) ? [element] : [];
  }
  if (request.files) return [kit.fileHolder(request.nonce)].filter(Boolean);
  const meta = makeElement(document, 'meta');
  meta.textContent = request.whose ? JSON.stringify({ nonce: kit.nonce, local: kit.localOf(root) }) : kit.answer(text);
  return [meta];
};

export const engine = {
  query: (/** @type {Element} */ root, /** @type {string} */ selector) => run(root, selector)[0],
  queryAll: run,
};
