/** White space as one blank, none at the ends. A single blank is left where it is: most text has no other.
 * @param {string} text
 */
export const normalizeSpace = (text) => text.replace(/\s\s+|[^\S ]/g, ' ').trim();
/** The words of a list, as a set. @param {string} words */
export const wordSet = (words) => new Set(words.split(' '));
