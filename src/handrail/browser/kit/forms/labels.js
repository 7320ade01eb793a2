// What is written on what takes a press: every label of it, seen or not, and what a person calls it by.

import { labelsOf } from '../accessibility/name_sources.js';
import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { titlesOf } from '../dom/attributes.js';
import { inputType } from '../dom/controls.js';
import { dom, FRAMES } from '../dom/dom.js';
import { isListening } from '../dom/listeners.js';
import { inputValue, labelControl } from '../dom/native.js';
import { refOf } from '../dom/refs.js';
import { bothEnds, normalizeSpace, plainText } from '../dom/text.js';
import { textAfter, textBefore } from '../style/generated.js';
import { isRendered, isVisible, styleOf } from '../style/visibility.js';
import { hrefs, isActive, kindOf } from './control_kinds.js';

// The fields that a visible label stands for though they are not called by it: another name is given to the field, or the page
// hides it and draws one of its own, such as an editor or a place for files.

const FIELDS =
  'input:not([type=hidden]), textarea, select, [contenteditable=""], [contenteditable=true], [role=textbox], iframe';
const BOXES = ['checkbox', 'radio'];
/** A name as names are compared (`name_key`). @param {string} text */
const key = (text) =>
  normalizeSpace(text)
    .toLowerCase()
    .replace(/^[*: ]+|[*: ]+$/g, '');

/** Whether a person can use a field where it stands; one for files may be transparent. @param {Element} field */
const isUsed = (field) => isVisible(field) || (inputType(field) === 'file' && isRendered(field));

/** The one field that a box is or holds. @param {Element} box @returns {Element[]} */
const fieldIn = (box) => {
  const used = [box, ...dom.queryIn(box, FIELDS)].filter((one) => dom.matches(one, FIELDS) && isUsed(one));
  const outer = used.filter((one) => !used.some((other) => other !== one && dom.contains(other, one)));
  return outer.length === 1 ? outer : [];
};

/** @param {Element} label @returns {Element[]} */
const fieldOf = (label) => {
  const control = labelControl(label);
  if (control === null) {
    const box = dom.byId(document, dom.attribute(label, 'for') ?? '');
    return box ? fieldIn(box) : [];
  }
  if (isUsed(control) || BOXES.includes(inputType(control))) return [control];
  // What a page draws for a field that it hides stands right behind that.
  let drawn = dom.nextElement(control);
  while (drawn && !isRendered(drawn)) drawn = dom.nextElement(drawn);
  return drawn ? fieldIn(drawn) : [];
};

/** The answer is one of `query`. @type {Operation} */
export const labelled = ({ words }) => {
  const labels = Array.from(dom.query(document, 'label')).filter(
    (label) => isVisible(label) && key(seenText(label)) === key(words),
  );
  const found = new Set(labels.flatMap(fieldOf));
  const frames = Array.from(dom.query(document, FRAMES), (element) => ({ local: refOf(element), at: found.size }));
  return { total: found.size, locals: Array.from(found, refOf), frames };
};

const MOST_LABELS = 12;
const LABEL_LIMIT = 200;
// Of a long text both ends are kept; no more than this is read, whatever a page writes on a button.
const READ_LIMIT = 2000;
const NODE_LIMIT = 300;
const PATH_LIMIT = 150;
/** @param {string} text */
const label = (text) => bothEnds(normalizeSpace(text.slice(0, READ_LIMIT)), LABEL_LIMIT);

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);
/** What a form sends of a button, and an input shows on it. @param {Element} element */
const buttonValue = (element) => {
  const tag = dom.tag(element);
  if (tag === 'input') return BUTTON_TYPES.has(inputType(element)) ? inputValue(element) : '';
  return tag === 'button' ? (dom.attribute(element, 'value') ?? '') : '';
};

// Fonts of icons draw a picture for the word that they are given: nobody reads that word.
const ICON_FONT = /icon|symbol/i;
/** @param {Element} element */
const isIcon = (element) =>
  dom.attribute(element, 'aria-hidden') === 'true' && ICON_FONT.test(styleOf(element).fontFamily);

/** The text that a person sees on an element, as far as it is read.
 * @param {Element} root @param {(element: Element) => boolean} [leavesOut] elements whose text does not count
 */
export const seenText = (root, leavesOut = () => false) => {
  if (dom.tag(root) === 'input') return inputType(root) === 'image' ? '' : buttonValue(root);
  let text = '',
    nodes = 0;
  /** @param {Element} element */
  const read = (element) => {
    if (!isRendered(element) || (element !== root && (isIcon(element) || leavesOut(element)))) return;
    const seen = isVisible(element);
    const apart = styleOf(element).display !== 'inline';
    if (apart) text += ' ';
    if (seen) text += textBefore(element);
    for (const node of dom.shown(element)) {
      if (text.length > READ_LIMIT || ++nodes > NODE_LIMIT) return;
      if (dom.isElement(node)) read(node);
      else if (seen && dom.isText(node)) text += dom.data(node).slice(0, READ_LIMIT);
    }
    if (seen) text += textAfter(element);
    if (apart) text += ' ';
  };
  read(root);
  return normalizeSpace(text);
};

const PRESSED_ROLES = new Set(
  'button link menuitem menuitemcheckbox menuitemradio option tab checkbox radio switch'.split(' '),
);
/** Whether a press inside an element is a press of it, too. @param {Element} element */
const isPressed = (element) => {
  const tag = dom.tag(element);
  if (tag === 'button' || tag === 'summary' || tag === 'label') return true;
  return (hrefs[tag] && dom.hasAttribute(element, 'href')) || PRESSED_ROLES.has(roleOf(element));
};

/** @param {Element} element */
const mayListen = (element) =>
  dom.hasAttribute(element, 'onclick') || dom.hasAttribute(element, 'tabindex') || isListening(element);

/** What a press at `hit` goes through: up to `element`, to the nearest that can be operated, and to each control that
 * stands around it.
 * @param {Element} hit @param {Element} element
 */
const pathOf = (hit, element) => {
  const path = [];
  let end = 0,
    taken = false;
  for (let at = /** @type {Element | null} */ (hit); at && path.length < PATH_LIMIT; at = dom.parent(at)) {
    path.push(at);
    /** @type {boolean} */
    const takes = !taken && (isActive(at) || mayListen(at));
    if (takes || at === element || isPressed(at)) end = path.length;
    taken ||= takes;
  }
  return path.slice(0, end);
};

const FEWEST_IN_PANEL = 2;
/** What is written on an element itself. The several controls of a panel that listens say what they do, and items of a
 * tree what they are; a single control may say what the box around it does.
 * @param {Element} element @param {Element[]} path what the press goes through
 */
const ownText = (element, path) => {
  if (isPressed(element)) return seenText(element);
  let controls = 0;
  const isOther = (/** @type {Element} */ at) => !path.includes(at) && (isPressed(at) || isActive(at));
  const isItem = (/** @type {Element} */ at) => !path.includes(at) && roleOf(at) === 'treeitem';
  const own = seenText(element, (at) => {
    if (!isOther(at)) return isItem(at);
    controls++;
    return true;
  });
  return controls < FEWEST_IN_PANEL ? seenText(element, isItem) : own;
};

/** The name of an element, but where that is all the text in it, of which it says only a part itself.
 * @param {Element} element @param {string} own
 */
const ownName = (element, own) => {
  const name = nameOf(element);
  if (isPressed(element)) return name;
  const whole = seenText(element);
  const said = new Set(wordsOf(whole));
  return own !== whole && wordsOf(name).every((word) => said.has(word)) ? own : name;
};

/** @param {string} text */
const wordsOf = (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
/** What a person calls a control: by its name, and by the text on it; by that alone where the name does not say it.
 * @param {string} name @param {string} seen
 */
const calledBy = (name, seen) => {
  const said = new Set(wordsOf(name));
  const names = wordsOf(seen).every((word) => said.has(word)) ? [name, seen] : [seen];
  return [...new Set(names.map(label))].filter(Boolean);
};

/** The text in a button that is called by labels, which anybody may write beside it: it counts, shown or not, and the
 * button is called by it. @param {Element} taker
 */
const labelledText = (taker) =>
  dom.tag(taker) === 'button' && labelsOf.button(taker)?.length ? plainText(taker).slice(0, READ_LIMIT) : '';

// What a person writes, or may choose from, is not written on a control.
const TYPED_KINDS = new Set(['text', 'editable']);
const TEXTLESS_KINDS = new Set([...TYPED_KINDS, 'select', 'file']);
/** @param {Element} taker what takes the press @param {Element} hit what lies under the pointer @param {Element} element */
export const wordingOf = (taker, hit, element) => {
  const kind = kindOf(taker);
  const path = [taker, ...pathOf(hit, element).filter((at) => at !== taker)];
  const seen = TEXTLESS_KINDS.has(kind) ? '' : ownText(taker, path);
  const name = TEXTLESS_KINDS.has(kind) ? nameOf(taker) : ownName(taker, seen);
  const inside = labelledText(taker);
  const labels = new Set([label(name), label(seen), label(inside)]);
  for (const at of path) {
    for (const attribute of ['aria-label', ...titlesOf(at), 'alt'])
      labels.add(label(dom.attribute(at, attribute) ?? ''));
    labels.add(label(buttonValue(at)));
  }
  // A box that takes the presses of a field in it says what it does; a field says nothing of that.
  for (const at of TYPED_KINDS.has(kind) && dom.contains(taker, hit) ? [] : path.slice(1)) {
    // What is no control may hold half a page: then its text is no label.
    const own = ownText(at, path);
    for (const text of [ownName(at, own), own])
      if (isPressed(at) || text.length <= LABEL_LIMIT) labels.add(label(text));
  }
  labels.delete('');
  return { labels: [...labels].slice(0, MOST_LABELS), names: calledBy(name, seen || inside) };
};
