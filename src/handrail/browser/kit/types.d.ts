// The data that modules of the kit hand to each other. For the type checker only: no module imports it.

/** When an operation must be over. */
interface Deadline {
  passed(): boolean;
  /** How many nodes the operation had no time for. */
  late: number;
  /** A deadline of its own for a part of the work. */
  part(share: number): Deadline;
}

/** An operation that Python asks for: takes and returns what JSON can say. */
// biome-ignore lint/suspicious/noExplicitAny: each operation takes other arguments apart
type Operation = (args: any, deadline: Deadline) => unknown;

type Root = Document | DocumentFragment | Element;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Point {
  x: number;
  y: number;
}

/** What a tag means to the walk, before anything is asked of an element. */
interface Tag {
  name: string;
  /** What the browser's own sheet says; '' where the element must be asked. */
  display: string;
  /** The bits of a declaration that can make `display` another. */
  asks: number;
  /** The bits that the browser's own sheet declares. */
  own: number;
  /** What is in it may not be shown. */
  opaque: boolean;
  known: boolean;
  /** May have a shadow tree. */
  hosts: boolean;
  skipped: boolean;
  /** Is shown in a way of its own. */
  special: boolean;
  sign: string;
  /** A row, item or form. */
  context: boolean;
  /** The page itself. */
  whole: boolean;
  /** Unless an attribute gives another; null where it must be asked for. */
  role: string | null;
}

/** What holds for a subtree of the walk. */
interface How {
  /** Inside something with a hand for a pointer. */
  pointer: boolean;
  /** Inside a control of which all is a part, such as a button. */
  control: boolean;
  /** Behind an open modal. */
  covered: boolean;
  /** Perhaps hidden. */
  unsure: boolean;
  clip: Clip | null;
  /** The row, item or form around. */
  context: Element | null;
  tree: TreeStyles;
  /** Which rules can change what; null: any rule may change any element. */
  effects: RuleEffects | null;
  /** Rules that count only here. */
  scopes: Map<string, number>[];
  /** The value of `text-transform`. */
  transform: string;
  /** Line breaks and indentation of its text are shown. */
  lines: boolean;
  /** Of which the boxes right in it are messages. */
  log: Element | null;
}

/** An element on the walk. As the `block` of what is in it, it is the box that lines of text run in. */
interface Entry {
  element: Element;
  tag: string;
  kind: Tag;
  display: string;
  /** What rules can change of it. */
  bits: number;
  /** Its attributes: see dom/attributes.js. */
  has: number;
  shadow: ShadowRoot | null;
  scopes: Map<string, number>[];
  how: How;
  up: Entry | null;
  place: ViewState | -1;
  tall: boolean;
  background?: Background;
  strange?: boolean;
  textColor?: TextColor;
}

/** Cannot be seen, can be scrolled to, is in the window: see snapshot/view_state.js. */
type ViewState = 0 | 1 | 2;

/** A box that cuts off what does not fit into it. */
interface Clip extends Box {
  outer: Clip | null;
  element: Element;
  /** What is outside can be brought in. */
  scrolls: boolean;
  /** The window, which alone shows what stands in a box that is pushed out of it. */
  isWindow: boolean;
}

interface Background {
  color: string;
  owner: Element | null;
}

interface TextColor {
  color: string;
  /** It is no other, such as one that a rule may give it. */
  sure: boolean;
  /** It is like one of the backgrounds that the sheets name. */
  suspect: boolean;
}

type Visitor = (entry: Entry, role: string, depth: number, how: How, block: Entry) => void;

/** What the sheets of a tree say. */
interface TreeStyles {
  shadow: boolean;
  /** Elements that may have generated text; null: any may. */
  generated: Set<Element> | null;
  /** No element has generated text. */
  silent: boolean;
  effects: RuleEffects | null;
}

type RuleEffects = import('./style/rule_effects.js').RuleEffects;

interface SheetReading {
  rules: (ArrayLike<CSSRule> & Iterable<CSSRule>) | null;
  generated: readonly string[] | null;
}

/** What a rule can change, and of which elements: the keys of style/selector_keys.js. */
interface RuleEffect extends Declarations {
  keys: string[];
  hand: string;
}

interface Declarations {
  bits: number;
  color: string | null;
  backgrounds: number[][];
}

/** A line of the outline that is being made: see snapshot/node_format.js. */
// biome-ignore lint/suspicious/noExplicitAny: each place holds another type
type OutlineNode = any[];

/** A node that asks for a ref, its element, and the row, item or form around. */
type SignedNode = [OutlineNode, Element, Element | null];

/** What a row or item is known by. */
interface ItemRecord {
  box: WeakRef<Element>;
  /** Its first words. */
  first: string;
  /** What its attributes and its link call it. */
  keys: string;
  /** What it is called by its own label. */
  label: string;
  text: string;
}

interface RefRecord {
  local: number;
  element: WeakRef<Element>;
  role: string;
  name: string;
  sign: string | null;
  /** The signature, with the place where others are signed alike. */
  key: string | null;
  /** The box that holds none that is known by the same; null where it is the only one. */
  home: WeakRef<Element> | null;
  /** The row or item that it stood in. */
  item: ItemRecord | null;
  /** What it was called in the outline where it has no name. */
  guess: string;
  /** Where a link led. */
  address: string;
  /** Where the links of its name led. */
  addresses: Set<string> | null;
  /** The element that stands for something else by now. */
  last: WeakRef<Element> | null;
  /** The last id given out when the record was signed; what has a greater one was not there then. */
  born: number;
  /** The last walk that came to it. */
  met: number;
}

/** An element on the way to a run of text, below `up` as shown. */
interface Step {
  element: Element;
  up: Step | null;
  place: Place | null;
}

interface Place {
  /** The nearest element that is not inline. */
  block: Element | null;
  /** The nearest inline-block below that, whose text stands apart. */
  atom: Element | null;
  /** Not displayed. */
  hidden: boolean;
}

interface Runs {
  /** The element each run stands in, or is, for a field. */
  steps: Step[];
  /** Its text, white space folded. */
  data: string[];
  /** What stands before it, as a set of bits. */
  gaps: number[];
  headings: { element: Element; from: number; to: number }[];
  /** Frames, and before which run they stand. */
  frames: { element: Element; index: number }[];
}

type BlockText = import('./text/block_text.js').BlockText;

/** How the name of an element is computed. */
interface NameOptions {
  seen: Set<Element>;
  /** In a text that names another element. */
  referenced: boolean;
  /** By aria-labelledby, which takes all that stands there. */
  whole: boolean;
  hidden: boolean;
  /** The element that is to be named, not one that stands in it. */
  top: boolean;
  /** Without buttons and menus. */
  plain?: boolean;
  /** Parts of which the content is left out. */
  without?: Set<Element>;
}
