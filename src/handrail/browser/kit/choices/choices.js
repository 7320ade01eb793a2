// What there is to choose in a list: native selects, ARIA listboxes, comboboxes, menus, and suggestions below a field.

import { isChosenByClass, isDisabledByClass } from '../accessibility/class_states.js';
import { LONGEST_NAME, nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { isDisabled, isReadonly } from '../accessibility/states.js';
import { selectedLabels } from '../accessibility/values.js';
import { hasBox } from '../actions/hit_test.js';
import { obstacleTo } from '../actions/inoperable.js';
import { onElement } from '../actions/on_element.js';
import { inputType } from '../dom/controls.js';
import { dom, getter, method } from '../dom/dom.js';
import { elementOfRef, refOf } from '../dom/refs.js';
import { clip, LONGEST_TEXT, normalizeSpace } from '../dom/text.js';
import { elementAt } from '../dom/viewport.js';
import { checkState } from '../forms/checks.js';
import { labelControl } from '../forms/control_kinds.js';
import { inputMethod, readField } from '../forms/fields.js';
import { seenText } from '../forms/labels.js';
import { contentChangedSince } from '../page/activity.js';
import { isRendered, isVisible, styleOf } from '../style/visibility.js';
import { chipsOf } from './chips.js';
import { itemsOf, listOf, pressedBox, rememberStandingLists, TRIGGERS, triggerOf } from './lists.js';
import { tagsBeside, titleOf } from './option_words.js';
import { boxFor, selectBehind } from './stand_ins.js';

const nativeOptions = getter(HTMLSelectElement.prototype, 'options');
const nativeMultiple = getter(HTMLSelectElement.prototype, 'multiple');
const optionValue = getter(HTMLOptionElement.prototype, 'value');
const optionLabel = getter(HTMLOptionElement.prototype, 'label');
const optionSelected = getter(HTMLOptionElement.prototype, 'selected');
const scrollTop = getter(Element.prototype, 'scrollTop');
const clientHeight = getter(Element.prototype, 'clientHeight');
const offsetHeight = getter(HTMLElement.prototype, 'offsetHeight');
/** @type {(element: Element, by: ScrollToOptions) => void} */
const scrollElementBy = /** @type {any} */ (method(Element.prototype, 'scrollBy'));
const MOST_BOXES = 200;
/** @param {Element} element */
const scrollsDown = (element) =>
  dom.scrollHeight(element) > clientHeight(element) + 1 && /auto|scroll/.test(styleOf(element).overflowY);
/** @param {Element} element */
const scrollsByScript = (element) =>
  clientHeight(element) > 0 &&
  dom.scrollHeight(element) > clientHeight(element) + 1 &&
  styleOf(element).overflowY === 'hidden';
/** @param {Element} option */
export const labelOf = (option) =>
  nameOf(option) || clip(seenText(option) || normalizeSpace(dom.textContent(option)), LONGEST_NAME);
/** @param {Element} select */
const nativeChoices = (select) =>
  Array.from(nativeOptions(select), (option, index) => {
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

const LEVELS_ABOVE = 3;
/** What scrolls the items of a list: itself, a box in it or close around it; else a box that only its script scrolls.
 * @param {Element} list
 */
const scrollerOf = (list) => {
  const boxes = [list, ...Array.from(dom.query(list, '*')).slice(0, MOST_BOXES)];
  for (let box = dom.parent(list), level = 0; box && level < LEVELS_ABOVE; box = dom.parent(box), level++)
    boxes.push(box);
  const popups = boxes.filter((box) => clientHeight(box) < window.innerHeight);
  return popups.find(scrollsDown) ?? popups.find(scrollsByScript) ?? null;
};

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
    title: titleOf(item),
    shown: hasBox(item),
    value: clip(VALUES.map((name) => dom.attribute(item, name)).find((value) => value !== null) ?? '', LONGEST_NAME),
    selected: isChosen(item) && !(held && isProposal(item, items, held)) && !isBelow(items, index),
    disabled: isDisabled(item) || isDisabledByClass(item),
    group: groupOf(item, list),
  }));

/** @param {Element} element */
const selectOf = (element) => {
  if (dom.tag(element) === 'select') return element;
  const lab = dom.up(element, (above) => dom.tag(above) === 'label');
  const control = lab && labelControl(lab);
  return control && dom.tag(control) === 'select' ? control : null;
};

const AROUND_LEVELS = 2;
/** What a script has put beside or around a select that nobody sees, to choose from in its place; null where nothing is.
 * @param {Element} element
 */
const standInFor = (element) => {
  if (dom.tag(element) !== 'select' || isVisible(element)) return null;
  const next = dom.nextElement(element);
  const beside = next ? [next, ...dom.query(next, TRIGGERS)] : [];
  let around = dom.parent(element);
  for (let level = 1; around && roleOf(around) !== 'combobox'; level++)
    around = level < AROUND_LEVELS ? dom.parent(around) : null;
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
  const { left, top, width, height } = dom.box(element);
  const found = roleOf(element) === 'combobox' ? elementAt(left + width / 2, top + height / 2) : null;
  return found && found !== element && isTyped(found) && dom.contains(element, found) ? found : null;
};

/** @param {Element} element */
const isTyped = (element) => ['input', 'textarea'].includes(dom.tag(element)) && inputMethod(element) === 'typed';
/** @param {Element} element */
const opens = (element) =>
  dom.matches(element, TRIGGERS) ||
  ['combobox', 'listbox', 'menu', 'tree', 'radiogroup'].includes(roleOf(element)) ||
  dom.hasAttribute(element, 'aria-expanded') ||
  pressedBox(element) !== null ||
  selectBehind(element) !== null;

/** What stands chosen beside a field of several, and what takes it away again.
 * @param {Element} trigger @param {Element | null} list @param {Element | null} behind
 */
const chosenBeside = (trigger, list, behind) => {
  const says = list && dom.attribute(list, 'aria-multiselectable');
  if (behind ? !nativeMultiple(behind) : says === 'false' || !(isTyped(trigger) || roleOf(trigger) === 'combobox'))
    return [];
  const chips = chipsOf(trigger, list);
  const labels = behind ? selectedLabels(behind) : chips.map(({ label }) => label);
  return labels.map((label) => ({ label, remover: chips.find((chip) => chip.label === label)?.remover ?? null }));
};

/** A chip among the options of its list: pressed, it is chosen no more. @param {{label: string, remover: Element | null}} chip */
const asOption = ({ label, remover }) => ({
  local: remover && refOf(remover),
  index: -1,
  label,
  title: '',
  shown: false,
  value: '',
  selected: true,
  disabled: false,
  group: null,
  chip: true,
});

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
  const shows = isTyped(trigger) ? (readField(trigger).value ?? '') : normalizeSpace(dom.textContent(trigger));
  const tags = isTyped(trigger) ? tagsBeside(trigger, list) : [];
  const behind = selectBehind(trigger);
  const chips = chosenBeside(trigger, list, behind);
  const common = {
    chips: chips.map(({ label }) => label),
    shows,
    trigger: refOf(trigger),
    typed: isTyped(trigger) && !isReadonly(trigger),
    called: [roleOf(trigger), nameOf(trigger)],
    tags,
    opens: opens(trigger),
    expanded: dom.attribute(trigger, 'aria-expanded') === 'true',
    collapsed: dom.attribute(trigger, 'aria-expanded') === 'false',
    own: Boolean(list) && dom.up(element, (above) => above === list) !== null,
    why: obstacleTo(trigger),
  };
  if (!list) return { ...common, kind: '', open: false, multiple: chips.length > 0, options: chips.map(asOption) };
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
  if (behind) {
    const labels = selectedLabels(behind);
    for (const option of options) option.selected = labels.includes(option.label);
  }
  // A list that shows all that is chosen may call it otherwise.
  const chosen = options.filter(({ selected }) => selected);
  const unlisted =
    chosen.length < chips.length ? chips.filter(({ label }) => !chosen.some((one) => one.label === label)) : [];
  return {
    ...common,
    kind: role === 'menu' ? 'menu' : 'listbox',
    list: refOf(list),
    confirmed_in_dialog: items.length > 0 && roleOf(items[0]) === 'radio' && dom.up(items[0], isDialog) !== null,
    // The host of a shadow tree may have no box of its own.
    open: (hasBox(list) || dom.shadowRoot(list) !== null) && options.some((option) => option.shown),
    multiple:
      dom.attribute(list, 'aria-multiselectable') === 'true' ||
      chips.length > 0 ||
      (behind !== null && nativeMultiple(behind)) ||
      options.filter((option) => option.selected).length > 1 ||
      options.some((option) => roleOf(/** @type {Element} */ (elementOfRef(option.local))) === 'menuitemcheckbox'),
    untold: isTyped(trigger) && !dom.hasAttribute(list, 'aria-multiselectable'),
    options: [
      ...unlisted.map(asOption),
      ...options.filter(({ label }) => unlisted.every((chip) => chip.label !== label)),
    ],
    part: partOf(list, items),
  };
};

/** @param {Element[]} items @param {string} name */
const numbersOf = (items, name) =>
  items.map((item) => Number(dom.attribute(item, name))).filter((number) => number > 0);

const SPARE_ITEMS = 2;
/** Which of its items a list has made, where it makes them as it scrolls, as "3-21/~60"; else ''.
 * @param {Element} list @param {Element[]} items
 */
const partOf = (list, items) => {
  const scroller = scrollerOf(list);
  const shown = scroller ? items.filter(hasBox) : [];
  if (!scroller || !shown.length) return '';
  const [size] = numbersOf(shown, 'aria-setsize');
  const places = numbersOf(shown, 'aria-posinset');
  if (size > 0 && places.length === shown.length && roleOf(list) === 'listbox') {
    const [first, last] = [Math.min(...places), Math.max(...places)];
    return places.length < size ? `${first}-${last}/${size}` : '';
  }
  const boxes = shown.map(dom.box);
  const top = Math.min(...boxes.map((box) => box.top));
  const span = Math.max(...boxes.map((box) => box.bottom)) - top;
  const height = span / boxes.length;
  // Many lists grow as they open.
  const scale = dom.isHtml(scroller) ? dom.box(scroller).height / offsetHeight(scroller) : 1;
  const whole = dom.scrollHeight(scroller) * scale;
  if (whole - span < SPARE_ITEMS * height) return '';
  const start = dom.box(scroller).top - scrollTop(scroller) * scale;
  const first = Math.max(0, Math.round((top - start) / height)) + 1;
  const total = Math.max(Math.round(whole / height), first + boxes.length - 1);
  return `${first}-${first + boxes.length - 1}/~${total}`;
};

/** Scroll the list that an element chooses from: to its start, or on by most of what it shows. */
export const scrollList = onElement((element, { start }) => {
  const list = listOf(element, true);
  const scroller = list && scrollerOf(list);
  if (!scroller) return { moved: false };
  const before = scrollTop(scroller);
  const top = start ? -before : 0.8 * clientHeight(scroller);
  scrollElementBy(scroller, { top, left: 0, behavior: 'instant' });
  return { moved: scrollTop(scroller) !== before };
});

/** @param {Element} element */
export const choiceControl = (element) => selectOf(element) ?? triggerOf(element);
/** The list an element chooses from. `open`: it was opened just now, so a popup that names no owner counts too. */
export const listbox = onElement((named, { open = false, since = null }) => {
  const element = standInFor(selectOf(named) ?? named) ?? fieldOver(named) ?? named;
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
    built_when_open: options.every(({ index }) => index < 0) && opens && !expanded,
    multiple,
    part,
    total: options.length,
    options: options
      .slice(0, MOST)
      .map(({ value, label, selected, disabled, group }) => ({ value, label, selected, disabled, group })),
  };
};
