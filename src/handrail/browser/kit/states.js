// What an element is now: its value and the words for its state.

const states = (() => {
  const proto = (name) => window[name].prototype;
  const inputTypeOf = getter(proto('HTMLInputElement'), 'type');
  const inputValue = getter(proto('HTMLInputElement'), 'value');
  const inputChecked = getter(proto('HTMLInputElement'), 'checked');
  const inputMixed = getter(proto('HTMLInputElement'), 'indeterminate');
  const inputFiles = getter(proto('HTMLInputElement'), 'files');
  const areaValue = getter(proto('HTMLTextAreaElement'), 'value');
  const selectedOptions = getter(proto('HTMLSelectElement'), 'selectedOptions');
  const optionSelected = getter(proto('HTMLOptionElement'), 'selected');
  const optionLabel = getter(proto('HTMLOptionElement'), 'label');
  const progressPosition = getter(proto('HTMLProgressElement'), 'position');
  const progressValue = getter(proto('HTMLProgressElement'), 'value');
  const meterValue = getter(proto('HTMLMeterElement'), 'value');
  const editable = getter(proto('HTMLElement'), 'isContentEditable');
  const htmlTabIndex = getter(proto('HTMLElement'), 'tabIndex');
  const isDisabledNow = (element) => dom.matches(element, ':disabled');
  const validities = Object.fromEntries(['Input', 'TextArea', 'Select'].map((kind) => {
    const owner = proto(`HTML${kind}Element`);
    return [kind.toLowerCase(), { of: getter(owner, 'validity'), message: getter(owner, 'validationMessage') }];
  }));

  const FORM_TAGS = new Set(['input', 'select', 'textarea', 'button', 'option', 'optgroup', 'fieldset']);
  const MASK = '•••';
  const SECRET_TOKENS = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-[a-z-]+|transaction-pin)(?:\s|$)/;
  // Fields that say what they are only by their name: card numbers, codes and keys typed into plain text inputs.
  const SECRET_NAMES = /pass(?:word|wd|phrase|code)|(?:^|[^a-z])(?:pwd|pin|otp|totp|2fa|mfa|cvv|cvc|csc|ssn|iban|secret|api[_-]?key|token)(?:[^a-z]|$)|card[_-]?(?:num|no|number)|cardnumber|security[_-]?code|verification[_-]?code|credit[_-]?card/i;

  const isHtml = (element) => dom.namespace(element) === HTML;
  const inputType = (element) => (element instanceof HTMLInputElement ? inputTypeOf(element) : '');
  const isEditingHost = (element) => {
    const value = dom.attribute(element, 'contenteditable');
    return value !== null && value.toLowerCase() !== 'false' && isHtml(element);
  };
  const isEditable = (element) => element instanceof HTMLElement && editable(element);
  const isFocusable = (element) => {
    if (!(element instanceof HTMLElement)) return dom.hasAttribute(element, 'tabindex');
    if (FORM_TAGS.has(dom.localName(element)) && isDisabledNow(element)) return false;
    return dom.hasAttribute(element, 'tabindex') || htmlTabIndex(element) >= 0 || isEditingHost(element);
  };

  /** A password, card, one-time-code or credential field: its value is never handed out. */
  const isSecret = (element) => {
    const tag = isHtml(element) ? dom.localName(element) : '';
    if (tag !== 'input' && tag !== 'textarea' && !isEditingHost(element)) return false;
    if (tag === 'input' && inputTypeOf(element) === 'password') return true;
    if (SECRET_TOKENS.test((dom.attribute(element, 'autocomplete') ?? '').toLowerCase())) return true;
    const words = [dom.attribute(element, 'name'), dom.id(element), dom.attribute(element, 'aria-label'), dom.attribute(element, 'placeholder')];
    return words.some((word) => word && SECRET_NAMES.test(word));
  };

  const NOT_VALUES = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden']);
  /** @returns {string[]} the labels of the options that a <select> has chosen */
  const choices = (select) => Array.from(selectedOptions(select), (option) => flat(optionLabel(option)));
  const fileNames = (element) => Array.from(inputFiles(element) ?? [], (file) => file.name).join(', ');

  const rawValue = (element) => {
    if (isHtml(element)) {
      switch (dom.localName(element)) {
        case 'input': {
          const type = inputTypeOf(element);
          if (type === 'file') return fileNames(element);
          return NOT_VALUES.has(type) ? null : inputValue(element);
        }
        case 'textarea': return areaValue(element);
        case 'select': return choices(element).join(', ');
        case 'progress': return progressPosition(element) < 0 ? null : String(progressValue(element));
        case 'meter': return String(meterValue(element));
      }
    }
    if (isEditingHost(element)) return flat(dom.textContent(element));
    return dom.attribute(element, 'aria-valuetext') ?? dom.attribute(element, 'aria-valuenow') ?? internals.value(element) ?? ariaFieldValue(element);
  };
  const ariaFieldValue = (element) => {
    const role = dom.attribute(element, 'role');
    return role === 'textbox' || role === 'searchbox' || role === 'combobox' ? flat(dom.textContent(element)) : null;
  };

  const VALUE_TAGS = new Set(['input', 'textarea', 'select', 'progress', 'meter']);
  const VALUE_ROLES = new Set(['slider', 'spinbutton', 'scrollbar', 'progressbar', 'meter', 'textbox', 'searchbox', 'combobox', 'separator']);
  const hasValue = (role, tag) => VALUE_TAGS.has(tag) || VALUE_ROLES.has(role);

  /** @returns {string | null} what a field holds; null for what holds no value */
  const value = (element) => {
    const raw = rawValue(element);
    return raw && isSecret(element) ? MASK : raw;
  };

  const aria = (element, name) => (dom.attribute(element, `aria-${name}`) ?? internals.state(element, name) ?? '').trim().toLowerCase();
  const isDisabled = (element) =>
    (FORM_TAGS.has(dom.localName(element)) && isDisabledNow(element)) ||
    Boolean(dom.closest(element, '[aria-disabled="true" i]')) || internals.state(element, 'disabled') === 'true';

  const checkedState = (element, tag) => {
    if (tag === 'input' && element instanceof HTMLInputElement) {
      const type = inputTypeOf(element);
      if (type === 'checkbox' && inputMixed(element)) return 'mixed';
      if (type === 'checkbox' || type === 'radio') return inputChecked(element) ? 'true' : 'false';
    }
    return aria(element, 'checked');
  };
  const expandedState = (element, tag, role) => {
    if (tag === 'summary' && role === 'button') {
      const details = dom.parent(element);
      return String(Boolean(details) && dom.hasAttribute(details, 'open'));
    }
    const said = aria(element, 'expanded');
    if (said) return said;
    const target = popoverTarget(element);
    return target ? String(dom.matches(target, ':popover-open')) : '';
  };
  const popoverTarget = (element) => (dom.hasAttribute(element, 'popovertarget') ? dom.idrefs(element, 'popovertarget')[0] : null);

  const levelOf = (element) => {
    const said = Number.parseInt(aria(element, 'level'), 10);
    if (said > 0) return Math.min(said, 99);
    const heading = /^h([1-6])$/.exec(dom.localName(element));
    return heading ? heading[1] : 2;
  };

  const validity = (element) => (isHtml(element) ? validities[dom.localName(element)] : undefined);
  /** Only a fault that the page shows: an empty required field that nobody touched is not one yet. */
  const isInvalid = (element) => {
    const said = aria(element, 'invalid');
    if (said) return said !== 'false';
    return Boolean(validity(element)) && dom.matches(element, ':user-invalid');
  };
  /** @returns {string} why the field is not valid, in the page's or the browser's words */
  const fault = (element) => {
    if (!isInvalid(element)) return '';
    const said = dom.idrefs(element, 'aria-errormessage').map((part) => flat(dom.textContent(part))).join(' ');
    return said || (validity(element) ? validity(element).message(element) : '');
  };

  const isSelected = (element) => (element instanceof HTMLOptionElement ? optionSelected(element) : aria(element, 'selected') === 'true');
  const TYPED = new Set(['input', 'textarea']);
  const isReadonly = (element, tag = dom.tag(element)) =>
    aria(element, 'readonly') === 'true' || (TYPED.has(tag) && dom.hasAttribute(element, 'readonly'));
  const isRequired = (element, tag) => aria(element, 'required') === 'true' || (validities[tag] !== undefined && dom.matches(element, ':required'));
  const focused = oncePerCall(() => {
    let at = activeElement(document);
    while (at && dom.shadowRoot(at)) {
      const inner = shadowActive(dom.shadowRoot(at));
      if (!inner) break;
      at = inner;
    }
    return at;
  });
  const activeElement = getter(Document.prototype, 'activeElement');
  const shadowActive = getter(ShadowRoot.prototype, 'activeElement');

  const EXPANDABLE_WORD = { true: 'expanded', false: 'collapsed' };
  const CHECKED_WORD = { true: 'checked', false: 'unchecked', mixed: 'mixed' };
  const PRESSED_WORD = { true: 'pressed', false: 'unpressed', mixed: 'half-pressed' };

  const PLAIN_ROLES = new Set(['link', 'heading', 'list', 'listitem', 'table', 'row', 'cell', 'img', 'navigation', 'main', 'banner', 'separator', 'definition', 'term', 'clickable', '']);
  const CURRENT = new Set(['page', 'step', 'location', 'date', 'time']);

  /** @param {Element} element  @param {string} [role]  @returns {string[]} words such as `checked`, `disabled`, `level=2`; all our own */
  const of = (element, role = roles.of(element), tag = dom.tag(element), has = marks.of(element)) => {
    const words = [];
    const add = (word) => { if (word) words.push(word); };
    if (role === 'heading') add(`level=${levelOf(element)}`);
    const isField = FORM_TAGS.has(tag);
    const speaks = internals.speaks(element);
    const isStated = speaks || (has & marks.STATED) !== 0;
    const simple = !isStated && !isField && PLAIN_ROLES.has(role);
    if (!simple) {
      if (isStated || isField) {
        add(CHECKED_WORD[checkedState(element, tag)]);
        if (isSelected(element)) add('selected');
        add(PRESSED_WORD[aria(element, 'pressed')]);
      }
      add(EXPANDABLE_WORD[expandedState(element, tag, role)]);
    }
    if ((isField || speaks || ariaDisabledAround(element)) && isDisabled(element)) add('disabled');
    if (isStated || isField) {
      if (isReadonly(element, tag)) add('readonly');
      if (isRequired(element, tag)) add('required');
      if (isInvalid(element)) add('invalid');
      const current = aria(element, 'current');
      if (current && current !== 'false') add(CURRENT.has(current) ? `current=${current}` : 'current');
      if (aria(element, 'busy') === 'true') add('busy');
    }
    if (element === focused() && element !== dom.body(document)) add('focused');
    return words;
  };
  const anyDisabled = perCall();
  /** A link can only be disabled by itself or a box around it in its tree that says so; most trees have none. */
  const ariaDisabledAround = (element) => {
    const root = dom.rootNode(element);
    let any = anyDisabled.get(root);
    if (any === undefined) anyDisabled.set(root, (any = dom.query(root, '[aria-disabled]').length > 0));
    return any;
  };

  return { of, value, choices, hasValue, fault, isSecret, isDisabled, isReadonly, isFocusable, isEditable, isEditingHost, inputType, isInvalid, isHtml, focused };
})();
