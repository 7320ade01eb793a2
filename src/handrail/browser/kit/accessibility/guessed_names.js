// What to call a control that has no name: what its icon is called, else the words beside it. A guess, and marked as one:
// nothing is judged by it.

import { dom } from '../dom/dom.js';
import { clip, normalizeSpace, wordSet } from '../dom/text.js';
import { isTextVisible } from '../style/text_visibility.js';

const ICON =
  /(?:^|\s)(?:fa|icon|icons|ico|anticon|mdi|bi|codicon|glyphicon|lucide|ti|ri|pi|octicon|uil|feather|la|ph|tabler-icon|svg-icon)-+([a-z][a-z0-9-]+)/g;
// Words of icon fonts that say how an icon looks.
const LOOKS = wordSet(
  'fw lg sm md xl xs 2x 3x solid regular light thin spin pulse outline outlined filled button btn wrapper container ' +
    'small medium large left-align inline hover img image base size color default primary secondary svg bold',
);
const PICTURED = 'svg, use, img, i, span, [data-icon], [title], [aria-label], [alt]';
const WORD = /\p{L}{2}/u;
const ITEMS = 'li, tr, [role=row], [role=listitem], [role=option], [role=treeitem], [role=gridcell]';
const FEW_PARTS = 2; // of more, the words of one would run into the next
const MOST_PARTS = 12;
const LONGEST = 60;
const TYPED = wordSet('textbox searchbox combobox spinbutton listbox checkbox radio switch slider');
const CHECKED = wordSet('checkbox radio switch');
/** `fa-trash-alt` as "trash alt". @param {string} text */
const spoken = (text) =>
  normalizeSpace(text.replaceAll(/[-_:]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase();
/** @param {Element} part */
const byClass = (part) => {
  for (const [, word] of (dom.attribute(part, 'class') ?? '').matchAll(ICON)) if (!LOOKS.has(word)) return spoken(word);
  return '';
};

/** The name of the file or symbol that an address leads to. @param {string | null} address */
const byAddress = (address) => {
  const file = /([\w-]+)(?:\.(?:svg|png|gif|webp|ico))?$/.exec(
    (address ?? '').split('?', 1)[0].replace(/^data:.*/s, ''),
  );
  return file && /[a-z]{3}/i.test(file[1]) ? spoken(file[1].replace(/^(?:icon|ico|i)-/, '')) : '';
};

/** @param {Element} part */
const byIcon = (part) => {
  const told = dom.attribute(part, 'title') || dom.attribute(part, 'aria-label') || dom.attribute(part, 'alt');
  if (told) return normalizeSpace(told);
  const icon = dom.attribute(part, 'data-icon');
  if (icon) return spoken(icon.split(':').at(-1) ?? '');
  const tag = dom.localName(part);
  if (tag === 'use') return byAddress(dom.attribute(part, 'href') ?? dom.attribute(part, 'xlink:href'));
  return byClass(part) || (tag === 'img' ? byAddress(dom.attribute(part, 'src')) : '');
};

/** @param {Node} node */
const shownText = (node) =>
  dom.isText(node) || (dom.isElement(node) && dom.queryIn(node, '*').length <= FEW_PARTS && isTextVisible(node))
    ? normalizeSpace(dom.textContent(node))
    : '';
/** Words that stand right behind a box to check. @param {Element} element */
const byNext = (element) => {
  for (let node = dom.nextSibling(element); node; node = dom.nextSibling(node)) {
    const text = shownText(node);
    if (text) return text.length <= LONGEST ? text : '';
  }
  return '';
};

/** Words that stand right before a field, in its line or in the cell before. @param {Element} element */
const byNeighbour = (element) => {
  let at = element;
  for (let level = 0; level < 3; level++) {
    const above = dom.parent(at);
    if (!above || dom.matches(at, ITEMS)) return ''; // what stands before an item is another one
    let before = '';
    for (let node = dom.firstChild(above); node && node !== at; node = dom.nextSibling(node)) {
      before = shownText(node) || before;
    }
    if (before) return before.length <= LONGEST && WORD.test(before) ? before : '';
    at = above;
  }
  return '';
};

/** @param {Element} element @param {string} role @returns {string} what it may be called, '' where nothing says it */
export const guessedName = (element, role) => {
  for (const part of [element, ...Array.from(dom.queryIn(element, PICTURED)).slice(0, MOST_PARTS)]) {
    const found = byIcon(part);
    if (WORD.test(found)) return clip(found, LONGEST);
  }
  const behind = CHECKED.has(role) ? byNext(element) : '';
  return behind || (TYPED.has(role) ? byNeighbour(element) : '');
};
