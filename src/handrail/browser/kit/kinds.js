// What each kind of element adds to the outline: nothing, a line, a line with a ref.

const kinds = (() => {
  const words = (text) => new Set(text.split(' '));
  const INLINE_ROLES = words('paragraph strong emphasis code mark subscript superscript insertion deletion time caption rowgroup presentation generic none math');
  const NAMED_ONLY = words('group figure region form img');
  const WITH_REF = words('dialog alertdialog table grid treegrid tree form frame video audio');
  const WITH_ADDRESS = words('link img frame');
  const CAPTIONS = words('legend caption figcaption');
  const BY_TEXT = words('a h1 h2 h3 h4 h5 h6 summary');
  // These too, where their role is named by content and no label names them.
  const BY_ROLE = words('button div li span td');
  // Only attributes name these.
  const NAMELESS = words('article aside blockquote dd div dl dt footer form header hr li main nav ol p pre section span ul');
  const SIGHTED = words('video audio progress meter');
  const EMBEDDED = words('object embed');
  const WITHOUT_CONTENT = words('video audio img');

  const buttonLabels = getter(HTMLButtonElement.prototype, 'labels');
  const labelControl = getter(HTMLLabelElement.prototype, 'control');
  const selectOptions = getter(HTMLSelectElement.prototype, 'options');
  const optionLabel = getter(HTMLOptionElement.prototype, 'label');

  const { made, flush, open, sign, PENDING, FRAME, SCROLLS } = lines;

  /** Does text go on through an element of this role? */
  const isInline = (role) => role === '' || INLINE_ROLES.has(role);

  const visit = (spot, role, depth, how, block) => {
    const { tag, kind } = spot;
    if (!kind.special && isInline(role) && (how.pointer || !parts.isClickable(spot))) {
      if (how.clip === null || how.clip.element !== spot.element) walk.children(spot, depth, how, block); else plain(spot, depth, how, block);
      return;
    }
    if (EMBEDDED.has(tag) && isEmbedding(spot)) { frame(spot, depth, how, 'object'); return; }
    if (tag === 'br' || tag === 'wbr') { if (tag === 'br') lines.blank(); return; }
    const interactive = roles.isInteractive(role);
    const clickable = !interactive && !how.pointer && role !== 'frame' && tag !== 'canvas' && parts.isClickable(spot);
    if (interactive || clickable) control(spot, role, depth, how, block, clickable);
    else if (role === 'frame') frame(spot, depth, how);
    else if (tag === 'label') label(spot, depth, how, block);
    else if (CAPTIONS.has(tag)) caption(spot, depth, how, block);
    else if (tag === 'canvas') canvas(spot, role, depth, how, block);
    else if (isInline(role)) plain(spot, depth, how, block);
    else structure(spot, role, depth, how, block);
  };

  /** No line of its own, unless it scrolls. */
  const plain = (spot, depth, how, block) => {
    const { element } = spot;
    if (how.clip === null || how.clip.element !== element || !how.clip.scrolls || !parts.scrolls(element)) {
      inside(spot, depth, how, block);
      return;
    }
    flush(depth);
    const seen = sight.ofElement(spot, how, block);
    const index = open(depth, 'scrollable', names.of(element), how, seen, PENDING, SCROLLS);
    inside(spot, depth + 1, how, block);
    flush(depth + 1);
    if (index === made.nodes.length - 1) made.nodes.length = index;
    else sign(made.nodes[index], element, how.context);
  };

  const inside = (spot, depth, how, block) => {
    const { element, tag } = spot;
    if (tag === 'details' && !dom.hasAttribute(element, 'open')) {
      for (let child = dom.firstElement(element); child; child = dom.nextElement(child)) {
        if (dom.tag(child) === 'summary') { walk.enter(child, tags.on(child), depth, how, block, false, walk.AS_THEY_ARE); return; }
      }
      shut(spot, depth, how, block);
      return;
    }
    if (!WITHOUT_CONTENT.has(tag)) walk.children(spot, depth, how, block);
  };

  /** A closed <details> without a summary: the browser writes "Details" there, to be clicked. */
  const shut = (spot, depth, how, block) => {
    const seen = sight.ofElement(spot, how, block);
    if (seen === sight.UNSEEN) return;
    flush(depth);
    const node = made.nodes[open(depth, 'button', 'Details', how, seen, PENDING)];
    node[5] = ['collapsed'];
    sign(node, spot.element, how.context);
  };

  const finish = (node, { element, tag, has }, role) => {
    node[5] = states.of(element, role, tag, has);
    const value = states.hasValue(role, tag) ? states.value(element) : null;
    if (value !== null) node[6] = value.length > 1000 ? `${value.slice(0, 1000)}…` : value;
    if (WITH_ADDRESS.has(role)) node[7] = parts.address(element, tag);
  };

  /** The name of what its content does not name. */
  const nameOf = ({ element, tag, has }) => (has & (marks.NAMING | marks.TITLED) || !NAMELESS.has(tag) ? names.of(element) : '');
  const structure = (spot, role, depth, how, block) => {
    const { element, tag } = spot;
    const byContent = role === 'heading' || role === 'tooltip';
    const name = byContent ? '' : roles.isNamedByContent(role) ? flat(dom.attribute(element, 'aria-label') ?? '') : nameOf(spot);
    if (name === '' && NAMED_ONLY.has(role)) { plain(spot, depth, how, block); return; }
    const own = byContent || role === 'img' || SIGHTED.has(tag);
    const seen = own ? sight.ofElement(spot, how, block) : sight.SEEN_ELSEWHERE;
    if (own && seen === sight.UNSEEN && !byContent) return;
    flush(depth);
    const index = open(depth, role, name, how, seen, WITH_REF.has(role) ? PENDING : 0);
    const node = made.nodes[index];
    if (byContent) {
      named(node, spot, depth, how, block);
      if (index === made.nodes.length - 1 && (node[2] === '' || seen === sight.UNSEEN)) { made.nodes.length = index; return; }
    } else {
      inside(spot, depth + 1, how, block);
      flush(depth + 1);
    }
    finish(node, spot, role);
    if (WITH_REF.has(role)) sign(node, element, how.context);
    fold.close(made.nodes, index);
  };

  /** Go through an element that its content names, and name it. The walk reads that content anyway: where nothing in
   *  it is out of the ordinary, its text is the name, and the content need not be gone through twice. */
  const named = (node, spot, depth, how, block) => {
    const { element } = spot;
    const first = made.nodes.length;
    const oddBefore = made.odd;
    inside(spot, depth + 1, how, block);
    flush(depth + 1);
    const said = made.odd === oddBefore && isNamedByText(spot, node[1]) ? textOf(first) : null;
    const isNamed = said !== null && (said !== '' || !(spot.has & marks.TITLED));
    node[2] = isNamed ? names.learn(element, said) : names.of(element);
    fold.dropCovered(made.nodes, first, node[2]);
  };
  const isNamedByText = ({ element, tag, has }, role) => {
    if (has & marks.NAMING || (tag === 'a' && dom.namespace(element) === SVG)) return false; // a drawing's may have a title
    if (!BY_ROLE.has(tag)) return BY_TEXT.has(tag);
    return roles.isNamedByContent(role) && !(tag === 'button' && buttonLabels(element).length);
  };
  const textOf = (first) => {
    const { nodes } = made;
    if (nodes.length === first + 1) return nodes[first][2];
    let said = '';
    for (let i = first; i < nodes.length; i++) said += i === first ? nodes[i][2] : ` ${nodes[i][2]}`;
    return said;
  };

  const control = (spot, role, depth, how, block, clickable) => {
    const { element, tag, has } = spot;
    const seen = sight.ofElement(spot, how, block);
    if (seen === sight.UNSEEN && isGone(spot)) {
      if (visible.style(element).visibility !== 'visible') inside(spot, depth, how, block);
      return;
    }
    const shownRole = role && !isInline(role) ? role : 'clickable';
    flush(depth);
    const index = open(depth, shownRole, '', how, tag === 'area' ? sight.SEEN_ELSEWHERE : seen, PENDING);
    const node = made.nodes[index];
    if (!how.pointer) how = { ...how, pointer: true };
    if (tag === 'select' || tag === 'input' || tag === 'textarea') {
      node[2] = names.of(element);
      if (tag === 'select') options(element, node, depth + 1, how, role);
    } else if (has & marks.EDITABLE && states.hasValue(role, tag) && states.isEditable(element)) {
      node[2] = names.of(element);
      if (dom.firstElement(element) !== null && !states.isSecret(element)) controlsIn(spot, depth + 1, how, block);
    } else named(node, spot, depth, how, block);
    finish(node, spot, shownRole);
    if (clickable && shownRole !== 'clickable') node[5].push('clickable');
    complaint(element, node, depth + 1);
    if (seen === sight.UNSEEN && clickable && index === made.nodes.length - 1) { made.nodes.length = index; return; }
    fold.close(made.nodes, index);
    if (made.nodes[index] === node) sign(node, element, how.context);
  };
  /** The text of an editor is its value; only what can be operated in it has lines of its own. */
  const controlsIn = (spot, depth, how, block) => {
    const { nodes } = made;
    let kept = nodes.length;
    const first = kept;
    inside(spot, depth, how, block);
    flush(depth);
    for (let i = first; i < nodes.length; i++) {
      if (nodes[i][3] === 0) continue;
      nodes[i][0] = depth;
      nodes[kept++] = nodes[i];
    }
    nodes.length = kept;
  };
  /** visibility: hidden, or in content that is not rendered. (An area is never rendered: its picture is.) */
  const isGone = ({ element, tag, display }) =>
    tag !== 'area' && (visible.style(element).visibility !== 'visible' || (display !== 'contents' && !sight.isRendered(element)));

  const complaint = (element, node, depth) => {
    if (!node[5].includes('invalid')) return;
    const fault = flat(states.fault(element));
    if (fault) made.nodes.push([depth, 'error', fault, 0, node[4]]);
  };

  // More than stand on a line, and fewer than would hold a page up.
  const MOST_CHOICES = 500;
  /** The choices of a closed select stand on its own line; those of an open list are elements to be clicked. */
  const options = (element, node, depth, how, role) => {
    const list = selectOptions(element);
    if (role === 'combobox') {
      const first = Array.prototype.slice.call(list, 0, MOST_CHOICES);
      node[8] = first.map((option) => flat(optionLabel(option)));
      if (list.length > first.length) node[9] = list.length;
      return;
    }
    for (const option of list) {
      const { display } = visible.style(option);
      if (display === 'none') continue;
      const seen = sight.ofElement({ element: option, display, bits: declared.ALL }, how, null);
      const choice = made.nodes[open(depth, 'option', names.of(option), how, seen, PENDING)];
      choice[5] = states.of(option, 'option', 'option');
      sign(choice, option, element);
    }
  };

  const createRange = method(Document.prototype, 'createRange');
  const selectContents = method(Range.prototype, 'selectNodeContents');
  const rectsOf = method(Range.prototype, 'getClientRects');
  /** Does it show what it leads to, and not what stands in it for browsers that cannot? */
  const isEmbedding = ({ element, tag, has }) => {
    if (!dom.hasAttribute(element, tag === 'object' ? 'data' : 'src')) return false;
    const range = createRange(document);
    selectContents(range, element);
    return rectsOf(range).length === 0 && !(has & marks.ROLE && roles.isInteractive(roles.of(element)));
  };

  /** `role`: 'object' for what may turn out to hold no document: a picture, or what only a plugin could show. */
  const frame = (spot, depth, how, role = 'frame') => {
    const { element, tag } = spot;
    const seen = sight.ofElement(spot, how, null);
    const { width, height } = visible.box(element);
    if (seen === sight.UNSEEN || width <= 1 || height <= 1) return;
    flush(depth);
    const node = made.nodes[open(depth, role, names.of(element), how, seen, PENDING, FRAME)];
    node[5] = [];
    node[6] = null;
    node[7] = parts.address(element, tag);
    sign(node, element, how.context);
  };

  const LEAST_SIDE = 16; // CSS pixels: what is smaller holds nothing that a person would read
  const MOST_FALLBACK = 200;
  /** What is drawn there only a picture shows: a line says that it is there, how large it is, and what to name it by. */
  const canvas = (spot, role, depth, how, block) => {
    const { element, tag, has } = spot;
    const seen = sight.ofElement(spot, how, block);
    const { width, height } = visible.box(element);
    if (seen === sight.UNSEEN || width < LEAST_SIDE || height < LEAST_SIDE) return;
    flush(depth);
    made.odd++;
    const name = names.of(element) || flat(dom.textContent(element).slice(0, MOST_FALLBACK));
    const node = made.nodes[open(depth, isInline(role) ? 'canvas' : role, name, how, seen, PENDING)];
    node[5] = [...states.of(element, role, tag, has), `size=${Math.round(width)}x${Math.round(height)}`];
    if (!how.pointer && parts.isClickable(spot)) node[5].push('clickable');
    sign(node, element, how.context);
  };

  /** A label that only repeats the name of its control is noise; one in place of a hidden control is the control. */
  const label = (spot, depth, how, block) => {
    const { element } = spot;
    const control = element instanceof HTMLLabelElement ? labelControl(element) : null;
    if (!control) { walk.children(spot, depth, how, block); return; }
    flush(depth);
    if (!visible.isRendered(control) && !states.isDisabled(control)) { standIn(spot, control, depth, how, block); return; }
    const start = made.nodes.length;
    walk.children(spot, depth, { ...how, pointer: true }, block);
    flush(depth);
    fold.dropCovered(made.nodes, start, names.of(control));
  };
  const standIn = (spot, control, depth, how, block) => {
    const seen = sight.ofElement(spot, how, block);
    const index = open(depth, 'clickable', '', how, seen, PENDING);
    const node = made.nodes[index];
    node[5] = states.of(control);
    walk.children(spot, depth + 1, { ...how, pointer: true }, block);
    flush(depth + 1);
    fold.close(made.nodes, index);
    if (made.nodes[index] !== node) return;
    if (seen === sight.UNSEEN) node[3] = 0; else sign(node, spot.element, how.context);
  };

  const caption = (spot, depth, how, block) => {
    flush(depth);
    const start = made.nodes.length;
    walk.children(spot, depth, how, block);
    flush(depth);
    const whole = dom.parent(spot.element);
    if (whole) fold.dropCovered(made.nodes, start, names.of(whole));
  };

  return { visit, isInline };
})();
