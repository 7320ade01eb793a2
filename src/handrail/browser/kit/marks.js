// Which attributes an element has, as bits: one question to the browser instead of one for each of them.

const marks = (() => {
  const ROLE = 1;
  const ARIA = 2; // any aria-*
  const NAMING = 4; // aria-label, aria-labelledby, aria-owns: named by something else than what stands in it
  const INERT = 8;
  const HANDLER = 16;
  const TAB = 32;
  const EDITABLE = 64;
  const OTHER = 128; // anything but class, style and id
  const CLASS = 256;
  const ID = 512;
  const TITLED = 1024; // named by its title where nothing else names it
  const STATED = 2048; // a state that an attribute tells: aria-checked and its like
  const BELOW = 12; // bits: what stands above them in a number is somebody else's
  const BITS = new Map(Object.entries({
    role: ROLE, inert: INERT, onclick: HANDLER, tabindex: TAB, contenteditable: EDITABLE, title: TITLED,
    'aria-label': ARIA | NAMING, 'aria-labelledby': ARIA | NAMING, 'aria-owns': ARIA | NAMING,
  }).map(([name, bits]) => [name, bits | OTHER]));
  for (const state of 'busy checked current disabled expanded invalid level pressed readonly required selected'.split(' ')) {
    BITS.set(`aria-${state}`, ARIA | STATED | OTHER);
  }
  BITS.set('class', CLASS).set('id', ID).set('style', 0);

  /** What an attribute says by being there. */
  const bitsOf = (name) => {
    let bits = BITS.get(name);
    if (bits === undefined) {
      bits = name.startsWith('aria-') ? ARIA | OTHER : OTHER;
      if (BITS.size < 1000) BITS.set(name, bits);
    }
    return bits;
  };

  /** @returns {number} */
  const of = (element) => {
    let bits = 0;
    for (const name of dom.attributeNames(element)) bits |= bitsOf(name);
    return bits;
  };

  return { of, bitsOf, ROLE, ARIA, NAMING, INERT, HANDLER, TAB, EDITABLE, OTHER, CLASS, ID, TITLED, STATED, BELOW, ALL: -1 };
})();
