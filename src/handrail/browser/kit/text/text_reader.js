import { isInteractiveRole, roleOf } from '../accessibility/roles.js';
import { isEditingHost } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { refNow } from '../dom/refs.js';
import { clip, LONGEST_TEXT, plainText, withoutHalves } from '../dom/text.js';
import { isTextVisible } from '../style/text_visibility.js';
import { styleOf } from '../style/visibility.js';
import { BlockText } from './block_text.js';
import { collectRuns } from './text_runs.js';

// Searching the text of a document. The patterns run in Python, over the text that `text` hands over; `text_places`
// then tells of the few matches that are shown where they stand.

const KEEP_MS = 30_000;
/** @type {{serial: number, script: BlockText} | null} what the last `text` handed over, for `text_places` */
let last = null;
let serial = 0;
let timer = 0;
/** @param {BlockText} script */
const keepText = (script) => {
  last = { serial: (serial += 1), script };
  clearTimeout(timer);
  timer = setTimeout(() => {
    last = null;
  }, KEEP_MS);
  return last.serial;
};

/** @param {number} wanted */
const keptText = (wanted) => (last && last.serial === wanted ? last.script : null);
/** `near`: words that stand in what is looked for; with them only the text that may hold it is handed over.
 *
 * @type {Operation}
 */
export const text = ({ near, whole, ms }, deadline) => {
  const script = new BlockText(collectRuns(deadline), ms);
  if (near) script.writeNear(near, whole, deadline);
  else script.writeAll(deadline);
  return { serial: keepText(script), text: script.text, frames: script.frames() };
};

/** @type {Operation} */
export const textPlaces = ({ serial, spans, context, after }) => {
  const script = keptText(serial);
  if (!script) return { gone: true };
  const reading = new TextReader(script);
  return { places: spans.map((/** @type {[number, number]} */ span) => reading.place(span, context, after)) };
};

/** Which matches can be seen. @type {Operation} */
export const textSeen = ({ serial, spans }) => {
  const script = keptText(serial);
  if (!script) return { gone: true };
  const reading = new TextReader(script);
  return { seen: spans.map((/** @type {[number, number]} */ span) => reading.isSeen(span)) };
};

const MAX_RUNS_OF_CONTEXT = 200;
const MAX_STEPS_UP = 12;
const LONGEST_TERM = 80;
const PASSAGES = 'p, li, dt, dd, td, th, blockquote, figcaption';
const WORD = /[\p{L}\p{N}]/u;
/** @param {Element} element */
const isBlock = (element) => !styleOf(element).display.startsWith('inline');
/** The element to name a text by: the control it stands in, so that a ref found here can be clicked; in rich text its
 * paragraph; else its parent.
 * @param {Element} element
 */
const refable = (element) => {
  /** @type {Element | null} */
  let at = element;
  for (let steps = 0; at && steps < MAX_STEPS_UP; steps += 1, at = dom.parent(at)) {
    if (isEditingHost(at)) return dom.up(element, isBlock) ?? element;
    if (isInteractiveRole(roleOf(at))) return at;
  }
  return element;
};

/** What to read or follow for a text: the control that it stands in; for a term, its description; else the whole paragraph,
 * item or cell around it.
 * @param {Element} element
 */
const passage = (element) => {
  const control = refable(element);
  if (control !== element || isInteractiveRole(roleOf(element))) return control;
  const block = dom.closest(element, PASSAGES) ?? element;
  /** @type {Element | null} */
  let at = block;
  while (at && dom.localName(at) === 'dt') at = dom.nextElement(at);
  return at && dom.localName(at) === 'dd' ? at : block;
};

/** @param {Element} element */
const refOfText = (element) => (dom.isConnected(element) ? refNow(element) : null);
/** Reads a script's runs as a person does: in order, without what cannot be seen. */
export class TextReader {
  /** @param {BlockText} script */
  constructor(script) {
    this.script = script;
    this.runs = script.runs;
  }

  /** @param {number} index */
  element(index) {
    return this.runs.steps[index].element;
  }

  /** @param {number} index */
  isVisible(index) {
    return isTextVisible(this.element(index));
  }

  /** @returns {number} the index of the heading that run `index` stands under or is part of, -1 for none
   * @param {number} index
   */
  heading(index) {
    const { headings } = this.runs;
    let low = 0;
    for (let high = headings.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (headings[middle].from <= index) low = middle + 1;
      else high = middle;
    }
    for (let at = low - 1; at >= 0; at -= 1) {
      const { element, from, to } = headings[at];
      if (to > from && isTextVisible(element)) return this.isOfNext(index, element, low) ? low : at;
    }
    return -1;
  }

  /** Whether a text above the heading of its card belongs to that, and not to the card before: "Sold out" over a name.
   * @param {number} index @param {Element} before @param {number} next
   */
  isOfNext(index, before, next) {
    const after = this.runs.headings[next]?.element;
    if (!after || dom.localName(after) !== dom.localName(before)) return false;
    /** @type {Element | null} */
    let at = this.element(index);
    for (let steps = 0; at && steps < MAX_STEPS_UP && !dom.contains(at, before); steps += 1, at = dom.parent(at))
      if (dom.contains(at, after)) return isTextVisible(after);
    return false;
  }

  /** @param {number} at */
  headingText(at) {
    if (at < 0) return '';
    const { from, to } = this.runs.headings[at];
    let text = '';
    let last = -1;
    for (let index = from; index < to; index += 1) {
      if (!this.isVisible(index)) continue;
      text += (last < 0 ? '' : this.script.joiner.joint(last, index)) + this.runs.data[index];
      last = index;
    }
    return text;
  }

  /** @returns {string} the term that a text of a list of definitions tells of @param {number} index */
  term(index) {
    let at = dom.up(this.element(index), (above) => dom.localName(above) === 'dd');
    while (at && dom.localName(at) !== 'dt') at = dom.previousElement(at);
    return at && isTextVisible(at) ? plainText(at) : '';
  }

  /** @returns {string} what a match stands under: its heading, and the term that it tells of @param {number} index */
  under(index) {
    const heading = clip(this.headingText(this.heading(index)), LONGEST_TEXT);
    return [heading, clip(this.term(index), LONGEST_TERM)].filter(Boolean).join(' › ');
  }

  /** Visible text beside a match, at most `wanted` characters; beside a hidden match only its own block is read.
   * @param {number} index @param {string} text @param {number} wanted @param {1 | -1} direction @param {boolean} hidden
   */
  beside(index, text, wanted, direction, hidden) {
    const { joiner, runs } = this.script;
    const { block } = joiner.place(index);
    let out = text;
    let edge = index;
    for (
      let at = index + direction, steps = 0;
      out.length < wanted && runs.data[at] !== undefined && steps < MAX_RUNS_OF_CONTEXT;
      at += direction, steps += 1
    ) {
      if (hidden ? joiner.place(at).block !== block : !this.isVisible(at)) continue;
      out =
        direction < 0
          ? runs.data[at] + this.script.joiner.joint(at, edge) + out
          : out + this.script.joiner.joint(edge, at) + runs.data[at];
      edge = at;
    }
    return withoutHalves(direction < 0 ? out.slice(Math.max(0, out.length - wanted)) : out.slice(0, wanted));
  }

  /** Whether all words of some runs can be seen: a mark beside them may show only under the pointer.
   * @param {number[]} indexes
   */
  areVisible(indexes) {
    const words = indexes.filter((index) => WORD.test(this.runs.data[index]));
    return (words.length ? words : indexes).every((index) => this.isVisible(index));
  }

  /** @param {[number, number]} span */
  isSeen([from, to]) {
    const { script } = this;
    return this.areVisible(script.indexes.slice(script.at(from), script.at(to - 1) + 1));
  }

  /** @returns {object} place of the match of characters `from` to `to`, with the text around it
   * @param {[number, number]} span @param {number} context @param {number} after
   */
  place([from, to], context, after) {
    const { script, runs } = this;
    const first = script.at(from);
    const final = script.at(to - 1);
    const shown = this.isSeen([from, to]);
    const start = script.indexes[first];
    const end = script.indexes[final];
    const element = this.element(start);
    return {
      local: refOfText(refable(element)),
      passage: refOfText(passage(element)),
      visible: shown,
      heading: this.under(start),
      before: this.beside(start, runs.data[start].slice(0, from - script.starts[first]), context, -1, !shown),
      after: this.beside(end, runs.data[end].slice(to - script.starts[final]), after, 1, !shown),
    };
  }
}
