// Fields as acts meet them: what they take, what they hold, and which element a label, wrapper or button stands for.

const fields = (() => {
  const proto = (name) => window[name].prototype;
  const inputValue = getter(proto('HTMLInputElement'), 'value');
  const inputChecked = getter(proto('HTMLInputElement'), 'checked');
  const inputMixed = getter(proto('HTMLInputElement'), 'indeterminate');
  const inputMultiple = getter(proto('HTMLInputElement'), 'multiple');
  const inputFiles = getter(proto('HTMLInputElement'), 'files');
  const areaValue = getter(proto('HTMLTextAreaElement'), 'value');
  const innerText = getter(proto('HTMLElement'), 'innerText');

  const TYPED_INTO = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'number']);
  const SET_WHOLE = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'range', 'color']);
  const TYPING_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);
  const FILLABLE = 'input, textarea, [contenteditable]:not([contenteditable=false])';

  const how = (element) => {
    const tag = dom.tag(element);
    if (tag === 'input') {
      const type = states.inputType(element);
      return TYPED_INTO.has(type) ? 'typed' : SET_WHOLE.has(type) ? 'set' : '';
    }
    if (tag === 'textarea') return 'typed';
    if (states.isEditable(element)) return 'editable';
    return TYPING_ROLES.has(roles.of(element)) && tag !== 'select' && tag !== 'button' ? 'keys' : '';
  };
  /** The field that `element` stands for: itself, a label's control, the only field inside a wrapper. */
  const fieldOf = (element) => {
    const tag = dom.tag(element);
    if (tag === 'input' || tag === 'textarea') return element;
    if (states.isEditable(element)) return dom.up(element, states.isEditingHost) ?? element;
    const label = dom.up(element, (above) => dom.tag(above) === 'label');
    if (label && facts.control(label)) return facts.control(label);
    if (['a', 'button', 'select'].includes(tag)) return element;
    const inner = Array.from(dom.query(element, FILLABLE)).filter((field) => how(field) && hits.hasBox(field));
    return inner.length === 1 ? inner[0] : element;
  };

  /** What a field of this type would hold if it were given `value`; null where it would refuse it. */
  const fitted = (element, value) => {
    const trial = makeElement(document, 'input');
    for (const name of ['min', 'max', 'step', 'type']) {
      if (dom.hasAttribute(element, name)) trial.setAttribute(name, dom.attribute(element, name));
    }
    trial.value = value.trim();
    const kept = trial.value;
    switch (trial.type) {
      case 'color': return kept === value.trim().toLowerCase() ? kept : null;
      case 'range': return value.trim() !== '' && Math.abs(Number(kept) - Number(value)) <= stepOf(trial) / 2 ? kept : null;
      default: return kept || value.trim() === '' ? kept : null;
    }
  };
  const stepOf = (trial) => {
    if (trial.step === 'any') return 1e-9;
    return Number(trial.step) > 0 ? Number(trial.step) : 1;
  };

  const limits = { input: getter(proto('HTMLInputElement'), 'maxLength'), textarea: getter(proto('HTMLTextAreaElement'), 'maxLength') };
  /** As much of a text as a person could type: Firefox puts in more than that over BiDi. */
  const cut = (element, value) => {
    const limit = limits[dom.tag(element)]?.(element) ?? -1;
    return limit >= 0 ? value.slice(0, limit) : value;
  };

  const held = (element) => {
    switch (dom.tag(element)) {
      case 'input': return inputValue(element);
      case 'textarea': return areaValue(element);
      default: return states.isEditable(element) ? innerText(element).replace(/\n$/, '') : states.value(element) ?? flat(dom.textContent(element));
    }
  };
  const read = (element) => {
    const secret = states.isSecret(element), value = held(element);
    return { value: secret ? states.value(element) : value, length: value.length, secret };
  };

  const CHECK_ROLES = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio']);
  const isNativeCheck = (element) => ['checkbox', 'radio'].includes(states.inputType(element));
  // What a custom element says to the browser alone is known of the last snapshot: no ground to judge a press by.
  const isCheck = (element) => !internals.speaks(element) && (isNativeCheck(element) || CHECK_ROLES.has(roles.of(element)) || isToggle(element));
  const isToggle = (element) => roles.of(element) === 'button' && dom.hasAttribute(element, 'aria-pressed');
  /** The thing that is checked: itself, one around it, a label's control, or the only one inside. */
  const checkable = (element) => {
    const own = dom.up(element, isCheck);
    if (own) return own;
    const label = dom.up(element, (above) => dom.tag(above) === 'label');
    const control = label && facts.control(label);
    if (control && isNativeCheck(control)) return control;
    const inner = Array.from(dom.query(element, 'input, [role]')).filter(isCheck);
    return inner.length === 1 ? inner[0] : null;
  };
  const checked = (element) => {
    if (isNativeCheck(element)) return inputMixed(element) ? 'mixed' : String(inputChecked(element));
    const said = dom.attribute(element, 'aria-checked') ?? dom.attribute(element, 'aria-pressed') ?? 'false';
    return said.trim().toLowerCase();
  };
  const checkKind = (element) => {
    const role = roles.of(element);
    return states.inputType(element) === 'radio' || role === 'radio' || role === 'menuitemradio' ? 'radio' : 'checkbox';
  };
  const labelsOf = getter(proto('HTMLInputElement'), 'labels');
  /** What a person presses to change it: the input where a pointer can take it, else a label of it. */
  const handle = (element) => {
    if (!isNativeCheck(element) || (hits.hasBox(element) && visible.isVisible(element))) return element;
    return Array.from(labelsOf(element) ?? []).find(hits.hasBox) ?? element;
  };
  /** A point of a label that is not on a link or button inside it, relative to the label. */
  const plainSpot = (label) => {
    for (const spot of hits.spots(label)) {
      const found = hits.at(spot.x, spot.y);
      if (!found || !dom.up(found, (above) => above === label)) continue;
      if (facts.acted(found) === facts.control(label)) return hits.inside(label, spot);
    }
    return null;
  };

  const isFile = (element) => states.inputType(element) === 'file';
  const BOUNDS = new Set(['form', 'dialog', 'fieldset', 'section', 'article', 'main']);
  const NEAR = 4;
  const onlyFile = (root) => {
    const found = Array.from(dom.query(root, 'input')).filter(isFile);
    return found.length === 1 ? found[0] : null;
  };
  /** The file input behind a button, label, container or drop zone; null where none is near and the page has not just one. */
  const fileInput = (element) => {
    if (isFile(element)) return element;
    const label = dom.up(element, (above) => dom.tag(above) === 'label');
    const control = label && facts.control(label);
    if (control && isFile(control)) return control;
    for (const pointed of [...dom.idrefs(element, 'aria-controls'), ...dom.idrefs(element, 'for')]) if (isFile(pointed)) return pointed;
    let at = element;
    for (let level = 0; at && level <= NEAR; level++, at = dom.parent(at)) {
      const found = onlyFile(at) ?? (dom.shadowRoot(at) && onlyFile(dom.shadowRoot(at)));
      if (found) return found;
      if (BOUNDS.has(dom.tag(at))) break;
    }
    return onlyFile(document);
  };

  return { how, fieldOf, fitted, cut, read, checkable, checked, checkKind, handle, plainSpot, fileInput, multiple: inputMultiple, files: inputFiles };
})();

/** How a field takes text, and what would become of `value` in it. */
ops.field = onElement((element, { value }) => {
  const field = fields.fieldOf(element);
  const how = fields.how(field);
  return {
    local: refs.of(field), how, kind: facts.kindOf(facts.acted(field)), type: states.inputType(field), why: obstacle(field, { editable: true }),
    fitted: how === 'set' || states.inputType(field) === 'number' ? fields.fitted(field, value) : fields.cut(field, value),
  };
});

ops.value = onElement((element) => fields.read(fields.fieldOf(element)));

ops.checkbox = onElement((element) => {
  const box = fields.checkable(element);
  if (!box) return { found: false };
  const handle = fields.handle(box);
  return {
    found: true, local: refs.of(box), handle: refs.of(handle), label: handle !== box, kind: fields.checkKind(box), state: fields.checked(box),
    disabled: states.isDisabled(box) || states.isReadonly(box),
  };
});
/** Where to press a label without following a link in it; asked after the label was brought within reach. */
ops.label_spot = onElement((label) => ({ spot: fields.plainSpot(label) }));

ops.file_input = onElement((element) => {
  const input = fields.fileInput(element);
  if (!input) return { found: false };
  return {
    found: true, local: refs.of(input), multiple: fields.multiple(input), folder: dom.hasAttribute(input, 'webkitdirectory'),
    disabled: states.isDisabled(input), accept: dom.attribute(input, 'accept') ?? '',
  };
});
ops.files = onElement((input) => ({ names: Array.from(fields.files(input) ?? [], (file) => file.name) }));

/** What Enter does from here: the button of the form, for a field in which Enter makes a new line. */
ops.submitter = onElement((element) => {
  const field = fields.fieldOf(element);
  const form = facts.formOf(field);
  const button = form && facts.defaultButton(form);
  const multiline = dom.tag(field) === 'textarea' || (states.isEditable(field) && dom.attribute(field, 'aria-multiline') === 'true');
  return { local: refs.of(field), button: multiline && button ? refs.of(button) : null };
});

ops.focused = onElement((element) => {
  const now = states.focused();
  return { inside: Boolean(now && dom.up(now, (above) => above === element)), editable: Boolean(now && states.isEditable(now)) };
});
