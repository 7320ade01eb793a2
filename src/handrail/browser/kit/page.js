// The facts of a page.

const page = (() => {
  const scrollHeight = getter(Element.prototype, 'scrollHeight');
  const scrollWidth = getter(Element.prototype, 'scrollWidth');
  const scroller = getter(Document.prototype, 'scrollingElement');

  const whole = () => scroller(document) ?? dom.root(document);
  // A page may have taken its own root element away.
  const height = () => (whole() ? scrollHeight(whole()) : 0);
  const width = () => (whole() ? scrollWidth(whole()) : 0);

  const CONSENT = /cookie|consent|gdpr|onetrust|didomi|cmp-|usercentrics|truste|quantcast|cybot/i;
  const CONSENT_WORDS = /\bcookies?\b|\bconsent\b|\bcookie[- ]|datenschutz|tracking technologies/i;
  /** A box over the page, or stuck to its edge, that speaks of cookies and has a button. */
  const isCookieBanner = (box) => {
    const hint = `${dom.id(box)} ${dom.attribute(box, 'class') ?? ''} ${dom.attribute(box, 'aria-label') ?? ''}`;
    const words = dom.textContent(box).slice(0, 4000);
    if (!CONSENT_WORDS.test(words) && !(CONSENT.test(hint) && words.trim())) return false;
    return dom.queryIn(box, 'button, [role=button], a[href], input[type=submit]').length > 0 && visible.isVisible(box);
  };
  const OVERLAYS = 'dialog[open], [role=dialog], [role=alertdialog], [role=region], [id*=cookie i], [class*=cookie i], [id*=consent i], [class*=consent i], [aria-label*=cookie i]';
  const cookieBanner = () => {
    for (const box of dom.query(document, OVERLAYS)) {
      if (box !== dom.body(document) && box !== dom.root(document) && isCookieBanner(box)) return true;
    }
    return false;
  };

  return { height, width, cookieBanner };
})();

ops.page = () => {
  const modal = parts.openModal();
  const frames = [...dom.query(document, FRAMES)];
  return {
    title: dom.title(document),
    load_state: dom.readyState(document),
    scroll: [Math.round(window.scrollX), Math.round(window.scrollY)],
    size: [page.width(), page.height()],
    viewport: [window.innerWidth, window.innerHeight],
    modal: modal ? names.of(modal) : null,
    cookie_banner: page.cookieBanner(),
    frames: frames.map((frame) => refs.of(frame)),
  };
};
