// One walk over the page as it is shown: open shadow trees, slots, aria-owns. It makes the outline's nodes as it goes.

/** @typedef {{pointer: boolean, behind: boolean, clip: object|null, context: Element|null, tree: object}} How
 *  what holds for a subtree: inside something with a hand pointer, behind a modal, clipped, in a row or item, its sheets */
/** @typedef {{element: Element, place: number, tall: boolean}} Block  the box that lines of text run in */

const walk = (() => {
  const IN_VIEW = 1;
  const UNSEEN = 2;
  const BEHIND = 4;
  const FRAME = 8;
  const SCROLLS = 16;
  // How deep the walk goes. Parsers stop at 512; only scripts nest deeper, and where the stack ends depends on the browser.
  const LEVELS = [700, 350, 150];
  const LONGEST_RUN = 50_000;

  const words = (text) => new Set(text.split(' '));
  const SKIPPED = words('script style noscript template head meta link base title param source track datalist colgroup col defs symbol clipPath mask pattern marker linearGradient radialGradient filter metadata desc path circle rect ellipse line polygon polyline use animate stop');
  const INLINE_ROLES = words(' paragraph strong emphasis code mark subscript superscript insertion deletion time caption rowgroup presentation generic none math');
  const NAMED_ONLY = words('group figure region form img');
  const WITH_REF = words('dialog alertdialog table grid treegrid tree form frame video audio');
  const WITH_ADDRESS = words('link img frame');
  const CAPTIONS = words('legend caption figcaption');
  const BY_TEXT = words('a h1 h2 h3 h4 h5 h6 summary');
  const SIGHTED = words('video audio progress meter');

  const labelControl = getter(HTMLLabelElement.prototype, 'control');
  const selectOptions = getter(HTMLSelectElement.prototype, 'options');
  const optionLabel = getter(HTMLOptionElement.prototype, 'label');
  const hasAttributes = method(Element.prototype, 'hasAttributes');

  let nodes;
  let signed; // [node, element, context] of what gets a ref
  let run; // text that waits for its line
  let runFlags;
  let entered;
  let level;
  let deepest;
  let odd; // how often something stood in the way of naming an element by the text that the walk reads in it
  let cut; // characters of very long texts that are left out
  let deadline;
  let stopped;
  let owners;
  let owned;
  let modal;

  const push = (node) => { nodes.push(node); return nodes.length - 1; };
  const flush = (depth) => {
    if (run === '') return;
    const line = flat(run);
    if (line !== '') nodes.push([depth, '', line, 0, runFlags]);
    run = '';
    runFlags = 0;
  };
  const flagsOf = (seen, how) => (seen === sight.IN_VIEW ? IN_VIEW : 0) | (seen === sight.UNSEEN ? UNSEEN : 0) | (how.behind ? BEHIND : 0);
  // The place of the ref: 0 for none, PENDING until all refs of the walk are given out together.
  const PENDING = -1;
  const make = (depth, role, name, how, seen, local = 0, extra = 0) => [depth, role, name, local, flagsOf(seen, how) | extra];
  const sign = (made, element, how) => signed.push([made, element, how.context]);

  /** Add text to the line that is being made. `seen`: what is known of the sight of this element's text, -1 for nothing. */
  const text = (data, element, style, display, how, block, seen) => {
    if (!/\S/.test(data)) {
      if (run !== '') run += ' ';
      return seen;
    }
    if (seen === -1) seen = sight.ofText(element, style, display, how, block, level);
    if (seen === sight.UNSEEN) { odd++; return seen; }
    if (run.length + data.length > LONGEST_RUN) data = shortened(data);
    run += sheets.cased(data, style);
    if (seen === sight.IN_VIEW) runFlags |= IN_VIEW;
    if (how.behind) runFlags |= BEHIND;
    return seen;
  };

  const shortened = (data) => {
    const room = Math.max(0, LONGEST_RUN - run.length);
    cut += data.length - room;
    return data.slice(0, room);
  };

  const children = (element, tag, style, display, depth, how, block) => {
    const shadow = dom.mayHost(tag) ? dom.shadowRoot(element) : null;
    const plain = shadow === null && tag !== 'slot' && dom.firstElement(element) === null;
    const decorated = sheets.mayAdd(how.tree, element, tag, plain);
    if (decorated) say(generated.before(element), element, style, display, how, block);
    if (plain) text(dom.textContent(element), element, style, display, how, block, -1);
    else each(element, shadow, tag, style, display, depth, how, block);
    if (owners.size) for (const part of owners.get(element) ?? []) enter(part, dom.nodeName(part), depth, how, block, true);
    if (decorated) say(generated.after(element), element, style, display, how, block);
  };
  const each = (element, shadow, tag, style, display, depth, how, block) => {
    let seen = -1;
    const list = shadow !== null || tag === 'slot' ? dom.shown(element) : null;
    if (list) odd++;
    if (list && list.length) how = { ...how, tree: shadow !== null ? sheets.of(shadow) : sheets.around(list[0]) };
    let index = 0;
    for (let node = list ? list[0] : dom.firstChild(element); node; node = list ? list[++index] : dom.nextSibling(node)) {
      const name = dom.nodeName(node);
      if (name === '#text') seen = text(dom.data(node), element, style, display, how, block, seen);
      else if (name !== '#comment' && dom.isElement(node)) enter(node, name, depth, how, block, false);
      if (stopped) return;
    }
  };
  const say = (said, element, style, display, how, block) => {
    if (said && sight.ofText(element, style, display, how, block, level) !== sight.UNSEEN) run += said;
  };

  const isLate = () => {
    if ((++entered & 63) === 0 && deadline.passed()) stopped = true;
    return stopped || level >= deepest;
  };

  const enter = (element, nodeName, depth, how, block, byOwner) => {
    if (isLate()) {
      deadline.late++;
      return;
    }
    const tag = dom.tagNamed(nodeName, element);
    if (SKIPPED.has(tag) || (owned.size !== 0 && !byOwner && owned.has(element))) return;
    const style = visible.style(element);
    const { display } = style;
    if (display === 'none' && tag !== 'area') return;
    const inline = display === 'inline' || display === 'contents';
    const breaks = !inline && !display.startsWith('inline');
    const has = hasAttributes(element) ? marks.of(element) : 0;
    const role = roles.of(element, tag, has);
    if (role === '' ? has & marks.OTHER : !INLINE_ROLES.has(role)) odd++;
    sight.enter(element, ++level);
    if (has & marks.INERT || role !== '' || tag === 'form' || element === modal) how = inherit(element, role, tag, how, has);
    if (!inline) {
      if (breaks) flush(depth); else if (run !== '') run += ' ';
      const clip = sight.clipOf(element, style, how.clip);
      if (clip !== how.clip) how = { ...how, clip };
      block = { element, place: -1, tall: false };
    }
    visit(element, tag, role, style, display, depth, how, block, has);
    if (breaks) flush(depth);
    else if (!inline && run !== '') run += ' ';
    level--;
  };

  const inherit = (element, role, tag, how, has) => {
    if (element === modal) how = { ...how, behind: false };
    else if (has & marks.INERT) how = { ...how, behind: true };
    return refs.isContext(role, tag) ? { ...how, context: element } : how;
  };

  const visit = (element, tag, role, style, display, depth, how, block, has) => {
    if (tag === 'br' || tag === 'wbr') { run += tag === 'br' ? ' ' : ''; return; }
    const interactive = roles.isInteractive(role);
    const clickable = !interactive && !how.pointer && role !== 'frame' && parts.isClickable(element, style, has);
    if (interactive || clickable) control(element, tag, role, style, display, depth, how, block, has, clickable);
    else if (role === 'frame') frame(element, tag, style, display, depth, how, block);
    else if (tag === 'label') label(element, style, display, depth, how, block);
    else if (CAPTIONS.has(tag)) caption(element, tag, style, display, depth, how, block);
    else if (INLINE_ROLES.has(role)) plain(element, tag, style, display, depth, how, block);
    else structure(element, tag, role, style, display, depth, how, block, has);
  };

  /** No line of its own, unless it scrolls. */
  const plain = (element, tag, style, display, depth, how, block) => {
    if (!how.clip || how.clip.element !== element || !how.clip.scrolls || !parts.scrolls(element)) {
      inside(element, tag, style, display, depth, how, block);
      return;
    }
    flush(depth);
    const seen = sight.ofElement(element, style, display, how, block);
    const index = push(make(depth, 'scrollable', names.of(element), how, seen, PENDING, SCROLLS));
    inside(element, tag, style, display, depth + 1, how, block);
    flush(depth + 1);
    if (index === nodes.length - 1) nodes.length = index;
    else sign(nodes[index], element, how);
  };

  const inside = (element, tag, style, display, depth, how, block) => {
    if (tag === 'details' && !dom.hasAttribute(element, 'open')) {
      for (let child = dom.firstElement(element); child; child = dom.nextElement(child)) {
        if (dom.tag(child) === 'summary') { enter(child, 'SUMMARY', depth, how, block, false); return; }
      }
      return;
    }
    if (tag === 'video' || tag === 'audio' || tag === 'img') return;
    children(element, tag, style, display, depth, how, block);
  };

  const finish = (made, element, role, tag, has) => {
    made[5] = states.of(element, role, tag, has);
    const value = states.hasValue(role, tag) ? states.value(element) : null;
    if (value !== null) made[6] = value.length > 1000 ? `${value.slice(0, 1000)}…` : value;
    if (WITH_ADDRESS.has(role)) made[7] = parts.address(element, tag);
  };

  const structure = (element, tag, role, style, display, depth, how, block, has) => {
    const byContent = role === 'heading' || role === 'tooltip';
    const name = byContent ? '' : roles.isNamedByContent(role) ? flat(dom.attribute(element, 'aria-label') ?? '') : names.of(element);
    if (name === '' && NAMED_ONLY.has(role)) { plain(element, tag, style, display, depth, how, block); return; }
    const own = byContent || role === 'img' || SIGHTED.has(tag);
    const seen = own ? sight.ofElement(element, style, display, how, block) : sight.SEEN_ELSEWHERE;
    if (own && seen === sight.UNSEEN && !byContent) return;
    flush(depth);
    const index = push(make(depth, role, name, how, seen, WITH_REF.has(role) ? PENDING : 0));
    const made = nodes[index];
    if (byContent) {
      named(made, element, has, tag, style, display, depth, how, block);
      if (index === nodes.length - 1 && (made[2] === '' || seen === sight.UNSEEN)) { nodes.length = index; return; }
    } else {
      inside(element, tag, style, display, depth + 1, how, block);
      flush(depth + 1);
    }
    finish(made, element, role, tag, has);
    if (WITH_REF.has(role)) sign(made, element, how);
    fold.close(nodes, index);
  };

  /** Go through an element that its content names, and name it. The walk reads that content anyway: where nothing in
   *  it is out of the ordinary, its text is the name, and the content need not be gone through twice. */
  const named = (made, element, has, tag, style, display, depth, how, block) => {
    const first = nodes.length;
    const oddBefore = odd;
    inside(element, tag, style, display, depth + 1, how, block);
    flush(depth + 1);
    const ordinary = odd === oddBefore && BY_TEXT.has(tag) && !(has & marks.NAMING);
    made[2] = ordinary ? names.learn(element, textOf(first)) : names.of(element);
    fold.dropCovered(nodes, first, made[2]);
  };
  const textOf = (first) => {
    if (nodes.length === first + 1) return nodes[first][2];
    let said = '';
    for (let i = first; i < nodes.length; i++) said += i === first ? nodes[i][2] : ` ${nodes[i][2]}`;
    return said;
  };

  const control = (element, tag, role, style, display, depth, how, block, has, clickable) => {
    const seen = sight.ofElement(element, style, display, how, block);
    if (seen === sight.UNSEEN && isGone(element, style, display, tag)) {
      if (style.visibility !== 'visible') inside(element, tag, style, display, depth, how, block);
      return;
    }
    const shownRole = role && !INLINE_ROLES.has(role) ? role : 'clickable';
    flush(depth);
    const made = make(depth, shownRole, '', how, tag === 'area' ? sight.SEEN_ELSEWHERE : seen, PENDING);
    const index = push(made);
    if (!how.pointer) how = { ...how, pointer: true };
    if (tag === 'select' || tag === 'input' || tag === 'textarea') {
      made[2] = names.of(element);
      if (tag === 'select') options(element, made, depth + 1, how, role);
    } else if (has & marks.EDITABLE && states.hasValue(role, tag) && states.isEditable(element)) made[2] = names.of(element);
    else named(made, element, has, tag, style, display, depth, how, block);
    finish(made, element, shownRole, tag, has);
    if (clickable && shownRole !== 'clickable') made[5].push('clickable');
    complaint(element, made, depth + 1);
    if (seen === sight.UNSEEN && clickable && index === nodes.length - 1) { nodes.length = index; return; }
    fold.close(nodes, index);
    if (nodes[index] === made) sign(made, element, how);
  };
  /** visibility: hidden, or in content that is not rendered. (An area is never rendered: its picture is.) */
  const isGone = (element, style, display, tag) =>
    tag !== 'area' && (style.visibility !== 'visible' || (display !== 'contents' && !sight.isRendered(element)));

  const complaint = (element, made, depth) => {
    if (!made[5].includes('invalid')) return;
    const fault = flat(states.fault(element));
    if (fault) push([depth, 'error', fault, 0, made[4]]);
  };

  /** The choices of a closed select stand on its own line; those of an open list are elements to be clicked. */
  const options = (element, made, depth, how, role) => {
    const list = selectOptions(element);
    if (role === 'combobox') {
      made[8] = Array.from(list, (option) => flat(optionLabel(option)));
      return;
    }
    for (const option of list) {
      const style = visible.style(option);
      if (style.display === 'none') continue;
      const choice = make(depth, 'option', names.of(option), how, sight.ofElement(option, style, style.display, how, null), PENDING);
      choice[5] = states.of(option, 'option', 'option');
      push(choice);
      sign(choice, option, { context: element });
    }
  };

  const frame = (element, tag, style, display, depth, how, block) => {
    const seen = sight.ofElement(element, style, display, how, null);
    const { width, height } = visible.box(element);
    if (seen === sight.UNSEEN || width <= 1 || height <= 1) return;
    flush(depth);
    const made = make(depth, 'frame', names.of(element), how, seen, PENDING, FRAME);
    made[5] = [];
    made[6] = null;
    made[7] = parts.address(element, tag);
    push(made);
    sign(made, element, how);
  };

  /** A label that only repeats the name of its control is noise; one in place of a hidden control is the control. */
  const label = (element, style, display, depth, how, block) => {
    const control = element instanceof HTMLLabelElement ? labelControl(element) : null;
    if (!control) { children(element, 'label', style, display, depth, how, block); return; }
    flush(depth);
    if (!visible.isRendered(control) && !states.isDisabled(control)) { standIn(element, control, style, display, depth, how, block); return; }
    const start = nodes.length;
    children(element, 'label', style, display, depth, { ...how, pointer: true }, block);
    flush(depth);
    fold.dropCovered(nodes, start, names.of(control));
  };
  const standIn = (element, control, style, display, depth, how, block) => {
    const seen = sight.ofElement(element, style, display, how, block);
    const made = make(depth, 'clickable', '', how, seen, PENDING);
    const index = push(made);
    made[5] = states.of(control);
    children(element, 'label', style, display, depth + 1, { ...how, pointer: true }, block);
    flush(depth + 1);
    fold.close(nodes, index);
    if (nodes[index] !== made) return;
    if (seen === sight.UNSEEN) made[3] = 0; else sign(made, element, how);
  };

  const caption = (element, tag, style, display, depth, how, block) => {
    flush(depth);
    const start = nodes.length;
    children(element, tag, style, display, depth, how, block);
    flush(depth);
    const whole = dom.parent(element);
    if (whole) fold.dropCovered(nodes, start, names.of(whole));
  };

  /** @returns {{nodes: Array, signed: Array, modal: Element|null, entered: number, cut: number, stopped: boolean}} */
  const from = (root, limit) => {
    for (const levels of LEVELS) {
      try {
        return attempt(root, limit, levels);
      } catch (error) {
        if (!(error instanceof RangeError) || levels === LEVELS.at(-1)) throw error;
        limit.late = 0;
      }
    }
  };
  const attempt = (root, limit, levels) => {
    nodes = []; signed = []; run = ''; runFlags = 0; entered = 0; level = -1; odd = 0; cut = 0; stopped = false;
    deadline = limit;
    deepest = levels;
    ({ owners, owned } = parts.ownership());
    modal = parts.openModal();
    const behind = Boolean(modal) && !dom.contains(modal, root);
    enter(root, dom.nodeName(root), 0, { pointer: false, behind, clip: null, context: null, tree: sheets.around(root) }, { element: root, place: -1, tall: false }, true);
    flush(0);
    const made = { nodes, signed, modal, entered, cut, stopped };
    nodes = signed = owners = owned = null;
    return made;
  };

  return { from };
})();
