// The facts of a page.

import { LONGEST_NAME, nameOf } from '../accessibility/names.js';
import { dom, FRAMES, getter, method } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';
import { clip } from '../dom/text.js';
import { openModal } from '../snapshot/traits.js';
import { isVisible } from '../style/visibility.js';

// What a page keeps in its local storage: what a lost browser would take with it.

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

const contentType = getter(Document.prototype, 'contentType');
const scroller = getter(Document.prototype, 'scrollingElement');
const scrollRoot = () => scroller(document) ?? dom.root(document);
// A page may have taken its own root element away.
export const pageHeight = () => (scrollRoot() ? dom.scrollHeight(scrollRoot()) : 0);
const pageWidth = () => (scrollRoot() ? dom.scrollWidth(scrollRoot()) : 0);
/** @returns {string} the title of the document, no longer than a name */
export const pageTitle = () => clip(dom.title(document), LONGEST_NAME);
const CONSENT = /cookie|consent|gdpr|onetrust|didomi|cmp-|usercentrics|truste|quantcast|cybot/i;
const CONSENT_WORDS = /\bcookies?\b|\bconsent\b|\bcookie[- ]|datenschutz|tracking technologies/i;
/** A box over the page, or stuck to its edge, that speaks of cookies and has a button. @param {Element} box */
const isCookieBanner = (box) => {
  const hint = `${dom.id(box)} ${dom.className(box)} ${dom.attribute(box, 'aria-label') ?? ''}`;
  const words = dom.textContent(box).slice(0, 4000);
  if (!CONSENT_WORDS.test(words) && !(CONSENT.test(hint) && words.trim())) return false;
  return dom.queryIn(box, 'button, [role=button], a[href], input[type=submit]').length > 0 && isVisible(box);
};

const OVERLAYS =
  'dialog[open], [role=dialog], [role=alertdialog], [role=region], [id*=cookie i], [class*=cookie i], [id*=consent i], [class*=consent i], [aria-label*=cookie i]';
const hasCookieBanner = () => {
  for (const box of dom.query(document, OVERLAYS)) {
    if (box !== dom.body(document) && box !== dom.root(document) && isCookieBanner(box)) return true;
  }
  return false;
};

/** @type {Operation} */
export const pageInfo = () => {
  const modal = openModal();
  const frames = [...dom.query(document, FRAMES)];
  return {
    title: pageTitle(),
    content_type: contentType(document),
    load_state: dom.readyState(document),
    scroll: [Math.round(window.scrollX), Math.round(window.scrollY)],
    size: [pageWidth(), pageHeight()],
    viewport: [window.innerWidth, window.innerHeight],
    modal: modal ? nameOf(modal) : null,
    cookie_banner: hasCookieBanner(),
    frames: frames.map((frame) => refOf(frame)),
  };
};
