// The text of a document as blocks, for a search that runs in Python, and as segments with all that is known of them.
// Which runs stand in one block is asked only of those that are handed out: all of them or, where a phrase is looked
// for, those near its words. Refs, headings and visibility are asked only for the few that are shown.

import { refOf } from '../dom/refs.js';
import { MOST_TEXT } from '../dom/text.js';
import { BlockJoiner } from './blocks.js';

/** Between two blocks. Page text cannot hold it: control characters are folded away with white space. */
const BLOCK = '\x1e';
// Characters that fold to plain letters when case and width are ignored (ß, ligatures, full width): a run with one of
// them may hold the words in another spelling.
const OTHER_SPELLING = /[\u00df\u0130\u0149\u017f\u01f0\u0587\u1e96-\u1e9e\u212a\ufb00-\ufb17\uff01-\uff5e]/g;
/** @param {string} word */
const literal = (word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
// Text that is not displayed may stand between two words of a phrase.
const BETWEEN = '[^]{0,80}?';
/**
 * Where words may stand one after the other; never fewer places than they do.
 * @returns {{inside: number[], across: number[]}} runs that hold them whole, and runs whose block has to be looked at
 * @param {Runs} runs @param {string[]} words
 */
const placesOf = (runs, words) => {
  /** @type {number[]} */
  const starts = [];
  let raw = '';
  runs.data.forEach((text, index) => {
    if (runs.gaps[index]) raw += ' ';
    starts.push(raw.length);
    raw += text;
  });
  /** @type {Set<number>} */
  const inside = new Set();
  /** @type {Set<number>} */
  const across = new Set();
  /** @param {RegExp} pattern @param {boolean} certain */
  const mark = (pattern, certain) => {
    let run = 0;
    for (const { index, 0: found } of raw.matchAll(pattern)) {
      while (run + 1 < starts.length && starts[run + 1] <= index) run += 1;
      const end = index + found.length;
      if (certain && end <= starts[run] + runs.data[run].length) inside.add(run);
      else for (let at = run; at < starts.length && starts[at] < end; at += 1) across.add(at);
    }
  };
  mark(new RegExp(words.map(literal).join(BETWEEN), 'gi'), true);
  mark(OTHER_SPELLING, false);
  /** @param {Set<number>} set */
  const ascending = (set) => [...set].sort((a, b) => a - b);
  return { inside: ascending(inside), across: ascending(across) };
};

/** Blocks as one string, and which run begins where in it. */
export class BlockText {
  /** @param {Runs} runs @param {number} ms */
  constructor(runs, ms) {
    this.joiner = new BlockJoiner(runs, ms);
    this.runs = runs;
    this.text = '';
    /** @type {number[]} */
    this.starts = [];
    /** @type {number[]} */
    this.indexes = [];
  }

  /** @param {number[]} line */
  write(line) {
    if (this.text) this.text += BLOCK;
    line.forEach((index, at) => {
      if (at) this.text += this.joiner.glue(line[at - 1], index);
      this.starts.push(this.text.length);
      this.indexes.push(index);
      this.text += this.runs.data[index].slice(0, Math.max(0, MOST_TEXT - this.text.length));
    });
  }

  /** @param {Deadline} deadline @param {number} left  runs that are not written yet */
  isOver(deadline, left) {
    const over = deadline.passed() || this.text.length >= MOST_TEXT;
    if (over) deadline.late += Math.max(1, left);
    return over;
  }

  /** @returns {number} the first run that was not written @param {number} first */
  writeFrom(first) {
    const { lines, next } = this.joiner.from(first);
    for (const line of lines) this.write(line);
    return next;
  }

  /** @param {Deadline} deadline */
  writeAll(deadline) {
    const end = this.runs.steps.length;
    for (let next = 0; next < end; ) {
      next = this.writeFrom(next);
      if (this.isOver(deadline, end - next)) return;
    }
  }

  /** `whole`: a match may be longer than the words, so that its block is needed even where they stand in one run.
   * @param {string[]} words @param {boolean} whole @param {Deadline} deadline
   */
  writeNear(words, whole, deadline) {
    const { inside, across } = placesOf(this.runs, words);
    const wanted = whole ? [...new Set([...inside, ...across])].sort((a, b) => a - b) : across;
    const alone = whole ? [] : inside;
    let next = 0;
    let done = 0;
    /** @param {number} upTo */
    const writeAlone = (upTo) => {
      for (; next < alone.length && alone[next] < upTo; next += 1) if (alone[next] >= done) this.write([alone[next]]);
    };
    for (const index of wanted) {
      if (index < done) continue;
      const start = Math.max(done, this.joiner.start(index));
      writeAlone(start);
      for (done = start; done <= index; ) done = this.writeFrom(done);
      if (this.isOver(deadline, this.runs.steps.length - done)) return;
    }
    writeAlone(Infinity);
    if (this.text.length >= MOST_TEXT) deadline.late += 1;
  }

  /** @returns {number} the place in `starts` of the run that holds character `offset` @param {number} offset */
  at(offset) {
    let low = 0;
    for (let high = this.starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  frames() {
    return this.runs.frames.map(({ element, index }) => {
      const after = this.indexes.findIndex((run) => run >= index);
      return { local: refOf(element), at: after < 0 ? this.text.length : this.starts[after] };
    });
  }
}
