import { ICON } from '../dom/text.js';

/** @type {WeakMap<CSSStyleSheet, {count: number, last: CSSRule | null, reading: SheetReading}>} */
const knownReadings = new WeakMap();
const PSEUDO = /::?(?:before|after)\b/;
export const ANY = null; // the generated text of a sheet of another origin, or of selectors too intricate to tell
// These services hand out nothing but @font-face rules, in sheets that no page may read.
const FONTS = /^https:\/\/(?:fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|p\.typekit\.net)\//;
/** Could this value of `content` be text? Icon fonts draw with private-use characters, which say nothing.
 * @param {string} content
 */
const hasInk = (content) => {
  if (!content || content === 'none' || content === 'normal') return false;
  if (/(?:attr|counter|counters|var)\(|-quote\b/.test(content)) return true;
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].some((match) => match[1].replace(ICON, '').trim() !== '');
};

/** @param {string} selector */
const base = (selector) =>
  selector
    .replace(new RegExp(PSEUDO, 'g'), '')
    .replace(/([\s>+~])$/, '$1*')
    .trim() || '*';
/** Selectors of what may have text before or after it, of these rules and those in them; ANY where that is unknown.
 *  Browsers parse declarations when first asked for them: only those of pseudo-elements are.
 * @param {Iterable<any>} rules @param {boolean} nested @returns {string[] | null}
 */
const generatedBy = (rules, nested) => {
  const found = [];
  for (const rule of rules) {
    const selector = rule.selectorText;
    if (selector !== undefined && PSEUDO.test(selector) && hasInk(rule.style.content)) {
      if (nested || /:host|::slotted|::part/.test(selector)) return ANY;
      found.push(base(selector));
    }
    const inner = rule.cssRules?.length ? generatedBy(rule.cssRules, nested || selector !== undefined) : [];
    const imported = rule.styleSheet ? readSheet(rule.styleSheet).generated : [];
    if (inner === ANY || imported === ANY) return ANY;
    found.push(...inner, ...imported);
  }
  return found;
};

/** @type {SheetReading} */
const UNREADABLE = Object.freeze({ rules: null, generated: ANY });
/** @type {SheetReading} */
const NOTHING = Object.freeze({ rules: Object.freeze([]), generated: Object.freeze([]) });
/** @returns {SheetReading} of a sheet, the same object until it changes;
 *  null: it cannot be read
 * @param {CSSStyleSheet} sheet
 */
export const readSheet = (sheet) => {
  let rules;
  try {
    rules = sheet.cssRules;
  } catch {
    return FONTS.test(sheet.href ?? '') ? NOTHING : UNREADABLE; // of another origin
  }
  const count = rules.length;
  const last = count ? rules[count - 1] : null;
  const seen = knownReadings.get(sheet);
  if (seen && seen.count === count && seen.last === last) return seen.reading;
  const reading = { rules, generated: generatedBy(rules, false) };
  knownReadings.set(sheet, { count, last, reading });
  return reading;
};
