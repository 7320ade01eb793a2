// Searching the text of a document. The patterns run in Python, over the text that `text` hands over; `text_places`
// then tells of the few matches that are shown where they stand. `text_segments` tells it of every run.

const search = (() => {
  const seen = perCall();
  const KEEP_MS = 30_000;
  const MAX_RUNS_OF_CONTEXT = 200;
  const MAX_STEPS_UP = 12;

  /** @type {{serial: number, script: Script} | null} what the last `text` handed over, for `text_places` */
  let last = null;
  let serial = 0;
  let timer = 0;
  const keep = (script) => {
    last = { serial: (serial += 1), script };
    clearTimeout(timer);
    timer = setTimeout(() => { last = null; }, KEEP_MS);
    return last.serial;
  };

  const isSelected = getter(HTMLOptionElement.prototype, 'selected');
  const isDropdown = (element) => dom.matches(element, 'select:not([multiple]):not([size]), select[size="1"]:not([multiple])');
  /** An option has no box of its own: a person sees the chosen one, in a list box all. */
  const optionIsVisible = (option) => {
    const select = dom.closest(option, 'select');
    return isVisible(select) && (isSelected(option) || !isDropdown(select));
  };

  const judge = (element) => {
    if (!dom.isConnected(element)) return false;
    const inSelect = element instanceof HTMLOptionElement && dom.closest(element, 'select');
    return inSelect ? optionIsVisible(element) : legible.isLegible(element);
  };
  /** Can a person who scrolls read what stands right in the element? */
  const isVisible = (element) => {
    let known = seen.get(element);
    if (known === undefined) seen.set(element, (known = judge(element)));
    return known;
  };

  /** The element to name a text by: the control it stands in, so that a ref found here can be clicked; else its parent. */
  const refable = (element) => {
    let at = element;
    for (let steps = 0; at && steps < MAX_STEPS_UP; steps += 1, at = dom.parent(at)) {
      if (roles.isInteractive(roles.of(at))) return at;
    }
    return element;
  };
  const local = (element) => (dom.isConnected(element) ? refs.of(refable(element)) : null);

  /** Without half a character at the ends. */
  const uncut = (text) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

  /** Reads a script's runs as a person does: in order, without what cannot be seen. */
  class Reading {
    constructor(script) {
      this.script = script;
      this.runs = script.runs;
    }

    element(index) {
      return this.runs.steps[index].element;
    }

    isVisible(index) {
      return isVisible(this.element(index));
    }

    /** @returns {number} the index of the heading that run `index` stands under, -1 for none */
    heading(index) {
      const { headings } = this.runs;
      let low = 0;
      for (let high = headings.length; low < high;) {
        const middle = (low + high) >> 1;
        if (headings[middle].from <= index) low = middle + 1;
        else high = middle;
      }
      for (let at = low - 1; at >= 0; at -= 1) {
        const { element, from, to } = headings[at];
        if (to <= index && to > from && isVisible(element)) return at;
      }
      return -1;
    }

    headingText(at) {
      if (at < 0) return '';
      const { from, to } = this.runs.headings[at];
      let text = '';
      for (let index = from; index < to; index += 1) text += (index > from ? this.script.joiner.joint(index - 1, index) : '') + this.runs.data[index];
      return text;
    }

    /** Visible text beside a match, at most `wanted` characters; beside a hidden match only its own block is read. */
    beside(index, text, wanted, direction, hidden) {
      const { joiner, runs } = this.script;
      const { block } = joiner.place(index);
      let out = text;
      let edge = index;
      for (let at = index + direction, steps = 0; out.length < wanted && runs.data[at] !== undefined && steps < MAX_RUNS_OF_CONTEXT; at += direction, steps += 1) {
        if (hidden ? joiner.place(at).block !== block : !this.isVisible(at)) continue;
        out = direction < 0 ? runs.data[at] + this.script.joiner.joint(at, edge) + out : out + this.script.joiner.joint(edge, at) + runs.data[at];
        edge = at;
      }
      return uncut(direction < 0 ? out.slice(Math.max(0, out.length - wanted)) : out.slice(0, wanted));
    }

    /** @returns {Place} of the match of characters `from` to `to` */
    place([from, to], context) {
      const { script, runs } = this;
      const first = script.at(from);
      const final = script.at(to - 1);
      let shown = true;
      for (let at = first; at <= final && shown; at += 1) shown = this.isVisible(script.indexes[at]);
      const start = script.indexes[first];
      const end = script.indexes[final];
      return {
        local: local(this.element(start)),
        visible: shown,
        heading: this.headingText(this.heading(start)),
        before: this.beside(start, runs.data[start].slice(0, from - script.starts[first]), context, -1, !shown),
        after: this.beside(end, runs.data[end].slice(to - script.starts[final]), context, 1, !shown),
      };
    }

    /** Runs of equal visibility within one line are one segment. */
    segments(line) {
      const out = [];
      for (const index of line) {
        const shown = this.isVisible(index);
        const previous = out[out.length - 1];
        const { data } = this.runs;
        if (previous && previous.visible === shown) previous.text += this.script.joiner.glue(previous.end, index) + data[index];
        else out.push({ text: data[index], visible: shown, start: index, end: index });
        out[out.length - 1].end = index;
      }
      return out;
    }
  }

  return { keep, kept: (wanted) => (last && last.serial === wanted ? last.script : null), Reading, local, isVisible, uncut };
})();

/** `near`: words that stand in what is looked for; with them only the text that may hold it is handed over. */
ops.text = ({ near, whole, ms }, deadline) => {
  const script = new pageText.Script(pageRuns.collect(deadline), ms);
  if (near) script.writeNear(near, whole, deadline);
  else script.writeAll(deadline);
  return { serial: search.keep(script), text: script.text, frames: script.frames() };
};

ops.text_places = ({ serial, spans, context }) => {
  const script = search.kept(serial);
  if (!script) return { gone: true };
  const reading = new search.Reading(script);
  return { places: spans.map((span) => reading.place(span, context)) };
};

ops.text_segments = ({ ms }, deadline) => {
  const script = new pageText.Script(pageRuns.collect(deadline), ms);
  const reading = new search.Reading(script);
  const out = { texts: [], locals: [], visible: [], headings: [], under: [], frames: [] };
  const end = script.runs.steps.length;
  let frame = 0;
  const placeFrames = (upTo) => {
    for (; frame < script.runs.frames.length && script.runs.frames[frame].index <= upTo; frame += 1) {
      out.frames.push({ local: refs.of(script.runs.frames[frame].element), at: out.texts.length });
    }
  };
  for (let next = 0; next < end;) {
    placeFrames(next);
    const found = script.joiner.from(next);
    for (const segment of found.lines.flatMap((line) => reading.segments(line))) {
      out.texts.push(segment.text);
      out.locals.push(search.local(reading.element(segment.start)));
      out.visible.push(segment.visible ? 1 : 0);
      out.under.push(reading.heading(segment.start));
    }
    next = found.next;
    if (deadline.passed()) { deadline.late += end - next; break; }
  }
  placeFrames(Infinity);
  out.headings = script.runs.headings.map((heading, at) => reading.headingText(at));
  return out;
};
