// Where needles stand in texts: as they are, without white space, without signs, in either case.

// The same views of a text as in vault/views.py: letters and digits; all but white space and what nobody sees.
const GAPS =
  '\\s\\x00-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\u{e0000}-\\u{e0fff}';
const SIGNS = '!-\\/:-@\\[-`\\{-~';
/** @typedef {'raw' | 'tight' | 'bare' | 'folded'} Look */
/** @typedef {{text: string, look: Look, before: number, after: number}} Needle */
/** @type {Record<Look, RegExp | null>} */
const LEFT_OUT = {
  raw: null,
  folded: null,
  tight: new RegExp(`[${GAPS}]+`, 'gu'),
  bare: new RegExp(`[${GAPS}${SIGNS}]+`, 'gu'),
};
LEFT_OUT.folded = LEFT_OUT.bare;
/** @param {string} text @param {Look} look */
const fold = (text, look) => (look === 'folded' ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text);
/** @param {string} text @param {Look} look */
const seenIn = (text, look) => {
  const gaps = LEFT_OUT[look];
  return fold(gaps ? text.replace(gaps, '') : text, look);
};
// Needles come with a pad of their own, so that no error or log that repeats a question spells them out.
/** @param {{text: number[], pad: number[]}} needle */
const unpad = ({ text, pad }) => String.fromCharCode(...text.map((unit, index) => unit ^ pad[index]));
/** @param {Needle & {text: any, pad: number[]}} needle @returns {Needle} */
export const unpadded = (needle) => ({ ...needle, text: unpad(needle) });

/** Stretches of the joined texts in which a needle stands, with its own signs beside it.
 * @param {string[]} texts @param {Needle[]} needles
 */
export const stretches = (texts, needles) => {
  const whole = texts.join('');
  /** @type {[number, number][]} */
  const found = [];
  for (const look of new Set(needles.map((needle) => needle.look))) {
    const seen = seenIn(whole, look);
    /** @type {[number, number, number, number][]} */
    const places = [];
    for (const { text, look: own, before, after } of needles) {
      if (own !== look) continue;
      for (let at = seen.indexOf(text); at >= 0; at = seen.indexOf(text, at + 1))
        places.push([at, at + text.length, before, after]);
    }
    if (places.length) found.push(...inWhole(whole, look, places));
  }
  return [...found, ...letterByLetter(texts, needles)];
};

const SHORT = 2;
const FEWEST = 6;
/** Where texts of a letter or two make a needle together, whatever longer texts stand between them.
 * @param {string[]} texts @param {Needle[]} needles @returns {[number, number][]}
 */
const letterByLetter = (texts, needles) => {
  /** @type {[number, number][]} */
  const places = [];
  let letters = '';
  let start = 0;
  for (const text of texts) {
    const bare = text.length < 3 * FEWEST ? seenIn(text, 'bare') : '';
    if (bare.length > 0 && bare.length <= SHORT) {
      letters += bare;
      for (let count = 0; count < bare.length; count += 1) places.push([start, start + text.length]);
    }
    start += text.length;
  }
  /** @type {[number, number][]} */
  const found = [];
  for (const { text, look } of needles) {
    if (LEFT_OUT[look] !== LEFT_OUT.bare || text.length < FEWEST) continue;
    const seen = fold(letters, look);
    for (let at = seen.indexOf(text); at >= 0; at = seen.indexOf(text, at + 1))
      found.push(...places.slice(at, at + text.length));
  }
  return found;
};

/** @param {string} whole @param {Look} look @param {[number, number, number, number][]} places @returns {[number, number][]} */
const inWhole = (whole, look, places) => {
  /** @type {number[]} */
  const back = [];
  let last = 0;
  /** @param {number} end */
  const keep = (end) => {
    for (; last < end; last += 1) back.push(last);
  };
  const gaps = LEFT_OUT[look];
  for (const gap of gaps ? whole.matchAll(gaps) : []) {
    keep(gap.index);
    last = gap.index + gap[0].length;
  }
  keep(whole.length);
  return places.map(([start, end, before, after]) => [
    further(whole, back[start], -before),
    further(whole, back[end - 1] + 1, after),
  ]);
};

const isGap = new RegExp(`[${GAPS}]`, 'u');
/** A place some characters on or, below 0, back; gaps do not count.
 * @param {string} whole @param {number} at @param {number} count
 */
const further = (whole, at, count) => {
  const way = Math.sign(count);
  let place = at;
  for (let left = Math.abs(count); left > 0; place += way) {
    const char = whole[way > 0 ? place : place - 1];
    if (char === undefined) break;
    if (!isGap.test(char)) left -= 1;
  }
  return place;
};
