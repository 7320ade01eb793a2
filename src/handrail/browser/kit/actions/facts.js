// What policy and acts need to know of an element before anything is done to it.

import { guessedName } from '../accessibility/guessed_names.js';
import { itemOf } from '../accessibility/identity.js';
import { nameOf } from '../accessibility/names.js';
import { isInteractiveRole, roleOf } from '../accessibility/roles.js';
import { isDisabled, isReadonly } from '../accessibility/states.js';
import { choiceControl } from '../choices/choices.js';
import { inputType, isEditable, isSecret, opensPopup } from '../dom/controls.js';
import { dom, getter } from '../dom/dom.js';
import { focusedElement, keyTarget } from '../dom/focus.js';
import { areaValue, inputValue } from '../dom/native.js';
import { elementOfRef, meantElement, onElement, refOf } from '../dom/refs.js';
import { bothEnds } from '../dom/text.js';
import { wordsOf } from '../forms/box_rows.js';
import { checkableOf } from '../forms/checks.js';
import { actedOn, hrefs, kindOf, plainHref } from '../forms/control_kinds.js';
import { endsEntry } from '../forms/entries.js';
import { fieldOf } from '../forms/fields.js';
import { changedValues, formFacts } from '../forms/form_facts.js';
import { formOf, isSubmitter } from '../forms/forms.js';
import { surroundings } from '../forms/held_values.js';
import { wordingOf } from '../forms/labels.js';
import { isVisible, styleOf } from '../style/visibility.js';
import { isInRowOfSeveral } from './alike.js';
import { apartFrom } from './apart.js';
import { forgetClicks } from './clicked.js';
import { pressedAt, pressedNow } from './hit_test.js';
import { itemFacts } from './item_facts.js';
import { menuOpeners, namesOfOpener, noteAct, rightClickedFor } from './menu_openers.js';

// Whether a button stands in a banner or dialog that asks about cookies. "Reject all" is called so elsewhere, too.

// Nearly all languages call them so.
const COOKIES = /cookie|куки|クッキー|쿠키/i;
const LONGEST_BANNER = 5000;
const LAID_OVER = new Set(['fixed', 'sticky']);
const DIALOGS = new Set(['dialog', 'alertdialog']);

/** What lies over the page, or asks before it goes on. What a site's users write stands in neither by itself. @param {Element} element */
const isBanner = (element) => LAID_OVER.has(styleOf(element).position) || DIALOGS.has(roleOf(element));

/** @param {Element} button */
const inCookieBanner = (button) => {
  for (let at = dom.parent(button); at && at !== dom.body(document); at = dom.parent(at)) {
    if (!isBanner(at)) continue;
    const text = dom.textContent(at);
    if (text.length <= LONGEST_BANNER && COOKIES.test(text)) return true;
  }
  return false;
};

/** @param {Element} element */
const valueLength = (element) => {
  switch (dom.tag(element)) {
    case 'input':
      return kindOf(element) === 'text' ? inputValue(element).length : 0;
    case 'textarea':
      return areaValue(element).length;
    default:
      return isEditable(element) ? dom.textContent(element).length : 0;
  }
};

/** @param {{prototype: any}} kind */
const selectionOf = ({ prototype }) => [getter(prototype, 'selectionStart'), getter(prototype, 'selectionEnd')];
/** @type {Record<string, ((field: Element) => number | null)[]>} */
const selections = { input: selectionOf(HTMLInputElement), textarea: selectionOf(HTMLTextAreaElement) };
/** Would the next key replace all that a field holds? The hidden field of an editor does not say what is selected there.
 * @param {Element} element
 */
const isAllSelected = (element) => {
  const bounds = selections[dom.tag(element)];
  if (!bounds || focusedElement() !== element || !isVisible(element)) return false;
  const [start, end] = bounds.map((bound) => bound(element));
  return start === 0 && end === valueLength(element);
};

const TYPED = new Set(['text', 'editable']);
const FIELD_KINDS = new Set(['text', 'editable', 'select', 'checkbox', 'radio', 'file']);
/** Where it stands in the window, in CSS pixels; null in a frame, whose own place is not known here.
 * @param {Element} element
 */
const windowBox = (element) => {
  if (window.top !== window) return null;
  const { x, y, width, height } = dom.box(element);
  return [x, y, width, height].map((side) => Math.round(side));
};

const FILE_ADDRESS = 5000;
const CARD_TITLE = 200;
const MARKED = /(?:^|[\s_-])(?:active|current|selected)(?:\s|$)/i;
/** Whether a button is marked as the one of a list that is chosen. @param {Element} button */
const isMarked = (button) =>
  ['aria-selected', 'aria-current', 'aria-pressed'].some((name) =>
    /^(?!false$)./.test(dom.attribute(button, name) ?? ''),
  ) || MARKED.test(dom.className(button));
/** The button that an item of a list is made of; null where it holds anything else. @param {Element} item */
const onlyButton = (item) => {
  const [button, ...more] = dom.queryIn(item, 'button, a, input, select, textarea');
  return button && more.length === 0 && dom.tag(button) === 'button' && !isSubmitter(button) ? button : null;
};
/** Whether a button is one of a list of buttons that show one part of the page each: one of them is marked as the one
 * that is shown. What it is called is then the name of that part. @param {Element} element
 */
const isTab = (element) => {
  if (roleOf(element) === 'tab') return true;
  const item = dom.tag(element) === 'button' && dom.closest(element, 'li');
  const list = item && dom.parent(item);
  if (!item || !list || onlyButton(item) !== element) return false;
  const buttons = Array.from(dom.children(list)).map(onlyButton);
  const isList = buttons.length > 1 && buttons.every((button) => button !== null);
  return isList && buttons.filter((button) => button && isMarked(button)).length === 1;
};

/** @param {Element} element */
const saysItOpens = (element) =>
  dom.hasAttribute(element, 'aria-expanded') || dom.hasAttribute(element, 'popovertarget') || opensPopup(element);

/** Whether a control says that it opens a part of the page, or closes it, or the box does that holds it alone.
 * @param {Element} element
 */
const opensPart = (element) => {
  if (isTab(element) || saysItOpens(element)) return true;
  const box = dom.parent(element);
  return box !== null && dom.children(box).length === 1 && !isInteractiveRole(roleOf(box)) && saysItOpens(box);
};

const REACTIONS = ['onchange', 'oninput', 'onclick'];
/** Whether a list says that choosing in it does something by itself. @param {Element} list */
const reacts = (list) =>
  [list, formOf(list)].some((at) => at && REACTIONS.some((reaction) => dom.hasAttribute(at, reaction)));

/** The facts of what takes a press on `element`: the same for each part of it that a press would reach.
 * @param {Element} element @param {Element} [hit] what lies under the pointer, where that is known
 */
export const factsOf = (element, hit = element) => {
  const active = actedOn(element);
  const kind = kindOf(active);
  const disabled = isDisabled(active);
  const name = nameOf(active);
  const readHref = dom.hasAttribute(active, 'download') ? hrefs[dom.tag(active)] : undefined;
  return {
    tag: dom.localName(active),
    role: roleOf(active),
    name,
    near: name ? '' : guessedName(active, roleOf(active)),
    ...wordingOf(active, hit, element),
    kind,
    reacts: kind === 'select' && reacts(active),
    opens: kind !== 'link' && kind !== 'submit' && opensPart(active),
    inputType: inputType(active),
    autocomplete: (dom.attribute(active, 'autocomplete') ?? '').trim().toLowerCase(),
    href: kind === 'link' ? plainHref(active) : null,
    disabled,
    editable: TYPED.has(kind) && !disabled && !isReadonly(active),
    visible: isVisible(element),
    sensitive: isSecret(active),
    valueLength: valueLength(active),
    allSelected: isAllSelected(active),
    form: kind === 'link' ? null : formFacts(active),
    downloads: readHref !== undefined,
    saves: readHref === undefined ? '' : readHref(active).slice(0, FILE_ADDRESS),
    box: windowBox(element),
    ...itemFacts(active),
    cookieBanner: (kind === 'button' || kind === 'submit') && inCookieBanner(active),
  };
};

/** What an act reaches through a wrapper or label: the field that is written into, the box that is checked, the list. @type {Record<string, (element: Element) => Element | null>} */
const reachedBy = {
  field: (element) => fieldOf(element),
  box: (element) => checkableOf(element),
  list: (element) => choiceControl(element),
};

const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading]';
const PAGE_PARTS = 'body, main, header, nav, footer, form, [role=toolbar], [role=banner], [role=navigation]';
/** What a box is called that says anything around a control and has one heading: the only one left of a list of cards.
 * @param {Element} control
 */
const titleOfCard = (control) => {
  const box = dom.up(dom.parent(control), (at) => wordsOf(at) !== '');
  const [title, ...more] = box && !dom.matches(box, PAGE_PARTS) ? dom.queryIn(box, HEADINGS) : [];
  return title && more.length === 0 ? bothEnds(wordsOf(title), CARD_TITLE) : '';
};
/** A control is called by its row or item where its own name does not say which: each may have such a menu.
 * @param {Element} opener
 */
const calledOf = (opener) => {
  const [name, { item, itemContent }] = [nameOf(opener).trim(), itemFacts(opener)];
  const called = item && !(name && item.startsWith(name)) ? item : name;
  return { called: called || titleOfCard(opener), content: itemContent };
};
const SWITCHES = new Set(['switch', 'menuitemcheckbox', 'menuitemradio']);
/** Whether a press only puts something into it: a switch takes effect at once. @param {Element} element */
const isField = (element) => FIELD_KINDS.has(kindOf(element)) && !SWITCHES.has(roleOf(element));
/** @param {Element} element */
const around = (element) => ({
  ...surroundings(element, rightClickedFor(element)),
  ...(isField(element) ? { apart: '', heading: '' } : apartFrom(actedOn(element))),
  first: itemOf(actedOn(element))?.first ?? '',
  alike: isInRowOfSeveral(actedOn(element)),
  menu: menuOpeners(element)
    .flatMap((opener) => namesOfOpener(opener, calledOf(opener)))
    .filter(Boolean),
});

const factsOfElement = onElement((element, { through }) => {
  const reached = reachedBy[through]?.(element);
  const facts = reached ? factsOf(reached) : factsOf(element, pressedNow(element) ?? element);
  const found = { ...facts, changed: changedValues(), around: around(reached ?? element) };
  noteAct(element, calledOf(element));
  return found;
});

/** An act begins with this: to what stands for something else than when it was shown, nothing is done. @type {Operation} */
export const elementFacts = (args, deadline) =>
  meantElement(args.local) ? factsOfElement(args, deadline) : { gone: true };

/** The facts at the moment of a press, and the point of it; none where the pointer would reach something else.
 * `on`: what the pointer was brought to, a label of the element perhaps; `position`: a point of that, as Playwright takes
 * it; `pointer`: where in the window it is by now; `look`: with what stands around it. In the answer, `ends`: the press
 * leaves a field, which may move what is pressed.
 */
export const pressedFacts = onElement((element, { through, on, position, pointer = null, look = false }) => {
  const pointed = elementOfRef(on);
  const pressed = pointed && pressedAt(pointed, position, pointer);
  if (!pressed) return { reached: false };
  const meant = reachedBy[through]?.(element) ?? element;
  const facts = factsOf(meant, pressed.hit);
  const looked = look ? { around: around(meant) } : {};
  const ends = endsEntry(meant);
  if (ends) forgetClicks();
  return { reached: true, at: pressed.at, inside: pressed.inside, ends, facts: { ...facts, ...looked } };
});

/** What keys go to; a frame in which something else has them; or nothing, where that is the page as a whole.
 * @type {Operation}
 */
export const focusFacts = () => {
  const element = keyTarget();
  if (element && dom.holdsFrame(element)) return { frame: refOf(element) };
  // In a list whose field keeps the focus, keys choose what that points at.
  if (!element) return {};
  const facts = factsOf(element, dom.idrefs(element, 'aria-activedescendant')[0]);
  return { ...facts, changed: changedValues(), around: around(element) };
};

const linksOf = getter(Document.prototype, 'links');
/** Whether a link leads to exactly this address. @type {Operation} */
export const hasLink = ({ url }, deadline) => {
  let count = 0;
  for (const link of linksOf(document)) {
    if ((++count & 63) === 0 && deadline.passed()) {
      deadline.late++;
      return false;
    }
    if (hrefs[dom.tag(link)]?.(link) === url) return true;
  }
  return false;
};
