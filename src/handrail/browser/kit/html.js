// What a person can see, as simple HTML for a Markdown converter: no scripts, styles, hidden parts or attributes but
// those that carry meaning; links and images absolute; fields reduced to what they show.

const cleaned = (() => {
  const tags = (text) => new Set(text.split(' '));
  const SKIPPED = tags('script style noscript template head title datalist canvas audio video svg map track source param');
  const KEPT = tags(
    'p ul ol li dl dt dd table thead tbody tfoot tr th td caption pre code kbd samp blockquote strong b em i del s sub sup ' +
    'mark h1 h2 h3 h4 h5 h6 figure figcaption q');
  const BLOCKS = tags(
    'div section article main header footer nav aside form fieldset address hgroup details summary dialog center search menu legend');
  const TABLE_ROLES = { table: 'table', grid: 'table', treegrid: 'table', rowgroup: 'tbody', row: 'tr', cell: 'td', gridcell: 'td', columnheader: 'th', rowheader: 'th' };
  const LISTS = { list: 'ul', listitem: 'li' };
  const VOID = tags('br hr');
  const MAX_DEPTH = 1000;
  const MIN_IMAGE = 16;

  const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  const escape = (text) => text.replace(/[&<>"]/g, (char) => ESCAPES[char]);
  const attribute = (name, value) => (value ? ` ${name}="${escape(value)}"` : '');
  const hasInk = (html) => /\S/.test(html);

  const address = (element, name) => {
    const raw = dom.attribute(element, name);
    if (!raw || raw.trim().startsWith('#')) return '';
    const url = elements.absolute(element, raw.trim());
    return /^(?:https?|mailto|tel):/i.test(url) ? url : '';
  };

  const image = (element) => {
    const { width, height } = visible.box(element);
    if (width < MIN_IMAGE || height < MIN_IMAGE || !search.isVisible(element)) return '';
    const alt = flat(dom.attribute(element, 'alt') ?? '');
    const src = address(element, 'src');
    if (!src) return alt ? `<em>${escape(alt)}</em>` : '';
    return `<img${attribute('src', src)}${attribute('alt', alt)}>`;
  };

  const MARKS = { checkbox: ['[ ]', '[x]', '[-]'], radio: ['( )', '(x)', '( )'] };
  const field = (element) => {
    if (!search.isVisible(element)) return '';
    const type = states.inputType(element);
    if (type === 'hidden') return '';
    if (type === 'image') return escape(dom.attribute(element, 'alt') ?? '');
    if (MARKS[type]) {
      const words = states.of(element);
      return `${MARKS[type][words.includes('checked') ? 1 : words.includes('mixed') ? 2 : 0]} `;
    }
    const shown = pageRuns.fieldText(element);
    return ['submit', 'button', 'reset'].includes(type) ? ` ${escape(shown)} ` : ` [${escape(flat(shown))}] `;
  };

  const headingTag = (element) => {
    const level = Number(dom.attribute(element, 'aria-level')) || 2;
    return `h${Math.min(6, Math.max(1, level))}`;
  };
  /** @returns {string} the tag to write; 'div' for a block without meaning, '' for what is only passed through */
  const tagFor = (element) => {
    const tag = dom.localName(element);
    const role = dom.hasAttribute(element, 'role') ? roles.of(element) : '';
    if (role === 'heading') return /^h[1-6]$/.test(tag) ? tag : headingTag(element);
    if (role === 'presentation') return KEPT.has(tag) || BLOCKS.has(tag) ? 'div' : '';
    if (role && BLOCKS.has(tag)) return TABLE_ROLES[role] ?? LISTS[role] ?? 'div';
    if (KEPT.has(tag)) return tag;
    if (BLOCKS.has(tag)) return 'div';
    return /^(?:inline|contents|ruby)/.test(visible.style(element).display) ? '' : 'div';
  };
  const ATTRIBUTES = { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], ol: ['start'] };
  const attributesFor = (element, tag) => {
    if (tag === 'code' || tag === 'pre') {
      const language = /(?:^|\s)(?:language|lang)-([\w+#-]+)/.exec(dom.attribute(element, 'class') ?? '');
      return language ? ` class="language-${escape(language[1])}"` : '';
    }
    return (ATTRIBUTES[tag] ?? []).map((name) => {
      const value = dom.attribute(element, name);
      return value && /^\d{1,4}$/.test(value) ? ` ${name}="${value}"` : '';
    }).join('');
  };

  class Writer {
    /** @param {(element: Element) => boolean} isLeftOut  @param {Deadline} deadline */
    constructor(isLeftOut, deadline) {
      this.isLeftOut = isLeftOut;
      this.deadline = deadline;
      this.frames = [];
      this.seen = 0;
      this.stopped = false;
    }

    children(element, depth) {
      let out = '';
      for (const node of dom.shown(element)) {
        if (this.stopped) break;
        const type = dom.nodeType(node);
        if (type === TEXT) out += this.text(node);
        else if (type === ELEMENT) out += this.element(node, depth + 1);
      }
      return out;
    }

    text(node) {
      const data = dom.data(node);
      if (!/\S/.test(data)) return ' ';
      const element = dom.parent(node);
      return element && search.isVisible(element) ? escape(data) : ' ';
    }

    element(element, depth) {
      this.seen += 1;
      if (this.seen % 64 === 0 && this.deadline.passed()) this.stopped = true;
      if (this.stopped || depth > MAX_DEPTH) this.deadline.late += 1;
      const tag = dom.localName(element);
      if (this.stopped || depth > MAX_DEPTH || SKIPPED.has(tag) || this.isLeftOut(element)) return '';
      if (VOID.has(tag)) return `<${tag}>`;
      if (tag === 'img') return image(element);
      if (dom.holdsFrame(element)) return this.frame(element) + (tag === 'object' ? this.children(element, depth) : '');
      if (tag === 'input' || tag === 'select' || tag === 'textarea') return field(element);
      if (tag === 'math') return search.isVisible(element) ? escape(flat(dom.textContent(element))) : '';
      if (states.isEditingHost(element) && states.isSecret(element)) return field(element);
      return this.wrapped(element, tag, this.children(element, depth));
    }

    wrapped(element, tag, inner) {
      if (tag === 'a') return this.link(element, inner);
      const name = tagFor(element);
      if (!hasInk(inner)) return name === 'td' || name === 'th' ? `<${name}${attributesFor(element, name)}></${name}>` : ' ';
      if (!name) return /^inline-/.test(visible.style(element).display) ? ` ${inner} ` : inner;
      return `<${name}${attributesFor(element, name)}>${inner}</${name}>`;
    }

    link(element, inner) {
      const href = address(element, 'href');
      const isBlock = visible.style(element).display !== 'inline';
      const written = href && hasInk(inner) ? `<a${attribute('href', href)}>${inner}</a>` : inner;
      return isBlock && hasInk(inner) ? ` ${written} ` : written;
    }

    frame(element) {
      if (!search.isVisible(element)) return '';
      const local = refs.of(element);
      this.frames.push({ local });
      return `<x-frame data-local="${local}"></x-frame>`;
    }
  }

  return { Writer };
})();

// The part of a page that it is about.
const mainContent = (() => {
  const LANDMARKS = 'nav, footer, aside, [role=navigation], [role=contentinfo], [role=complementary], [role=search], [role=banner]';
  const LEFT_OUT = 'nav, footer, [role=navigation], [role=contentinfo], [role=search]';
  const NOT_PROSE = `a, script, style, noscript, template, ${LANDMARKS}`;
  const WHOLE = 'p, pre, table, ul, ol, dl, blockquote, h1, h2, h3, h4, h5, h6, script, style';
  const MOSTLY = 0.65;
  const ENOUGH = 140;

  const inked = (element) => dom.textContent(element).replace(/\s+/g, '').length;
  /** Characters of text that is not in links or landmarks: prose, as against menus. */
  const prose = (element) => {
    let length = inked(element);
    let last = null;
    for (const part of dom.query(element, NOT_PROSE)) {
      if (last && dom.contains(last, part)) continue;
      last = part;
      length -= inked(part);
    }
    return length;
  };

  /** From the body down, as long as one child holds most of all the prose. */
  const densest = (body, deadline) => {
    const total = prose(body);
    let at = body;
    while (total >= ENOUGH && !deadline.passed()) {
      const heavy = (child) => !dom.matches(child, WHOLE) && visible.isRendered(child) && inked(child) >= MOSTLY * total && prose(child) >= MOSTLY * total;
      const next = [...dom.children(at)].find(heavy);
      if (!next) break;
      at = next;
    }
    return at;
  };

  const sizes = perCall();
  const size = (element) => {
    if (!sizes.has(element)) sizes.set(element, flat(dom.textContent(element)).length);
    return sizes.get(element);
  };
  const largest = (selector) => {
    const shown = [...dom.query(document, selector)].filter((element) => visible.isRendered(element));
    return shown.sort((a, b) => size(b) - size(a))[0] ?? null;
  };
  /** Is a picture of another page most of what is seen? Then nothing outside the frame is the main content. */
  const bigFrames = () => [...dom.query(document, FRAMES)].filter((frame) => {
    const { width, height } = visible.box(frame);
    return width * height > (window.innerWidth * window.innerHeight) / 4 && search.isVisible(frame);
  });

  const isSole = (article, body) => article && size(article) > size(body) / 2;

  /** @returns {{root: Element, isLeftOut: (element: Element) => boolean}} */
  const choose = (body, deadline) => {
    const said = largest('main, [role=main]');
    const article = said ?? largest('article, [role=article]');
    const chosen = said && size(said) ? said : isSole(article, body) ? article : densest(body, deadline);
    const root = bigFrames().every((frame) => dom.contains(chosen, frame)) ? chosen : body;
    const menus = root === body ? LEFT_OUT : 'nav, [role=navigation]';
    return { root, isLeftOut: (element) => dom.matches(element, menus) };
  };

  return { choose };
})();

ops.html = ({ within, main_only: mainOnly }, deadline) => {
  const body = dom.body(document) ?? dom.root(document);
  const named = within ? refs.get(within) : null;
  if (within && !named) throw new Error('the element is gone');
  const everything = { root: named ?? body, isLeftOut: () => false };
  const { root, isLeftOut } = mainOnly && !named && body ? mainContent.choose(body, deadline) : everything;
  const writer = new cleaned.Writer(isLeftOut, deadline);
  const html = root ? writer.element(root, 0) : '';
  return { html, title: dom.title(document), frames: writer.frames };
};
