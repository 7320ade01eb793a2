// The accessible name of an element, as accname 1.2 computes it. https://www.w3.org/TR/accname-1.2/

const names = (() => {
  const cache = perCall();
  const labelsOf = Object.fromEntries(
    ['Input', 'Select', 'TextArea', 'Button', 'Meter', 'Progress', 'Output'].map((kind) => [
      kind.toLowerCase(), getter(window[`HTML${kind}Element`].prototype, 'labels'),
    ]),
  );
  const inputValue = getter(HTMLInputElement.prototype, 'value');

  /** @typedef {{seen: Set<Element>, referenced: boolean, hidden: boolean, top: boolean}} How */

  const attribute = (element, name) => flat(dom.attribute(element, name) ?? '');

  const isMissing = (element) =>
    dom.attribute(element, 'aria-hidden') === 'true' || visible.style(element).display === 'none' ||
    (visible.style(element).visibility !== 'visible' && visible.style(element).display !== 'contents');

  const compute = (element, how) => {
    if (how.seen.has(element)) return '';
    how.seen.add(element);
    if (!how.top && !how.hidden && isMissing(element)) return '';
    return (
      (!how.referenced && byReference(element, 'aria-labelledby', how)) ||
      (!how.top && embedded(element, how)) ||
      attribute(element, 'aria-label') ||
      native(element, how) ||
      byContent(element, how) ||
      tooltip(element)
    );
  };

  const byReference = (element, name, how) =>
    dom.idrefs(element, name)
      .map((part) => compute(part, { seen: new Set(), referenced: true, hidden: visible.isHiddenForReaders(part), top: part === element && how.top }))
      .filter(Boolean).join(' ');

  /** A control inside somebody else's name speaks with its value: "Flash the screen [3] times". */
  const embedded = (element) => {
    const role = roles.of(element);
    switch (role) {
      case 'textbox': case 'searchbox': case 'combobox': case 'listbox': case 'slider': case 'spinbutton': case 'scrollbar':
      case 'meter': case 'progressbar':
        if (role === 'listbox' && dom.tag(element) !== 'select') return chosen(element);
        return flat(states.value(element) ?? '');
      default: return '';
    }
  };
  const chosen = (listbox) =>
    [...dom.query(listbox, '[role=option][aria-selected=true]')].map((option) => flat(dom.textContent(option))).join(' ');

  const byLabel = (element, how) => {
    const list = labelsOf[dom.localName(element)]?.(element);
    if (!list || !list.length) return '';
    return Array.from(list)
      .map((label) => compute(label, { seen: new Set([...how.seen]), referenced: true, hidden: visible.isHiddenForReaders(label), top: false }))
      .filter(Boolean).join(' ');
  };
  const firstChild = (element, tag) => {
    for (let child = dom.firstElement(element); child; child = dom.nextElement(child)) if (dom.localName(child) === tag) return child;
    return null;
  };
  const byChild = (element, tag, how) => {
    const child = firstChild(element, tag);
    return child ? compute(child, { seen: how.seen, referenced: how.referenced, hidden: how.hidden, top: false }) : '';
  };

  const BUTTON_DEFAULTS = { submit: 'Submit', reset: 'Reset' };
  const inputName = (element, how) => {
    const type = states.inputType(element);
    if (type === 'button' || type === 'submit' || type === 'reset') {
      return byLabel(element, how) || flat(inputValue(element)) || (attribute(element, 'title') ? '' : BUTTON_DEFAULTS[type] ?? '');
    }
    if (type === 'image') {
      return byLabel(element, how) || attribute(element, 'alt') || attribute(element, 'title') || 'Submit';
    }
    return byLabel(element, how);
  };

  const native = (element, how) => {
    switch (dom.tag(element)) {
      case 'input': return inputName(element, how);
      case 'select': case 'textarea': case 'button': case 'meter': case 'progress': case 'output':
        return byLabel(element, how);
      case 'img': case 'area': return attribute(element, 'alt');
      case 'fieldset': return byChild(element, 'legend', how);
      case 'figure': return byChild(element, 'figcaption', how);
      case 'table': return byChild(element, 'caption', how);
      case 'optgroup': return attribute(element, 'label');
      case 'option': return attribute(element, 'label');
      case 'svg': return byTitle(element);
      default: return dom.namespace(element) === SVG ? byTitle(element) : '';
    }
  };
  const byTitle = (element) => {
    const title = firstChild(element, 'title');
    return title ? flat(dom.textContent(title)) : attribute(element, 'xlink:title');
  };

  const SPEECHLESS = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link', 'iframe', 'object', 'embed']);
  const NEVER_BY_CONTENT = new Set(['input', 'select', 'textarea', 'img', 'iframe', 'video', 'audio', 'canvas', 'hr', 'meter', 'progress']);

  const byContent = (element, how) => {
    const tag = dom.tag(element);
    if (NEVER_BY_CONTENT.has(tag)) return '';
    if (how.top && !roles.isNamedByContent(roles.of(element))) return '';
    return flat(content(element, how));
  };
  const DEEPEST = 150;
  let depth = 0;
  /** Nobody nests a name that deep but to exhaust the stack: below, the bare text will do. */
  const content = (element, how) => {
    if (depth >= DEEPEST) return dom.textContent(element);
    depth++;
    try {
      return contentOf(element, how);
    } finally {
      depth--;
    }
  };
  const contentOf = (element, how) => {
    if (isPlain(element)) {
      return generated.before(element) + sheets.cased(dom.textContent(element), visible.style(element)) + generated.after(element);
    }
    let text = generated.before(element);
    for (const node of dom.shown(element)) {
      const part = nodeText(node, how);
      text += dom.nodeType(node) === TEXT ? sheets.cased(part, visible.style(element)) : part;
    }
    for (const owned of dom.idrefs(element, 'aria-owns')) text += ` ${compute(owned, inner(how))} `;
    return text + generated.after(element);
  };
  const isPlain = (element) => dom.isPlain(element) && !dom.hasAttribute(element, 'aria-owns');
  const inner = (how) => (how.top ? { seen: how.seen, referenced: how.referenced, hidden: how.hidden, top: false } : how);
  const nodeText = (node, how) => {
    const type = dom.nodeType(node);
    if (type === TEXT) return dom.data(node);
    if (type !== ELEMENT || SPEECHLESS.has(dom.localName(node))) return '';
    if (dom.localName(node) === 'br') return ' ';
    const text = compute(node, inner(how));
    const { display } = visible.style(node);
    return display === 'inline' || display === 'contents' ? edged(node, text) : ` ${text} `;
  };
  /** compute() trims; an inline element's own blank at either end still parts it from its neighbour. */
  const edged = (element, text) => {
    const raw = dom.textContent(element);
    return `${/^\s/.test(raw) ? ' ' : ''}${text}${/\s$/.test(raw) ? ' ' : ''}`;
  };

  const HINTED = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);
  const tooltip = (element) => {
    const title = attribute(element, 'title');
    if (title) return title;
    return HINTED.has(roles.of(element)) ? attribute(element, 'placeholder') || attribute(element, 'aria-placeholder') : '';
  };

  /** @param {Element} element  @returns {string} its accessible name, white space collapsed */
  const of = (element) => {
    let name = cache.get(element);
    if (name === undefined) {
      name = flat(compute(element, { seen: new Set(), referenced: false, hidden: false, top: true }));
      cache.set(element, name);
    }
    return name;
  };
  /** Remember a name that was found while something else was done. */
  const learn = (element, name) => {
    cache.set(element, name);
    return name;
  };

  return { of, learn };
})();
