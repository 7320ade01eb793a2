// Whether a button stands in a banner or dialog that asks about cookies. "Reject all" is called so elsewhere, too.

import { roleOf } from '../accessibility/roles.js';
import { dom } from '../dom/dom.js';
import { styleOf } from '../style/visibility.js';

// Nearly all languages call them so.
const COOKIES = /cookie|куки|クッキー|쿠키/i;
const LONGEST_BANNER = 5000;
const LAID_OVER = new Set(['fixed', 'sticky']);
const DIALOGS = new Set(['dialog', 'alertdialog']);

/** What lies over the page, or asks before it goes on. What a site's users write stands in neither by itself. @param {Element} element */
const isBanner = (element) => LAID_OVER.has(styleOf(element).position) || DIALOGS.has(roleOf(element));

/** @param {Element} button */
export const inCookieBanner = (button) => {
  for (let at = dom.parent(button); at && at !== dom.body(document); at = dom.parent(at)) {
    if (!isBanner(at)) continue;
    const text = dom.textContent(at);
    if (text.length <= LONGEST_BANNER && COOKIES.test(text)) return true;
  }
  return false;
};
