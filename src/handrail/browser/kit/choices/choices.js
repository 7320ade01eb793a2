// What there is to choose in a list: native selects, ARIA listboxes, comboboxes, menus, and suggestions below a field.

import { isChosenByClass, isDisabledByClass } from '../accessibility/class_states.js';
import { LONGEST_NAME, nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { isDisabled, isReadonly } from '../accessibility/states.js';
import { selectedLabels } from '../accessibility/values.js';
import { hasBox } from '../actions/boxes.js';
import { obstacleTo } from '../actions/hit_test.js';
import { inputType } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { controlOfLabelAround, optionLabel, optionSelected, optionsOf, optionValue } from '../dom/native.js';
import { elementOfRef, onElement, refOf } from '../dom/refs.js';
import { clip, LONGEST_TEXT, normalizeSpace, plainText } from '../dom/text.js';
import { elementInMiddle } from '../dom/viewport.js';
import { checkState } from '../forms/checks.js';
import { inputMethod, readField } from '../forms/fields.js';
import { seenText } from '../forms/labels.js';
import { contentChangedSince } from '../page/activity.js';
import { textAfter } from '../style/generated.js';
import { isRendered, isVisible } from '../style/visibility.js';
import { heldBeside, isOverRemover } from './chips.js';
import {
  itemsOf,
  listBeside,
  listOf,
  listPointedAt,
  partMade,
  pressedBox,
  rememberStandingLists,
  TRIGGERS,
  triggerOf,
} from './lists.js';
import { boxFor, comboboxAround, selectBehind } from './stand_ins.js';

// The words of options: what one is called in its first line, and those that stand beside a field once they are chosen.

const MOST_BOXES = 200;
/** @param {Element} part */
const ownText = (part) => Array.from(dom.childNodes(part)).filter(dom.isText).map(dom.data).join(' ');
/** The first words of an option that has more lines than one: what it is called, before what else there is to say of it.
 * @param {Element} item
 */
const titleOf = (item) => {
  const lead = Array.from(dom.queryIn(item, '*')).find((part) => /\S/.test(ownText(part)));
  return lead && !/\S/.test(ownText(item)) ? clip(plainText(lead), LONGEST_NAME) : '';
};

const TAG_LEVELS = 4;
const MOST_TAGS = 100;
/** What stands in the box of a field beside its list: the labels of what was chosen, where they have left the list.
 * @param {Element} trigger @param {Element | null} list
 */
const tagsBeside = (trigger, list) => {
  let box = dom.parent(trigger);
  for (let level = 1; box && level < TAG_LEVELS && roleOf(box) !== 'group' && dom.tag(box) !== 'body'; level++)
    box = dom.parent(box);
  if (!box) return [];
  return Array.from(dom.query(box, '*'))
    .filter((part) => dom.tag(part) !== 'option' && !(list && dom.contains(list, part)) && /\S/.test(ownText(part)))
    .slice(0, MOST_BOXES)
    .filter(hasBox)
    .slice(0, MOST_TAGS)
    .map((part) => clip(normalizeSpace(ownText(part)), LONGEST_NAME));
};

const nativeMultiple = getter(HTMLSelectElement.prototype, 'multiple');
/** What an option is called, without what a style alone says behind it, as of the one that Enter would take.
 * @param {Element} option
 */
export const labelOf = (option) => {
  const name = nameOf(option) || clip(seenText(option) || plainText(option), LONGEST_NAME);
  const hint = textAfter(option).trim();
  return hint !== '' && name.endsWith(hint) ? name.slice(0, -hint.length).trim() || name : name;
};
/** @param {Element} select */
const nativeChoices = (select) =>
  Array.from(optionsOf(select), (option, index) => {
    const group = dom.up(option, (above) => dom.tag(above) === 'optgroup');
    return {
      local: refOf(option),
      index,
      value: clip(optionValue(option), LONGEST_NAME),
      label: clip(normalizeSpace(optionLabel(option)), LONGEST_NAME),
      selected: optionSelected(option),
      disabled: dom.matches(option, ':disabled'),
      group: group ? clip(dom.attribute(group, 'label') ?? '', LONGEST_NAME) : null,
    };
  });

const MOST_FIELDS = 1000;
/** How many fields the document shows: some pages keep the fields of all choices, and show those of the one that is made. */
const shownFields = () =>
  Array.from(dom.query(document, 'input, select, textarea')).slice(0, MOST_FIELDS).filter(isRendered).length;

/** @param {Element} item */
const isChosen = (item) =>
  ['aria-selected', 'aria-checked'].some((name) => dom.attribute(item, name) === 'true') ||
  (inputType(item) === 'radio' && checkState(item) === 'true') ||
  (roleOf(item) === '' && isChosenByClass(item, ''));

/** @param {Element} item @param {Element} list */
const groupOf = (item, list) => {
  const group = dom.up(dom.parent(item), (above) => above === list || roleOf(above) === 'group');
  return group && group !== list ? nameOf(group) : null;
};

/** Whether an item only looks chosen: a field that is typed into marks the one that Enter would take, as others mark what is
 * chosen. What is chosen stands in the field, or beside it.
 * @param {Element} item @param {Element[]} items @param {string[]} held
 */
const isProposal = (item, items, held) => !held.includes(labelOf(item)) && items.filter(isChosen).length === 1;

const OPENS_OTHERS = ['aria-haspopup', 'aria-expanded'];
const VALUES = ['data-value', 'value', 'aria-posinset'];
/** Of radio buttons that are all checked up to the one that was chosen, as stars are: one before that. @param {Element[]} items @param {number} index */
const isBelow = (items, index) => {
  const next = items[index + 1];
  return next !== undefined && roleOf(next) === 'radio' && isChosen(next);
};

/** @param {Element} list @param {Element[]} items @param {string[] | null} held what a field holds */
const ariaChoices = (list, items, held) =>
  items.map((item, index) => ({
    local: refOf(item),
    index,
    label: labelOf(item),
    title: titleOf(item) || nameOf(item),
    shown: hasBox(item),
    value: clip(VALUES.map((name) => dom.attribute(item, name)).find((value) => value !== null) ?? '', LONGEST_NAME),
    selected: isChosen(item) && !(held && isProposal(item, items, held)) && !isBelow(items, index),
    disabled: isDisabled(item) || isDisabledByClass(item),
    group: groupOf(item, list),
  }));

/** @param {Element} element */
const selectOf = (element) => {
  if (dom.tag(element) === 'select') return element;
  const control = controlOfLabelAround(element);
  return control && dom.tag(control) === 'select' ? control : null;
};

/** What a script has put beside or around a select that nobody sees, to choose from in its place; null where nothing is.
 * @param {Element} element
 */
const standInFor = (element) => {
  if (dom.tag(element) !== 'select' || isVisible(element)) return null;
  const next = dom.nextElement(element);
  const beside = next ? [next, ...dom.query(next, TRIGGERS)] : [];
  const around = comboboxAround(element);
  const triggers = [...beside, ...(around ? [around, ...dom.query(around, TRIGGERS)] : [])].filter(
    (part) => dom.matches(part, TRIGGERS) && hasBox(part),
  );
  const box = boxFor(element);
  return (
    triggers.find((part) => dom.tag(part) === 'input') ??
    triggers[0] ??
    (box && (Array.from(dom.query(box, 'input, a, button')).find(hasBox) ?? box))
  );
};

/** The field in a combobox that takes its presses, as one to search its list does. @param {Element} element */
const fieldOver = (element) => {
  const found = roleOf(element) === 'combobox' ? elementInMiddle(element) : null;
  return found && found !== element && isTyped(found) && dom.contains(element, found) ? found : null;
};

/** @param {Element} element */
const isTyped = (element) => ['input', 'textarea'].includes(dom.tag(element)) && inputMethod(element) === 'typed';
/** The one field of a control in which one types. @param {Element} control @param {Element} list */
const typingIn = (control, list) => {
  const fields = [control, ...dom.query(control, 'input')].filter(
    (one) => isTyped(one) && !isReadonly(one) && !dom.contains(list, one),
  );
  return fields.length === 1 ? fields[0] : null;
};
/** The field that has the focus since a list opened, and searches that, as it says. @param {Element} trigger @param {Element} list */
const searchOf = (trigger, list) => {
  const field = focusedElement();
  return field && field !== trigger && isTyped(field) && listPointedAt(field) === list ? refOf(field) : null;
};
/** @param {Element} element */
const opens = (element) =>
  dom.matches(element, TRIGGERS) ||
  ['combobox', 'listbox', 'menu', 'tree', 'radiogroup'].includes(roleOf(element)) ||
  dom.hasAttribute(element, 'aria-expanded') ||
  pressedBox(element) !== null ||
  listBeside(element) !== null ||
  selectBehind(element) !== null;

/** @param {Element} element */
const isDialog = (element) => /dialog$/.test(roleOf(element));
/** @param {Element} element @param {boolean} open */
const readChoices = (element, open) => {
  const select = selectOf(element);
  if (select) {
    return {
      kind: 'native',
      open: true,
      local: refOf(select),
      multiple: nativeMultiple(select),
      options: nativeChoices(select),
      fields: shownFields(),
      why: obstacleTo(select),
    };
  }
  const trigger = triggerOf(element),
    list = listOf(element, open);
  const shows = isTyped(trigger) ? (readField(trigger).value ?? '') : plainText(trigger);
  const tags = isTyped(trigger) ? tagsBeside(trigger, list) : [];
  const own = Boolean(list) && dom.up(element, (above) => above === list) !== null;
  const pressed = isVisible(trigger) ? trigger : (pressedBox(trigger) ?? trigger);
  const common = {
    shows,
    trigger: refOf(trigger),
    pressed: refOf(pressed),
    over_remover: !own && isOverRemover(pressed),
    typed: isTyped(trigger) && !isReadonly(trigger),
    called: [roleOf(trigger), nameOf(trigger)],
    tags,
    /** @type {string[]} */
    held: [],
    opens: opens(trigger),
    expanded: dom.attribute(trigger, 'aria-expanded') === 'true',
    collapsed: dom.attribute(trigger, 'aria-expanded') === 'false',
    own,
    why: obstacleTo(trigger),
  };
  if (!list) return { ...common, kind: '', open: false, multiple: false, options: [] };
  if (dom.tag(list) === 'datalist') {
    const options = Array.from(dom.query(list, 'option'), (option, index) => ({
      local: refOf(option),
      index,
      value: clip(optionValue(option), LONGEST_TEXT),
      label: clip(normalizeSpace(optionLabel(option)) || optionValue(option), LONGEST_NAME),
      selected: false,
      disabled: dom.matches(option, ':disabled'),
      group: null,
    }));
    return { ...common, kind: 'datalist', open: true, multiple: false, options };
  }
  const items = itemsOf(list),
    options = ariaChoices(list, items, isTyped(trigger) ? [shows, ...tags] : null),
    role = roleOf(list);
  const behind = selectBehind(trigger);
  if (behind) {
    const chosen = selectedLabels(behind);
    for (const option of options) option.selected = chosen.includes(option.label);
  }
  const typing = typingIn(trigger, list);
  return {
    ...common,
    kind: role === 'menu' ? 'menu' : 'listbox',
    list: refOf(list),
    confirmed_in_dialog: items.length > 0 && roleOf(items[0]) === 'radio' && dom.up(items[0], isDialog) !== null,
    // The host of a shadow tree may have no box of its own.
    open: (hasBox(list) || dom.shadowRoot(list) !== null) && options.some((option) => option.shown),
    multiple:
      dom.attribute(list, 'aria-multiselectable') === 'true' ||
      (behind !== null && nativeMultiple(behind)) ||
      options.filter((option) => option.selected).length > 1 ||
      options.some((option) => roleOf(/** @type {Element} */ (elementOfRef(option.local))) === 'menuitemcheckbox'),
    held: heldBeside(typing, list, options, behind),
    search: searchOf(trigger, list),
    erases: typing && !readField(typing).value ? refOf(typing) : null,
    untold: isTyped(trigger) && !dom.hasAttribute(list, 'aria-multiselectable'),
    options,
    // Cascades and trees show what is below an item once that was opened.
    opens_others: role === 'tree' || items.some((item) => OPENS_OTHERS.some((name) => dom.hasAttribute(item, name))),
    part: partMade(list, items),
  };
};

/** @param {Element} element */
export const choiceControl = (element) => selectOf(element) ?? triggerOf(element);
/** The list an element chooses from. `open`: it was opened just now, so a popup that names no owner counts too. */
export const listbox = onElement((named, { open = false, since = null }) => {
  const element = standInFor(selectOf(named) ?? named) ?? (selectBehind(named) ? null : fieldOver(named)) ?? named;
  if (!open) rememberStandingLists(element);
  const reacted = since !== null && contentChangedSince(since);
  return { ...readChoices(element, open), at: performance.now(), reacted };
});
/** @type {Operation} */
export const dropdownOptions = ({ local, open }) => {
  const MOST = 200;
  const element = elementOfRef(local);
  if (!element) throw new Error('the element is gone');
  if (!open) rememberStandingLists(element);
  const { kind, options, multiple, opens, expanded, part } = {
    opens: false,
    expanded: false,
    part: '',
    ...readChoices(element, open),
  };
  return {
    dropdown: kind !== '' || opens,
    built_when_open: options.length === 0 && opens && !expanded,
    multiple,
    part,
    total: options.length,
    options: options
      .slice(0, MOST)
      .map(({ value, label, selected, disabled, group }) => ({ value, label, selected, disabled, group })),
  };
};
