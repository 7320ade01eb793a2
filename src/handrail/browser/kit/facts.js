// What policy and acts need to know of an element before anything is done to it.

const facts = (() => {
  const proto = (name) => window[name].prototype;
  const anchorHref = getter(proto('HTMLAnchorElement'), 'href');
  const baseUri = getter(proto('Node'), 'baseURI');
  /** In a drawing a link holds its address as it was written. */
  const linkHref = (link) => {
    if (states.isHtml(link)) return anchorHref(link);
    try { return new URL(dom.attribute(link, 'href'), baseUri(link)).href; } catch { return ''; }
  };
  const hrefs = { a: linkHref, area: getter(proto('HTMLAreaElement'), 'href') };
  const buttonType = getter(proto('HTMLButtonElement'), 'type');
  const inputValue = getter(proto('HTMLInputElement'), 'value');
  const areaValue = getter(proto('HTMLTextAreaElement'), 'value');
  const labelControl = getter(proto('HTMLLabelElement'), 'control');
  const forms = Object.fromEntries(
    ['Input', 'Button', 'Select', 'TextArea', 'Output', 'FieldSet', 'Object'].map((kind) => [
      kind.toLowerCase(), getter(proto(`HTML${kind}Element`), 'form'),
    ]),
  );
  const formElements = getter(proto('HTMLFormElement'), 'elements');
  const formAction = getter(proto('HTMLFormElement'), 'action');
  const formMethod = getter(proto('HTMLFormElement'), 'method');
  const overrides = Object.fromEntries(
    ['Input', 'Button'].map((kind) => {
      const owner = proto(`HTML${kind}Element`);
      return [kind.toLowerCase(), { action: getter(owner, 'formAction'), method: getter(owner, 'formMethod') }];
    }),
  );
  const FIELDS_TOLD = 50;
  const NAME_TOLD = 80;

  const clip = (text, limit = NAME_TOLD) => (text.length > limit ? `${text.slice(0, limit - 1)}…` : text);

  const NATIVE = new Set(['button', 'input', 'select', 'textarea', 'summary', 'option']);
  const ACTIVE_ROLES = new Set((
    'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox ' +
    'slider spinbutton switch tab textbox treeitem'
  ).split(' '));
  const isActive = (element) => {
    const tag = dom.tag(element);
    return NATIVE.has(tag) || tag === 'label' || (hrefs[tag] && dom.hasAttribute(element, 'href')) ||
      states.isEditingHost(element) || ACTIVE_ROLES.has(roles.of(element));
  };
  /** What a click on `element` sets off: the button around an icon, the control of a label. Itself where there is none. */
  const acted = (element) => {
    const active = dom.up(element, isActive);
    if (!active) return element;
    return (dom.tag(active) === 'label' && labelControl(active)) || active;
  };

  const isSubmitter = (element) => {
    const tag = dom.tag(element);
    if (tag === 'button') return buttonType(element) === 'submit';
    return tag === 'input' && ['submit', 'image'].includes(states.inputType(element));
  };
  const formOf = (element) => {
    const own = forms[dom.tag(element)];
    if (own) return own(element);
    return dom.up(element, (above) => dom.tag(above) === 'form');
  };
  /** The button that Enter in a field presses: the first of the form in tree order. `form.elements` leaves images out. */
  const defaultButton = (form) => {
    const root = dom.rootNode(form);
    for (const element of dom.query(root, 'button, input')) {
      if (isSubmitter(element) && formOf(element) === form) return element;
    }
    return null;
  };

  const KINDS = {
    button: 'button', menuitem: 'button', tab: 'button', link: 'link', checkbox: 'checkbox', switch: 'checkbox',
    menuitemcheckbox: 'checkbox', radio: 'radio', menuitemradio: 'radio', combobox: 'select', listbox: 'select',
    textbox: 'text', searchbox: 'text', spinbutton: 'text', slider: 'text',
  };
  const INPUT_KINDS = { checkbox: 'checkbox', radio: 'radio', file: 'file', button: 'button', reset: 'button', hidden: 'other' };
  const kindOf = (element) => {
    const tag = dom.tag(element);
    if (isSubmitter(element)) return formOf(element) ? 'submit' : 'button';
    if (tag === 'input') return INPUT_KINDS[states.inputType(element)] ?? 'text';
    if (tag === 'textarea') return 'text';
    if (tag === 'select') return 'select';
    if (tag === 'button' || tag === 'summary') return 'button';
    if (states.isEditable(element)) return 'editable';
    if (hrefs[tag] && dom.hasAttribute(element, 'href')) return 'link';
    return KINDS[roles.of(element)] ?? 'other';
  };

  /** The address of a link that needs nothing but itself to be followed, else null. */
  const plainHref = (element) => {
    const read = hrefs[dom.tag(element)];
    if (!read || !dom.hasAttribute(element, 'href')) return null;
    const scripted = ['onclick', 'download', 'data-method', 'data-confirm'].some((name) => dom.hasAttribute(element, name));
    const role = dom.attribute(element, 'role');
    if (scripted || (role && role.trim().toLowerCase() !== 'link')) return null;
    const raw = dom.attribute(element, 'href').trim();
    if (raw === '' || raw === '#') return null;
    const url = read(element);
    return /^https?:/i.test(url) ? url : null;
  };

  /** Whether a control inside another is only its inner part, as the anchor in a tab is: it has the same name, and what it
   *  does by itself stays in the page. */
  const doesTheSame = (inner, outer) => {
    if (names.of(inner) !== names.of(outer)) return false;
    const kind = kindOf(inner);
    if (kind === 'button') return true;
    const href = kind === 'link' ? dom.attribute(inner, 'href').trim() : '';
    return href.startsWith('#');
  };

  const originOf = (url) => {
    try { return new URL(url).origin; } catch { return 'null'; }
  };
  const override = (submitter, name) => {
    const value = submitter && dom.attribute(submitter, `form${name}`);
    return value ? overrides[dom.tag(submitter)][name](submitter) : '';
  };
  const SILENT = new Set(['hidden', 'submit', 'button', 'image', 'reset']);
  const fieldNames = (form) => {
    const told = [];
    for (const field of formElements(form)) {
      const tag = dom.tag(field);
      if (tag === 'button' || tag === 'fieldset' || tag === 'object' || tag === 'output') continue;
      if (SILENT.has(states.inputType(field))) continue;
      told.push(clip(names.of(field) || dom.attribute(field, 'name') || dom.id(field)));
      if (told.length === FIELDS_TOLD) break;
    }
    return told.filter(Boolean);
  };
  const VALUES_TOLD = 50;
  const VALUE_TOLD = 300;
  /** What the form's text fields and hidden inputs hold: an address or a script may have filled them in. */
  const fieldValues = (form) => {
    const told = [];
    for (const field of formElements(form)) {
      const tag = dom.tag(field);
      if ((tag !== 'input' && tag !== 'textarea') || states.isSecret(field)) continue;
      if (tag === 'input' && kindOf(field) !== 'text' && states.inputType(field) !== 'hidden') continue;
      const value = tag === 'input' ? inputValue(field) : areaValue(field);
      if (value && told.push(value.slice(0, VALUE_TOLD)) === VALUES_TOLD) break;
    }
    return told;
  };
  const UNSAID = /^\s*(?:$|#|javascript:)/i;
  /** Whether a form says neither where it goes nor how, nor that it searches: then a script sends it, or nothing does. */
  const isScripted = (form, submitter) => {
    const said = ['method', 'action'].flatMap((name) => [
      dom.attribute(form, name), submitter && dom.attribute(submitter, `form${name}`),
    ]);
    return said.every((value) => UNSAID.test(value ?? '')) && !dom.up(form, (above) => roles.of(above) === 'search');
  };
  /** Where a form would go to, by `element` if that is a submitter, else by its default button. */
  const formFacts = (element) => {
    const form = formOf(element);
    if (!form) return null;
    const submitter = isSubmitter(element) ? element : defaultButton(form);
    const action = override(submitter, 'action') || formAction(form);
    const method = override(submitter, 'method') || formMethod(form);
    const name = submitter ? clip(names.of(submitter)) : null;
    return {
      method, action, actionOrigin: originOf(action), fields: fieldNames(form), submitter: name,
      local: refs.of(form), values: fieldValues(form), scripted: isScripted(form, submitter),
    };
  };

  const valueLength = (element) => {
    switch (dom.tag(element)) {
      case 'input': return kindOf(element) === 'text' ? inputValue(element).length : 0;
      case 'textarea': return areaValue(element).length;
      default: return states.isEditable(element) ? dom.textContent(element).length : 0;
    }
  };
  const TYPED = new Set(['text', 'editable']);
  /** Where it stands in the window, in CSS pixels; null in a frame, whose own place is not known here. */
  const boxOf = (element) => {
    if (window.top !== window) return null;
    const { x, y, width, height } = dom.box(element);
    return [x, y, width, height].map((side) => Math.round(side));
  };

  const of = (element) => {
    const active = acted(element);
    const kind = kindOf(active);
    const disabled = states.isDisabled(active);
    return {
      tag: dom.localName(element), role: roles.of(element), name: names.of(element), kind,
      inputType: states.inputType(active),
      autocomplete: (dom.attribute(active, 'autocomplete') ?? '').trim().toLowerCase(),
      href: kind === 'link' ? plainHref(active) : null,
      disabled, editable: TYPED.has(kind) && !disabled && !states.isReadonly(active),
      visible: visible.isVisible(element), sensitive: states.isSecret(active), valueLength: valueLength(active),
      form: kind === 'link' ? null : formFacts(active),
      downloads: hrefs[dom.tag(active)] !== undefined && dom.hasAttribute(active, 'download'), box: boxOf(element),
    };
  };

  return { of, acted, isActive, doesTheSame, isSubmitter, formOf, defaultButton, kindOf, clip, control: labelControl };
})();

/** Operations that name an element answer {gone: true} where it no longer stands in the document. */
const onElement = (work) => (args, deadline) => {
  const element = refs.get(args.local);
  return element ? work(element, args, deadline) : { gone: true };
};

/** What an act reaches through a wrapper or label: the field that is written into, the box that is checked, the list. */
const reached = {
  field: (element) => fields.fieldOf(element), box: (element) => fields.checkable(element), list: (element) => choices.reached(element),
};
ops.facts = onElement((element, { through }) => facts.of(reached[through]?.(element) ?? element));

const focus = (() => {
  const inDocument = getter(Document.prototype, 'activeElement');
  const inShadow = getter(ShadowRoot.prototype, 'activeElement');
  /** What keys go to, null where that is the page as a whole or is in a frame. */
  const element = () => {
    let at = inDocument(document);
    while (at && dom.shadowRoot(at) && inShadow(dom.shadowRoot(at))) at = inShadow(dom.shadowRoot(at));
    return !at || ['body', 'html'].includes(dom.tag(at)) || dom.holdsFrame(at) ? null : at;
  };
  return { element };
})();

ops.focusFacts = () => {
  const element = focus.element();
  return element ? facts.of(element) : {};
};

/** Whether a link leads to exactly this address. */
ops.hasLink = (() => {
  const links = getter(Document.prototype, 'links');
  const hrefs = { a: getter(HTMLAnchorElement.prototype, 'href'), area: getter(HTMLAreaElement.prototype, 'href') };
  return ({ url }, deadline) => {
    let count = 0;
    for (const link of links(document)) {
      if ((++count & 63) === 0 && deadline.passed()) { deadline.late++; return false; }
      if (hrefs[dom.tag(link)]?.(link) === url) return true;
    }
    return false;
  };
})();
