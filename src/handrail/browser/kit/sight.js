// Whether a person can see what stands at a place of the walk. Judged where text or a control stands, not on every box.

const sight = (() => {
  const checkVisibility = Element.prototype.checkVisibility;
  const SEEN = { opacityProperty: true, visibilityProperty: true };
  const UNSEEN = 0;
  const SEEN_ELSEWHERE = 1;
  const IN_VIEW = 2;

  // The elements from the root of the walk down to where it is, and the background behind each, once asked for.
  const trail = [];
  const papers = [];
  const enter = (element, level) => {
    trail[level] = element;
    papers[level] = undefined;
  };

  /** What clips a box and its descendants. `scrolls`: what is outside can be brought in. The page itself clips nothing. */
  const clipOf = (element, style, outer) => {
    if (outer !== null) outer = inFlow(style.position, outer);
    const overflow = style.overflowY;
    if (overflow === 'visible' || element === dom.root(document) || element === dom.body(document)) return outer;
    const { left, top, right, bottom } = visible.box(element);
    return { left, top, right, bottom, outer, element, scrolls: overflow === 'auto' || overflow === 'scroll' };
  };
  /** A box out of the flow is not clipped by what stands between it and its containing block. */
  const inFlow = (position, clip) => {
    if (position === 'fixed') return null;
    if (position === 'absolute') while (clip !== null && visible.style(clip.element).position === 'static') clip = clip.outer;
    return clip;
  };

  const isOutside = (box, area) =>
    box.bottom <= area.top || box.top >= area.bottom || box.right <= area.left || box.left >= area.right;

  const throughClips = (element, box, clip) => {
    let verdict = IN_VIEW;
    for (let at = clip; at !== null; at = at.outer) {
      const pinhole = at.right - at.left <= 1 || at.bottom - at.top <= 1;
      if (at.element === element && !pinhole) continue;
      if (!pinhole && !isOutside(box, at)) continue;
      if (!at.scrolls || pinhole) return UNSEEN;
      verdict = SEEN_ELSEWHERE;
      box = at; // scrolling brings it to where the scrolling box is
    }
    return verdict;
  };

  const place = (element, box, clip) => {
    const window = viewport();
    const { top, bottom, left, right } = box;
    if (right + window.left <= 0 || bottom + window.top <= 0) return UNSEEN;
    const verdict = clip ? throughClips(element, box, clip) : IN_VIEW;
    if (verdict !== IN_VIEW) return verdict;
    return bottom <= 0 || top >= window.height || right <= 0 || left >= window.width ? SEEN_ELSEWHERE : IN_VIEW;
  };

  const isCutAway = (style) => {
    const { clipPath, clip } = style;
    if (clipPath !== 'none' && /^inset\((?:50|100)%/.test(clipPath)) return true;
    return clip !== 'auto' && style.position !== 'static' && /^rect\((?:(?:0|1)px(?:, ?| |\)$)){4}/.test(clip);
  };

  const channels = (color) => {
    const parts = color.match(/[\d.]+/g);
    return color.startsWith('rgb') && parts ? parts.map(Number) : null;
  };
  const isClear = (color) => color === 'rgba(0, 0, 0, 0)' || color === 'transparent';

  /** The nearest background colour that is painted behind a place of the walk, null where it cannot be told. */
  const paperAt = (level) => {
    let found = papers[level];
    if (found === undefined) {
      const own = visible.style(trail[level]).backgroundColor;
      if (!isClear(own)) found = { color: own, owner: trail[level] };
      else found = level > 0 ? paperAt(level - 1) : paperAbove(dom.parent(trail[0]));
      papers[level] = found;
    }
    return found;
  };
  const paperAbove = (element) => {
    for (let at = element; at; at = dom.parent(at)) {
      const own = visible.style(at).backgroundColor;
      if (!isClear(own)) return { color: own, owner: at };
    }
    return canvas();
  };
  /** White, unless the page is dark by scheme or shows through from the page around it. */
  const canvas = () => {
    const plain = window.parent === window && !visible.style(dom.root(document)).colorScheme.includes('dark');
    return plain ? { color: 'rgb(255, 255, 255)', owner: null } : null;
  };

  const pairs = new Map();
  const areAlike = (ink, paper) => {
    let byPaper = pairs.get(paper);
    if (byPaper === undefined) pairs.set(paper, (byPaper = new Map()));
    let alike = byPaper.get(ink);
    if (alike === undefined) {
      const [a, b] = [channels(ink), channels(paper)];
      alike = Boolean(a && b) && (b[3] ?? 1) === 1 && (a[3] === 0 || [0, 1, 2].every((i) => Math.abs(a[i] - b[i]) <= 3));
      byPaper.set(ink, alike);
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
  const isInkless = (element, style, level) => {
    if (style.fontSize === '0px') return true;
    const paper = paperAt(level);
    if (!paper || !areAlike(style.color, paper.color)) return false;
    return standsUpon(element, paper.owner) && (style.webkitTextFillColor ?? style.color) === style.color;
  };

  /** Has a box, and nothing makes it transparent or hidden. */
  const isShown = (element, display) => {
    if (display !== 'contents') return checkVisibility.call(element, SEEN);
    const above = visible.boxed(element);
    return above !== null && checkVisibility.call(above, SEEN);
  };

  /** @returns {0|1|2} of a control or picture: cannot be seen, can be scrolled to, is in the window */
  const ofElement = (element, style, display, how, block) => {
    if (!isShown(element, display)) return UNSEEN;
    if (display === 'contents') return SEEN_ELSEWHERE;
    if (display === 'inline' && block !== null) return inLines(element, how, block);
    return isCutAway(style) ? UNSEEN : place(element, visible.box(element), how.clip);
  };

  /** @returns {0|1|2} of the text that stands in an element. `block` is the box that the lines of it run in. */
  const ofText = (element, style, display, how, block, level) => {
    if (!isShown(element, display) || isInkless(element, style, level)) return UNSEEN;
    if (display === 'inline') return inLines(element, how, block);
    return ofBlock(how, block);
  };
  /** What runs in the lines of a block is where the block is, unless that is taller than the window. */
  const inLines = (element, how, block) => {
    const whole = ofBlock(how, block);
    return block.tall && element !== block.element ? place(element, visible.box(element), how.clip) : whole;
  };
  const ofBlock = (how, block) => {
    if (block.place === -1) block.place = blockPlace(block, how);
    return block.place;
  };
  const blockPlace = (block, how) => {
    const { element } = block;
    const style = visible.style(element);
    if (isCutAway(style)) return UNSEEN;
    const box = visible.box(element);
    const { width, height } = box;
    if (width <= 1 && height <= 1 && style.overflowY !== 'visible') return UNSEEN;
    block.tall = height > viewport().height;
    return place(element, box, how.clip);
  };

  return { enter, ofElement, ofText, clipOf, isRendered: (element) => checkVisibility.call(element), UNSEEN, SEEN_ELSEWHERE, IN_VIEW };
})();
