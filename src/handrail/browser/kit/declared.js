// What the declarations of a rule can change of the things the walk asks for, as bits. A value that cannot make a
// difference (opacity: 1, a colour that inks nothing away) has none.

const declared = (() => {
  const DISPLAY = 1; // any that is not one of the next two
  const BLOCK = 2;
  const INLINE = 4;
  const OUT = 8; // out of the flow: an inline box becomes a block, and what clips it is another box
  const OVERFLOW = 16;
  const HIDES = 32; // transparent, hidden, of no size
  const CLIP = 64;
  const HAND = 128;
  const INK = 256;
  const LITERAL_INK = 512; // a colour that differs from every background that the sheets name
  const PAPER = 1024;
  const CASE = 2048;
  const ALL = 4095;

  const PROPERTY = /(?:^|; ?)(display|float|position|opacity|visibility|content-visibility|overflow(?:-[xy]|-block|-inline)?|clip|clip-path|cursor|color|background|background-color|text-transform|font|font-size|all): ([^;]*)/g;
  const KEPT = new Set(['inherit', 'unset', 'currentcolor']);
  const SIZES = /^(?:x{1,3}-)?(?:small|large|medium|smaller|larger)$/;
  const NO_SIZE = /(?:^|\s)0(?:[a-z]+|%)?(?:\s|\/|$)/;

  const isPositive = (value) => Number.parseFloat(value) >= 0.01;
  const VALUES = {
    display: (value) => (value === 'block' || value === 'list-item' ? BLOCK : value === 'inline' ? INLINE : DISPLAY),
    float: (value) => (value === 'none' ? 0 : OUT),
    position: (value) => (value === 'static' || value === 'relative' || value === 'sticky' ? 0 : OUT),
    opacity: (value) => (isPositive(value) ? 0 : HIDES),
    visibility: (value) => (value === 'visible' || value === 'inherit' ? 0 : HIDES),
    'content-visibility': (value) => (value === 'visible' || value === 'auto' ? 0 : HIDES),
    clip: (value) => (value === 'auto' ? 0 : CLIP),
    'clip-path': (value) => (value === 'none' ? 0 : CLIP),
    cursor: (value) => (value.includes('pointer') || value.includes('var(') ? HAND : 0),
    'text-transform': (value) => (value === 'inherit' ? 0 : CASE),
    'font-size': (value) => (isPositive(value) || SIZES.test(value) || KEPT.has(value) ? 0 : HIDES),
    font: (value) => (/(?:var|calc|min|max|clamp)\(/.test(value) || NO_SIZE.test(value) ? HIDES : 0),
    all: () => ALL,
  };
  const isClear = (value) => value === 'none' || value === 'transparent' || value === 'rgba(0, 0, 0, 0)';

  /** @param {CSSStyleDeclaration} style  @returns {{bits: number, ink: string|null, paper: string|null}|null} null where nothing counts */
  const of = (style) => {
    const text = style.cssText;
    let bits = 0;
    let ink = null;
    let paper = null;
    for (const [, property, said] of text.matchAll(PROPERTY)) {
      const value = said.replace(/ !important$/, '').toLowerCase();
      if (property === 'color') {
        if (!KEPT.has(value)) { bits |= colors.of(value) ? LITERAL_INK : INK; ink = value; }
      } else if (property === 'background' || property === 'background-color') {
        if (!isClear(value)) { bits |= PAPER; paper = value; }
      } else bits |= (VALUES[property] ?? ((other) => (other === 'visible' ? 0 : OVERFLOW)))(value);
    }
    return bits ? { bits, ink, paper } : null;
  };

  return { of, DISPLAY, BLOCK, INLINE, OUT, OVERFLOW, HIDES, CLIP, HAND, INK, LITERAL_INK, PAPER, CASE, ALL };
})();
