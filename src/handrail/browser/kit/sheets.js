// What the style sheets of a tree say at all. Asking the browser for the two pseudo-elements of every element, or for
// properties that hardly a page uses, costs more than the rest of a snapshot; the sheets say once where it is worth it.
// Where a sheet of another origin cannot be read, everything is asked.

const sheets = (() => {
  const listOf = { document: getter(Document.prototype, 'styleSheets'), shadow: getter(ShadowRoot.prototype, 'styleSheets') };
  const adoptedBy = { document: getter(Document.prototype, 'adoptedStyleSheets'), shadow: getter(ShadowRoot.prototype, 'adoptedStyleSheets') };
  const known = new WeakMap();
  const perRoot = perCall();

  const PSEUDO = /::?(?:before|after)\b/g;
  const ICON = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
  /** @typedef {{selectors: string[], all: boolean, cuts: boolean, shrinks: boolean, recases: boolean}} Said
   *  `selectors`: elements that may have generated text, `all`: any may; `cuts`: clip or clip-path is used;
   *  `shrinks`: a font size of nothing may be used; `recases`: text-transform is used */
  const nothing = () => ({ selectors: [], all: false, cuts: false, shrinks: false, recases: false });
  const anything = () => ({ selectors: [], all: true, cuts: true, shrinks: true, recases: true });
  const merge = (into, other) => {
    into.selectors.push(...other.selectors);
    into.all ||= other.all;
    into.cuts ||= other.cuts;
    into.shrinks ||= other.shrinks;
    into.recases ||= other.recases;
    return into;
  };

  /** Could this value of `content` be text? Icon fonts draw with private-use characters, which say nothing. */
  const hasInk = (content) => {
    if (!content || content === 'none' || content === 'normal') return false;
    if (/(?:attr|counter|counters|var)\(|-quote\b/.test(content)) return true;
    return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].some((match) => match[1].replace(ICON, '').trim());
  };
  const mayBeNothing = (size) => /^0|var\(|calc\(|clamp\(|min\(|max\(|^\.0/.test(size);
  const base = (selector) => selector.replace(PSEUDO, '').replace(/([\s>+~])$/, '$1*').trim() || '*';

  const ofRule = (rule, said, nested) => {
    const selector = rule.selectorText;
    if (selector !== undefined) {
      const { style } = rule;
      said.cuts ||= style.clipPath !== '' || style.clip !== '';
      said.shrinks ||= mayBeNothing(style.fontSize);
      said.recases ||= style.textTransform !== '';
      if (selector.search(PSEUDO) >= 0 && hasInk(style.content)) {
        if (nested || /:host|::slotted|::part/.test(selector)) said.all = true;
        else said.selectors.push(base(selector));
      }
    }
    if (rule.cssRules && rule.cssRules.length) ofRules(rule.cssRules, said, nested || selector !== undefined);
    if (rule.styleSheet) merge(said, ofSheet(rule.styleSheet));
  };
  const ofRules = (rules, said, nested) => {
    for (const rule of rules) ofRule(rule, said, nested);
    return said;
  };
  const ofSheet = (sheet) => {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      return anything(); // of another origin
    }
    const seen = known.get(sheet);
    if (seen && seen.count === rules.length) return seen.said;
    const said = ofRules(rules, nothing(), false);
    known.set(sheet, { count: rules.length, said });
    return said;
  };

  const elementsOf = (root, said) => {
    if (said.all) return null;
    if (!said.selectors.length) return new Set();
    try {
      return new Set(dom.query(root, said.selectors.join(',')));
    } catch {
      return null;
    }
  };

  /** @returns {{shadow: boolean, generated: Set<Element>|null, cuts: boolean, shrinks: boolean, recases: boolean}} `generated`: null when any element may have text of that kind */
  const of = (root) => {
    let found = perRoot.get(root);
    if (found === undefined) {
      const kind = root instanceof Document ? 'document' : 'shadow';
      const said = nothing();
      for (const sheet of [...listOf[kind](root), ...(adoptedBy[kind](root) ?? [])]) merge(said, ofSheet(sheet));
      found = {
        shadow: kind === 'shadow',
        generated: elementsOf(root, said),
        cuts: said.cuts || dom.query(root, '[style*="clip"]').length > 0,
        shrinks: said.shrinks || dom.query(root, '[style*="font"]').length > 0,
        recases: said.recases || dom.query(root, '[style*="transform"]').length > 0,
      };
      perRoot.set(root, found);
    }
    return found;
  };

  /** What holds for the tree an element stands in. Its host's tree can style a shadow tree's host only, so this is all. */
  const around = (element) => {
    const root = dom.rootNode(element);
    return root instanceof Document || root instanceof ShadowRoot ? of(root) : { shadow: false, generated: new Set(), cuts: true, shrinks: true, recases: true };
  };

  /** Text as it is shown: style sheets may put it in capitals. */
  const CASES = {
    uppercase: (text) => text.toUpperCase(),
    lowercase: (text) => text.toLowerCase(),
    capitalize: (text) => text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (all, before, letter) => before + letter.toUpperCase()),
  };
  const cased = (text, style) => {
    const change = CASES[style.textTransform];
    return change ? change(text) : text;
  };

  return { of, around, cased, ICON };
})();
