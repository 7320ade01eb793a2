// What the style sheets of a tree say of generated text. Asking the browser for the two pseudo-elements of every element
// costs more than the rest of a snapshot; the sheets say once which elements can have any with text in it.

const sheets = (() => {
  const listOf = { document: getter(Document.prototype, 'styleSheets'), shadow: getter(ShadowRoot.prototype, 'styleSheets') };
  const adoptedBy = { document: getter(Document.prototype, 'adoptedStyleSheets'), shadow: getter(ShadowRoot.prototype, 'adoptedStyleSheets') };
  const known = new WeakMap();
  const perRoot = perCall();

  const PSEUDO = /::?(?:before|after)\b/;
  const ICON = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
  const ANY = null; // the selectors of a sheet of another origin, or too intricate to tell

  /** Could this value of `content` be text? Icon fonts draw with private-use characters, which say nothing. */
  const hasInk = (content) => {
    if (!content || content === 'none' || content === 'normal') return false;
    if (/(?:attr|counter|counters|var)\(|-quote\b/.test(content)) return true;
    return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].some((match) => match[1].replace(ICON, '').trim());
  };
  const base = (selector) => selector.replace(new RegExp(PSEUDO, 'g'), '').replace(/([\s>+~])$/, '$1*').trim() || '*';

  /** Browsers parse declarations when first asked for them: only those of pseudo-elements are. */
  const selectorsOfRule = (rule, nested) => {
    const found = [];
    const selector = rule.selectorText;
    if (selector !== undefined && PSEUDO.test(selector) && hasInk(rule.style.content)) {
      if (nested || /:host|::slotted|::part/.test(selector)) return ANY;
      found.push(base(selector));
    }
    const inner = rule.cssRules && rule.cssRules.length ? selectorsIn(rule.cssRules, nested || selector !== undefined) : [];
    const imported = rule.styleSheet ? selectorsOf(rule.styleSheet) : [];
    return inner === ANY || imported === ANY ? ANY : [...found, ...inner, ...imported];
  };
  const selectorsIn = (rules, nested) => {
    const found = [];
    for (const rule of rules) {
      const selectors = selectorsOfRule(rule, nested);
      if (selectors === ANY) return ANY;
      if (selectors.length) found.push(...selectors);
    }
    return found;
  };
  const selectorsOf = (sheet) => {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      return ANY; // of another origin
    }
    const seen = known.get(sheet);
    if (seen && seen.count === rules.length) return seen.selectors;
    const selectors = selectorsIn(rules, false);
    known.set(sheet, { count: rules.length, selectors });
    return selectors;
  };

  const elementsOf = (root, kind) => {
    const found = [];
    for (const sheet of [...listOf[kind](root), ...(adoptedBy[kind](root) ?? [])]) {
      const selectors = selectorsOf(sheet);
      if (selectors === ANY) return ANY;
      found.push(...selectors);
    }
    if (!found.length) return new Set();
    try {
      return new Set(dom.query(root, found.join(',')));
    } catch {
      return ANY;
    }
  };

  /** @returns {{shadow: boolean, generated: Set<Element>|null}} `generated`: those that may have text; null: any may */
  const of = (root) => {
    let found = perRoot.get(root);
    if (found === undefined) {
      const kind = root instanceof Document ? 'document' : 'shadow';
      perRoot.set(root, (found = { shadow: kind === 'shadow', generated: elementsOf(root, kind) }));
    }
    return found;
  };

  const LOOSE = { shadow: false, generated: new Set() };
  /** What holds for the tree an element stands in. */
  const around = (element) => {
    const root = dom.rootNode(element);
    return root instanceof Document || root instanceof ShadowRoot ? of(root) : LOOSE;
  };

  // A box around other boxes has hardly ever text of its own from a style sheet; asked only where a sheet is readable.
  const LINES = new Set('a abbr b blockquote button cite code dd dt em figcaption h1 h2 h3 h4 h5 h6 i kbd label legend li p q s small span strong summary td th'.split(' '));
  /** Is it worth asking for generated text? `plain`: no elements in it. */
  const mayAdd = (tree, element, tag, plain) => {
    if (tree.shadow || dom.mayHost(tag) && dom.shadowRoot(element) !== null) return true; // :host, ::slotted
    return tree.generated === ANY ? plain || LINES.has(tag) : tree.generated.size !== 0 && tree.generated.has(element);
  };

  /** Text as it is shown: style sheets may put it in capitals. */
  const CASES = {
    uppercase: (text) => text.toUpperCase(),
    lowercase: (text) => text.toLowerCase(),
    capitalize: (text) => text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (all, before, letter) => before + letter.toUpperCase()),
  };
  const cased = (text, style) => {
    const transform = style.textTransform;
    return transform === 'none' ? text : (CASES[transform] ?? String)(text);
  };

  return { of, around, mayAdd, cased, ICON };
})();
