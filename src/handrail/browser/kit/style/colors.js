// Colours as channels, and whether text differs from its background.

const BASIC = new Map(
  Object.entries({
    black: '0,0,0',
    silver: '192,192,192',
    gray: '128,128,128',
    grey: '128,128,128',
    white: '255,255,255',
    maroon: '128,0,0',
    red: '255,0,0',
    purple: '128,0,128',
    fuchsia: '255,0,255',
    green: '0,128,0',
    lime: '0,255,0',
    olive: '128,128,0',
    yellow: '255,255,0',
    navy: '0,0,128',
    blue: '0,0,255',
    teal: '0,128,128',
    aqua: '0,255,255',
  }),
);

const known = new Map();
/** @param {string} color */
const read = (color) => {
  const basic = BASIC.get(color);
  if (basic !== undefined) return basic.split(',').map(Number);
  return /^rgba?\([\d., %/]+\)$/.test(color) ? (color.match(/[\d.]+/g) ?? []).map(Number) : null;
};

/** @param {string} color  as style sheets or computed styles have it  @returns {number[]|null} red, green, blue and,
 *  where it is not 1, alpha; null for what is written in another way */
export const channelsOf = (color) => {
  let channels = known.get(color);
  if (channels === undefined) {
    if (known.size > 2000) known.clear();
    known.set(color, (channels = read(color)));
  }
  return channels;
};

/** @param {string} color  @returns {string} it as people write it, `#d5e8d4`, where it is opaque */
export const hexOf = (color) => {
  const [red, green, blue, alpha = 1] = channelsOf(color) ?? [];
  if (blue === undefined || alpha !== 1) return color;
  return `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`;
};

/** @param {string} color */
export const isTransparent = (color) => color === 'rgba(0, 0, 0, 0)' || color === 'transparent';
/** @param {number[]} a @param {number[]} b @param {number} channel */
const differ = (a, b, channel) => Math.abs(a[channel] - b[channel]) > 3;
/** @param {number[]} a @param {number[]} b */
export const areClose = (a, b) => !(differ(a, b, 0) || differ(a, b, 1) || differ(a, b, 2));
/** Is text of this colour lost on a background of that one? Where that is unknown, it is not.
 * @param {string} color @param {string} background
 */
export const isIndistinct = (color, background) => {
  const [a, b] = [channelsOf(color), channelsOf(background)];
  if (a === null || b === null || (b[3] ?? 1) !== 1) return false;
  return a[3] === 0 || areClose(a, b);
};
