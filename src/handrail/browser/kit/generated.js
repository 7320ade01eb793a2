// Text that style sheets add: ::before and ::after. Asking the browser for the two pseudo-elements of every element
// costs more than all else that a snapshot does, so the style sheets say once which elements can have any. Where a
// sheet of another origin cannot be read, every element is asked.

const generated = (() => {
  const computed = window.getComputedStyle;
  const sheetsOf = { document: getter(Document.prototype, 'styleSheets'), shadow: getter(ShadowRoot.prototype, 'styleSheets') };
  const adoptedOf = { document: getter(Document.prototype, 'adoptedStyleSheets'), shadow: getter(ShadowRoot.prototype, 'adoptedStyleSheets') };
  const known = new WeakMap();
  const perRoot = perCall();

  const PSEUDO = /::?(?:before|after)\b/g;
  const ICON = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
  const UNREADABLE = null;

  /** Could this value of `content` be text? Icon fonts draw with private-use characters, which say nothing. */
  const hasInk = (content) => {
    if (!content || content === 'none' || content === 'normal') return false;
    if (/(?:attr|counter|counters|var)\(|-quote\b/.test(content)) return true;
    return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].some((match) => match[1].replace(ICON, '').trim());
  };

  const base = (selector) => selector.replace(PSEUDO, '').replace(/([\s>+~])$/, '$1*').trim() || '*';

  /** The selectors of elements that a list of rules gives text to; null when they cannot be told. */
  const selectorsIn = (rules, nested) => {
    const found = [];
    for (const rule of rules) {
      const selector = rule.selectorText;
      if (selector !== undefined && selector.search(PSEUDO) >= 0 && hasInk(rule.style.getPropertyValue('content'))) {
        if (nested || /:host|::slotted|::part/.test(selector)) return UNREADABLE;
        found.push(base(selector));
      }
      if (rule.cssRules && rule.cssRules.length) {
        const inner = selectorsIn(rule.cssRules, nested || selector !== undefined);
        if (inner === UNREADABLE) return UNREADABLE;
        found.push(...inner);
      }
      if (rule.styleSheet) {
        const imported = selectorsOf(rule.styleSheet);
        if (imported === UNREADABLE) return UNREADABLE;
        found.push(...imported);
      }
    }
    return found;
  };

  const selectorsOf = (sheet) => {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      return UNREADABLE; // of another origin
    }
    const seen = known.get(sheet);
    if (seen && seen.count === rules.length) return seen.selectors;
    const selectors = selectorsIn(rules, false);
    known.set(sheet, { count: rules.length, selectors });
    return selectors;
  };

  /** @returns {Set<Element> | null} the elements of a tree that style sheets may give text; null when any may */
  const candidates = (root) => {
    const kind = root instanceof Document ? 'document' : 'shadow';
    const found = [];
    for (const sheet of [...sheetsOf[kind](root), ...(adoptedOf[kind](root) ?? [])]) {
      const selectors = selectorsOf(sheet);
      if (selectors === UNREADABLE) return null;
      found.push(...selectors);
    }
    if (!found.length) return new Set();
    try {
      return new Set(dom.query(root, found.join(',')));
    } catch {
      return null;
    }
  };

  const mayHave = (element) => {
    const root = dom.rootNode(element);
    let set = perRoot.get(root);
    if (set === undefined) {
      set = root instanceof Document || root instanceof ShadowRoot ? candidates(root) : new Set();
      perRoot.set(root, set);
    }
    return set === null || set.has(element) || (root instanceof ShadowRoot && dom.host(root) === element);
  };

  const spoken = (css) => {
    if (!css || css === 'none' || css === 'normal' || css === '""') return '';
    const parts = css.split(/"\s*\/\s*"/); // content: "★" / "favourite"
    const text = parts.length > 1 ? `"${parts.at(-1)}` : css;
    const strings = Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"/g), (match) => match[1].replace(/\\(.)/g, '$1'));
    return strings.join('').replace(ICON, '');
  };

  const read = (element, which) => {
    const style = computed.call(window, element, which);
    const text = spoken(style.content);
    if (!text || style.display === 'none' || style.visibility !== 'visible') return '';
    return style.display === 'inline' && style.float === 'none' && style.position !== 'absolute' ? text : ` ${text} `;
  };

  return {
    before: (element) => (mayHave(element) ? read(element, '::before') : ''),
    after: (element) => (mayHave(element) ? read(element, '::after') : ''),
  };
})();
