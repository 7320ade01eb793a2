// Lists to choose from: native selects, ARIA listboxes, comboboxes and menus, and the suggestions below a field.

const choices = (() => {
  const proto = (name) => window[name].prototype;
  const nativeOptions = getter(proto('HTMLSelectElement'), 'options');
  const nativeMultiple = getter(proto('HTMLSelectElement'), 'multiple');
  const optionValue = getter(proto('HTMLOptionElement'), 'value');
  const optionLabel = getter(proto('HTMLOptionElement'), 'label');
  const optionSelected = getter(proto('HTMLOptionElement'), 'selected');

  const LISTS = new Set(['listbox', 'menu', 'tree', 'radiogroup']);
  const POPUPS = new Set(['listbox', 'menu', 'tree', 'grid', 'dialog']);
  const OPTIONS = new Set(['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'treeitem', 'radio']);
  const LIST_QUERY = '[role=listbox], [role=menu], [role=tree], ul.ui-autocomplete';

  const label = (option) => names.of(option) || flat(dom.textContent(option));
  const native = (select) =>
    Array.from(nativeOptions(select), (option, index) => {
      const group = dom.up(option, (above) => dom.tag(above) === 'optgroup');
      return {
        local: refs.of(option), index, value: optionValue(option), label: flat(optionLabel(option)),
        selected: optionSelected(option), disabled: dom.matches(option, ':disabled'), group: group ? dom.attribute(group, 'label') ?? '' : null,
      };
    });

  const below = function* (root) {
    yield* dom.all(dom.shadowRoot(root) ?? root);
    for (const owned of dom.idrefs(root, 'aria-owns')) { yield owned; yield* dom.all(owned); }
  };
  const isItem = (element) => OPTIONS.has(roles.of(element));
  /** The items of a list that is shown: by role, else the list items of a list that says nothing of itself. */
  const items = (list) => {
    const found = [...below(list)];
    const told = found.filter(isItem);
    const plain = told.length ? told : found.filter((element) => dom.tag(element) === 'li');
    return plain.filter((item) => !POPUPS.has(roles.of(item)));
  };
  const chosen = (item) => ['aria-selected', 'aria-checked'].some((name) => dom.attribute(item, name) === 'true') ||
    (states.inputType(item) === 'radio' && fields.checked(item) === 'true');
  const groupOf = (item, list) => {
    const group = dom.up(dom.parent(item), (above) => above === list || roles.of(above) === 'group');
    return group && group !== list ? names.of(group) : null;
  };
  const aria = (list) =>
    items(list).map((item, index) => ({
      local: refs.of(item), index, label: label(item), shown: hits.hasBox(item),
      value: dom.attribute(item, 'data-value') ?? dom.attribute(item, 'value') ?? '',
      selected: chosen(item), disabled: states.isDisabled(item), group: groupOf(item, list),
    }));

  const within = (element) => {
    if (POPUPS.has(roles.of(element)) && items(element).length) return element;
    for (const inner of dom.query(element, LIST_QUERY)) return inner;
    return null;
  };
  const pointed = (element) => {
    for (const name of ['aria-controls', 'aria-owns', 'list']) {
      for (const other of dom.idrefs(element, name)) {
        const list = dom.tag(other) === 'datalist' ? other : within(other) ?? (items(other).length ? other : null);
        if (list) return list;
      }
    }
    const active = dom.idrefs(element, 'aria-activedescendant')[0];
    return active ? dom.up(active, (above) => POPUPS.has(roles.of(above))) : null;
  };

  // How far from its field a popup may stand and still belong to it, in CSS pixels.
  const GAP = 14;
  const isFloating = (element) => ['absolute', 'fixed'].includes(visible.style(element).position);
  /** The popup that lies right below or above an element: found by looking there, so that it needs no ARIA. */
  const beside = (element) => {
    const box = dom.box(element);
    const x = box.left + Math.min(box.width / 2, 24);
    for (const y of [box.bottom + GAP, box.bottom + 4, box.top - GAP, box.top - 4]) {
      const found = hits.at(x, y);
      if (!found || dom.up(found, (above) => above === element)) continue;
      const popup = dom.up(found, (above) => isFloating(above) || roles.of(above) === 'listbox' || roles.of(above) === 'menu');
      if (popup && !dom.up(element, (above) => above === popup) && shownItems(popup).length) return popup;
    }
    return null;
  };
  const shownItems = (list) => items(list).filter(hits.hasBox);
  const near = (element) => {
    const box = dom.box(element);
    let best = null, least = Infinity;
    for (const list of dom.query(document, LIST_QUERY)) {
      if (!hits.hasBox(list) || dom.up(element, (above) => above === list)) continue;
      const there = dom.box(list);
      const gap = Math.max(0, there.top - box.bottom, box.top - there.bottom) + Math.max(0, there.left - box.right, box.left - there.right);
      if (gap < least) { best = list; least = gap; }
    }
    return best;
  };
  /** The popup of a trigger: the one it names, else the one that lies at it; only with `open` any that is shown. */
  const listOf = (element, open) => {
    const own = dom.up(element, (above) => LISTS.has(roles.of(above)) && dom.tag(above) !== 'select');
    if (own && (own === element || isItem(element))) return own;
    const trigger = triggerOf(element);
    return pointed(element) ?? (trigger !== element ? pointed(trigger) : null) ?? within(element) ??
      (open ? beside(trigger) ?? beside(element) ?? near(trigger) : null);
  };
  const TRIGGERS = '[role=combobox], [aria-haspopup]:not([aria-haspopup=false]), input[aria-autocomplete], input[list]';
  /** The part of a wrapper that opens its list. */
  const triggerOf = (element) => {
    if (dom.matches(element, TRIGGERS) || dom.tag(element) === 'button') return element;
    const inner = dom.query(element, TRIGGERS);
    return inner.length ? inner[0] : element;
  };
  const selectOf = (element) => {
    if (dom.tag(element) === 'select') return element;
    const lab = dom.up(element, (above) => dom.tag(above) === 'label');
    const control = lab && facts.control(lab);
    return control && dom.tag(control) === 'select' ? control : null;
  };
  const isTyped = (element) => ['input', 'textarea'].includes(dom.tag(element)) && fields.how(element) === 'typed';
  const opens = (element) =>
    dom.matches(element, TRIGGERS) || ['combobox', 'listbox', 'menu', 'tree', 'radiogroup'].includes(roles.of(element)) || dom.hasAttribute(element, 'aria-expanded');

  const read = (element, open) => {
    const select = selectOf(element);
    if (select) {
      return { kind: 'native', open: true, local: refs.of(select), multiple: nativeMultiple(select), options: native(select), why: obstacle(select) };
    }
    const trigger = triggerOf(element), list = listOf(element, open);
    const shows = isTyped(trigger) ? fields.read(trigger).value ?? '' : flat(dom.textContent(trigger));
    const common = {
      shows, trigger: refs.of(trigger), typed: isTyped(trigger), opens: opens(trigger), expanded: dom.attribute(trigger, 'aria-expanded') === 'true',
      own: Boolean(list) && dom.up(element, (above) => above === list) !== null, why: obstacle(trigger),
    };
    if (!list) return { ...common, kind: '', open: false, multiple: false, options: [] };
    if (dom.tag(list) === 'datalist') {
      const options = Array.from(dom.query(list, 'option'), (option, index) => ({
        local: refs.of(option), index, value: optionValue(option), label: flat(optionLabel(option)) || optionValue(option),
        selected: false, disabled: dom.matches(option, ':disabled'), group: null,
      }));
      return { ...common, kind: 'datalist', open: true, multiple: false, options };
    }
    const options = aria(list), role = roles.of(list);
    return {
      ...common, kind: role === 'menu' ? 'menu' : 'listbox', list: refs.of(list), open: hits.hasBox(list) && options.some((option) => option.shown),
      multiple: dom.attribute(list, 'aria-multiselectable') === 'true' || options.some((option) => roles.of(refs.get(option.local)) === 'menuitemcheckbox'),
      options,
    };
  };

  const SUGGESTED = 20;
  const EXPECTS = ['aria-autocomplete', 'aria-haspopup', 'aria-controls', 'aria-owns'];
  /** Does a field say that it makes suggestions? */
  const announces = (field) =>
    roles.of(field) === 'combobox' || EXPECTS.some((name) => dom.hasAttribute(field, name)) ||
    /autocomplete|typeahead|combobox|suggest/i.test(dom.attribute(field, 'class') ?? '');
  /** Would it be no surprise if it did? Many that search, or want no help from the browser, do. */
  const mayHave = (field) => roles.of(field) === 'searchbox' ||
    (dom.tag(field) === 'input' && (dom.attribute(field, 'autocomplete') ?? '').toLowerCase() === 'off');
  /** @returns {'' | 'perhaps' | 'surely'} whether a field looks as if it had suggestions to make */
  const expects = (field) => announces(field) ? 'surely' : mayHave(field) ? 'perhaps' : '';
  const suggestions = (field) => {
    const list = pointed(field);
    const popup = list && dom.tag(list) !== 'datalist' && hits.hasBox(list) ? list : beside(field);
    if (!popup) return [];
    return shownItems(popup).slice(0, SUGGESTED)
      .map((item) => ({ local: refs.of(item), role: roles.of(item), name: facts.clip(label(item)) }))
      .filter((item) => item.name);
  };
  const reached = (element) => selectOf(element) ?? triggerOf(element);
  return { read, expects, suggestions, reached };
})();

/** The list an element chooses from. `open`: it was opened just now, so a popup that names no owner counts too. */
ops.listbox = onElement((element, { open = false }) => choices.read(element, open));

ops.suggestions = onElement((element) => {
  const field = fields.fieldOf(element);
  return { expected: choices.expects(field), items: choices.suggestions(field) };
});
