// Which of the things the walk asks for can differ from what the browser's own style sheet says of an element: the bits
// of `declared`, from its tag, classes, id and attributes. What no rule can touch needs no computed style.

const touches = (() => {
  const { DISPLAY, BLOCK, INLINE, OUT, HIDES, INK, LITERAL_INK, ALL } = declared;
  const getAnimations = method(Document.prototype, 'getAnimations');
  const compatMode = getter(Document.prototype, 'compatMode');

  const INLINES = 'a abbr acronym b bdi big br cite code data del dfn em i ins kbd nobr q s samp small span strike strong sub sup time tt u var wbr';
  const BLOCKS = (
    'address article aside blockquote center dd details dir div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup main menu nav ol p pre search section ul li table caption tbody tfoot thead tr td th'
  );
  // What the browser's own sheet may do to any other tag it knows. Those of the second list need not show what is in them.
  const OTHERS = 'body button fieldset font html img input label legend mark option output rt ruby select summary svg textarea';
  const OPAQUE = 'area audio canvas dialog embed frame frameset iframe meter object optgroup progress slot video';
  const OWN = ALL & ~HIDES;

  /** @typedef {{display: string, asks: number, own: number, opaque: boolean}} Kind  of a tag: its display, which bits can
   *  make that another one, what the browser's own sheet touches, and whether what is in it may not be shown */
  const kinds = new Map();
  for (const tag of INLINES.split(' ')) kinds.set(tag, { display: 'inline', asks: DISPLAY | BLOCK | OUT, own: tag === 'a' ? LITERAL_INK : 0, opaque: false });
  for (const tag of BLOCKS.split(' ')) kinds.set(tag, { display: 'block', asks: DISPLAY | INLINE, own: 0, opaque: false });
  for (const tag of OTHERS.split(' ')) kinds.set(tag, { display: '', asks: ALL, own: OWN, opaque: false });
  for (const tag of OPAQUE.split(' ')) kinds.set(tag, { display: '', asks: ALL, own: OWN, opaque: true });
  const UNKNOWN = { display: '', asks: ALL, own: ALL, opaque: true };
  const isKnown = (tag) => kinds.has(tag);
  const kindOf = (tag) => kinds.get(tag) ?? UNKNOWN;

  // Attributes that are style by themselves, in HTML or SVG.
  const STYLING = new Set('style hidden inert popover bgcolor background color text opacity visibility display overflow cursor clip clip-path font-size fill text-transform'.split(' '));
  const LINKS = ['rgb(0, 0, 238)', 'rgb(85, 26, 139)', 'rgb(255, 0, 0)', 'rgb(158, 158, 255)', 'rgb(208, 173, 240)', 'rgb(255, 158, 158)'];
  const WHITE = 'rgb(255, 255, 255)';

  class Touch {
    constructor(readings) {
      this.readings = readings;
      this.byKey = new Map();
      this.byClasses = new Map();
      this.papers = [colors.of(WHITE)];
      const rules = readings.flatMap((reading) => reading.rules);
      for (const { paper } of rules) if (paper !== null) this.addPapers(paper);
      for (const { keys, bits, ink } of rules) this.add(keys, bits, ink);
      this.onAll = this.byKey.get('*') ?? 0;
      this.link = LINKS.some((ink) => this.isSuspect(ink)) ? INK : 0;
      this.byTag = new Map();
      this.byAttribute = new Map();
      this.odd = new Map();
    }

    addPapers(value) {
      for (const [color] of value.matchAll(/rgba?\([^)]*\)|\b[a-z]+\b/g)) {
        const channels = colors.of(color);
        if (channels) this.papers.push(channels);
      }
    }

    /** Could ink of this colour be lost on a background that the sheets name? */
    isSuspect(ink) {
      const channels = colors.of(ink);
      return channels === null || channels[3] === 0 || this.papers.some((paper) => colors.areClose(channels, paper));
    }

    add(keys, bits, ink) {
      if (bits & LITERAL_INK && this.isSuspect(ink)) bits = (bits & ~LITERAL_INK) | INK;
      for (const key of keys) this.byKey.set(key, (this.byKey.get(key) ?? 0) | bits);
    }

    /** What holds for all elements of a tag. */
    ofTag(tag) {
      let bits = this.byTag.get(tag);
      if (bits === undefined) {
        bits = kindOf(tag).own | this.onAll | (this.byKey.get(tag) ?? 0) | (tag === 'a' ? this.link : 0);
        this.byTag.set(tag, bits);
      }
      return bits;
    }

    /** @returns {number} an element's `marks`, and above them what its attributes touch */
    attributes(element) {
      let said = 0;
      for (const name of dom.attributeNames(element)) said |= this.byAttribute.get(name) ?? this.ofAttribute(name);
      return said;
    }
    ofAttribute(name) {
      const touched = (this.byKey.get(`[${name}`) ?? 0) | (STYLING.has(name) ? ALL : 0);
      const said = marks.bitsOf(name) | (touched << marks.BELOW);
      if (this.byAttribute.size < 1000) this.byAttribute.set(name, said);
      return said;
    }

    /** @param {number} said  the element's `attributes`  @returns {number} what any rule can touch */
    of(element, tag, said) {
      let bits = this.ofTag(tag) | (said >>> marks.BELOW);
      if (said & marks.CLASS) bits |= this.ofClasses(dom.attribute(element, 'class'));
      if (said & marks.ID) bits |= this.byKey.get(`#${dom.id(element)}`) ?? 0;
      return bits;
    }

    ofClasses(value) {
      let bits = this.byClasses.get(value);
      if (bits === undefined) {
        bits = 0;
        for (const name of value.split(/\s+/)) bits |= this.byKey.get(`.${name}`) ?? 0;
        if (this.byClasses.size > 5000) this.byClasses.clear();
        this.byClasses.set(value, bits);
      }
      return bits;
    }

    /** Is this background none that the sheets name? Then any colour of theirs may be lost on it. */
    isOdd(color) {
      let odd = this.odd.get(color);
      if (odd === undefined) {
        const channels = colors.of(color);
        odd = channels === null || !this.papers.some((paper) => colors.areClose(channels, paper));
        this.odd.set(color, odd);
      }
      return odd;
    }
  }

  let latest = null;
  const areSame = (a, b) => a.length === b.length && a.every((reading, i) => reading === b[i]);
  /** @param {Sheet[]} readings  of the document's sheets  @returns {Touch|null} null where any rule may touch any element */
  const by = (readings) => {
    if (compatMode(document) !== 'CSS1Compat' || readings.some((reading) => reading.rules === null)) return null;
    if (latest === null || !areSame(latest.readings, readings)) latest = new Touch(readings);
    return latest;
  };

  /** The elements whose style is being animated: by scripts, keyframes or transitions. */
  const animated = () => new Set(getAnimations(document).map((animation) => animation.effect?.target).filter(Boolean));

  return { by, kindOf, isKnown, animated };
})();
