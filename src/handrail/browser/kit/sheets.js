// What the style sheets of a tree say: which elements have generated text, and which rules can touch an element at all.
// Asking the browser for the style of every element costs more than the rest of a snapshot; the sheets say it once.

const sheets = (() => {
  const listOf = { document: getter(Document.prototype, 'styleSheets'), shadow: getter(ShadowRoot.prototype, 'styleSheets') };
  const adoptedBy = { document: getter(Document.prototype, 'adoptedStyleSheets'), shadow: getter(ShadowRoot.prototype, 'adoptedStyleSheets') };
  const known = new WeakMap();
  const perRoot = perCall();

  const PSEUDO = /::?(?:before|after)\b/;
  const ICON = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
  const ANY = null; // the generated text of a sheet of another origin, or of selectors too intricate to tell
  // These services hand out nothing but @font-face rules, in sheets that no page may read.
  const FONTS = /^https:\/\/(?:fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|p\.typekit\.net)\//;

  /** Could this value of `content` be text? Icon fonts draw with private-use characters, which say nothing. */
  const hasInk = (content) => {
    if (!content || content === 'none' || content === 'normal') return false;
    if (/(?:attr|counter|counters|var)\(|-quote\b/.test(content)) return true;
    return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].some((match) => match[1].replace(ICON, '').trim());
  };
  const base = (selector) => selector.replace(new RegExp(PSEUDO, 'g'), '').replace(/([\s>+~])$/, '$1*').trim() || '*';

  /** Selectors of what may have text before or after it, of these rules and those in them; ANY where it cannot be told.
   *  Browsers parse declarations when first asked for them: only those of pseudo-elements are. */
  const generatedBy = (rules, nested) => {
    const found = [];
    for (const rule of rules) {
      const selector = rule.selectorText;
      if (selector !== undefined && PSEUDO.test(selector) && hasInk(rule.style.content)) {
        if (nested || /:host|::slotted|::part/.test(selector)) return ANY;
        found.push(base(selector));
      }
      const inner = rule.cssRules && rule.cssRules.length ? generatedBy(rule.cssRules, nested || selector !== undefined) : [];
      const imported = rule.styleSheet ? readingOf(rule.styleSheet).generated : [];
      if (inner === ANY || imported === ANY) return ANY;
      found.push(...inner, ...imported);
    }
    return found;
  };

  const UNREADABLE = Object.freeze({ rules: null, generated: ANY });
  const NOTHING = Object.freeze({ rules: Object.freeze([]), generated: Object.freeze([]) });

  /** @returns {{rules: CSSRuleList|CSSRule[]|null, generated: string[]|null}} of a sheet, the same object until it changes;
   *  null: it cannot be told */
  const readingOf = (sheet) => {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      return FONTS.test(sheet.href ?? '') ? NOTHING : UNREADABLE; // of another origin
    }
    const count = rules.length;
    const last = count ? rules[count - 1] : null;
    const seen = known.get(sheet);
    if (seen && seen.count === count && seen.last === last) return seen.reading;
    const reading = { rules, generated: generatedBy(rules, false) };
    known.set(sheet, { count, last, reading });
    return reading;
  };
  const readings = (root, kind) => [...listOf[kind](root), ...(adoptedBy[kind](root) ?? [])].map(readingOf);

  const elementsOf = (root, read) => {
    if (read.some((sheet) => sheet.generated === ANY)) return ANY;
    const found = read.flatMap((sheet) => sheet.generated);
    if (!found.length) return new Set();
    try {
      return new Set(dom.query(root, found.join(',')));
    } catch {
      return ANY;
    }
  };

  const isParsed = () => dom.readyState(document) !== 'loading';
  /** @returns {{shadow: boolean, observed: boolean, generated: Set<Element>|null, silent: boolean, touch: object|null}}
   *  `observed`: all changes of the tree are told (contents.js); `generated`: those that may have text; null: any may;
   *  `silent`: none has; `touch`: see touches.js; null: any rule may touch any element */
  const of = (root) => {
    let found = perRoot.get(root);
    if (found === undefined) {
      const shadow = !(root instanceof Document);
      const read = readings(root, shadow ? 'shadow' : 'document');
      const generated = elementsOf(root, read);
      const silent = !shadow && generated !== ANY && generated.size === 0;
      perRoot.set(root, (found = { shadow, observed: !shadow && isParsed(), generated, silent, touch: shadow ? null : touches.by(read) }));
    }
    return found;
  };

  const LOOSE = { shadow: false, observed: false, generated: new Set(), silent: true, touch: null };
  /** What holds for the tree an element stands in. */
  const around = (element) => {
    const root = dom.rootNode(element);
    return root instanceof Document || root instanceof ShadowRoot ? of(root) : LOOSE;
  };

  // A box around other boxes has hardly ever text of its own from a style sheet; asked only where a sheet is readable.
  const LINES = new Set('a abbr b blockquote button cite code dd dt em figcaption h1 h2 h3 h4 h5 h6 i kbd label legend li p q s small span strong summary td th'.split(' '));
  /** Is it worth asking an element that has no shadow tree for generated text? `plain`: no elements in it. */
  const mayAdd = (tree, element, tag, plain) => {
    if (tree.shadow) return true; // :host, ::slotted
    return tree.generated === ANY ? plain || LINES.has(tag) : tree.generated.size !== 0 && tree.generated.has(element);
  };

  /** Text as it is shown: style sheets may put it in capitals. */
  const CASES = {
    uppercase: (text) => text.toUpperCase(),
    lowercase: (text) => text.toLowerCase(),
    capitalize: (text) => text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (all, before, letter) => before + letter.toUpperCase()),
  };
  const inCase = (text, transform) => (CASES[transform] ?? String)(text);
  const cased = (text, style) => {
    const transform = style.textTransform;
    return transform === 'none' ? text : inCase(text, transform);
  };

  return { of, around, readingOf, mayAdd, cased, inCase, ICON };
})();
