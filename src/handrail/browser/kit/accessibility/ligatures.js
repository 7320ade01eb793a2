// Icons that a font of its own draws in place of a word ("check_box_outline_blank"): the word names the icon, not the
// control, and no one can read it there.

import { dom, getter } from '../dom/dom.js';
import { oncePerCall } from '../dom/per_call.js';
import { contentBox } from '../dom/ranges.js';
import { normalizeSpace } from '../dom/text.js';
import { boxOf, styleOf } from '../style/visibility.js';
import { nameOf, nameWithout } from './names.js';

const WORD = /^[a-z][a-z0-9]+(?:_[a-z0-9]+)*$/;
const MOST_PARTS = 12;
const WIDEST = 1.6; // em, of an icon
const NARROWEST = 0.34; // em, of a letter where letters are drawn; an icon is narrower by letter
const fontsOf = getter(/** @type {any} */ (Document.prototype), 'fonts');
const fontCount = getter(/** @type {any} */ (Object.getPrototypeOf(fontsOf(document))), 'size');
const areFontsOwn = oncePerCall(() => fontCount(fontsOf(document)) > 0);
/** The word that a part draws an icon for, '' for none. @param {Element} part */
const wordOf = (part) => {
  if (!dom.isPlain(part)) return '';
  const word = normalizeSpace(dom.textContent(part));
  const above = dom.parent(part);
  if (!WORD.test(word) || above === null) return '';
  const { fontFamily, fontSize } = styleOf(part);
  if (styleOf(above).fontFamily === fontFamily) return '';
  const width = Math.min(contentBox(part).width, boxOf(part).width) / Number.parseFloat(fontSize);
  return width > 0 && width <= WIDEST && width < NARROWEST * word.length ? word : '';
};

/** What an element is called by all but the words of its icons, and these; null where none is in its name. What an
 * author says in an attribute is no such word.
 * @param {Element} element @param {string} name
 */
export const withoutIcons = (element, name) => {
  if (!areFontsOwn() || !/[a-z]{2}/.test(name) || name !== nameOf(element)) return null;
  const parts = [element, ...Array.from(dom.queryIn(element, '*')).slice(0, MOST_PARTS)];
  const icons = parts.filter(wordOf);
  if (!icons.length) return null;
  const words = nameWithout(element, icons);
  return words === name ? null : { words, icons: icons.map(wordOf).join(' ') };
};
