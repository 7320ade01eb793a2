// The DOM, read only through getters and methods captured here. A page can shadow properties with its own names even
// in the isolated world (<input name=parentNode> makes form.parentNode an input), so no other module reads a node's
// property directly.

// in the isolated world (<input name=parentNode> makes form.parentNode an input), so no other module reads a node's
// property directly.

// A method as a function that takes its object first. Bound, for this is what the kit does most: no frame of its own.
const uncurried = (call) => Function.prototype.call.bind(call);
export const getter = (proto, name) => uncurried(Object.getOwnPropertyDescriptor(proto, name).get);
export const method = (proto, name) => uncurried(proto[name]);
/** @typedef {{passed: () => boolean, late: number}} Deadline  `late`: nodes an operation had no time for */

export const HTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';
export const ELEMENT = 1;
export const TEXT = 3;
export const dom = {
  parentNode: getter(Node.prototype, 'parentNode'),
  childNodes: getter(Node.prototype, 'childNodes'),
  firstChild: getter(Node.prototype, 'firstChild'),
  nextSibling: getter(Node.prototype, 'nextSibling'),
  nodeType: getter(Node.prototype, 'nodeType'),
  nodeName: getter(Node.prototype, 'nodeName'),
  isConnected: getter(Node.prototype, 'isConnected'),
  ownerDocument: getter(Node.prototype, 'ownerDocument'),
  rootNode: method(Node.prototype, 'getRootNode'),
  contains: method(Node.prototype, 'contains'),
  compare: method(Node.prototype, 'compareDocumentPosition'),
  textContent: getter(Node.prototype, 'textContent'),
  data: getter(CharacterData.prototype, 'data'),
  localName: getter(Element.prototype, 'localName'),
  namespace: getter(Element.prototype, 'namespaceURI'),
  id: getter(Element.prototype, 'id'),
  /** The shadow root of an element, a closed one only where the browser's protocol showed it to the kit. */
  shadowRoot: (element) => openShadow(element) ?? (closed === null ? null : (closed.get(element) ?? null)),
  /** Make the closed root of an element known. */
  revealShadow: (element, root) => {
    (closed ??= new WeakMap()).set(element, root);
  },
  firstElement: getter(Element.prototype, 'firstElementChild'),
  nextElement: getter(Element.prototype, 'nextElementSibling'),
  children: getter(Element.prototype, 'children'),
  attribute: method(Element.prototype, 'getAttribute'),
  hasAttribute: method(Element.prototype, 'hasAttribute'),
  attributeNames: method(Element.prototype, 'getAttributeNames'),
  matches: method(Element.prototype, 'matches'),
  closest: method(Element.prototype, 'closest'),
  queryIn: method(Element.prototype, 'querySelectorAll'),
  box: method(Element.prototype, 'getBoundingClientRect'),
  host: getter(ShadowRoot.prototype, 'host'),
  assignedNodes: method(HTMLSlotElement.prototype, 'assignedNodes'),
  body: getter(Document.prototype, 'body'),
  root: getter(Document.prototype, 'documentElement'),
  title: getter(Document.prototype, 'title'),
  readyState: getter(Document.prototype, 'readyState'),
  byId: (root, id) => (root instanceof Document ? documentById : fragmentById)(root, id),
  query: (root, selector) =>
    (root instanceof Document ? documentQuery : root instanceof Element ? dom.queryIn : fragmentQuery)(root, selector),

  /** May it hold a document of its own? */
  holdsFrame: (element) => frameTags.has(dom.tag(element)),

  isElement: (node) => dom.nodeType(node) === ELEMENT,
  isText: (node) => dom.nodeType(node) === TEXT,
  /** The tag, lower case; '' for what is neither HTML nor SVG. */
  tag: (element) => dom.tagNamed(dom.nodeName(element), element),
  /** The tag of an element whose node name is known. Capitals say that it is HTML in an HTML document: no need to ask. */
  tagNamed: (nodeName, element) => {
    let tag = htmlTags.get(nodeName);
    if (tag === undefined) {
      if (nodeName === nodeName.toUpperCase()) htmlTags.set(nodeName, (tag = nodeName.toLowerCase()));
      else tag = dom.namespace(element) === HTML || dom.namespace(element) === SVG ? dom.localName(element) : '';
    }
    return tag;
  },
  /** Whether elements of a tag can have a shadow tree: https://dom.spec.whatwg.org/#valid-shadow-host-name */
  mayHost: (tag) => {
    let may = hosts.get(tag);
    if (may === undefined) hosts.set(tag, (may = tag.includes('-')));
    return may;
  },
  /** Nothing but text inside: most links, buttons, cells and list items. Their text is read in one go. */
  isPlain: (element) => !dom.firstElement(element) && !dom.shadowRoot(element) && dom.localName(element) !== 'slot',
  /** The slot that shows a node, or null. */
  slot: (node) =>
    dom.nodeType(node) === ELEMENT ? elementSlot(node) : dom.nodeType(node) === TEXT ? textSlot(node) : null,
  /** The element above a node as it is shown: through its slot, and out of a shadow root to the host. */
  parent: (node) => {
    const above = dom.slot(node) ?? dom.parentNode(node);
    if (!above) return null;
    if (dom.nodeType(above) === ELEMENT) return above;
    return above instanceof ShadowRoot ? dom.host(above) : null;
  },
  /** The nodes below an element as they are shown: its shadow tree, or what is slotted into it. */
  shown: (element) => {
    const shadow = dom.shadowRoot(element);
    if (shadow) return dom.childNodes(shadow);
    if (dom.localName(element) === 'slot' && element instanceof HTMLSlotElement) {
      const assigned = dom.assignedNodes(element);
      if (assigned.length) return assigned;
    }
    return dom.childNodes(element);
  },
  /** The nearest element at or above `element`, as shown, for which `test` holds; null if none. */
  up: (element, test) => {
    let at = element;
    while (at && !test(at)) at = dom.parent(at);
    return at;
  },
  /** The elements that an attribute names by id, in the element's own tree. */
  idrefs: (element, name) => {
    const value = dom.attribute(element, name);
    if (!value) return [];
    const root = dom.rootNode(element);
    if (!(root instanceof Document || root instanceof DocumentFragment)) return [];
    return value
      .split(/\s+/)
      .map((id) => id && dom.byId(root, id))
      .filter(Boolean);
  },
  /** Every element of the document, open shadow trees included, in tree order. */
  *all(root = document) {
    for (const element of dom.query(root, '*')) {
      yield element;
      const shadow = dom.shadowRoot(element);
      if (shadow) yield* dom.all(shadow);
    }
  },
};

export const FRAMES = 'iframe, frame, object, embed';
const frameTags = new Set(FRAMES.split(', '));
const openShadow = getter(Element.prototype, 'shadowRoot');
let closed = null;
const htmlTags = new Map();
const hosts = new Map(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span slot'
    .split(' ')
    .map((tag) => [tag, true]),
);
const elementSlot = getter(Element.prototype, 'assignedSlot');
const textSlot = getter(Text.prototype, 'assignedSlot');
const documentById = method(Document.prototype, 'getElementById');
const fragmentById = method(DocumentFragment.prototype, 'getElementById');
const documentQuery = method(Document.prototype, 'querySelectorAll');
const fragmentQuery = method(DocumentFragment.prototype, 'querySelectorAll');
export const makeElement = method(Document.prototype, 'createElement');
