// What an icon is called: by its words, by the name that it is drawn by, by its class or by the file of its picture.

import { titlesOf } from '../dom/attributes.js';
import { dom, getter } from '../dom/dom.js';
import { oncePerCall } from '../dom/per_call.js';
import { contentBox } from '../dom/ranges.js';
import { normalizeSpace, plainText, wordSet } from '../dom/text.js';
import { hexOf, isTransparent } from '../style/colors.js';
import { boxOf, styleOf } from '../style/visibility.js';
import { spoken } from './field_words.js';
import { nameOf, nameWithout } from './names.js';

// Icons that a font of its own draws in place of a word ("check_box_outline_blank"): the word names the icon, not the
// control, and no one can read it there.

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
  const word = plainText(part);
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

// What parts are called that have no words and no picture: by an id or a class, or by the colour that they show.

// What parts that are dragged, rated or picked are called in classes and ids, where nothing else tells them.
const PARTS = wordSet(
  'handle thumb knob grip splitter resizer resize marker star swatch close toggle pin playhead cursor',
);
const PREFIXES = wordSet('ui my js ng app no ant mui irs');
const ENDS = wordSet('lower upper min max start end from to');
const MOST_WORDS = 4;
/** What an id or a class calls a part that has no words and no picture; of two handles also which end it is.
 * @param {Element} part
 */
export const byPart = (part) => {
  let called = '';
  const tokens = [dom.id(part), ...dom.className(part).split(/\s+/)];
  for (const token of tokens) {
    const words = spoken(token)
      .split(' ')
      .filter((word) => !PREFIXES.has(word));
    const isPlain = words.length <= MOST_WORDS && words.every((word) => /^\p{L}+$/u.test(word));
    if (!isPlain || !words.some((word) => PARTS.has(word))) continue;
    if (called === '' || words.some((word) => ENDS.has(word))) called = words.join(' ');
  }
  return called;
};

const COLORED = /colou?r|swatch/i;
const FEWEST_COLORS = 3;
const MOST_BESIDE = 40;
/** @param {Element} part */
const isBlank = (part) => dom.firstElement(part) === null && plainText(part) === '';
/** Whether boxes beside each other, such as the cells of a palette, show nothing but different colours. @param {Element} part */
const isInPalette = (part) => {
  const around = dom.parent(part);
  if (around === null || !isBlank(part)) return false;
  const beside = Array.from(dom.children(around)).slice(0, MOST_BESIDE).filter(isBlank);
  return new Set(beside.map((one) => styleOf(one).backgroundColor)).size >= FEWEST_COLORS;
};

/** The colour of a field to pick one from, which is all that it shows. @param {Element} part */
export const byColor = (part) => {
  const { backgroundColor } = styleOf(part);
  const isCalled = dom.firstElement(part) === null && COLORED.test(`${dom.id(part)} ${dom.className(part)}`);
  return !isTransparent(backgroundColor) && (isCalled || isInPalette(part)) ? `color ${hexOf(backgroundColor)}` : '';
};

const ICON =
  /(?:^|\s)(?:fa|ui-icon|ql|icon|icons|ico|anticon|mdi|bi|codicon|glyphicon|lucide|ti|ri|pi|octicon|uil|feather|la|ph|tabler-icon|svg-icon)-+([a-z][a-z0-9-]+)/g;
// Words of icon fonts that say how an icon looks.
const LOOKS = wordSet(
  'fw lg sm md xl xs 2x 3x only solid regular light thin spin pulse outline outlined filled button btn wrapper container ' +
    'small medium large left-align inline hover img image base size color default primary secondary svg bold editor clipboard picker toolbar tooltip',
);
/** @param {Element} part */
const byClass = (part) => {
  const words = Array.from(dom.className(part).matchAll(ICON), ([, word]) => word);
  // `bold` is how an icon looks beside another word, and a button of an editor by itself.
  const word = words.find((word) => !LOOKS.has(word)) ?? (words.includes('bold') ? 'bold' : '');
  return spoken(word);
};

// A number that stands for what is in a file, or for nothing, is no name.
const MADE_UP = /^[\da-f]{8}(?:-?[\da-f]{4}){2,}[\da-f-]*$/i;
/** The name of the file or symbol that an address leads to. @param {string | null} address */
const byAddress = (address) => {
  const file = /([\w-]+)(?:\.(?:svg|png|gif|webp|ico))?$/.exec(
    (address ?? '').split('?', 1)[0].replace(/^(?:data|blob):.*/s, ''),
  );
  return file && !MADE_UP.test(file[1]) && /[a-z]{3}/i.test(file[1])
    ? spoken(file[1].replace(/^(?:icon|ico|i)-/, ''))
    : '';
};

const SPRITE = /sprite|icons/i; // one file of many pictures
const TEXTURE = /(?:^|\D)(\d+)x(?!\1\.)\d+\.\w+$/; // a tile for a surface: an icon is as wide as it is high
/** The picture that a style sheet gives an element, by its file. @param {Element} part */
const byPicture = (part) => {
  const { content, backgroundImage, maskImage } = styleOf(part);
  for (const picture of [content, backgroundImage, maskImage]) {
    const url = /^url\("(https?:.*|file:.*)"\)$/.exec(picture);
    if (url && !SPRITE.test(url[1]) && !TEXTURE.test(url[1])) return byAddress(url[1]);
  }
  return '';
};

/** What its attributes say of a part in words. @param {Element} part */
export const toldOf = (part) =>
  normalizeSpace([...titlesOf(part), 'aria-label', 'alt'].map((name) => dom.attribute(part, name)).find(Boolean) ?? '');

const ICON_TAG = /(?:^|-)icon$/;
/** The icon that a component is told to draw: `mdi:delete`, `DeleteIcon`. @param {Element} part */
const byIconName = (part) => {
  const name = ICON_TAG.test(dom.localName(part)) ? dom.attribute(part, 'name') : null;
  const icon = dom.attribute(part, 'data-icon') || dom.attribute(part, 'icon') || name;
  if (icon) return spoken(icon.split(':').at(-1) ?? '');
  return spoken(/^(\w+)Icon$/.exec(dom.attribute(part, 'data-testid') ?? '')?.[1] ?? '');
};

/** @param {Element} part */
export const byIcon = (part) => {
  const told = toldOf(part) || byIconName(part);
  if (told) return told;
  const tag = dom.localName(part);
  if (tag === 'use') return byAddress(dom.attribute(part, 'href') ?? dom.attribute(part, 'xlink:href'));
  return byClass(part) || (tag === 'img' ? byAddress(dom.attribute(part, 'src')) : byPicture(part));
};

const MARKS = wordSet('check checkmark tick ok done times xmark remove cross');
/** What an icon is called that stands for yes or no; '' for another one. @param {Element} part */
export const yesOrNo = (part) => {
  const icon = byIconName(part) || byClass(part);
  return icon.split(' ').some((word) => MARKS.has(word)) ? toldOf(part) || icon : '';
};
