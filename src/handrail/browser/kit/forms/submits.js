// What came of Enter in a field: whether a form was submitted, whether the page took the key up, and which button would do.

import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { isDisabled } from '../accessibility/states.js';
import { isRefusal } from '../actions/covers.js';
import { popupOf } from '../choices/suggestions.js';
import { isEditable } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { composedPath } from '../dom/native.js';
import { onElement, refOf } from '../dom/refs.js';
import { contentChangedSince } from '../page/activity.js';
import { changedOnlyIn, watchContent } from '../page/content_changes.js';
import { isVisible } from '../style/visibility.js';
import { clip } from './control_kinds.js';
import { fieldOf, searches } from './fields.js';
import { defaultButton, formOf, submittersOf } from './forms.js';

const BUTTONS = 'button, input[type=submit], input[type=image], input[type=button], [role=button]';
const GROUPS = 'form, dialog, [role=dialog], [role=alertdialog], [role=form], [role=search], fieldset';
let submittedAt = -1;
let watchedFrom = -1;
let isWatching = false;
/** The button that is to be pressed, while no press has reached it. @type {Element | null} */
let unpressed = null;
/** A page that takes the event for itself has it after the window, where this listens first.
 * @param {Element | null} button
 */
const watchSubmits = (button) => {
  watchedFrom = performance.now();
  unpressed = button;
  watchContent();
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('submit', () => (submittedAt = performance.now()), true);
  window.addEventListener(
    'click',
    (event) => {
      if (unpressed && composedPath(event).includes(unpressed)) unpressed = null;
    },
    true,
  );
};

const FOLLOWING = 4; // Node.DOCUMENT_POSITION_FOLLOWING
/** @param {Element} element @param {Element} other */
const isAfter = (element, other) => (dom.compare(other, element) & FOLLOWING) !== 0;

/** The button that a person would press for a field: the form's own, else the last one behind it in the box around it that
 * can be pressed.
 * @param {Element} field
 */
const buttonFor = (field) => {
  const form = formOf(field);
  const own = form && defaultButton(form);
  if (own) return own;
  const group = dom.closest(field, GROUPS);
  const buttons = group ? Array.from(dom.queryIn(group, BUTTONS)) : [];
  const behind = buttons.filter((button) => isAfter(button, field));
  const named = behind.filter((button) => nameOf(button) && isVisible(button) && !isDisabled(button));
  return named.findLast((button) => !isRefusal(nameOf(button))) ?? null;
};

/** Whether a form with several buttons does not send what a field holds: it stands in the form by chance, as the editor of
 * a cell does in the form of a table whose buttons act on rows, or a script sends it, nobody knows with which button.
 * @param {Element} field @param {Element} form
 */
const isUnsent = (field, form) =>
  dom.tag(field) === 'textarea' && !dom.attribute(field, 'name') && isVisible(field) && submittersOf(form).length > 1;

/** What Enter does from here: the button of the form, for a field in which Enter makes a new line; `unsure`: it may be the
 * wrong one.
 */
export const submitter = onElement((element) => {
  const field = fieldOf(element);
  watchSubmits(null);
  const form = formOf(field);
  const button = form && defaultButton(form);
  const isMultiline =
    dom.tag(field) === 'textarea' || (isEditable(field) && dom.attribute(field, 'aria-multiline') === 'true');
  const unsure = form !== null && isUnsent(field, form);
  return { local: refOf(field), button: isMultiline && button ? named(button) : null, unsure };
});

/** @param {Element} button */
const named = (button) => ({ local: refOf(button), role: roleOf(button), name: clip(nameOf(button)) });

/** The button that sends the form of a field which takes no Enter: the next one behind it, where there are several;
 * `sole`: nothing else sends it.
 */
export const sendButton = onElement((element) => {
  const field = fieldOf(element);
  const form = formOf(field);
  const own = form ? submittersOf(form) : [];
  const button = own.find((one) => isAfter(one, field)) ?? buttonFor(field);
  watchSubmits(button);
  return { button: button && named(button), sole: own.length === 1 };
});

/** Did the page only suggest something since, for the text before Enter? @param {Element} field */
const onlySuggests = (field) => {
  const popup = popupOf(field);
  return popup !== null && changedOnlyIn(popup);
};

/** What came of it, as far as the page shows it by now. */
export const submitted = onElement((element) => {
  const field = fieldOf(element);
  const button = buttonFor(field);
  return {
    submitted: submittedAt >= watchedFrom,
    // A press that only closed what was open, and never came to the button, changed the page too.
    changed: unpressed === null && contentChangedSince(watchedFrom) && !onlySuggests(field),
    searches: searches(field),
    button: button && named(button),
  };
});
