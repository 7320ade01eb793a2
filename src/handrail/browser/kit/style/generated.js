// Text that style sheets add: ::before and ::after.

import { dom } from '../dom/dom.js';
import { ICON, LONGEST_TEXT } from '../dom/text.js';
import { mayHaveGenerated, treeStylesAround } from './tree_styles.js';

const getComputed = window.getComputedStyle;
/** @param {Element} element */
const mayHaveText = (element) => {
  const tree = treeStylesAround(element);
  if (tree.generated !== null && !tree.shadow && tree.generated.has(element)) return true;
  if (dom.shadowRoot(element) !== null) return true;
  return (
    (tree.generated === null || tree.shadow) &&
    mayHaveGenerated(tree, element, dom.tag(element), dom.firstElement(element) === null)
  );
};

const STRING = /"((?:[^"\\]|\\.)*)"/g;
const ADDRESS = /url\("(?:[^"\\]|\\.)*"\)/g;
const ALTERNATIVE = /(?:^|["\s])\s*\/\s*(".*)$/; // content: "★" / "favourite"
/** @param {string} string */
const literal = (string) =>
  string.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code, char) =>
    code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : char,
  );
// Chromium has put the attribute in its place already.
/** @param {string} css @param {Element} element */
const attributed = (css, element) =>
  css.replace(
    /\battr\(([^\s,)]+)[^)]*\)/g,
    (_, name) => `"${(dom.attribute(element, name) ?? '').slice(0, LONGEST_TEXT).replace(/["\\]/g, '\\$&')}"`,
  );

/** @param {string} css */
const quoted = (css) => css.replace(/\bopen-quote\b/g, '"“"').replace(/\bclose-quote\b/g, '"”"');
/** @param {string} css */
const strings = (css) =>
  Array.from(css.matchAll(STRING), (match) => literal(match[1]))
    .join('')
    .replace(ICON, '');
/** What is read of a value of `content`; what stands for a picture is a word of its own.
 * @param {string} css @param {Element} element
 */
const generatedText = (css, element) => {
  if (!css || css === 'none' || css === 'normal' || css === '""') return '';
  let drawn = css.includes('url(') ? css.replace(ADDRESS, ' ') : css;
  if (drawn.includes('attr(')) drawn = attributed(drawn, element);
  const alternative = ALTERNATIVE.exec(drawn);
  if (alternative) return ` ${strings(alternative[1])} `;
  return strings(drawn.includes('-quote') && !drawn.includes('"') ? quoted(drawn) : drawn);
};

/** @param {Element} element @param {string} which */
const read = (element, which) => {
  const style = getComputed.call(window, element, which);
  const text = generatedText(style.content.slice(0, LONGEST_TEXT), element);
  if (!text.trim() || style.display === 'none' || style.visibility !== 'visible') return '';
  return style.display === 'inline' && style.float === 'none' && style.position !== 'absolute' ? text : ` ${text} `;
};

/** @param {Element} element */
export const textBefore = (element) => (mayHaveText(element) ? read(element, '::before') : '');
/** @param {Element} element */
export const textAfter = (element) => (mayHaveText(element) ? read(element, '::after') : '');
