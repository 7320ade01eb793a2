// How long ago things were, in the texts of rows: it grows by itself, and leaves a row the one that it is.

// The cells of a row may stand in its text without a blank between them.
const AGE =
  /((?<![\d.,])\d{1,9}|\ban?|\ba few|\bless than an?) ?(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?) ago/gi;
const ANY = / ago/i;
/** @type {Record<string, number>} */
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A row in which time passes stays that row. @param {string} text */
export const withoutAges = (text) => (ANY.test(text) ? text.replace(AGE, '') : text);

/** The seconds of all ages in a text together: what is shorter ago than it was is another thing. @param {string} text */
export const secondsAgo = (text) => {
  let seconds = 0;
  for (const [, count, unit] of ANY.test(text) ? text.matchAll(AGE) : [])
    seconds += (/\d/.test(count) ? Number(count) : Number(!/^less/i.test(count))) * SECONDS[unit[0].toLowerCase()];
  return seconds;
};
