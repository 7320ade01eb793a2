// What an open calendar shows of a date that was written into its field: pickers pass over what they cannot read.

import { dom } from '../dom/dom.js';
import { onElement } from '../dom/refs.js';
import { plainText } from '../dom/text.js';
import { isVisible, styleOf } from '../style/visibility.js';

const DAYS = 'td, button, [role=gridcell], [role=button], [role=option]';
const SOME_DAY = '15';
const DAY = /^(?:[1-9]|[12]\d|3[01])$/;
const LEAST_DAYS = 28;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const LONGEST_HEAD = 30;
const STEPS_UP = 4;
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 15)));

/** The days of the month around one of them. @param {Element} day */
const monthAround = (day) =>
  dom.up(day, (above) => {
    const days = Array.from(dom.queryIn(above, DAYS), plainText).filter((text) => DAY.test(text));
    return new Set(days).size >= LEAST_DAYS;
  });

/** The month and year that a box shows as the calendar of a date picker; null where it is none. @param {Element} box */
export const calendarHead = (box) => {
  const day = Array.from(dom.queryIn(box, DAYS)).find((one) => plainText(one) === SOME_DAY && isVisible(one));
  const month = day ? monthAround(day) : null;
  return month !== null && dom.contains(box, month) ? headOf(month) : null;
};

/** The month and year over the days. @param {Element} month */
const headOf = (month) => {
  /** @type {Element | null} */
  let at = month;
  for (let step = 0; at && step < STEPS_UP; step += 1, at = dom.parent(at)) {
    const texts = Array.from(dom.queryIn(at, '*'), plainText).filter(
      (text) => text.length <= LONGEST_HEAD && YEAR.test(text) && monthIn(text) >= 0,
    );
    // A box around it also holds what its arrows are called, or the days of the week.
    if (texts.length) return texts.reduce((short, text) => (text.length < short.length ? text : short));
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

const DIALOG = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [popover], [role=tooltip]';
/** Whether a calendar is open, its month, the same where none shows that of `date`; whether the field stands in a dialog
 *  or in what lies over the page. */
export const calendar = onElement((field, { date }) => {
  const isInDialog = dom.closest(field, DIALOG) !== null;
  const days = Array.from(dom.query(document, DAYS)).filter((day) => plainText(day) === SOME_DAY && isVisible(day));
  const months = days.map(monthAround).filter((month) => month !== null && isAfloat(month));
  const heads = months.map((month) => month && headOf(month)).filter(Boolean);
  const isThere = heads.some((head) => isMonthOf(head ?? '', date));
  const head = heads[0] ?? '';
  return { open: months.length > 0, head, at: isThere ? '' : head, inDialog: isInDialog };
});
