// Text that style sheets add: ::before and ::after.

const generated = (() => {
  const computed = window.getComputedStyle;

  const on = (element) => {
    const tree = sheets.around(element);
    if (tree.generated !== null && !tree.shadow) return tree.generated.has(element) || dom.shadowRoot(element) !== null;
    return sheets.mayAdd(tree, element, dom.tag(element), dom.firstElement(element) === null);
  };

  const spoken = (css) => {
    if (!css || css === 'none' || css === 'normal' || css === '""') return '';
    const parts = css.split(/"\s*\/\s*"/); // content: "★" / "favourite"
    const text = parts.length > 1 ? `"${parts.at(-1)}` : css;
    const strings = Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"/g), (match) => match[1].replace(/\\(.)/g, '$1'));
    return strings.join('').replace(sheets.ICON, '');
  };

  const read = (element, which) => {
    const style = computed.call(window, element, which);
    const text = spoken(style.content);
    if (!text || style.display === 'none' || style.visibility !== 'visible') return '';
    return style.display === 'inline' && style.float === 'none' && style.position !== 'absolute' ? text : ` ${text} `;
  };

  return {
    before: (element) => (on(element) ? read(element, '::before') : ''),
    after: (element) => (on(element) ? read(element, '::after') : ''),
  };
})();
