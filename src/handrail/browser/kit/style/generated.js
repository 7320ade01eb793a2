// Text that style sheets add: ::before and ::after.

import { dom } from '../dom/dom.js';
import { ICON } from './text_case.js';
import { mayHaveGenerated, treeStylesAround } from './tree_styles.js';

const getComputed = window.getComputedStyle;
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
const literal = (string) =>
  string.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (all, code, char) =>
    code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : char,
  );
// Chromium has put the attribute in its place already.
const attributed = (css, element) =>
  css.replace(
    /\battr\(([^\s,)]+)[^)]*\)/g,
    (all, name) => `"${(dom.attribute(element, name) ?? '').replace(/["\\]/g, '\\$&')}"`,
  );

const quoted = (css) => css.replace(/\bopen-quote\b/g, '"“"').replace(/\bclose-quote\b/g, '"”"');
const strings = (css) =>
  Array.from(css.matchAll(STRING), (match) => literal(match[1]))
    .join('')
    .replace(ICON, '');
/** What is read of a value of `content`; what stands for a picture is a word of its own. */
const spoken = (css, element) => {
  if (!css || css === 'none' || css === 'normal' || css === '""') return '';
  let drawn = css.includes('url(') ? css.replace(ADDRESS, ' ') : css;
  if (drawn.includes('attr(')) drawn = attributed(drawn, element);
  const alternative = ALTERNATIVE.exec(drawn);
  if (alternative) return ` ${strings(alternative[1])} `;
  return strings(drawn.includes('-quote') && !drawn.includes('"') ? quoted(drawn) : drawn);
};

const read = (element, which) => {
  const style = getComputed.call(window, element, which);
  const text = spoken(style.content, element);
  if (!text.trim() || style.display === 'none' || style.visibility !== 'visible') return '';
  return style.display === 'inline' && style.float === 'none' && style.position !== 'absolute' ? text : ` ${text} `;
};

export const textBefore = (element) => (mayHaveText(element) ? read(element, '::before') : '');
export const textAfter = (element) => (mayHaveText(element) ? read(element, '::after') : '');
