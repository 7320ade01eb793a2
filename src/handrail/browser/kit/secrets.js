// The field that a secret would go into, judged where it stands, and what it kept of it by length alone.

const secretFields = (() => {
  const action = getter(HTMLFormElement.prototype, 'action');
  const overrides = { button: getter(HTMLButtonElement.prototype, 'formAction'), input: getter(HTMLInputElement.prototype, 'formAction') };
  const limits = { input: getter(HTMLInputElement.prototype, 'maxLength'), textarea: getter(HTMLTextAreaElement.prototype, 'maxLength') };

  const originOf = (url) => {
    try { return new URL(url).origin; } catch { return 'null'; }
  };
  /** Every origin that a form, or a button that submits it, names: any of them can be pressed later. */
  const leadsTo = (form) => {
    const origins = new Set([originOf(action(form))]);
    for (const element of dom.query(dom.rootNode(form), 'button[formaction], input[formaction]')) {
      if (facts.isSubmitter(element) && facts.formOf(element) === form) origins.add(originOf(overrides[dom.tag(element)](element)));
    }
    return [...origins];
  };
  /** Characters that a field takes, null where it says nothing of it. */
  const most = (field) => {
    const limit = limits[dom.tag(field)]?.(field) ?? -1;
    return limit >= 0 ? limit : null;
  };
  return { leadsTo, most };
})();

/** The field itself, where the ref is of its label or wrapper. */
ops['secrets.field'] = onElement((element) => {
  const field = fields.fieldOf(element);
  const form = facts.formOf(field);
  return {
    ...facts.of(field), local: refs.of(field), how: fields.how(field), why: obstacle(field, { editable: true }),
    most: secretFields.most(field), leadsTo: form ? secretFields.leadsTo(form) : [],
  };
});

ops['secrets.length'] = onElement((element) => ({ length: fields.read(fields.fieldOf(element)).length }));
