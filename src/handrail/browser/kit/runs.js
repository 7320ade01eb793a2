// The runs of text of a document in reading order, through shadow roots and slots. Collected without asking for a
// single style: on a page of a hundred thousand elements the styles are what costs.

/**
 * @typedef {{nodes: Node[], data: string[], gaps: number[], headings: {element: Element, from: number, to: number}[],
 *   frames: {element: Element, index: number}[]}} Runs
 *   `nodes`: text nodes, and fields for what they show; `data`: their text, white space folded; `gaps`: what stands
 *   before each, as a set of bits; `headings`: from which run to which; `frames`: before which run
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
      this.nodes = [];
      this.data = [];
      this.gaps = [];
      this.headings = [];
      this.frames = [];
      this.gap = 0;
      this.inPre = 0;
      this.ariaHeadings = new Set(dom.query(document, '[role=heading]'));
    }

    /** @param {Node} node  @param {string} raw */
    add(node, raw) {
      const text = fold(raw);
      const from = text.charCodeAt(0) === 32 ? 1 : 0;
      const to = text.charCodeAt(text.length - 1) === 32 ? text.length - 1 : text.length;
      if (from) this.gap |= SPACE;
      if (to <= from) return;
      this.nodes.push(node);
      this.data.push(to - from < text.length ? text.slice(from, to) : text);
      this.gaps.push(this.gap);
      this.gap = to < text.length ? SPACE : 0;
    }

    addLines(node, raw) {
      raw.split('\n').forEach((line, index) => {
        if (index) this.gap |= LINE;
        this.add(node, line);
      });
    }

    addApart(element, raw) {
      this.gap |= SPACE;
      this.add(element, raw);
      this.gap |= SPACE;
    }

    text(node) {
      if (this.inPre) this.addLines(node, dom.data(node));
      else this.add(node, dom.data(node));
    }

    /** @returns {boolean} whether to go into the element */
    enter(element) {
      switch (KINDS.get(dom.localName(element))) {
        case undefined:
          if (this.ariaHeadings.has(element)) this.open(element);
          return true;
        case 'line': this.gap |= LINE; return false;
        case 'frame': this.frames.push({ element, index: this.nodes.length }); return false;
        case 'field': this.field(element); return false;
        case 'heading': this.open(element); return true;
        case 'pre': this.inPre += 1; return true;
        default: return false;
      }
    }

    leave(element) {
      const last = this.headings[this.headings.length - 1];
      if (last && last.element === element) last.to = this.nodes.length;
      if (this.inPre && KINDS.get(dom.localName(element)) === 'pre') this.inPre -= 1;
    }

    open(element) {
      this.headings.push({ element, from: this.nodes.length, to: Infinity });
    }

    field(element) {
      if (dom.localName(element) !== 'select') this.addApart(element, fieldText(element));
      else for (const option of dom.queryIn(element, 'option')) this.addApart(option, dom.textContent(option));
    }
  }

  const step = (element) => {
    const shadow = dom.shadowRoot(element);
    const list = !shadow && element instanceof HTMLSlotElement ? dom.assignedNodes(element) : [];
    return { element, list, at: 0, next: list.length ? null : dom.firstChild(shadow ?? element) };
  };
  const advance = (level) => {
    if (level.list.length) return level.list[level.at++];
    const node = level.next;
    if (node) level.next = dom.nextSibling(node);
    return node;
  };

  const top = () => dom.body(document) ?? dom.root(document);

  /**
   * @param {Element | null} root  all of the document when left out  @param {number} most  nodes to look at
   * @returns {Runs} depth first, without recursion: a page can nest deeper than the stack
   */
  const collect = (deadline, root = top(), most = Infinity) => {
    const collector = new Collector();
    if (root && root !== top() && !collector.enter(root)) return collector;
    const path = root ? [step(root)] : [];
    for (let seen = 1; path.length && seen < most; seen += 1) {
      const last = path[path.length - 1];
      const node = advance(last);
      if (!node) {
        collector.leave(last.element);
        path.pop();
        continue;
      }
      const type = dom.nodeType(node);
      if (type === TEXT) collector.text(node);
      else if (type === ELEMENT && collector.enter(node)) path.push(step(node));
      if (seen % 64 === 0 && deadline.passed()) {
        deadline.late += Math.max(1, dom.query(document, '*').length - seen / 2);
        break;
      }
    }
    return collector;
  };

  return { collect, fieldText, SPACE, LINE };
})();
