// What the declarations of a rule can change of the things the walk asks for, as bits. A value that cannot make a
// difference (opacity: 1, a colour that inks nothing away) has none.

import { channelsOf } from './colors.js';

export const DISPLAY = 1; // any that is not one of the next two
export const BLOCK = 2;
export const INLINE = 4;
export const OUT_OF_FLOW = 8; // out of the flow: an inline box becomes a block, and what clips it is another box
export const OVERFLOW = 16;
export const HIDES = 32; // transparent, hidden, of no size
export const CLIP = 64;
export const CURSOR = 128;
export const COLOR = 256;
export const LITERAL_COLOR = 512; // a colour that differs from every background that the sheets name
export const BACKGROUND = 1024;
export const LITERAL_BACKGROUND = 2048;
export const TEXT_CASE = 4096; // its case, and whether its line breaks count
export const ALL_STYLE = 8191;
const PROPERTY =
  /(?:^|; ?)(display|float|position|opacity|visibility|content-visibility|overflow(?:-[xy]|-block|-inline)?|clip|clip-path|cursor|color|background|background-color|text-transform|white-space(?:-collapse)?|font|font-size|all): ([^;]*)/g;
/** @type {number[][]} */
const NONE = [];
const KEPT = new Set(['inherit', 'unset', 'currentcolor']);
const SIZES = /^(?:x{1,3}-)?(?:small|large|medium|smaller|larger)$/;
const NO_SIZE = /(?:^|\s)0(?:[a-z]+|%)?(?:\s|\/|$)/;
/** @param {string} value */
const isPositive = (value) => Number.parseFloat(value) >= 0.01;
/** @type {Record<string, (value: string) => number>} */
const VALUES = {
  display: (value) => (value === 'block' || value === 'list-item' ? BLOCK : value === 'inline' ? INLINE : DISPLAY),
  float: (value) => (value === 'none' ? 0 : OUT_OF_FLOW),
  position: (value) => (value === 'static' || value === 'relative' || value === 'sticky' ? 0 : OUT_OF_FLOW),
  opacity: (value) => (isPositive(value) ? 0 : HIDES),
  visibility: (value) => (value === 'visible' || value === 'inherit' ? 0 : HIDES),
  'content-visibility': (value) => (value === 'visible' || value === 'auto' ? 0 : HIDES),
  clip: (value) => (value === 'auto' ? 0 : CLIP),
  'clip-path': (value) => (value === 'none' ? 0 : CLIP),
  cursor: (value) => (/pointer|grab|move|var\(/.test(value) ? CURSOR : 0),
  'text-transform': (value) => (value === 'inherit' ? 0 : TEXT_CASE),
  'white-space': (value) => (/pre|break|var\(/.test(value) ? TEXT_CASE : 0),
  'white-space-collapse': (value) => (/pre|break|var\(/.test(value) ? TEXT_CASE : 0),
  'font-size': (value) => (isPositive(value) || SIZES.test(value) || KEPT.has(value) ? 0 : HIDES),
  font: (value) => (/(?:var|calc|min|max|clamp)\(/.test(value) || NO_SIZE.test(value) ? HIDES : 0),
  all: () => ALL_STYLE,
};

/** @param {string} value */
const overflow = (value) => (value === 'visible' ? 0 : OVERFLOW);
const NO_BACKGROUND = /^(?:none|transparent|inherit|rgba\(0, 0, 0, 0\)|[\d.]+(?:px|%)?(?: [\d.]+(?:px|%)?)*)$/;
/** The colours that a background names. `literal`: it can have no other. @param {string} value */
const backgroundsIn = (value) => {
  const named = value.match(/rgba?\([^()]*\)|(?<![-\w])[a-z]+(?![-\w(])/g) ?? [];
  const found = named.map(channelsOf).filter((channels) => channels !== null);
  return { found, literal: found.length > 0 && !/var\(|gradient\(/.test(value) };
};

/** @param {CSSStyleDeclaration} style  @returns {{bits: number, color: string|null, backgrounds: number[][]}|null} null where
 *  nothing counts */
export const declarationsOf = (style) => {
  const text = style.cssText;
  let bits = 0;
  let color = null;
  let backgrounds = NONE;
  PROPERTY.lastIndex = 0;
  for (let match = PROPERTY.exec(text); match !== null; match = PROPERTY.exec(text)) {
    const [, property, written] = match;
    const value = written.replace(/ !important$/, '').toLowerCase();
    if (property === 'color') {
      if (!KEPT.has(value)) {
        bits |= channelsOf(value) ? LITERAL_COLOR : COLOR;
        color = value;
      }
    } else if (property === 'background' || property === 'background-color') {
      if (NO_BACKGROUND.test(value)) continue;
      const { found, literal } = backgroundsIn(value);
      bits |= literal ? LITERAL_BACKGROUND : BACKGROUND;
      backgrounds = found;
    } else bits |= (VALUES[property] ?? overflow)(value);
  }
  return bits ? { bits, color, backgrounds } : null;
};
