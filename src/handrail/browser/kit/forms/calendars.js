// What an open calendar shows of a date that was written into its field: pickers pass over what they cannot read.

import { onElement } from '../actions/on_element.js';
import { dom, getter } from '../dom/dom.js';
import { normalizeSpace } from '../dom/text.js';
import { isVisible, styleOf } from '../style/visibility.js';

const inputValue = getter(HTMLInputElement.prototype, 'value');
const chosenOptions = getter(HTMLSelectElement.prototype, 'selectedOptions');
const DAYS = 'td, button, [role=gridcell], [role=button], [role=option]';
const SOME_DAY = '15';
const DAY = /^(?:[1-9]|[12]\d|3[01])$/;
const LEAST_DAYS = 28;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const SHORT_YEAR = /(?<!\d)\d{1,4}(?!\d)/;
const LONGEST_HEAD = 30;
const STEPS_UP = 4;
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 15)));

/** @param {Element} element */
const said = (element) => normalizeSpace(dom.textContent(element));
/** The days of the month around one of them. @param {Element} day */
const monthAround = (day) =>
  dom.up(day, (above) => {
    const days = Array.from(dom.queryIn(above, DAYS), said).filter((text) => DAY.test(text));
    return new Set(days).size >= LEAST_DAYS;
  });

/** The month and year that a box shows as the calendar of a date picker; null where it is none. @param {Element} box */
export const calendarHead = (box) => {
  const day = Array.from(dom.queryIn(box, DAYS)).find((one) => said(one) === SOME_DAY && isVisible(one));
  const month = day ? monthAround(day) : null;
  return month !== null && dom.contains(box, month) ? headOf(month) : null;
};

const CHOSEN = 'select, input';
/** What a person reads in a box: of a list what is chosen, of a field what it holds. @param {Element} element */
const shownIn = (element) => {
  const tag = dom.tag(element);
  if (tag === 'select') return normalizeSpace(dom.textContent(chosenOptions(element)[0] ?? element));
  if (tag === 'input') return inputValue(element);
  return dom.queryIn(element, CHOSEN).length ? '' : said(element);
};

/** The month and year over the days: the shortest text that names both, else one of each. @param {Element} month */
const headOf = (month) => {
  /** @type {Element | null} */
  let at = month;
  for (let step = 0; at && step < STEPS_UP; step += 1, at = dom.parent(at)) {
    const texts = Array.from(dom.queryIn(at, '*'), shownIn).filter((text) => text.length <= LONGEST_HEAD);
    const months = texts.filter((text) => monthIn(text) >= 0).sort((one, other) => one.length - other.length);
    const named = months.find((text) => YEAR.test(text));
    if (named) return named;
    const year = texts.find((text) => YEAR.test(text));
    if (months.length > 0 && year) return `${months[0]} ${YEAR.exec(year)?.[0]}`;
    // A date that a picker misread may have led it to a year of few digits.
    const other = months.find((text) => SHORT_YEAR.test(text));
    if (other) return other;
  }
  return '';
};

/** @param {string} language @param {'long' | 'short'} length */
const monthNames = (language, length) => {
  try {
    const names = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
    return MONTHS.map((month) => names.format(month).toLowerCase());
  } catch {
    return []; // No language has that name.
  }
};

/** The month that a text names, in the language of the page or in English; -1 for none. @param {string} text */
const monthIn = (text) => {
  const words = text.toLowerCase();
  const language = dom.attribute(dom.root(document), 'lang') || 'en';
  const tries = [
    monthNames(language, 'long'),
    monthNames('en', 'long'),
    monthNames(language, 'short'),
    monthNames('en', 'short'),
  ];
  return tries.map((names) => names.findIndex((name) => words.includes(name))).find((found) => found >= 0) ?? -1;
};

/** @param {string} head @param {string} date */
const isMonthOf = (head, date) => {
  const month = /^\d{4}-(\d\d)/.exec(date)?.[1];
  return head.includes(YEAR.exec(date)?.[0] ?? '') && (!month || monthIn(head) === Number(month) - 1);
};

/** @param {Element} element */
const isAfloat = (element) => dom.up(element, (above) => /^(?:fixed|absolute)$/.test(styleOf(above).position)) !== null;

/** Whether a calendar stood in the page before a field was filled that does not float. */
let hasStanding = false;

/** Whether a calendar is open for a field, its month, the same where none shows that of `date`: one that floats, that the
 * field names, or that came since. `notes`: note what stands in the page, before the field is filled.
 */
export const calendar = onElement((field, { date, notes }) => {
  const own = ['aria-controls', 'aria-owns'].flatMap((name) => dom.idrefs(field, name));
  const days = Array.from(dom.query(document, DAYS)).filter((day) => said(day) === SOME_DAY && isVisible(day));
  const all = days.map(monthAround).filter((month) => month !== null);
  const beside = all.filter((month) => isAfloat(month) || own.some((box) => dom.contains(box, month)));
  if (notes) hasStanding = all.length > beside.length;
  const months = hasStanding || notes ? beside : all;
  const heads = months.map(headOf).filter(Boolean);
  const isThere = heads.some((head) => isMonthOf(head, date));
  const head = heads[0] ?? '';
  return { open: months.length > 0, head, at: isThere ? '' : head };
});

/** How the page's language writes a day, the last of 2026. */
export const localDate = () => {
  const language = dom.attribute(dom.root(document), 'lang') || navigator.language;
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC', numberingSystem: 'latn' };
  const day = new Date(Date.UTC(2026, 11, 31));
  try {
    return new Intl.DateTimeFormat(language, { ...how, calendar: 'gregory' }).format(day);
  } catch {
    return new Intl.DateTimeFormat('en', how).format(day);
  }
};
