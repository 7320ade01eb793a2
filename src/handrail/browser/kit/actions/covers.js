// What lies over an element: what to call it, and how it goes away.

import { guessedName } from '../accessibility/guessed_names.js';
import { nameOf } from '../accessibility/names.js';
import { isInteractiveRole, roleOf } from '../accessibility/roles.js';
import { dom } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { refNow, refOf } from '../dom/refs.js';
import { wordSet } from '../dom/text.js';
import { calendarHead } from '../forms/calendars.js';
import { clip } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { boxOf, isVisible, styleOf } from '../style/visibility.js';
import closing from './closing_words.json' with { type: 'json' };

const MEANT = wordSet(
  'dialog alertdialog alert banner region navigation complementary menu listbox tree grid tooltip search form',
);
/** Roles of what Escape closes by what ARIA says of them. */
const ESCAPABLE = wordSet('dialog alertdialog menu listbox tooltip');
const CLOSERS = 'button, [role=button], a, [role=link], input[type=button], input[type=submit]';
const CLOSING = new Set(closing.words);
const AGREEING = new Set(closing.agreeing);
/** What icons that close are called, in the fonts of icons that buttons without a name show. */
const CLOSING_ICONS = wordSet('times xmark close cross remove dismiss cancel');
const MOST_CLOSERS = 50;
const MOST_BESIDE = 20;
/** @param {Element} element */
const isAfloat = (element) => /^(?:fixed|absolute|sticky)$/.test(styleOf(element).position);
const OPEN = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [popover]';
/** What is open while a style keeps presses from all else: what says so, else what floats and has the focus.
 * @param {Element} element
 */
const openBeside = (element) => {
  const focus = focusedElement();
  const floating = focus && dom.up(focus, isAfloat);
  const boxes = [floating, ...dom.query(document, OPEN)];
  return boxes.findLast((box) => box && isVisible(box) && !dom.contains(box, element)) ?? null;
};

/** What to call the thing at a point: the nearest part around it that has a role of its own, else the outermost that is out
 * of the flow, short of what also holds the element. Where a press reaches only the page as a whole, what is open.
 * @param {Element} found @param {Element} element
 */
export const coverAround = (found, element) => {
  const body = dom.body(document);
  const isPage = found === body || found === dom.parent(body ?? found);
  if (body && isPage && styleOf(body).pointerEvents === 'none') return openBeside(element) ?? found;
  let best = found;
  let floating = null;
  /** @type {Element | null} */
  let at = found;
  for (; at && at !== element && !dom.contains(at, element); at = dom.parent(at)) {
    const role = roleOf(at);
    if (MEANT.has(role)) return at;
    if (best === found && isInteractiveRole(role)) best = at;
    if (isAfloat(at)) floating = at;
  }
  return best === found ? (floating ?? best) : best;
};

/** @param {string} name */
const isClosing = (name) => {
  const words = name.trim().toLowerCase();
  return CLOSING.has(words) || CLOSING.has(words.split(' ', 1)[0]);
};

/** Does a button by its name leave things as they are? @param {string} name */
export const isRefusal = (name) => isClosing(name) && !AGREEING.has(name.trim().toLowerCase());
/** @param {Element} button */
const closes = (button) => {
  const name = nameOf(button) || seenText(button);
  return name ? isClosing(name) : CLOSING_ICONS.has(guessedName(button, 'button').split(' ', 1)[0]);
};

/** The button in a box that closes it. @param {Element} box */
const closerIn = (box) => {
  for (const button of Array.from(dom.queryIn(box, CLOSERS)).slice(0, MOST_CLOSERS)) {
    if (closes(button) && isVisible(button)) {
      const name = nameOf(button) || seenText(button) || guessedName(button, 'button');
      return { local: refNow(button), role: roleOf(button) || 'clickable', name: clip(name) };
    }
  }
  return null;
};

/** The button that takes away an empty shade: in a box that floats beside it, as dialogs and tours do.
 * @param {Element} shade
 */
const closerBeside = (shade) => {
  for (const box of floatsBeside(shade)) {
    const closer = closerIn(box);
    if (closer) return closer;
  }
  return null;
};

/** The button that closes the box which floats around a part of it that covers something, as a popover's does; not in what
 * holds the covered element.
 * @param {Element} cover @param {Element | null} element
 */
const closerAround = (cover, element) => {
  const box = dom.up(
    dom.parent(cover),
    (above) => isAfloat(above) || (element !== null && dom.contains(above, element)),
  );
  return box && isAfloat(box) && !(element && dom.contains(box, element)) ? closerIn(box) : null;
};

/** What floats beside an empty shade. @param {Element} shade */
const floatsBeside = (shade) => {
  const parent = dom.parent(shade);
  if (dom.firstElement(shade) || !parent) return [];
  const beside = Array.from(dom.queryIn(parent, ':scope > *')).slice(-MOST_BESIDE);
  return beside.filter((one) => one !== shade && isAfloat(one));
};

/** The calendar of a date picker that covers something, or that a shade is for.
 * @param {Element} cover @param {Element | null} element
 */
const calendarOver = (cover, element) => {
  for (const box of [cover, ...floatsBeside(cover)]) {
    const head = calendarHead(box);
    const closer = head === null ? null : (closerIn(box) ?? closerAround(box, element));
    if (head !== null) return { local: refNow(box), role: 'calendar', name: clip(head), closer, escapes: true };
  }
  return null;
};

const FIELDS = 'input:not([type=hidden]), textarea';
const GAP = 14; // CSS pixels between a panel and its field
/** The field that a panel which covers something belongs to: the panel floats at its edges, and one of both has the focus.
 * @param {Element} cover @returns {Element | null}
 */
export const fieldOfPanel = (cover) => {
  const panel = dom.up(cover, isAfloat);
  const focus = focusedElement();
  if (!panel || !focus || roleOf(panel).endsWith('dialog')) return null;
  const { left, right, top, bottom } = boxOf(panel);
  return (
    Array.from(dom.query(document, FIELDS)).find((field) => {
      if (dom.contains(panel, field) || (field !== focus && !dom.contains(panel, focus)) || !isVisible(field))
        return false;
      const box = boxOf(field);
      const aside = Math.min(Math.abs(left - box.left), Math.abs(right - box.right));
      return aside <= GAP && [top - box.top, top - box.bottom, bottom - box.top].some((gap) => Math.abs(gap) <= GAP);
    }) ?? null
  );
};

/** What a cover is called by those who made it, where it says nothing to a reader. @param {Element} cover */
const madeName = (cover) => dom.attribute(cover, 'class') || dom.attribute(cover, 'id') || dom.localName(cover);

/** @param {Element} cover @param {Element | null} [element] what it covers */
export const describeCover = (cover, element = null) => {
  const calendar = calendarOver(cover, element);
  if (calendar) return calendar;
  const role = roleOf(cover);
  const field = fieldOfPanel(cover);
  const hasCloser = !isInteractiveRole(role) && !(element && dom.contains(cover, element));
  const open = ESCAPABLE.has(role) || dom.hasAttribute(cover, 'popover');
  return {
    local: refNow(cover),
    role,
    name: clip(nameOf(cover) || seenText(cover) || (role ? '' : madeName(cover))),
    closer: hasCloser ? (closerIn(cover) ?? closerBeside(cover) ?? closerAround(cover, element)) : null,
    escapes: open,
    // An act that is under way keeps the ref of its field.
    field: field && {
      local: field === element ? refOf(field) : refNow(field),
      role: roleOf(field),
      name: clip(nameOf(field)),
    },
  };
};
