import { dom, method } from '../dom/dom.js';
import { areNumbers, wordSet } from '../dom/text.js';
import { isBlankBetween } from '../style/visibility.js';
import { GAP_LINE, GAP_SPACE } from './text_runs.js';

const property = method(CSSStyleDeclaration.prototype, 'getPropertyValue');
const computed = window.getComputedStyle;
// What these hold is no part of the line beside them, even where a style puts them side by side: nobody need ask.
const BLOCK_TAGS = wordSet(
  'p li td th tr h1 h2 h3 h4 h5 h6 dt dd pre blockquote caption figcaption table ul ol dl body ' +
    'button input option select textarea',
);

// What a tag is without its style, for when half the time is gone: under content-visibility, styles can cost seconds.
const INLINE_TAGS = wordSet(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr slot',
);

/** @param {string} display */
const isInline = (display) => display.startsWith('inline') || display === 'contents' || display.startsWith('ruby');
/** Asks for the displays of elements, and guesses them by tag once it took too long. */
class Displays {
  /** @param {number} ms */
  constructor(ms) {
    this.end = performance.now() + ms / 2;
    this.asked = 0;
    this.rushed = false;
  }

  /** @param {Element} element */
  of(element) {
    const tag = dom.localName(element);
    if (BLOCK_TAGS.has(tag)) return 'block';
    if (this.rushed) return INLINE_TAGS.has(tag) ? 'inline' : 'block';
    this.asked += 1;
    if (this.asked % 16 === 0) this.rushed = performance.now() > this.end;
    return property(computed.call(window, element), 'display');
  }
}

/** @type {Place} */
const NOWHERE = { block: null, atom: null, hidden: false };
/** @param {Step} step  @param {Displays} displays  @returns {Place} of the text right in its element */
const placeOf = (step, displays) => {
  if (step.place) return step.place;
  /** @type {[Step, string][]} */
  const inline = [];
  /** @type {Step | null} */
  let at = step;
  for (; at && !at.place; at = at.up) {
    const display = displays.of(at.element);
    if (isInline(display)) inline.push([at, display]);
    else at.place = { block: at.element, atom: null, hidden: display === 'none' };
    if (at.place) break;
  }
  let found = at?.place ?? NOWHERE;
  for (const [below, display] of inline.reverse()) {
    if (display.startsWith('inline-')) found = { ...found, atom: below.element };
    below.place = found;
  }
  return found;
};

/** Joins runs into blocks: what is inline stands in one line, however many elements it is split over. */
export class BlockJoiner {
  /** @param {Runs} runs  @param {number} ms that the operation may take */
  constructor(runs, ms) {
    this.runs = runs;
    this.displays = new Displays(ms);
  }

  /** @param {number} index */
  place(index) {
    return placeOf(this.runs.steps[index], this.displays);
  }

  /** What stands between two runs of one block; runs between them are not shown.
   * @param {number} before @param {number} after
   */
  glue(before, after) {
    let gap = 0;
    for (let index = before + 1; index <= after; index += 1) gap |= this.runs.gaps[index];
    if (gap & GAP_LINE) return '\n';
    if (gap & GAP_SPACE) return ' ';
    const { data } = this.runs;
    // Effects that animate letters make each an inline-block: those stay one word.
    const letters = data[before].length <= 1 && data[after].length <= 1;
    const { steps } = this.runs;
    if (areNumbers(data[before], data[after]) && isBlankBetween(steps[before].element, steps[after].element))
      return ' ';
    return letters || this.place(before).atom === this.place(after).atom ? '' : ' ';
  }

  /** What stands between two runs of any blocks. @param {number} before @param {number} after */
  joint(before, after) {
    return this.place(before).block === this.place(after).block ? this.glue(before, after) : '\n';
  }

  /**
   * The block that begins with run `first`. A part that is not displayed does not break the line it stands in: it
   * comes after it, as blocks of its own.
   * @returns {{lines: number[][], next: number}} runs by block, and the first run after them
   * @param {number} first
   */
  from(first) {
    const { block, hidden } = this.place(first);
    const line = [first];
    const skipped = [];
    let aside = [];
    let next = first + 1;
    for (let index = next; index < this.runs.steps.length; index += 1) {
      const here = this.place(index);
      if (here.block === block) {
        line.push(index);
        for (const hiddenRun of aside) skipped.push(hiddenRun);
        aside = [];
        next = index + 1;
      } else if (here.hidden && !hidden) {
        aside.push(index);
      } else {
        break;
      }
    }
    return { lines: [line, ...this.apart(skipped)], next };
  }

  /** @param {number[]} indexes */
  apart(indexes) {
    const lines = [];
    for (const index of indexes) {
      const last = lines[lines.length - 1];
      if (last && this.place(last[0]).block === this.place(index).block) last.push(index);
      else lines.push([index]);
    }
    return lines;
  }

  /** The first run of the block that run `index` stands in. @param {number} index */
  start(index) {
    let at = index;
    if (this.place(at).hidden) while (at > 0 && this.place(at).hidden) at -= 1;
    const { block } = this.place(at);
    let first = at;
    for (let back = at - 1; back >= 0; back -= 1) {
      const here = this.place(back);
      if (here.block === block) first = back;
      else if (!here.hidden) break;
    }
    return first;
  }
}
