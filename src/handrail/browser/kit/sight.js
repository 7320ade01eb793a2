// Whether a person can see an element during the walk. Judged where text or a control stands, not on every box.

const sight = (() => {
  const checkVisibility = Element.prototype.checkVisibility;
  const SEEN = { opacityProperty: true, visibilityProperty: true };
  const UNSEEN = 0;
  const SEEN_ELSEWHERE = 1;
  const IN_VIEW = 2;

  const backgrounds = perCall();
  const pairs = new Map();

  /** What clips the descendants of a box. `scrolls`: what is outside can be brought in. */
  const clipOf = (element, style, outer) => {
    const overflow = style.overflowY;
    if (overflow === 'visible') return outer;
    const { left, top, right, bottom } = visible.box(element);
    return { left, top, right, bottom, outer, element, scrolls: overflow === 'auto' || overflow === 'scroll' };
  };

  const isOutside = (box, area) =>
    box.bottom <= area.top || box.top >= area.bottom || box.right <= area.left || box.left >= area.right;

  /** A box out of the flow is not clipped by what stands between it and its containing block. */
  const escapes = (element, clip) => {
    for (let at = element; at && at !== clip.element; at = dom.parent(at)) {
      const { position } = visible.style(at);
      if (position === 'fixed') return true;
      if (position === 'absolute' && visible.style(clip.element).position === 'static') return true;
    }
    return false;
  };

  const throughClips = (element, box, clip) => {
    let verdict = IN_VIEW;
    for (let at = clip; at; at = at.outer) {
      const pinhole = at.right - at.left <= 1 || at.bottom - at.top <= 1;
      if (!pinhole && !isOutside(box, at)) continue;
      if (escapes(element, at)) continue;
      if (!at.scrolls || pinhole) return UNSEEN;
      verdict = SEEN_ELSEWHERE;
    }
    return verdict;
  };

  const place = (element, box, clip) => {
    if (box.right + window.scrollX <= 0 || box.bottom + window.scrollY <= 0) return UNSEEN;
    const verdict = clip ? throughClips(element, box, clip) : IN_VIEW;
    if (verdict !== IN_VIEW) return verdict;
    const outside = box.bottom <= 0 || box.top >= window.innerHeight || box.right <= 0 || box.left >= window.innerWidth;
    return outside ? SEEN_ELSEWHERE : IN_VIEW;
  };

  const isCutAway = (element, style) => {
    const { clipPath, clip } = style;
    if (clipPath !== 'none' && /^inset\((?:50|100)%/.test(clipPath)) return true;
    return clip !== 'auto' && style.position !== 'static' && /^rect\((?:(?:0|1)px(?:, ?| |\)$)){4}/.test(clip);
  };

  const channels = (color) => {
    const parts = color.match(/[\d.]+/g);
    return color.startsWith('rgb') && parts ? parts.map(Number) : null;
  };
  const isClear = (color) => color === 'transparent' || color === 'rgba(0, 0, 0, 0)';

  /** The nearest background colour that is painted behind an element, null where it cannot be told. */
  const background = (element) => {
    let found = backgrounds.get(element);
    if (found === undefined) {
      const own = visible.style(element).backgroundColor;
      const above = isClear(own) ? dom.parent(element) : null;
      found = isClear(own) ? (above ? background(above) : canvas()) : { color: own, owner: element };
      backgrounds.set(element, found);
    }
    return found;
  };
  /** White, unless the page is dark by scheme or shows through from the page around it. */
  const canvas = () => {
    const plain = window.parent === window && !visible.style(dom.root(document)).colorScheme.includes('dark');
    return plain ? { color: 'rgb(255, 255, 255)', owner: null } : null;
  };

  const areAlike = (ink, paper) => {
    const key = `${ink}|${paper}`;
    let alike = pairs.get(key);
    if (alike === undefined) {
      const [a, b] = [channels(ink), channels(paper)];
      alike = Boolean(a && b) && (b[3] ?? 1) === 1 && (a[3] === 0 || [0, 1, 2].every((i) => Math.abs(a[i] - b[i]) <= 3));
      pairs.set(key, alike);
    }
    return alike;
  };
  /** Only what is in the flow stands for sure upon the background of its ancestors. */
  const standsUpon = (element, owner) => {
    for (let at = element; at; at = dom.parent(at)) {
      const style = visible.style(at);
      if (style.backgroundImage !== 'none' || style.textShadow !== 'none') return false;
      if (at === owner) return true;
      if (style.position !== 'static' || style.float !== 'none') return false;
    }
    return owner === null;
  };
  const isInkless = (element, style) => {
    if (style.fontSize === '0px') return true;
    const paper = background(element);
    if (!paper || !areAlike(style.color, paper.color)) return false;
    return standsUpon(element, paper.owner) && (style.webkitTextFillColor ?? style.color) === style.color;
  };

  /** Has a box, and nothing makes it transparent or hidden. */
  const isShown = (element, display) => {
    for (let at = element; at; at = dom.parent(at)) {
      if (at === element ? display !== 'contents' : visible.style(at).display !== 'contents') return checkVisibility.call(at, SEEN);
    }
    return false;
  };

  /** @returns {0|1|2} of a control or picture: cannot be seen, can be scrolled to, is in the window */
  const ofElement = (element, style, clip) => {
    if (!isShown(element, style.display) || isCutAway(element, style)) return UNSEEN;
    if (style.display === 'contents') return SEEN_ELSEWHERE;
    return place(element, visible.box(element), clip);
  };

  /** @returns {0|1|2} of the text that stands in an element. `block` is the box that the lines of it run in. */
  const ofText = (element, style, clip, block) => {
    const { display } = style;
    if (!isShown(element, display) || isInkless(element, style)) return UNSEEN;
    if (display !== 'inline' && display !== 'contents') {
      if (isCutAway(element, style)) return UNSEEN;
      return placeText(element, clip);
    }
    if (block.place === -1) block.place = blockPlace(block, clip);
    return block.tall ? placeText(display === 'contents' ? block.element : element, clip) : block.place;
  };
  const placeText = (element, clip) => {
    const box = visible.box(element);
    if (box.width <= 1 && box.height <= 1 && visible.style(element).overflowY !== 'visible') return UNSEEN;
    return place(element, box, clip);
  };
  const blockPlace = (block, clip) => {
    const style = visible.style(block.element);
    if (isCutAway(block.element, style)) return UNSEEN;
    block.tall = visible.box(block.element).height > window.innerHeight;
    return placeText(block.element, clip);
  };

  return { ofElement, ofText, clipOf, checkVisibility: (element) => checkVisibility.call(element), UNSEEN, SEEN_ELSEWHERE, IN_VIEW };
})();
