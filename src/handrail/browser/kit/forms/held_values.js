// What stands in the fields around an element: what a press on it may send. And the dialog that it stands in.

import { guessedName } from '../accessibility/guessed_names.js';
import { itemElement } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { inputType, isEditingHost, isSecret } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { areaValue, checkedByDefault, inputChecked, inputLabels, inputValue, selectedOptions } from '../dom/native.js';
import { oncePerCall } from '../dom/per_call.js';
import { bothEnds, normalizeSpace } from '../dom/text.js';
import { trees } from '../page/elements.js';
import { topOverlay } from '../snapshot/overlays.js';
import { isRendered, isVisible } from '../style/visibility.js';
import { BUTTONS, rowOf, wordsOf } from './box_rows.js';
import { actedOn, clip, kindOf } from './control_kinds.js';
import { searches } from './fields.js';
import { textIn } from './form_facts.js';
import { formOf } from './forms.js';
import { seenText } from './labels.js';

const DIALOGS = 'dialog, [role=dialog], [role=alertdialog]';
const TIPS = '[role=tooltip]';
const FIELDS = 'input, textarea, select, [contenteditable], [aria-checked=true], [aria-selected=true]';
/** What holds all of a page says nothing of what a press in it is about. */
const PAGES = new Set(['main', 'body', 'html']);
const BOXES = new Set(['checkbox', 'radio']);
const MOST_FIELDS = 1000;
// A question names no more.
const MOST_NAMED = 20;
const MOST_CHARS = 20_000;
const VALUE_LIMIT = 2000;
const DIALOG_TEXT = 300;

/** What a field holds, secrets left out. @param {Element} field @returns {string[]} */
export const valuesOf = (field) => {
  if (isSecret(field)) return [];
  switch (dom.tag(field)) {
    case 'textarea':
      return [areaValue(field)];
    case 'select':
      return Array.from(selectedOptions(field), (option) => nameOf(option));
    case 'input':
      if (BOXES.has(inputType(field))) return inputChecked(field) ? [nameOf(field)] : [];
      return kindOf(field) === 'text' ? [inputValue(field)] : [];
    case 'output':
      return [dom.textContent(field)];
    default:
      return [isEditingHost(field) ? dom.textContent(field) : nameOf(field)];
  }
};

/** What a field holds as a question says it. @param {Element} field */
const toldOf = (field) => valuesOf(field).map((value) => withRow(field, value));
/** @param {Element} box @param {string} name */
const withRow = (box, name) => (name && rowOf(box) ? bothEnds(`${name}: ${rowOf(box)}`, DIALOG_TEXT) : name);

/** @param {Element} element */
const around = (element) => formOf(element) ?? dom.closest(element, DIALOGS) ?? dom.root(document);

/** The values in the form of an element, else in its dialog, else in the whole document; secret ones left out.
 * @param {Element} element
 */
const heldValues = (element) =>
  heldIn(around(element), FIELDS, (field) => valuesOf(field).flatMap((value) => [value, rowOf(field)]));

/** What a press is about, by the other values in its form or dialog, else in the nearest box around it with a field.
 * @param {Element} element
 */
const standingAround = (element) => {
  const box = formOf(element) ?? dialogOf(element) ?? dom.up(element, (at) => hasField(at, element));
  const isPart = box && !PAGES.has(dom.tag(box));
  return { standing: isPart ? heldIn(box, FIELDS, toldOf, element) : [], outputs: isPart ? heldIn(box, 'output') : [] };
};
const TYPED = new Set(['text', 'editable']);
/** What a field for text holds itself: a key in it may send that, and what is filled in replaces it. @param {Element} element */
const ownValue = (element) => (TYPED.has(kindOf(element)) ? bothEnds(valuesOf(element).join(' '), DIALOG_TEXT) : '');
/** @param {Element} box @param {Element} element */
const hasField = (box, element) => box !== element && Array.from(dom.query(box, FIELDS)).some((one) => one !== element);

/** @param {Root | Element} box @param {string} kinds @param {(field: Element) => string[]} [values] @param {Element} [but] */
const heldIn = (box, kinds, values = valuesOf, but) => {
  const held = new Set();
  let fields = 0;
  let chars = 0;
  for (const field of dom.query(box, kinds)) {
    if (++fields > MOST_FIELDS || chars > MOST_CHARS) break;
    if (field === but) continue;
    for (const value of values(field)) {
      if (!value) continue;
      chars += Math.min(value.length, VALUE_LIMIT);
      held.add(clip(value, VALUE_LIMIT));
    }
  }
  return [...held];
};

/** The boxes that are checked, by their names, where no dialog or form bounds what a press is about. */
const CHECKED = 'input[type=checkbox]:checked, [role=checkbox][aria-checked=true]';
const SELECTED = '[aria-selected=true]:not([role=tab])';
const CHOSEN =
  'select, input[type=radio]:checked, [aria-checked=true]:not([role=checkbox]), [aria-pressed=true], ' +
  '[role=tab][aria-selected=true], [aria-current]:not([aria-current=false])';
/** All that stands as chosen in the document and the shadow trees in it. */
const allChosen = oncePerCall(() =>
  trees(document).flatMap((tree) => [...dom.query(tree, `${CHECKED}, ${SELECTED}, ${CHOSEN}`)]),
);
/** @param {string} kind */
const chosenAs = (kind) =>
  allChosen()
    .filter((one) => dom.matches(one, kind))
    .slice(0, MOST_FIELDS);

/** A box without a name is called by its row, or the words beside it. To find these takes long.
 * @param {Element} box @param {number} at
 */
const boxName = (box, at) =>
  nameOf(box) || seenText(itemElement(box) ?? box) || (at < MOST_NAMED ? guessedName(box, roleOf(box)) : '');
/** @param {Element} box @param {number} at */
const boxTold = (box, at) => withRow(box, clip(normalizeSpace(boxName(box, at))));
/** Whether nobody sees where a box stands, or a label of it: in a closed panel of settings. @param {Element} box */
const isUnseen = (box) =>
  !isRendered(dom.parent(box) ?? box) &&
  !(dom.tag(box) === 'input' && Array.from(inputLabels(box) ?? []).some(isRendered));
/** Whether it stands as the page made it. @param {Element} box */
const isUntouched = (box) => dom.tag(box) === 'input' && checkedByDefault(box);
const PANELS = '[role=tabpanel]';
/** Whether what stands as chosen is in another panel than the thing that was clicked with the right button: an entry of the
 * menu that this opened is about the thing.
 * @param {Element} one @param {Element | null} clicked
 */
const isElsewhere = (one, clicked) => {
  const [panel, own] = [dom.closest(one, PANELS), clicked && itemElement(clicked) && dom.closest(clicked, PANELS)];
  return !!clicked && !!panel && !!own && !dom.contains(panel, clicked) && !dom.contains(own, one);
};
/** @param {Element} element @param {Element | null} clicked */
const checkedAround = (element, clicked) =>
  chosenAs(CHECKED)
    .filter((box) => box !== element && !(isUntouched(box) && isUnseen(box)) && !isElsewhere(box, clicked))
    .map(boxTold)
    .filter(Boolean);

/** The items that are selected, by what is written on each, but for the items in it: a press beside a list is about them.
 * @param {Element} element @param {Element | null} clicked
 */
const selectedAround = (element, clicked) =>
  chosenAs(SELECTED)
    .filter((item) => !dom.contains(item, element) && isVisible(item) && !isElsewhere(item, clicked))
    .map((item) => clip(normalizeSpace(seenText(item, (at) => at !== item && roleOf(at) === roleOf(item)))))
    .filter(Boolean);

// Pages hide them behind what they draw in their place.
const FIELD_TAGS = new Set(['input', 'select']);
/** @param {Element} one */
const isSeen = (one) => (FIELD_TAGS.has(dom.tag(one)) ? !isUnseen(one) : isVisible(one));
/** What else stands as chosen on the page, where a person sees it: a press may be about that.
 * @param {Element} element
 */
const chosenAround = (element) => {
  const names = new Set();
  let seen = 0;
  for (const one of chosenAs(CHOSEN)) {
    if (dom.contains(one, element) || !isSeen(one)) continue;
    if (seen++ === MOST_NAMED) break;
    const isList = dom.tag(one) === 'select';
    const found = isList ? valuesOf(one).map((value) => clip(normalizeSpace(value))) : [boxTold(one, 0)];
    for (const name of found.slice(0, MOST_NAMED)) names.add(name);
  }
  names.delete('');
  names.delete(nameOf(element));
  return [...names];
};

const SEARCH = 'search, [role=search]';
/** What is searched for on the page, where a person sees it: what deletes all results deletes these.
 * @param {Element} element
 */
const searchedAround = (element) => {
  const fields = Array.from(dom.query(dom.root(document), ADDRESSED)).slice(0, MOST_FIELDS);
  const found = fields.filter((one) => one !== element && kindOf(one) === 'text' && !isSecret(one) && isVisible(one));
  const asking = found.filter((one) => valuesOf(one)[0] && (dom.closest(one, SEARCH) || searches(one)));
  return asking.slice(0, MOST_NAMED).flatMap((one) => valuesOf(one).map((value) => clip(value, VALUE_LIMIT)));
};

const ADDRESSED = 'input, textarea';
const MAIL_ADDRESS = /^[^\n]*\S@\S+\.\S[^\n]*$/;
/** The values around an element that hold mail addresses: to whom it may send. @param {Element} element */
const addressedAround = (element) => {
  const found = new Set();
  for (const field of Array.from(dom.query(around(element), ADDRESSED)).slice(0, MOST_FIELDS)) {
    const value = (textIn(field) ?? '').trim();
    if (value.length <= DIALOG_TEXT && MAIL_ADDRESS.test(value)) found.add(value);
  }
  return [...found];
};

const MOST_ANSWERS = 3;
/** Whether a dialog only asks yes or no: it has no fields, and no more buttons than to agree, to cancel and to close.
 * @param {Element} dialog
 */
const onlyAsks = (dialog) =>
  ![...dom.queryIn(dialog, FIELDS)].some((field) => kindOf(field) !== 'button' && kindOf(field) !== 'submit') &&
  dom.queryIn(dialog, `${BUTTONS}, a[href]`).length <= MOST_ANSWERS;

/** What asked a person something when facts were asked for last. @type {WeakSet<Element>} */
let seenDialogs = new WeakSet();
/** The box beside what was pressed that holds an element: libraries call a small question, with words and buttons, a tip.
 * @param {Element} element
 */
const askingTip = (element) => {
  const tip = dom.closest(element, TIPS);
  return tip && tip !== element && wordsOf(tip) ? tip : null;
};
/** The dialog that an element stands in, or what lies over the page and holds it. @param {Element} element */
const dialogOf = (element) => {
  const overlay = topOverlay();
  return (
    dom.closest(element, DIALOGS) ??
    (overlay !== null && dom.contains(overlay, element) ? overlay : null) ??
    askingTip(element)
  );
};
/** What a person reads in the dialog that an element stands in, or in what lies over the page, and whether that came
 * since facts were asked for last, to ask yes or no.
 * @param {Element} element
 */
const dialogAround = (element) => {
  const overlay = topOverlay();
  const own = dialogOf(element);
  // What a component shows in its dialog stands outside of its shadow tree.
  const around = own ?? dom.up(element, (at) => dom.matches(at, DIALOGS));
  const isNew = own !== null && !seenDialogs.has(own);
  const shown = Array.from(dom.query(dom.root(document), `${DIALOGS}, ${TIPS}`)).filter(isVisible);
  seenDialogs = new WeakSet(overlay ? [...shown, overlay] : shown);
  return { dialog: around && wordsOf(around), confirms: isNew && onlyAsks(own) };
};

/** What a press on an element is about, as a person sees it.
 * @param {Element} element @param {Element | null} clicked  what a right click was on that opened its menu
 */
export const surroundings = (element, clicked) => ({
  held: heldValues(element),
  value: ownValue(element),
  ...standingAround(element),
  words: wordsOf(formOf(element)),
  checked: checkedAround(element, clicked),
  selected: selectedAround(element, clicked),
  chosen: chosenAround(element),
  addressed: addressedAround(element),
  searched: searchedAround(element),
  row: rowOf(actedOn(element)),
  ...dialogAround(element),
});
