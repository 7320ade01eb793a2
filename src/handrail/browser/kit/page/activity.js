// How long a document has been quiet. The observer lives in the isolated world: a page cannot see it.

import { isEditable } from '../dom/controls.js';
import { dom, getter, method } from '../dom/dom.js';
import { focusedElement } from '../dom/focus.js';
import { innerText, targetOf } from '../dom/native.js';
import { runningAnimations } from '../style/rule_effects.js';
import { isRendered, isVisible } from '../style/visibility.js';
import { noteContent } from './content_changes.js';
import { movingFor, noteChanged, noteRoot } from './motion.js';
import { pageTitle } from './page_info.js';

const mutationType = getter(MutationRecord.prototype, 'type');
const mutated = getter(MutationRecord.prototype, 'target');
const attributeName = getter(MutationRecord.prototype, 'attributeName');
const addedNodes = getter(MutationRecord.prototype, 'addedNodes');
const observe = method(MutationObserver.prototype, 'observe');
const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
/** Elements looked at for shadow roots: a large page must not pay for a rare thing. */
const ENOUGH = 3000;
const watched = new WeakSet();
// Long ago: until something changes, an act has changed nothing.
let changedAt = -1e9;
const watchedFrom = performance.now();
let shadowsFound = false;
/** What changed in itself, and when, until it is told whether that is rendered: asking at once would compute styles in the
 * middle of the page's own work.
 * @type {Map<Node, number>}
 */
const unjudged = new Map();
const MOST_UNJUDGED = 100;
/** When something changed last; of what is not rendered only what comes and goes counts, not a sign of loading that turns. */
const lastChange = () => {
  for (const [node, at] of unjudged) {
    const above = dom.parent(node);
    if (at > changedAt && (above === null || isRendered(above))) changedAt = at;
  }
  unjudged.clear();
  return changedAt;
};

/** @param {MutationRecord[]} records @param {number} now */
const noteChange = (records, now) => {
  for (const record of records) {
    if (mutationType(record) === 'childList' || unjudged.size >= MOST_UNJUDGED) {
      changedAt = now;
      unjudged.clear();
      return;
    }
    unjudged.set(mutated(record), now);
  }
};

/** Did anything change since then? @param {number} time */
export const changedSince = (time) => time < watchedFrom || lastChange() >= time;
let scrolledAt = -1e9;
window.addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });
/** Did anything change or scroll since then? @param {number} time */
export const movedSince = (time) => changedSince(time) || scrolledAt >= time;
let contentChangedAt = -1e9;
const ROWS = 'tr, li, [role=row], [role=listitem]';
/** Whether a row or an item was shown or hidden, as filters do. @param {MutationRecord} record */
const isRowShown = (record) => {
  const name = attributeName(record);
  if (name !== 'hidden' && name !== 'style') return false;
  const target = mutated(record);
  return (
    dom.isElement(target) &&
    dom.matches(target, ROWS) &&
    (name === 'hidden' || (dom.attribute(target, 'style') ?? '').includes('display'))
  );
};

/** Text and elements that come or go, other than what is typed. @param {MutationRecord} record */
const isContent = (record) => {
  if (mutationType(record) === 'attributes') return isRowShown(record);
  const target = mutated(record);
  const element = dom.isElement(target) ? target : dom.parent(target);
  return element === null || !isEditable(element);
};

/** Did anything come or go since then, apart from what is typed? @param {number} time */
export const contentChangedSince = (time) => contentChangedAt >= time;
let elementsCameAt = -1e9;
/** Did elements come since then? @param {number} time */
export const elementsCameSince = (time) => time < watchedFrom || elementsCameAt >= time;
/** @param {MutationRecord} record */
const bringsElements = (record) => Array.prototype.some.call(addedNodes(record), dom.isElement);
const observer = new MutationObserver((records) => {
  const now = performance.now();
  noteChange(records, now);
  for (const record of records.slice(0, MOST_UNJUDGED)) noteChanged(mutated(record), addedNodes(record), now);
  if (records.some(bringsElements)) elementsCameAt = now;
  const content = records.filter(isContent);
  if (content.length) contentChangedAt = now;
  noteContent(content);
  for (const record of records.slice(0, 100)) {
    for (const node of addedNodes(record)) {
      if (dom.isElement(node)) watchShadows(node);
    }
  }
});

/** @param {Root} root */
const watch = (root) => {
  if (watched.has(root)) return;
  watched.add(root);
  noteRoot(root);
  observe(observer, root, EVERYTHING);
  if (root !== document) watchShadows(root);
};

/** Only open roots can be seen, and an observer of the document does not look into them. @param {Root} root */
const watchShadows = (root) => {
  const own = dom.isElement(root) ? dom.shadowRoot(root) : null;
  if (own) watch(own);
  let left = ENOUGH;
  for (const element of dom.query(root, '*')) {
    const shadow = dom.shadowRoot(element);
    if (shadow) watch(shadow);
    if (--left === 0) return;
  }
};

// In an idle period the browser says for how long nothing is due, the page's timers included (HTML Standard, 'start an
// idle period algorithm'): 50 ms at most, less than a frame where the page is drawing. After a click that changes
// nothing Chromium has no such period until the next frame: who asks again and was not answered asks for a frame too.
let sawAt = -1e9;
let dueAt = 0;
let isLooking = false;
export const lookAhead = () => {
  if (isLooking) {
    requestAnimationFrame(() => {});
    return;
  }
  isLooking = true;
  requestIdleCallback((deadline) => {
    isLooking = false;
    sawAt = performance.now();
    dueAt = sawAt + deadline.timeRemaining();
  });
};

// From the first question on, whatever it is: an act comes after one, so that what the act changes is seen.
watch(document);
/** Milliseconds since the last change, of watching, since the last look ahead, and for how long nothing is due by it.
 *  @returns {{ms: number, watched: number, saw: number, free: number, ready: string}} */
function activityNow() {
  if (!shadowsFound) watchShadows(document);
  shadowsFound = true;
  const now = performance.now();
  // A window that was told to close goes a moment later.
  const ms = window.closed ? 0 : now - lastChange();
  const passed = { ms, watched: now - watchedFrom, saw: now - sawAt };
  return { ...passed, free: Math.max(0, dueAt - now), ready: dom.readyState(document) };
}

/** Is the focus in a field, which takes a press without a change of the page? */
const isInField = () => {
  const focused = focusedElement();
  return focused !== null && (isEditable(focused) || dom.matches(focused, 'input, select, textarea'));
};

/** @type {Operation} */
export const activity = () => ({ ...activityNow(), moving: movingFor(), inField: isInField() });
const CONTROLS = 'a[href], button, input, select, textarea, iframe, canvas, [role], [tabindex]';
const FEW = 30;
const MOST_WORDS = 40;
/** A page that starts may say what it waits for, and link to its settings. */
const MOST_WORDS_AROUND_SIGN = 200;
const MOST_CONTROLS_AROUND_SIGN = 2;
const PICTURES = 'img, svg, video';
/** @param {Element} part @param {string} selector */
const shows = (part, selector) => Array.from(dom.queryIn(part, selector)).slice(0, FEW).some(isVisible);
/** Is the part of a page still empty that it gives to its content? @param {HTMLElement} body */
const hasEmptyMain = (body) => {
  const [main, ...others] = dom.queryIn(body, 'main, [role=main]');
  if (main === undefined || !dom.isHtml(main) || others.length > 0 || !isVisible(main)) return false;
  return !innerText(main).trim() && !shows(main, `${CONTROLS}, ${PICTURES}`);
};
/** Does a page show next to nothing beside a sign that it loads? @param {HTMLElement} body */
const isMostlySign = (body) =>
  innerText(body).trim().length < MOST_WORDS_AROUND_SIGN &&
  Array.from(dom.queryIn(body, CONTROLS)).slice(0, FEW).filter(isVisible).length <= MOST_CONTROLS_AROUND_SIGN &&
  showsSign(body);
/** Does a page show no more than a sign that it loads: nothing to operate, and hardly a word? @type {Operation} */
export const bare = () => {
  const body = dom.body(document);
  if (!body) return { bare: true };
  const says = innerText(body).trim().length >= MOST_WORDS || shows(body, CONTROLS);
  return { bare: !says || hasEmptyMain(body) || isMostlySign(body) };
};

const SIGNS = `[aria-busy=true], [role=progressbar]:not([aria-valuenow], [disabled], [aria-disabled=true]),
  img[alt*=loader i], img[alt*=loading i], [class*=spinner i], [class*=loader i], [class*=loading i], [class*=skeleton i]`;
const SIGN_CLASS = /(?:^|[-_\s])(?:spinner|loader|loading|skeleton)s?(?:$|[-_\s])/i;
/** Most of them are hidden: an application keeps one in each of its parts. */
const MOST_SIGNS = 200;
/** Not what holds the content, and is only named after its loading. @param {Element} element */
const isSign = (element) =>
  (!dom.hasAttribute(element, 'class') ||
    SIGN_CLASS.test(dom.className(element)) ||
    dom.matches(element, '[aria-busy], [role=progressbar], img')) &&
  dom.textContent(element).trim().length < MOST_WORDS;
/** Does it say that something loads, or hold what says so? @param {Element} element */
export const saysLoading = (element) =>
  [element, ...dom.queryIn(element, SIGNS)].some((part) => dom.matches(part, SIGNS) && isSign(part));
/** Milliseconds of a turn, at most: what turns more slowly is for decoration. */
const SLOWEST_TURN = 3000;
/** What turns without end: many applications draw the sign that they load so, under names that say nothing.
 * @returns {Element[]}
 */
const spinners = () =>
  runningAnimations().flatMap(({ effect, playState }) => {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || !effect.target) return [];
    const { duration, iterations } = effect.getTiming();
    if (iterations !== Infinity || !(Number(duration) <= SLOWEST_TURN)) return [];
    const turns = effect.getKeyframes().some(({ transform, rotate }) => /rotate/.test(`${transform}`) || rotate);
    return turns && isVisible(effect.target) ? [effect.target] : [];
  });
/** @param {HTMLElement} body */
const signs = (body) => [
  ...Array.from(dom.queryIn(body, SIGNS)).filter(isSign).slice(0, MOST_SIGNS).filter(isVisible),
  ...spinners(),
  ...disabledByPress().filter(isVisible),
];
/** Milliseconds after a press in which a button that it disabled says that the page is at work. */
const AT_WORK = 1500;
/** @type {{button: Element | null, at: number}} */
const pressed = { button: null, at: -1e9 };
window.addEventListener(
  'click',
  (event) => {
    const target = /** @type {Node} */ (targetOf(event));
    pressed.button = dom.isElement(target) ? dom.closest(target, 'button, input[type=submit]') : null;
    pressed.at = performance.now();
  },
  { capture: true, passive: true },
);
/** The button of the last press, while that keeps it from another one. */
const disabledByPress = () =>
  pressed.button && performance.now() - pressed.at < AT_WORK && dom.matches(pressed.button, ':disabled')
    ? [pressed.button]
    : [];
/** @param {HTMLElement} body */
const showsSign = (body) => signs(body).length > 0;
/** How signs are made that were there for so long that they say nothing. @type {Set<string>} */
const staying = new Set();
/** @param {Element} sign */
const makeOf = (sign) => `${dom.localName(sign)} ${dom.attribute(sign, 'class')}`;
/** Does a page say that it loads? `stays`: from now on its signs, and others that are made like them, do not count.
 *
 * @type {Operation}
 */
export const loading = ({ stays }) => {
  const body = dom.body(document);
  const makes = (body ? signs(body) : []).map(makeOf).filter((make) => !staying.has(make));
  if (stays) for (const make of makes) staying.add(make);
  return { loading: makes.length > 0 };
};

/** @type {Operation} */
export const title = () => ({ title: pageTitle() });
