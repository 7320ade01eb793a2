// What an icon is called: by its words, by the name that it is drawn by, by its class or by the file of its picture.

import { TITLES } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { normalizeSpace, wordSet } from '../dom/text.js';
import { styleOf } from '../style/visibility.js';
import { spoken } from './field_words.js';

const ICON =
  /(?:^|\s)(?:fa|ui-icon|ql|icon|icons|ico|anticon|mdi|bi|codicon|glyphicon|lucide|ti|ri|pi|octicon|uil|feather|la|ph|tabler-icon|svg-icon)-+([a-z][a-z0-9-]+)/g;
// Words of icon fonts that say how an icon looks.
const LOOKS = wordSet(
  'fw lg sm md xl xs 2x 3x only solid regular light thin spin pulse outline outlined filled button btn wrapper container ' +
    'small medium large left-align inline hover img image base size color default primary secondary svg bold editor clipboard picker toolbar tooltip',
);
/** @param {Element} part */
const byClass = (part) => {
  const words = Array.from((dom.attribute(part, 'class') ?? '').matchAll(ICON), ([, word]) => word);
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

/** Where Bootstrap keeps the title of what it shows a tip for. */
const TOLD = [...TITLES, 'aria-label', 'alt'];
/** What its attributes say of a part in words. @param {Element} part */
export const toldOf = (part) => normalizeSpace(TOLD.map((name) => dom.attribute(part, name)).find(Boolean) ?? '');

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
