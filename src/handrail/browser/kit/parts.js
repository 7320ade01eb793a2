// What the walk asks of single elements.

const parts = (() => {
  const hrefOf = getter(HTMLAnchorElement.prototype, 'href');
  const areaHref = getter(HTMLAreaElement.prototype, 'href');
  const imageSource = getter(HTMLImageElement.prototype, 'src');
  const frameSource = getter(HTMLIFrameElement.prototype, 'src');
  const scrollHeight = getter(Element.prototype, 'scrollHeight');
  const clientHeight = getter(Element.prototype, 'clientHeight');
  const scrollWidth = getter(Element.prototype, 'scrollWidth');
  const clientWidth = getter(Element.prototype, 'clientWidth');

  const address = (element, tag) => {
    if (tag === 'a' && element instanceof HTMLAnchorElement) return hrefOf(element);
    if (tag === 'area') return areaHref(element);
    if (tag === 'img') return imageSource(element);
    if (tag === 'iframe') return frameSource(element);
    return dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href') ?? dom.attribute(element, 'src') ?? '';
  };

  const scrolls = (element) =>
    scrollHeight(element) > clientHeight(element) + 1 || scrollWidth(element) > clientWidth(element) + 1;

  const isTabStop = (element) => {
    const index = dom.attribute(element, 'tabindex');
    return (index !== null && Number(index) >= 0) || states.isEditingHost(element);
  };
  /** Operable though its role does not say so: a handler, a tab stop, a hand for a pointer. */
  const isClickable = ({ element, has, bits }) => {
    if (has & marks.HANDLER || (has & (marks.TAB | marks.EDITABLE) && isTabStop(element))) return true;
    if (pierced.isListening(element) && !isWhole(element)) return true;
    return (bits & declared.HAND) !== 0 && visible.style(element).cursor === 'pointer' && !isWhole(element);
  };
  /** The page itself: a hand everywhere says nothing. */
  const isWhole = (element) => element === dom.body(document) || element === dom.root(document);

  /** aria-owns: the elements each owner shows as its own, and all that are shown elsewhere than where they stand. */
  const ownership = () => {
    const owners = new Map();
    const owned = new Set();
    for (const owner of dom.query(document, '[aria-owns]')) {
      const its = dom.idrefs(owner, 'aria-owns').filter((part) => !owned.has(part) && !dom.contains(part, owner));
      its.forEach((part) => owned.add(part));
      owners.set(owner, its);
    }
    return { owners, owned };
  };

  /** The topmost dialog that keeps the rest of the page out of reach. */
  const openModal = () =>
    Array.from(dom.query(document, 'dialog:modal, [aria-modal=true]')).filter((box) => visible.isVisible(box)).at(-1) ?? null;

  return { address, scrolls, isClickable, isWhole, ownership, openModal };
})();
