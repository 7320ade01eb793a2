// What the walk asks of single elements.

const parts = (() => {
  const hrefOf = getter(HTMLAnchorElement.prototype, 'href');
  const areaHref = getter(HTMLAreaElement.prototype, 'href');
  const imageSource = getter(HTMLImageElement.prototype, 'src');
  const frameSource = getter(HTMLIFrameElement.prototype, 'src');
  const objectData = getter(HTMLObjectElement.prototype, 'data');
  const scrollHeight = getter(Element.prototype, 'scrollHeight');
  const clientHeight = getter(Element.prototype, 'clientHeight');
  const scrollWidth = getter(Element.prototype, 'scrollWidth');
  const clientWidth = getter(Element.prototype, 'clientWidth');

  const baseUri = getter(Node.prototype, 'baseURI');

  /** An address as short as it can be said: relative to the document where it is of the same folder, page or origin. */
  const shortener = () => {
    const here = location.href;
    const page = here.split('#')[0];
    const folder = page.split('?')[0].replace(/[^/]*$/, '');
    const origin = self.origin === 'null' ? '\0' : self.origin;
    return (url) => {
      if (url.startsWith('javascript:') || url === '') return '';
      if (url.startsWith(page) && url[page.length] === '#') return url.slice(page.length);
      if (folder.length > origin.length + 1 && url.startsWith(folder) && url.length > folder.length) return `./${url.slice(folder.length)}`;
      if (url.startsWith(origin)) return url.slice(origin.length) || '/';
      return url.length > 2000 ? `${url.slice(0, 2000)}…` : url;
    };
  };
  // The same words lead to the same place for as long as the document has the same address and base.
  const MOST_KNOWN = 5000;
  let from = '';
  let shorten;
  const known = new Map();
  const shortening = oncePerCall(() => {
    const now = `${location.href} ${baseUri(document)}`;
    if (now !== from) {
      from = now;
      shorten = shortener();
      known.clear();
    }
    if (known.size > MOST_KNOWN) known.clear();
    return shorten;
  });
  const linked = (anchor) => {
    const words = dom.attribute(anchor, 'href') ?? '';
    const short = shortening();
    let said = known.get(words);
    if (said === undefined) known.set(words, (said = short(hrefOf(anchor))));
    return said;
  };
  const address = (element, tag) => {
    if (tag === 'a' && element instanceof HTMLAnchorElement) return linked(element);
    return shortening()(addressOf(element, tag));
  };
  const addressOf = (element, tag) => {
    if (tag === 'area') return areaHref(element);
    if (tag === 'img') return imageSource(element);
    if (tag === 'iframe') return frameSource(element);
    if (tag === 'object') return objectData(element);
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

  // The walk passes by the shapes of a drawing, of which there are many, but not by those that can be operated.
  const SHAPES = ':is(path, circle, rect, ellipse, line, polygon, polyline, use):is([tabindex], [role], [onclick], [cursor=pointer], [style*=pointer i])';
  /** aria-owns: the elements each owner shows as its own, and all that are shown elsewhere than where they stand; shapes
   *  that can be operated are shown by what holds them. */
  const ownership = () => {
    const owners = new Map();
    const owned = new Set();
    for (const owner of dom.query(document, '[aria-owns]')) {
      const its = dom.idrefs(owner, 'aria-owns').filter((part) => !owned.has(part) && !dom.contains(part, owner) && !tags.on(part).skipped);
      its.forEach((part) => owned.add(part));
      owners.set(owner, its);
    }
    for (const shape of new Set([...dom.query(document, SHAPES), ...pierced.shapes()])) {
      const above = dom.parent(shape);
      if (above) owners.set(above, [...(owners.get(above) ?? []), shape]);
    }
    return { owners, owned };
  };

  const MODALS = 'dialog:modal, [aria-modal=true]';
  /** The topmost dialog that keeps the rest of the page out of reach. */
  const openModal = () => Array.from(dom.query(document, MODALS)).filter((box) => visible.isVisible(box)).at(-1) ?? cover.top();

  const PLAIN = Object.freeze({ owners: new Map(), owned: new Set() });
  /** `ownership` and the open modal; most documents have neither, which one question tells. */
  const survey = () => (pierced.shapes().length || dom.query(document, `[aria-owns], ${MODALS}, ${SHAPES}`).length ? { ...ownership(), modal: openModal() } : { ...PLAIN, modal: cover.top() });

  return { address, scrolls, isClickable, isWhole, survey, openModal };
})();
