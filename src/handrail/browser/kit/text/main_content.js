// The part of a page that it is about.

import { dom, FRAMES } from '../dom/dom.js';
import { foundPerCall } from '../dom/per_call.js';
import { plainText } from '../dom/text.js';
import { isTextVisible } from '../style/text_visibility.js';
import { boxOf, isRendered } from '../style/visibility.js';

const LANDMARKS =
  'nav, footer, aside, [role=navigation], [role=contentinfo], [role=complementary], [role=search], [role=banner]';
const LEFT_OUT = 'nav, footer, [role=navigation], [role=contentinfo], [role=search]';
const NOT_PROSE = `a, script, style, noscript, template, ${LANDMARKS}`;
const WHOLE = 'p, pre, table, ul, ol, dl, blockquote, h1, h2, h3, h4, h5, h6, script, style';
const MOSTLY = 0.65;
const ENOUGH = 140;
/** @param {Element} element */
const inked = (element) => dom.textContent(element).replace(/\s+/g, '').length;
/** Characters of text that is not in links or landmarks: prose, as against menus. @param {Element} element */
const prose = (element) => {
  let length = inked(element);
  let last = null;
  for (const part of dom.query(element, NOT_PROSE)) {
    if (last && dom.contains(last, part)) continue;
    last = part;
    length -= inked(part);
  }
  return length;
};

/** The boxes that hold a list of tabs with its panels: most of the prose may stand there, what that is about above it. */
const tabGroups = () => {
  const panels = [...dom.query(document, '[role=tabpanel]')];
  return new Set(panels.map((panel) => dom.up(dom.parent(panel), (box) => dom.queryIn(box, '[role=tab]').length > 0)));
};

/** From the body down, as long as one child holds most of all the prose.
 * @param {Element} body @param {Deadline} deadline
 */
const densest = (body, deadline) => {
  const total = prose(body);
  const groups = tabGroups();
  let at = body;
  while (total >= ENOUGH && !deadline.passed()) {
    /** @param {Element} child */
    const heavy = (child) =>
      !dom.matches(child, WHOLE) &&
      !groups.has(child) &&
      isRendered(child) &&
      inked(child) >= MOSTLY * total &&
      prose(child) >= MOSTLY * total;
    const next = [...dom.children(at)].find(heavy);
    if (!next) break;
    at = next;
  }
  return at;
};

const size = foundPerCall((/** @type {Element} */ element) => plainText(element).length);

/** @param {string} selector */
const largest = (selector) => {
  const shown = [...dom.query(document, selector)].filter((element) => isRendered(element));
  return shown.sort((a, b) => size(b) - size(a))[0] ?? null;
};

/** Is a picture of another page most of what is seen? Then nothing outside the frame is the main content. */
const bigFrames = () =>
  [...dom.query(document, FRAMES)].filter((frame) => {
    const { width, height } = boxOf(frame);
    return width * height > (window.innerWidth * window.innerHeight) / 4 && isTextVisible(frame);
  });

/** @param {Element | null} article @param {Element} body */
const isSole = (article, body) => article && size(article) > size(body) / 2;
/** @returns {{root: Element, isLeftOut: (element: Element) => boolean}}
 * @param {Element} body @param {Deadline} deadline
 */
export const chooseMainContent = (body, deadline) => {
  const landmark = largest('main, [role=main]');
  const article = landmark ?? largest('article, [role=article]');
  const chosen = landmark && size(landmark) ? landmark : isSole(article, body) ? article : densest(body, deadline);
  const root = bigFrames().every((frame) => dom.contains(chosen, frame)) ? chosen : body;
  const menus = root === body ? LEFT_OUT : 'nav, [role=navigation]';
  return { root, isLeftOut: (element) => dom.matches(element, menus) };
};
