// The text of a document as blocks, for a search that runs in Python, and as segments with all that is known of them.
// Which runs stand in one block is asked only of those that are handed out: all of them or, where a phrase is looked
// for, those near its words. Refs, headings and visibility are asked only for the few that are shown.

const blocks = (() => {
  const property = method(CSSStyleDeclaration.prototype, 'getPropertyValue');
  const computed = window.getComputedStyle;
  const tags = (text) => new Set(text.split(' '));

  // What these hold is no part of the line beside them, even where a style puts them side by side: nobody need ask.
  const BLOCK_TAGS = tags(
    'p li td th tr h1 h2 h3 h4 h5 h6 dt dd pre blockquote caption figcaption table ul ol dl body ' +
    'button input option select textarea');
  // What a tag is without its style, for when half the time is gone: under content-visibility, styles can cost seconds.
  const INLINE_TAGS = tags(
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr slot');
  const isInline = (display) => display.startsWith('inline') || display === 'contents' || display.startsWith('ruby');

  /** Asks for the displays of elements, and guesses them by tag once it took too long. */
  class Displays {
    constructor(ms) {
      this.end = performance.now() + ms / 2;
      this.asked = 0;
      this.rushed = false;
    }

    of(element) {
      const tag = dom.localName(element);
      if (BLOCK_TAGS.has(tag)) return 'block';
      if (this.rushed) return INLINE_TAGS.has(tag) ? 'inline' : 'block';
      this.asked += 1;
      if (this.asked % 16 === 0) this.rushed = performance.now() > this.end;
      return property(computed.call(window, element), 'display');
    }
  }

  /**
   * @typedef {{block: Element | null, atom: Element | null, hidden: boolean}} Place  `block`: the nearest element that
   *   is not inline; `atom`: the nearest inline-block below that, whose text stands apart; `hidden`: not displayed
   */
  const NOWHERE = { block: null, atom: null, hidden: false };
  /** @param {Step} step  @param {Displays} displays  @returns {Place} of the text right in its element */
  const place = (step, displays) => {
    if (step.place) return step.place;
    const inline = [];
    let at = step;
    for (; at && !at.place; at = at.up) {
      const display = displays.of(at.element);
      if (isInline(display)) inline.push([at, display]);
      else at.place = { block: at.element, atom: null, hidden: display === 'none' };
      if (at.place) break;
    }
    let found = at ? at.place : NOWHERE;
    for (const [below, display] of inline.reverse()) {
      if (display.startsWith('inline-')) found = { ...found, atom: below.element };
      below.place = found;
    }
    return found;
  };

  /** Joins runs into blocks: what is inline stands in one line, however many elements it is split over. */
  class Joiner {
    /** @param {Runs} runs  @param {number} ms that the operation may take */
    constructor(runs, ms) {
      this.runs = runs;
      this.displays = new Displays(ms);
    }

    place(index) {
      return place(this.runs.steps[index], this.displays);
    }

    /** What stands between two runs of one block; runs between them are not shown. */
    glue(before, after) {
      let gap = 0;
      for (let index = before + 1; index <= after; index += 1) gap |= this.runs.gaps[index];
      if (gap & pageRuns.LINE) return '\n';
      if (gap & pageRuns.SPACE) return ' ';
      const { data } = this.runs;
      // Effects that animate letters make each an inline-block: those stay one word.
      const letters = data[before].length <= 1 && data[after].length <= 1;
      return letters || this.place(before).atom === this.place(after).atom ? '' : ' ';
    }

    /** What stands between two runs of any blocks. */
    joint(before, after) {
      return this.place(before).block === this.place(after).block ? this.glue(before, after) : '\n';
    }

    /**
     * The block that begins with run `first`. A part that is not displayed does not break the line it stands in: it
     * comes after it, as blocks of its own.
     * @returns {{lines: number[][], next: number}} runs by block, and the first run after them
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

    apart(indexes) {
      const lines = [];
      for (const index of indexes) {
        const last = lines[lines.length - 1];
        if (last && this.place(last[0]).block === this.place(index).block) last.push(index);
        else lines.push([index]);
      }
      return lines;
    }

    /** The first run of the block that run `index` stands in. */
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

  return { Joiner };
})();

const pageText = (() => {
  /** Between two blocks. Page text cannot hold it: control characters are folded away with white space. */
  const BLOCK = '\x1e';

  // Characters that fold to plain letters when case and width are ignored (ß, ligatures, full width): a run with one of
  // them may hold the words in another spelling.
  const OTHER_SPELLING = /[\u00df\u0130\u0149\u017f\u01f0\u0587\u1e96-\u1e9e\u212a\ufb00-\ufb17\uff01-\uff5e]/g;
  const literal = (word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

  // Text that is not displayed may stand between two words of a phrase.
  const BETWEEN = '[^]{0,80}?';

  /**
   * Where words may stand one after the other; never fewer places than they do.
   * @returns {{inside: number[], across: number[]}} runs that hold them whole, and runs whose block has to be looked at
   */
  const placesOf = (runs, words) => {
    const starts = [];
    let raw = '';
    runs.data.forEach((text, index) => {
      if (runs.gaps[index]) raw += ' ';
      starts.push(raw.length);
      raw += text;
    });
    const inside = new Set();
    const across = new Set();
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
    const ascending = (set) => [...set].sort((a, b) => a - b);
    return { inside: ascending(inside), across: ascending(across) };
  };

  /** Blocks as one string, and which run begins where in it. */
  class Script {
    constructor(runs, ms) {
      this.joiner = new blocks.Joiner(runs, ms);
      this.runs = runs;
      this.text = '';
      this.starts = [];
      this.indexes = [];
    }

    write(line) {
      if (this.text) this.text += BLOCK;
      line.forEach((index, at) => {
        if (at) this.text += this.joiner.glue(line[at - 1], index);
        this.starts.push(this.text.length);
        this.indexes.push(index);
        this.text += this.runs.data[index];
      });
    }

    /** @returns {number} the first run that was not written */
    writeFrom(first) {
      const { lines, next } = this.joiner.from(first);
      lines.forEach((line) => this.write(line));
      return next;
    }

    writeAll(deadline) {
      const end = this.runs.steps.length;
      for (let next = 0; next < end;) {
        next = this.writeFrom(next);
        if (deadline.passed()) { deadline.late += end - next; return; }
      }
    }

    /** `whole`: a match may be longer than the words, so that its block is needed even where they stand in one run. */
    writeNear(words, whole, deadline) {
      const { inside, across } = placesOf(this.runs, words);
      const wanted = whole ? [...new Set([...inside, ...across])].sort((a, b) => a - b) : across;
      const alone = whole ? [] : inside;
      let next = 0;
      let done = 0;
      const writeAlone = (upTo) => {
        for (; next < alone.length && alone[next] < upTo; next += 1) if (alone[next] >= done) this.write([alone[next]]);
      };
      for (const index of wanted) {
        if (index < done) continue;
        const start = Math.max(done, this.joiner.start(index));
        writeAlone(start);
        for (done = start; done <= index;) done = this.writeFrom(done);
        if (deadline.passed()) { deadline.late += this.runs.steps.length - done; return; }
      }
      writeAlone(Infinity);
    }

    /** @returns {number} the place in `starts` of the run that holds character `offset` */
    at(offset) {
      let low = 0;
      for (let high = this.starts.length - 1; low < high;) {
        const middle = (low + high + 1) >> 1;
        if (this.starts[middle] <= offset) low = middle;
        else high = middle - 1;
      }
      return low;
    }

    frames() {
      return this.runs.frames.map(({ element, index }) => {
        const after = this.indexes.findIndex((run) => run >= index);
        return { local: refs.of(element), at: after < 0 ? this.text.length : this.starts[after] };
      });
    }
  }

  return { BLOCK, Script };
})();
