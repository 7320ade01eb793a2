// The choices of a dropdown, as they stand in the document now. What counts as one, and where its list is, says choices.js.

ops.options = ({ local }) => {
  const MOST = 200;
  const element = refs.get(local);
  if (!element) throw new Error('the element is gone');
  const { kind, options, multiple, opens = false, expanded = false } = choices.read(element, false);
  return {
    dropdown: kind !== '' || opens,
    built_when_open: options.length === 0 && opens && !expanded,
    multiple,
    total: options.length,
    options: options.slice(0, MOST).map(({ value, label, selected, disabled, group }) => ({ value, label, selected, disabled, group })),
  };
};
