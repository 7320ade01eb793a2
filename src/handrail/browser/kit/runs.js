// The runs of text of a document in reading order, through shadow roots and slots. Collected without asking for a
// single style: on a page of a hundred thousand elements the styles are what costs.

/**
 * @typedef {{element: Element, up: Step | null, place: Place | null}} Step  an element on the walk, below `up` as shown
 * @typedef {{steps: Step[], data: string[], gaps: number[], headings: {element: Element, from: number, to: number}[],
 *   frames: {element: Element, index: number}[]}} Runs
 *   `steps`: the element each run stands in (or is, for a field); `data`: its text, white space folded; `gaps`: what
 *   stands before it, as a set of bits; `headings`: from which run to which; `frames`: before which run
 */
const pageRuns = (() => {
  const SPACE = 1;
  const LINE = 2;

  const KINDS = new Map();
  const kinds = (kind, tags) => tags.split(' ').forEach((tag) => KINDS.set(tag, kind));
  kinds('skip', 'script style noscript template head title desc datalist canvas audio video');
  kinds('line', 'br hr');
  kinds('frame', 'iframe frame');
  kinds('field', 'input textarea select');
  kinds('heading', 'h1 h2 h3 h4 h5 h6');
  kinds('pre', 'pre listing xmp');
  kinds('slot', 'slot');

  const ODD = /[^\x20-\x7e]| {2}/;
  const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;
  const BLANKS = /[\s\x00-\x1f\x7f]+/g;
  /** White space as one blank each; soft hyphens and zero-width characters out, since nobody sees them. */
  const fold = (raw) => (ODD.test(raw) ? raw.replace(UNSEEN, '').replace(BLANKS, ' ') : raw);

  const BUTTONS = { submit: 'Submit', reset: 'Reset', button: '', image: '' };
  /** What a person reads in a field: its value (secrets masked), else its placeholder. */
  const fieldText = (element) => {
    const type = states.inputType(element);
    if (Object.hasOwn(BUTTONS, type)) return dom.attribute(element, 'value') ?? BUTTONS[type];
    return states.value(element) || dom.attribute(element, 'placeholder') || '';
  };

  class Collector {
    constructor() {
      this.steps = [];
      this.data = [];
      this.gaps = [];
      this.headings = [];
      this.frames = [];
      this.gap = 0;
      this.inPre = 0;
      this.ariaHeadings = new Set(dom.query(document, '[role=heading]'));
    }

    /** @param {Step} step  @param {string} raw */
    add(step, raw) {
      const text = fold(raw);
      const from = text.charCodeAt(0) === 32 ? 1 : 0;
      const to = text.charCodeAt(text.length - 1) === 32 ? text.length - 1 : text.length;
      if (from) this.gap |= SPACE;
      if (to <= from) return;
      this.steps.push(step);
      this.data.push(to - from < text.length ? text.slice(from, to) : text);
      this.gaps.push(this.gap);
      this.gap = to < text.length ? SPACE : 0;
    }

    addLines(step, raw) {
      raw.split('\n').forEach((line, index) => {
        if (index) this.gap |= LINE;
        this.add(step, line);
      });
    }

    addApart(step, raw) {
      this.gap |= SPACE;
      this.add(step, raw);
      this.gap |= SPACE;
    }

    text(node, step) {
      if (this.inPre) this.addLines(step, dom.data(node));
      else this.add(step, dom.data(node));
    }

    /** @returns {Step | null} the way into the element, null where there is nothing more to read in it */
    enter(element, up) {
      const kind = KINDS.get(dom.localName(element));
      if (kind === undefined) {
        if (this.ariaHeadings.size && this.ariaHeadings.has(element)) this.open(element);
        return within(element, up);
      }
      return this.special(kind, element, up) ? within(element, up, kind === 'slot') : null;
    }

    special(kind, element, up) {
      switch (kind) {
        case 'slot': return true;
        case 'line': this.gap |= LINE; return false;
        case 'frame': this.frames.push({ element, index: this.steps.length }); return false;
        case 'field': this.field(element, up); return false;
        case 'heading': this.open(element); return true;
        case 'pre': this.inPre += 1; return true;
        default: return false;
      }
    }

    leave(element) {
      const last = this.headings[this.headings.length - 1];
      if (last && last.element === element) last.to = this.steps.length;
      if (this.inPre && KINDS.get(dom.localName(element)) === 'pre') this.inPre -= 1;
    }

    open(element) {
      this.headings.push({ element, from: this.steps.length, to: Infinity });
    }

    field(element, up) {
      const holds = (inner) => ({ element: inner, up, place: null });
      if (dom.localName(element) !== 'select') this.addApart(holds(element), fieldText(element));
      else for (const option of dom.queryIn(element, 'option')) this.addApart(holds(option), dom.textContent(option));
    }
  }

  const NONE = [];
  const within = (element, up, isSlot = false) => {
    const shadow = dom.shadowRoot(element);
    const list = isSlot && element instanceof HTMLSlotElement ? dom.assignedNodes(element) : NONE;
    return { element, up, place: null, list, at: 0, next: list.length ? null : dom.firstChild(shadow ?? element) };
  };
  const advance = (step) => {
    if (step.list.length) return step.list[step.at++];
    const node = step.next;
    if (node) step.next = dom.nextSibling(node);
    return node;
  };

  const top = () => dom.body(document) ?? dom.root(document);

  /**
   * @param {Element | null} root  all of the document when left out  @param {number} most  nodes to look at
   * @returns {Runs} depth first, without recursion: a page can nest deeper than the stack
   */
  const collect = (deadline, root = top(), most = Infinity) => {
    const collector = new Collector();
    let step = root && (root === top() ? within(root, null) : collector.enter(root, null));
    for (let seen = 1; step && seen < most; seen += 1) {
      const node = advance(step);
      const type = node && dom.nodeType(node);
      if (!node) {
        collector.leave(step.element);
        step = step.up;
      } else if (type === TEXT) {
        collector.text(node, step);
      } else if (type === ELEMENT) {
        step = collector.enter(node, step) ?? step;
      }
      if (seen % 64 === 0 && deadline.passed()) {
        deadline.late += Math.max(1, dom.query(document, '*').length - seen / 2);
        break;
      }
    }
    return collector;
  };

  return { collect, fieldText, SPACE, LINE };
})();
