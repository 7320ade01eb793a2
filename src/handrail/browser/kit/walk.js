// One walk over the page as it is shown: open shadow trees, slots, aria-owns. It makes the outline's nodes as it goes.

/** @typedef {{pointer: boolean, behind: boolean, clip: object|null, context: Element|null}} How  what holds for a subtree */
/** @typedef {{element: Element, place: number, tall: boolean}} Block  the box that lines of text run in */

const walk = (() => {
  const IN_VIEW = 1;
  const UNSEEN = 2;
  const BEHIND = 4;
  const FRAME = 8;
  const SCROLLS = 16;
  const MAX_LEVEL = 900;

  const SKIPPED = new Set('script style noscript template head meta link base title param source track datalist colgroup col defs symbol clipPath mask pattern marker linearGradient radialGradient filter metadata desc path circle rect ellipse line polygon polyline use animate stop'.split(' '));
  const INLINE_ROLES = new Set(['', 'paragraph', 'strong', 'emphasis', 'code', 'mark', 'subscript', 'superscript', 'insertion', 'deletion', 'time', 'caption', 'rowgroup', 'presentation', 'generic', 'none', 'math']);
  const NAMED_ONLY = new Set(['group', 'figure', 'region', 'form', 'img']);
  const WITH_REF = new Set(['dialog', 'alertdialog', 'table', 'grid', 'treegrid', 'tree', 'form', 'frame', 'video', 'audio']);
  const CONTEXTS = new Set(['row', 'listitem', 'article', 'form', 'group', 'treeitem', 'dialog']);
  const CONTEXT_TAGS = new Set(['li', 'tr', 'form', 'fieldset']);
  const CAPTIONS = new Set(['legend', 'caption', 'figcaption']);

  const hrefOf = getter(HTMLAnchorElement.prototype, 'href');
  const areaHref = getter(HTMLAreaElement.prototype, 'href');
  const imageSource = getter(HTMLImageElement.prototype, 'src');
  const frameSource = getter(HTMLIFrameElement.prototype, 'src');
  const labelControl = getter(HTMLLabelElement.prototype, 'control');
  const selectOptions = getter(HTMLSelectElement.prototype, 'options');
  const optionLabel = getter(HTMLOptionElement.prototype, 'label');
  const hasAttributes = method(Element.prototype, 'hasAttributes');
  const scrollHeight = getter(Element.prototype, 'scrollHeight');
  const clientHeight = getter(Element.prototype, 'clientHeight');
  const scrollWidth = getter(Element.prototype, 'scrollWidth');
  const clientWidth = getter(Element.prototype, 'clientWidth');

  let nodes;
  let signed; // [node, element, context] of what gets a ref
  let run; // text that waits for its line
  let runFlags;
  let entered;
  let level;
  let deadline;
  let stopped;
  let owners;
  let owned;
  let modal;

  const push = (node) => { nodes.push(node); return nodes.length - 1; };

  const flush = (depth) => {
    if (run !== '') {
      const text = flat(run);
      if (text) push([depth, '', text, 0, runFlags]);
      run = '';
      runFlags = 0;
    }
  };

  const address = (element, tag) => {
    if (tag === 'a' && element instanceof HTMLAnchorElement) return hrefOf(element);
    if (tag === 'area') return areaHref(element);
    if (tag === 'img') return imageSource(element);
    if (tag === 'iframe') return frameSource(element);
    return dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href') ?? '';
  };

  const flagsOf = (seen, how) => (seen === sight.IN_VIEW ? IN_VIEW : 0) | (seen === sight.UNSEEN ? UNSEEN : 0) | (how.behind ? BEHIND : 0);

  const text = (node, element, style, how, block, seen) => {
    const data = dom.data(node);
    if (run === '' && !/\S/.test(data)) return seen;
    if (seen === -1 && /\S/.test(data)) seen = sight.ofText(element, style, how.clip, block);
    if (seen === sight.UNSEEN) return seen;
    run += data;
    if (seen === sight.IN_VIEW) runFlags |= IN_VIEW;
    if (how.behind) runFlags |= BEHIND;
    return seen;
  };

  const children = (element, style, depth, how, block) => {
    let seen = -1;
    const before = generated.before(element);
    if (before && sight.ofText(element, style, how.clip, block) !== sight.UNSEEN) run += before;
    const list = dom.shadowRoot(element) || dom.localName(element) === 'slot' ? dom.shown(element) : null;
    let index = 0;
    for (let node = list ? list[0] : dom.firstChild(element); node; node = list ? list[++index] : dom.nextSibling(node)) {
      const type = dom.nodeType(node);
      if (type === TEXT) seen = text(node, element, style, how, block, seen);
      else if (type === ELEMENT) enter(node, depth, how, block, false);
      if (stopped) return;
    }
    if (owners.size) for (const part of owners.get(element) ?? []) enter(part, depth, how, block, true);
    const after = generated.after(element);
    if (after && sight.ofText(element, style, how.clip, block) !== sight.UNSEEN) run += after;
  };

  const isLate = () => {
    if ((++entered & 63) === 0 && deadline.passed()) stopped = true;
    return stopped || level >= MAX_LEVEL;
  };

  const isClickable = (element, style, role, attributed) => {
    if (attributed && (dom.hasAttribute(element, 'onclick') || isTabStop(element))) return true;
    return style.cursor === 'pointer' && element !== dom.body(document) && element !== dom.root(document);
  };
  const isTabStop = (element) => {
    const index = dom.attribute(element, 'tabindex');
    return (index !== null && Number(index) >= 0) || states.isEditingHost(element);
  };

  const enter = (element, depth, how, block, byOwner) => {
    if (isLate()) {
      deadline.late++;
      return;
    }
    const tag = dom.tag(element);
    if (SKIPPED.has(tag) || (owned.size && !byOwner && owned.has(element))) return;
    const style = visible.style(element);
    const { display } = style;
    if (display === 'none' && tag !== 'area') return;
    const inline = display === 'inline' || display === 'contents';
    const breaks = !inline && !display.startsWith('inline');
    const role = roles.of(element);
    const attributed = hasAttributes(element);
    level++;
    if (attributed || role || element === modal) how = inherit(element, style, role, tag, how);
    if (!inline) {
      if (breaks) flush(depth); else run += run === '' ? '' : ' ';
      how = within(element, style, how);
      block = { element, place: -1, tall: false };
    }
    visit(element, tag, role, style, depth, how, block, attributed);
    if (breaks) flush(depth);
    else if (!inline && run !== '') run += ' ';
    level--;
  };

  const inherit = (element, style, role, tag, how) => {
    if (element === modal) return { ...how, behind: false };
    if (dom.hasAttribute(element, 'inert')) return { ...how, behind: true };
    if (CONTEXTS.has(role) || CONTEXT_TAGS.has(tag)) return { ...how, context: element };
    return how;
  };
  const within = (element, style, how) => {
    const clip = sight.clipOf(element, style, how.clip);
    return clip === how.clip ? how : { ...how, clip };
  };

  const visit = (element, tag, role, style, depth, how, block, attributed) => {
    if (tag === 'br' || tag === 'wbr') { run += ' '; return; }
    const interactive = roles.isInteractive(role);
    const clickable = !interactive && !how.pointer && isClickable(element, style, role, attributed);
    if (interactive || clickable) control(element, tag, role, style, depth, how, block, clickable);
    else if (role === 'frame') frame(element, tag, style, depth, how);
    else if (tag === 'label') label(element, style, depth, how, block);
    else if (CAPTIONS.has(tag)) caption(element, style, depth, how, block);
    else if (INLINE_ROLES.has(role)) plain(element, tag, style, depth, how, block);
    else structure(element, tag, role, style, depth, how, block);
  };

  /** No line of its own, unless it scrolls. */
  const plain = (element, tag, style, depth, how, block) => {
    if (how.clip && how.clip.element === element && how.clip.scrolls && scrolls(element)) {
      flush(depth);
      const index = push(node(element, depth, 'scrollable', names.of(element), how, sight.IN_VIEW, SCROLLS));
      inside(element, tag, style, depth + 1, how, block);
      if (index === nodes.length - 1) nodes.length = index;
      else sign(nodes[index], element, how);
      return;
    }
    inside(element, tag, style, depth, how, block);
  };
  const scrolls = (element) =>
    scrollHeight(element) > clientHeight(element) + 1 || scrollWidth(element) > clientWidth(element) + 1;

  const inside = (element, tag, style, depth, how, block) => {
    if (tag === 'details' && !dom.hasAttribute(element, 'open')) {
      for (let child = dom.firstElement(element); child; child = dom.nextElement(child)) {
        if (dom.tag(child) === 'summary') { enter(child, depth, how, block, false); return; }
      }
      return;
    }
    if (tag === 'video' || tag === 'audio' || tag === 'img') return;
    children(element, style, depth, how, block);
  };

  const node = (element, depth, role, name, how, seen, extra = 0) => [depth, role, name, 0, flagsOf(seen, how) | extra];
  const sign = (made, element, how) => signed.push([made, element, how.context]);

  const finish = (made, element, role, tag) => {
    made[5] = states.of(element, role);
    const value = states.value(element);
    if (value !== null) made[6] = value.length > 1000 ? `${value.slice(0, 1000)}…` : value;
    if (role === 'link' || role === 'img' || role === 'frame') made[7] = address(element, tag);
  };

  const structure = (element, tag, role, style, depth, how, block) => {
    const byContent = role === 'heading' || role === 'tooltip';
    const name = byContent || !roles.isNamedByContent(role) ? names.of(element) : flat(dom.attribute(element, 'aria-label') ?? '');
    if (!name && NAMED_ONLY.has(role)) { plain(element, tag, style, depth, how, block); return; }
    const own = byContent || role === 'img' || tag === 'video' || tag === 'audio' || tag === 'progress' || tag === 'meter';
    const seen = own ? sight.ofElement(element, style, how.clip) : sight.SEEN_ELSEWHERE;
    if (own && seen === sight.UNSEEN && role !== 'heading') return;
    flush(depth);
    const index = push(node(element, depth, role, name, how, seen));
    const made = nodes[index];
    inside(element, tag, style, depth + 1, how, block);
    flush(depth + 1);
    if (byContent) fold.dropCovered(nodes, index + 1, name);
    if (byContent && index === nodes.length - 1 && (!name || seen === sight.UNSEEN)) { nodes.length = index; return; }
    finish(made, element, role, tag);
    if (WITH_REF.has(role)) sign(made, element, how);
    fold.close(nodes, index);
  };

  const control = (element, tag, role, style, depth, how, block, clickable) => {
    const seen = sight.ofElement(element, style, how.clip);
    if (seen === sight.UNSEEN && isGone(element, style, tag)) {
      if (style.visibility !== 'visible') inside(element, tag, style, depth, how, block);
      return;
    }
    const shownRole = role && !INLINE_ROLES.has(role) ? role : 'clickable';
    const name = names.of(element);
    const before = run === '' ? nodes.length : -1;
    flush(depth);
    const made = node(element, depth, shownRole, name, how, tag === 'area' ? sight.SEEN_ELSEWHERE : seen);
    const index = push(made);
    finish(made, element, role, tag);
    if (clickable && shownRole !== 'clickable') made[5].push('clickable');
    if (tag === 'select') options(element, made, depth + 1, how, role);
    else if (tag !== 'input' && tag !== 'textarea' && !(made[6] && states.isEditable(element))) {
      inside(element, tag, style, depth + 1, { ...how, pointer: true }, block);
      flush(depth + 1);
      fold.dropCovered(nodes, index + 1, name);
    }
    complaint(element, made, depth + 1);
    if (seen === sight.UNSEEN && clickable && index === nodes.length - 1) { nodes.length = index; return; }
    fold.close(nodes, index);
    if (nodes[index] === made) sign(made, element, how);
  };
  /** visibility: hidden, content-visibility, or clickable by style alone and not to be seen. */
  const isGone = (element, style, tag) =>
    tag !== 'area' && (style.visibility !== 'visible' || (style.display !== 'contents' && !sight.checkVisibility(element)));

  const complaint = (element, made, depth) => {
    if (!made[5].includes('invalid')) return;
    const fault = flat(states.fault(element));
    if (fault) push([depth, 'error', fault, 0, made[4]]);
  };

  const options = (element, made, depth, how, role) => {
    const list = selectOptions(element);
    if (role === 'combobox') {
      made[8] = Array.from(list, (option) => flat(optionLabel(option)));
      return;
    }
    for (const option of list) {
      const seen = sight.ofElement(option, visible.style(option), how.clip);
      const choice = node(option, depth, 'option', names.of(option), how, seen);
      choice[5] = states.of(option, 'option');
      push(choice);
      sign(choice, option, { context: element });
    }
  };

  const frame = (element, tag, style, depth, how) => {
    const seen = sight.ofElement(element, style, how.clip);
    const { width, height } = visible.box(element);
    if (seen === sight.UNSEEN || width <= 1 || height <= 1) return;
    flush(depth);
    const made = node(element, depth, 'frame', names.of(element), how, seen, FRAME);
    made[7] = address(element, tag);
    push(made);
    sign(made, element, how);
  };

  /** A label that only repeats the name of the control it belongs to is noise; one in place of a hidden control is it. */
  const label = (element, style, depth, how, block) => {
    const control = element instanceof HTMLLabelElement ? labelControl(element) : null;
    if (control && !visible.isRendered(control) && !states.isDisabled(control)) {
      standIn(element, control, style, depth, how, block);
      return;
    }
    flushBefore(control, depth);
    const start = nodes.length;
    children(element, style, depth, { ...how, pointer: true }, block);
    if (!control) return;
    flush(depth);
    fold.dropCovered(nodes, start, names.of(control));
  };
  const flushBefore = (control, depth) => { if (control) flush(depth); };
  const standIn = (element, control, style, depth, how, block) => {
    const seen = sight.ofElement(element, style, how.clip);
    flush(depth);
    const made = node(element, depth, 'clickable', '', how, seen);
    const index = push(made);
    made[5] = states.of(control);
    children(element, style, depth + 1, { ...how, pointer: true }, block);
    flush(depth + 1);
    fold.close(nodes, index);
    if (seen === sight.UNSEEN || nodes[index] !== made) return;
    sign(made, element, how);
  };

  const caption = (element, style, depth, how, block) => {
    flush(depth);
    const start = nodes.length;
    children(element, style, depth, how, block);
    flush(depth);
    const whole = dom.parent(element);
    if (whole) fold.dropCovered(nodes, start, names.of(whole));
  };

  const ownership = () => {
    owners = new Map();
    owned = new Set();
    for (const owner of dom.query(document, '[aria-owns]')) {
      const parts = dom.idrefs(owner, 'aria-owns').filter((part) => !owned.has(part) && !dom.contains(part, owner));
      parts.forEach((part) => owned.add(part));
      owners.set(owner, parts);
    }
  };

  const openModal = () => [...dom.query(document, 'dialog:modal, [aria-modal=true]')].filter((box) => visible.isVisible(box)).at(-1) ?? null;

  /** @returns {{nodes: Array, signed: Array, modal: Element|null, entered: number}} */
  const from = (root, limit) => {
    nodes = []; signed = []; run = ''; runFlags = 0; entered = 0; level = 0; stopped = false;
    deadline = limit;
    ownership();
    modal = openModal();
    const how = { pointer: false, behind: Boolean(modal) && !dom.contains(modal, root), clip: null, context: null };
    enter(root, 0, how, { element: root, place: -1, tall: false }, true);
    flush(0);
    const made = { nodes, signed, modal, entered, stopped };
    nodes = signed = owners = owned = null;
    return made;
  };

  return { from, openModal };
})();
