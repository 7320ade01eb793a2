// Which of the things the walk asks for can differ from what the browser's own style sheet says of an element: the bits
// of declarations.js, from its tag, classes, id and attributes. What no rule can change needs no computed style.

import { ATTRIBUTE_BITS, bitsOfName, HAS_CLASS, HAS_ID } from '../dom/attributes.js';
import { dom, getter, method } from '../dom/dom.js';
import { wordSet } from '../dom/text.js';
import { areClose, channelsOf } from './colors.js';
import { ALL_STYLE, COLOR, CURSOR, declarationsOf, LITERAL_COLOR } from './declarations.js';
import { selectorKeys } from './selector_keys.js';
import { readSheet } from './stylesheets.js';

const getAnimations = method(Document.prototype, 'getAnimations');
const compatMode = getter(Document.prototype, 'compatMode');
// Attributes that are style by themselves, in HTML or SVG.
const STYLING = wordSet(
  'style hidden inert popover bgcolor background color text opacity visibility display overflow cursor clip clip-path font-size text-transform',
);
const LINKS = ['rgb(0, 0, 238)', 'rgb(85, 26, 139)', 'rgb(158, 158, 255)', 'rgb(208, 173, 240)'];
const WHITE = 'rgb(255, 255, 255)';
/** @param {Map<string, number>} map @param {string} key @param {number} bits */
const addTo = (map, key, bits) => map.set(key, (map.get(key) ?? 0) | bits);
const ATTRIBUTE_MASK = (1 << ATTRIBUTE_BITS) - 1;
/** What the rules of a document's sheets can change, and of which elements. */
export class RuleEffects {
  /** @param {RuleEffect[]} rules */
  constructor(rules) {
    /** Selects what has a hand for a pointer as soon as that is over it. */
    this.hands = [...new Set(rules.flatMap(({ hand }) => hand || []))].join(', ');
    this.byKey = new Map();
    this.byScope = new Map();
    this.byClasses = new Map();
    this.byTag = new Map();
    this.byAttribute = new Map();
    this.suspects = new Map();
    this.backgrounds = [/** @type {number[]} */ (channelsOf(WHITE))];
    for (const { backgrounds } of rules) this.backgrounds.push(...backgrounds);
    for (const { keys, bits, color } of rules) this.add(keys, bits, color);
    this.onAll = this.byKey.get('*') ?? 0;
    this.link = LINKS.some((color) => this.isSuspect(color)) ? COLOR : 0;
  }

  /** Is this colour like a background that the sheets name? Ink of any other is lost on none of them.
   * @param {string} color
   */
  isSuspect(color) {
    let suspect = this.suspects.get(color);
    if (suspect === undefined) {
      const channels = channelsOf(color);
      suspect =
        channels === null || channels[3] === 0 || this.backgrounds.some((background) => areClose(channels, background));
      if (this.suspects.size < 1000) this.suspects.set(color, suspect);
    }
    return suspect;
  }

  /** @param {string[]} keys @param {number} bits @param {string | null} color */
  add(keys, bits, color) {
    if (bits & LITERAL_COLOR && color !== null && this.isSuspect(color)) bits = (bits & ~LITERAL_COLOR) | COLOR;
    for (const key of keys) {
      const [first, second] = key.split(' ');
      if (second === undefined) addTo(this.byKey, first, bits);
      else addTo(this.scope(first), second, bits);
    }
  }
  /** @param {string} name */
  scope(name) {
    if (!this.byScope.has(name)) this.byScope.set(name, new Map());
    return this.byScope.get(name);
  }

  /** What holds for all elements of a tag. @param {Tag} tag */
  ofTag(tag) {
    let bits = this.byTag.get(tag);
    if (bits === undefined) {
      bits = tag.own | this.onAll | (this.byKey.get(tag.name) ?? 0) | (tag.name === 'a' ? this.link : 0);
      this.byTag.set(tag, bits);
    }
    return bits;
  }

  /** Fill in what any rule can change of an element, its attributes, and the rules that count only inside of it.
   *  @param {Map<string, number>[]} scopes  those around it
   * @param {Pick<Entry, "element" | "kind" | "scopes"> & Partial<Entry>} entry
   */
  fill(entry, scopes) {
    const { element, kind } = entry;
    const found = this.attributes(element);
    let bits = (this.byTag.get(kind) ?? this.ofTag(kind)) | (found >>> ATTRIBUTE_BITS);
    if (found & HAS_CLASS) {
      const classes = this.ofClasses(dom.className(element));
      bits |= classes.bits;
      entry.scopes = classes.scopes;
    }
    if (found & HAS_ID) {
      const id = `#${dom.id(element)}`;
      bits |= this.byKey.get(id) ?? 0;
      if (this.byScope.has(id)) entry.scopes = [...entry.scopes, this.byScope.get(id)];
    }
    for (let i = 0; i < scopes.length; i++) bits |= (scopes[i].get(kind.name) ?? 0) | (scopes[i].get('*') ?? 0);
    entry.bits = bits;
    entry.has = found & ATTRIBUTE_MASK;
  }

  /** @returns {number} an element's attributes as bits, and above them what those attributes change
   * @param {Element} element
   */
  attributes(element) {
    const names = dom.attributeNames(element);
    let found = 0;
    for (let i = 0; i < names.length; i++) found |= this.byAttribute.get(names[i]) ?? this.ofAttribute(names[i]);
    return found;
  }
  /** @param {string} name */
  ofAttribute(name) {
    const touched = (this.byKey.get(`[${name}`) ?? 0) | (STYLING.has(name) ? ALL_STYLE : 0);
    const found = bitsOfName(name) | (touched << ATTRIBUTE_BITS);
    if (this.byAttribute.size < 1000) this.byAttribute.set(name, found);
    return found;
  }

  /** @returns {{bits: number, scopes: Map<string, number>[]}} what these classes effects, and the rules that count only inside of them
   * @param {string} value
   */
  ofClasses(value) {
    return this.byClasses.get(value) ?? this.learn(value);
  }
  /** @param {string} value */
  learn(value) {
    /** @type {{bits: number, scopes: Map<string, number>[]}} */
    const found = { bits: 0, scopes: [] };
    for (const name of value.split(/\s+/)) {
      found.bits |= this.byKey.get(`.${name}`) ?? 0;
      if (this.byScope.has(`.${name}`)) found.scopes.push(this.byScope.get(`.${name}`));
    }
    if (this.byClasses.size > 5000) this.byClasses.clear();
    this.byClasses.set(value, found);
    return found;
  }
}

const HOVER = /:hover\b/g;
/** What a rule gives a hand, wherever the pointer is; '' where that does not matter.
 * @param {CSSStyleRule} rule @param {string | undefined} selector
 */
const handUnderPointer = ({ style }, selector) => {
  if (selector === undefined || selector.search(HOVER) < 0 || style.cursor !== 'pointer') return '';
  const anywhere = selector.replace(HOVER, '');
  return !anywhere.includes('&') && CSS.supports(`selector(:not(${anywhere}))`) ? anywhere : '';
};

/** What each rule changes, one after the other; null for a sheet that cannot be read. `parents`: what the rule around
 *  needs, undefined at the top.
 * @param {Iterable<any>} rules @param {string[] | undefined} parents @returns {Generator<RuleEffect | null, void>}
 */
function* rulesIn(rules, parents) {
  for (const rule of rules) {
    const selector = rule.selectorText;
    if (selector !== undefined && !(rule instanceof CSSStyleRule)) continue; // @page
    if (rule instanceof CSSKeyframesRule || rule instanceof CSSFontFaceRule) continue;
    if (rule instanceof CSSMediaRule && rule.conditionText === 'print') continue;
    const keys = selector === undefined ? parents : selectorKeys(selector, parents);
    const found = rule.style && keys?.length ? declarationsOf(rule.style) : null;
    yield found && keys ? { keys, ...found, hand: found.bits & CURSOR ? handUnderPointer(rule, selector) : '' } : null;
    if (rule.cssRules?.length) yield* rulesIn(rule.cssRules, keys);
    if (rule instanceof CSSImportRule) yield* rulesOf(rule.styleSheet ? readSheet(rule.styleSheet) : NOT_LOADED);
  }
}

/** @param {Pick<SheetReading, 'rules'>} reading @returns {Generator<RuleEffect | null, void>} */
function* rulesOf(reading) {
  if (reading.rules === null) throw UNREADABLE;
  yield* rulesIn(reading.rules, undefined);
}

const NOT_LOADED = Object.freeze({ rules: null });
const UNREADABLE = Object.freeze({});
/** @param {SheetReading[]} readings @returns {Generator<null, RuleEffect[]>} */
function* reader(readings) {
  /** @type {RuleEffect[]} */
  const found = [];
  for (const reading of readings) {
    for (const rule of rulesOf(reading)) {
      if (rule !== null) found.push(rule);
      yield null;
    }
  }
  return found;
}

// Reading long sheets takes longer than it saves a single snapshot: it is done when the page has nothing to do. So is
// reading them again, since scripts can edit a rule in its place and nothing tells.
const SHORT = 400;
const HOLDS = 1000;
const AT_A_TIME = 5; // ms, for whoever asks next waits until it is over
const idle = window.requestIdleCallback;
/**
 * @typedef {{readings: SheetReading[], effects: RuleEffects | null, signature: string, steps: Generator<null, RuleEffect[]> | null,
 *  at: number}} ReadingTask
 */
/** @type {ReadingTask} */
let latest = { readings: [], effects: null, signature: '', steps: null, at: 0 };
/** Read on. `mayGoOn`: whether there is time for another rule.
 * @param {ReadingTask} task @param {() => boolean} mayGoOn
 */
const goOn = (task, mayGoOn) => {
  try {
    while (task.steps !== null && mayGoOn()) {
      const step = task.steps.next();
      if (step.done) finish(task, step.value);
    }
  } catch {
    Object.assign(task, { effects: null, steps: null }); // some rule cannot be read
  }
};

/** @param {ReadingTask} task @param {RuleEffect[]} rules */
const finish = (task, rules) => {
  const signature = rules
    .map(({ keys, bits, color, backgrounds, hand }) => `${keys} ${bits} ${color} ${backgrounds} ${hand}`)
    .join('\n');
  if (signature !== task.signature || task.effects === null)
    Object.assign(task, { effects: new RuleEffects(rules), signature });
  Object.assign(task, { steps: null, at: performance.now() });
};

/** @param {ReadingTask} task */
const whenIdle = (task) =>
  idle.call(window, (time) => {
    if (task !== latest) return;
    const end = performance.now() + Math.min(AT_A_TIME, time.timeRemaining());
    goOn(task, () => performance.now() < end);
    if (task.steps !== null) whenIdle(task);
  });

/** @param {SheetReading[]} a @param {SheetReading[]} b */
const areSame = (a, b) => a.length === b.length && a.every((reading, i) => reading === b[i]);
/** @param {SheetReading[]} readings  of the document's sheets  @returns {RuleEffects|null} null where any rule may change any element,
 *  or while that is not known yet */
export const ruleEffects = (readings) => {
  if (compatMode(document) !== 'CSS1Compat' || readings.some((reading) => reading.rules === null)) return null;
  const isNew = !areSame(latest.readings, readings);
  if (isNew) latest = { readings, effects: null, signature: '', steps: null, at: 0 };
  else if (latest.steps !== null || performance.now() - latest.at < HOLDS) return latest.effects;
  latest.steps = reader(readings);
  const count = readings.reduce((sum, reading) => sum + (reading.rules?.length ?? 0), 0);
  let left = isNew && count <= SHORT ? 2 * SHORT : 0; // rules may hold others
  goOn(latest, () => left-- > 0);
  if (latest.steps !== null) whenIdle(latest);
  return latest.effects;
};

export const runningAnimations = () => getAnimations(document);
/** The elements whose style is being animated: by scripts, keyframes or transitions. */
export const animatedElements = () =>
  new Set(runningAnimations().flatMap(({ effect }) => /** @type {KeyframeEffect | null} */ (effect)?.target ?? []));
