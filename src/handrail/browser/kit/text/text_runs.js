// The runs of text of a document in reading order, through shadow roots and slots. Collected without asking for a
// single style: on a page of a hundred thousand elements the styles are what costs.

import { elementValue } from '../accessibility/values.js';
import { inputType } from '../dom/controls.js';
import { dom, ELEMENT, TEXT } from '../dom/dom.js';
import { oncePerCall } from '../dom/per_call.js';
import { UNSEEN } from '../dom/text.js';

export const GAP_SPACE = 1;
export const GAP_LINE = 2;
const KINDS = new Map();
/** @param {string} kind @param {string} tags */
const addKinds = (kind, tags) => {
  for (const tag of tags.split(' ')) KINDS.set(tag, kind);
};
addKinds('skip', 'script style noscript template head title desc datalist canvas audio video');
addKinds('line', 'br hr');
addKinds('frame', 'iframe frame object embed');
addKinds('field', 'input textarea select');
addKinds('heading', 'h1 h2 h3 h4 h5 h6');
addKinds('pre', 'pre listing xmp');
addKinds('slot', 'slot');
const known = new Map();
/** What a tag means to the walk. Only these and custom elements can be shadow hosts: asking every element costs.
 * @param {string} tag
 */
const aboutTag = (tag) => {
  let about = known.get(tag);
  if (!about) known.set(tag, (about = { kind: KINDS.get(tag) ?? '', mayHost: dom.mayHost(tag) }));
  return about;
};

const ODD = /[^\x20-\x7e]| {2}/;
const BLANKS = /[\s\x00-\x1f\x7f]+/g;
/** White space as one blank each; soft hyphens and zero-width characters out, since nobody sees them.
 * @param {string} raw
 */
const fold = (raw) => (ODD.test(raw) ? raw.replace(UNSEEN, '').replace(BLANKS, ' ') : raw);
/** @type {Record<string, string>} */
const BUTTONS = { submit: 'Submit', reset: 'Reset', button: '', image: '' };
/** What a person reads in a field: its value (secrets masked), else its placeholder. @param {Element} element */
export const fieldText = (element) => {
  const type = inputType(element);
  if (Object.hasOwn(BUTTONS, type)) return dom.attribute(element, 'value') ?? BUTTONS[type];
  return elementValue(element) || dom.attribute(element, 'placeholder') || '';
};

const ariaHeadings = oncePerCall(() => new Set(dom.query(document, '[role=heading]')));
class Collector {
  constructor() {
    /** @type {Runs['steps']} */
    this.steps = [];
    /** @type {Runs['data']} */
    this.data = [];
    /** @type {Runs['gaps']} */
    this.gaps = [];
    /** @type {Runs['headings']} */
    this.headings = [];
    /** @type {Runs['frames']} */
    this.frames = [];
    this.gap = 0;
    this.inPre = 0;
    this.ariaHeadings = ariaHeadings();
  }

  /** @param {Step} step  @param {string} raw */
  add(step, raw) {
    const text = fold(raw);
    const from = text.charCodeAt(0) === 32 ? 1 : 0;
    const to = text.charCodeAt(text.length - 1) === 32 ? text.length - 1 : text.length;
    if (from) this.gap |= GAP_SPACE;
    if (to <= from) return;
    this.steps.push(step);
    this.data.push(to - from < text.length ? text.slice(from, to) : text);
    this.gaps.push(this.gap);
    this.gap = to < text.length ? GAP_SPACE : 0;
  }

  /** @param {Step} step @param {string} raw */
  addLines(step, raw) {
    raw.split('\n').forEach((line, index) => {
      if (index) this.gap |= GAP_LINE;
      this.add(step, line);
    });
  }

  /** @param {Step} step @param {string} raw */
  addApart(step, raw) {
    this.gap |= GAP_SPACE;
    this.add(step, raw);
    this.gap |= GAP_SPACE;
  }

  /** @param {string} raw @param {Step} step */
  text(raw, step) {
    if (this.inPre) this.addLines(step, raw);
    else this.add(step, raw);
  }

  /** @returns {Level | null} the way into the element, null where there is nothing more to read in it
   * @param {Element} element @param {Level | null} up
   */
  enter(element, up) {
    const { kind, mayHost } = aboutTag(dom.localName(element));
    if (kind && !this.special(kind, element, up)) return null;
    if (!kind && this.ariaHeadings.size && this.ariaHeadings.has(element)) this.open(element);
    const shadow = mayHost ? dom.shadowRoot(element) : null;
    if (shadow || kind === 'slot' || dom.firstElement(element)) return within(element, up, shadow, kind === 'slot');
    // Nothing but text in it: one question instead of one for each node.
    const text = dom.textContent(element);
    if (text) this.text(text, below(element, up));
    this.leave(element);
    return null;
  }

  /** @returns {boolean} whether to read on in the element
   * @param {string} kind @param {Element} element @param {Level | null} up
   */
  special(kind, element, up) {
    switch (kind) {
      case 'line':
        this.gap |= GAP_LINE;
        return false;
      case 'frame':
        this.frames.push({ element, index: this.steps.length });
        return dom.localName(element) === 'object';
      case 'field':
        this.field(element, up);
        return false;
      case 'heading':
        this.open(element);
        return true;
      case 'pre':
        this.inPre += 1;
        return true;
      default:
        return kind === 'slot';
    }
  }

  /** @param {Element} element */
  leave(element) {
    const last = this.headings[this.headings.length - 1];
    if (last && last.element === element) last.to = this.steps.length;
    if (this.inPre && aboutTag(dom.localName(element)).kind === 'pre') this.inPre -= 1;
  }

  /** @param {Element} element */
  open(element) {
    this.headings.push({ element, from: this.steps.length, to: Infinity });
  }

  /** @param {Element} element @param {Level | null} up */
  field(element, up) {
    if (dom.localName(element) !== 'select') this.addApart(below(element, up), fieldText(element));
    else for (const option of dom.queryIn(element, 'option')) this.addApart(below(option, up), dom.textContent(option));
  }
}

/** @type {Node[]} */
const NONE = [];
/** @typedef {{element: Element, up: Level | null, step: Step | null, list: Node[], at: number, next: Node | null}} Level
 *  where the walk stands in an element; lives only as long as the walk is in it, unlike its step */
/**
 * @param {Element} element @param {Level | null} up @param {ShadowRoot | null} shadow @param {boolean} isSlot
 * @returns {Level}
 */
const within = (element, up, shadow, isSlot) => {
  const list = isSlot && dom.isHtml(element, 'slot') ? dom.assignedNodes(element) : NONE;
  return { element, up, step: null, list, at: 0, next: list.length ? null : dom.firstChild(shadow ?? element) };
};

/** @param {Level} level */
const advance = (level) => {
  if (level.list.length) return level.list[level.at++];
  const node = level.next;
  if (node) level.next = dom.nextSibling(node);
  return node;
};

/** Made only for what holds text, and from the top down: a recursion could be too deep. @param {Level} level @returns {Step} */
const stepOf = (level) => {
  /** @type {Level[]} */
  const without = [];
  /** @type {Level | null} */
  let at = level;
  for (; at && !at.step; at = at.up) without.push(at);
  for (const above of without.reverse())
    above.step = { element: above.element, up: above.up?.step ?? null, place: null };
  return /** @type {Step} */ (level.step);
};

/** @param {Element} element @param {Level | null} level @returns {Step} */
const below = (element, level) => ({ element, up: level && (level.step ?? stepOf(level)), place: null });
const top = () => dom.body(document) ?? dom.root(document);
/**
 * @param {Element | null} root  all of the document when left out  @param {number} most  nodes to look at
 * @returns {Runs} depth first, without recursion: a page can nest deeper than the stack
 * @param {Deadline} deadline
 */
export const collectRuns = (deadline, root = top(), most = Infinity) => {
  const collector = new Collector();
  let level = root && (root === top() ? within(root, null, dom.shadowRoot(root), false) : collector.enter(root, null));
  for (let seen = 1; level && seen < most; seen += 1) {
    const node = advance(level);
    const type = node && dom.nodeType(node);
    if (!node) {
      collector.leave(level.element);
      level = level.up;
    } else if (type === TEXT) {
      collector.text(dom.data(node), level.step ?? stepOf(level));
    } else if (type === ELEMENT) {
      level = collector.enter(/** @type {Element} */ (node), level) ?? level;
    }
    if (seen % 64 === 0 && deadline.passed()) {
      deadline.late += Math.max(1, dom.query(document, '*').length - seen / 2);
      break;
    }
  }
  return collector;
};
