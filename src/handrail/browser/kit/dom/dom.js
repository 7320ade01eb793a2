// The DOM, read only through getters and methods captured here. A page can shadow properties with its own names even
// in the isolated world. What a node is, its type and names tell, never `instanceof`: a node of a frame that the
// protocol handed to the kit of the page first (closed_shadow.py) keeps the classes of that window.
// A method as a function that takes its object first. Bound, for this is what the kit does most: no frame of its own.
/** @type {(call: Function) => any} */
const uncurried = (call) => Function.prototype.call.bind(call);
/**
 * The getter of a property as a function of its object. Of a node it takes any, and throws where it is of another kind.
 * @template {object} T
 * @template {keyof T} K
 * @param {T} proto @param {K} name
 * @returns {(self: T extends Node ? Node : T) => T[K]}
 */
export const getter = (proto, name) => uncurried(Object.getOwnPropertyDescriptor(proto, name)?.get ?? missing(name));
/**
 * A method as a function of its object and what the method takes.
 * @template {object} T
 * @template {keyof T} K
 * @param {T} proto @param {K} name
 * @returns {T[K] extends (...args: infer A) => infer R ? (self: T extends Node ? Node : T, ...args: A) => R : never}
 */
export const method = (proto, name) => uncurried(/** @type {Function} */ (proto[name]));
/** @param {PropertyKey} name @returns {never} */
const missing = (name) => {
  throw new TypeError(`no getter ${String(name)}`);
};

export const HTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';
export const ELEMENT = 1;
export const TEXT = 3;
const DOCUMENT = 9;
const FRAGMENT = 11;
const hostOf = getter(ShadowRoot.prototype, 'host');
export const dom = {
  parentNode: getter(Node.prototype, 'parentNode'),
  childNodes: getter(Node.prototype, 'childNodes'),
  firstChild: getter(Node.prototype, 'firstChild'),
  lastChild: getter(Node.prototype, 'lastChild'),
  previousSibling: getter(Node.prototype, 'previousSibling'),
  nextSibling: getter(Node.prototype, 'nextSibling'),
  nodeType: getter(Node.prototype, 'nodeType'),
  nodeName: getter(Node.prototype, 'nodeName'),
  isConnected: getter(Node.prototype, 'isConnected'),
  baseUri: getter(Node.prototype, 'baseURI'),
  ownerDocument: getter(Node.prototype, 'ownerDocument'),
  /** @type {(node: Node) => Document | DocumentFragment | Element} */
  rootNode: /** @type {any} */ (method(Node.prototype, 'getRootNode')),
  contains: method(Node.prototype, 'contains'),
  compare: method(Node.prototype, 'compareDocumentPosition'),
  /** @type {(node: Node) => string} */
  textContent: /** @type {any} */ (getter(Node.prototype, 'textContent')),
  data: getter(CharacterData.prototype, 'data'),
  localName: getter(Element.prototype, 'localName'),
  namespace: getter(Element.prototype, 'namespaceURI'),
  id: getter(Element.prototype, 'id'),
  /** The shadow root of an element, a closed one only where the browser's protocol showed it to the kit.
   * @param {Element} element @returns {ShadowRoot | null}
   */
  shadowRoot: (element) => openShadow(element) ?? (closed === null ? null : (closed.get(element) ?? null)),
  /** Make the closed root of an element known. @param {Element} element @param {ShadowRoot} root @returns {void} */
  revealShadow: (element, root) => {
    (closed ??= new WeakMap()).set(element, root);
  },
  firstElement: getter(Element.prototype, 'firstElementChild'),
  nextElement: getter(Element.prototype, 'nextElementSibling'),
  previousElement: getter(Element.prototype, 'previousElementSibling'),
  children: getter(Element.prototype, 'children'),
  attribute: method(Element.prototype, 'getAttribute'),
  /** @param {Element} element */
  className: (element) => dom.attribute(element, 'class') ?? '',
  hasAttribute: method(Element.prototype, 'hasAttribute'),
  attributeNames: method(Element.prototype, 'getAttributeNames'),
  matches: method(Element.prototype, 'matches'),
  closest: method(Element.prototype, 'closest'),
  queryIn: method(Element.prototype, 'querySelectorAll'),
  box: method(Element.prototype, 'getBoundingClientRect'),
  scrollTop: getter(Element.prototype, 'scrollTop'),
  scrollLeft: getter(Element.prototype, 'scrollLeft'),
  scrollHeight: getter(Element.prototype, 'scrollHeight'),
  scrollWidth: getter(Element.prototype, 'scrollWidth'),
  clientHeight: getter(Element.prototype, 'clientHeight'),
  clientWidth: getter(Element.prototype, 'clientWidth'),
  host: hostOf,
  assignedNodes: method(HTMLSlotElement.prototype, 'assignedNodes'),
  body: getter(Document.prototype, 'body'),
  /** @type {(document: Document) => HTMLElement} */
  root: getter(Document.prototype, 'documentElement'),
  title: getter(Document.prototype, 'title'),
  readyState: getter(Document.prototype, 'readyState'),
  /** @param {Document | DocumentFragment} root @param {string} id @returns {Element | null} */
  byId: (root, id) => (dom.isDocument(root) ? documentById : fragmentById)(root, id),
  /** @param {Root} root @param {string} selector @returns {NodeListOf<Element>} */
  query: (root, selector) =>
    (dom.isDocument(root) ? documentQuery : dom.isElement(root) ? elementQuery : fragmentQuery)(root, selector),

  /** May it hold a document of its own? @param {Element} element @returns {boolean} */
  holdsFrame: (element) => frameTags.has(dom.tag(element)),

  /** @param {Node} node @returns {node is Element} */
  isElement: (node) => dom.nodeType(node) === ELEMENT,
  /** @param {Node} node @returns {node is Text} */
  isText: (node) => dom.nodeType(node) === TEXT,
  /** @param {Node} node @returns {node is Document} */
  isDocument: (node) => dom.nodeType(node) === DOCUMENT,
  /** @param {Node} node @returns {node is ShadowRoot} */
  isShadowRoot: (node) => {
    if (dom.nodeType(node) !== FRAGMENT) return false;
    try {
      return hostOf(node) !== null;
    } catch {
      return false; // a fragment that is no shadow root
    }
  },
  /** @param {Node} node @returns {node is Document | DocumentFragment} */
  isTree: (node) => dom.isDocument(node) || dom.nodeType(node) === FRAGMENT,
  /** Is it an HTML element (of this tag)?
   * @template {keyof HTMLElementTagNameMap} [K=any]
   * @param {Node} node @param {K} [tag] @returns {node is HTMLElementTagNameMap[K]}
   */
  isHtml: (node, tag) =>
    dom.isElement(node) && dom.namespace(node) === HTML && (tag === undefined || dom.localName(node) === tag),
  /** The tag, lower case; '' for what is neither HTML nor SVG. @param {Element} element @returns {string} */
  tag: (element) => dom.tagNamed(dom.nodeName(element), element),
  /** The tag of an element whose node name is known. Capitals say that it is HTML in an HTML document: no need to ask.
   * @param {string} nodeName @param {Element} element @returns {string}
   */
  tagNamed: (nodeName, element) => {
    let tag = htmlTags.get(nodeName);
    if (tag !== undefined) return tag;
    if (nodeName !== nodeName.toUpperCase()) {
      return dom.namespace(element) === HTML || dom.namespace(element) === SVG ? dom.localName(element) : '';
    }
    tag = nodeName.toLowerCase();
    htmlTags.set(nodeName, tag);
    return tag;
  },
  /** Whether elements of a tag can have a shadow tree: https://dom.spec.whatwg.org/#valid-shadow-host-name
   * @param {string} tag @returns {boolean}
   */
  mayHost: (tag) => {
    let may = hosts.get(tag);
    if (may === undefined) hosts.set(tag, (may = tag.includes('-')));
    return may;
  },
  /** Nothing but text inside: most links, buttons, cells and list items. Their text is read in one go.
   * @param {Element} element @returns {boolean}
   */
  isPlain: (element) => !dom.firstElement(element) && !dom.shadowRoot(element) && dom.localName(element) !== 'slot',
  /** The slot that shows a node, or null. @param {Node} node @returns {HTMLSlotElement | null} */
  slot: (node) =>
    dom.nodeType(node) === ELEMENT ? elementSlot(node) : dom.nodeType(node) === TEXT ? textSlot(node) : null,
  /** The element above a node as it is shown: through its slot, and out of a shadow root to the host.
   * @param {Node} node @returns {Element | null}
   */
  parent: (node) => {
    const above = dom.slot(node) ?? dom.parentNode(node);
    if (!above) return null;
    if (dom.nodeType(above) === ELEMENT) return /** @type {Element} */ (above);
    return dom.isShadowRoot(above) ? dom.host(above) : null;
  },
  /** The nodes below an element as they are shown: its shadow tree, or what is slotted into it.
   * @param {Element} element @returns {ArrayLike<Node> & Iterable<Node>}
   */
  shown: (element) => {
    const shadow = dom.shadowRoot(element);
    if (shadow) return dom.childNodes(shadow);
    if (dom.isHtml(element, 'slot')) {
      const assigned = dom.assignedNodes(element);
      if (assigned.length) return assigned;
    }
    return dom.childNodes(element);
  },
  /** The elements around one as it is shown, the nearest first, at most so many.
   * @param {Element} element @param {number} most @returns {Element[]}
   */
  around: (element, most) => {
    const found = [];
    for (let at = dom.parent(element); at && found.length < most; at = dom.parent(at)) found.push(at);
    return found;
  },
  /** The nearest element at or above `element`, as shown, for which `test` holds; null if none.
   * @param {Element | null} element @param {(element: Element) => unknown} test @returns {Element | null}
   */
  up: (element, test) => {
    let at = element;
    while (at && !test(at)) at = dom.parent(at);
    return at;
  },
  /** The first child of a tag; null if none. @param {Element} element @param {string} tag @returns {Element | null} */
  childOf: (element, tag) => {
    for (let child = dom.firstElement(element); child; child = dom.nextElement(child))
      if (dom.localName(child) === tag) return child;
    return null;
  },
  /** The elements that an attribute names by id, in the element's own tree.
   * @param {Element} element @param {string} name @returns {Element[]}
   */
  idrefs: (element, name) => {
    const value = dom.attribute(element, name);
    if (!value) return [];
    const root = dom.rootNode(element);
    if (!dom.isTree(root)) return [];
    return value.split(/\s+/).flatMap((id) => (id && dom.byId(root, id)) || []);
  },
  /** Every element of the document, open shadow trees included, in tree order. @param {Root} [root] @returns {Generator<Element, void>} */
  *all(root = document) {
    for (const element of dom.query(root, '*')) {
      yield element;
      const shadow = dom.mayHost(dom.localName(element)) ? dom.shadowRoot(element) : null;
      if (shadow) yield* dom.all(shadow);
    }
  },
};

export const FRAMES = 'iframe, frame, object, embed';
const frameTags = new Set(FRAMES.split(', '));
const openShadow = getter(Element.prototype, 'shadowRoot');
/** @type {WeakMap<Element, ShadowRoot> | null} */
let closed = null;
/** @type {Map<string, string>} */
const htmlTags = new Map();
/** @type {Map<string, boolean>} */
const hosts = new Map(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span slot'
    .split(' ')
    .map((tag) => [tag, true]),
);
const elementSlot = getter(Element.prototype, 'assignedSlot');
const textSlot = getter(Text.prototype, 'assignedSlot');
const documentById = method(Document.prototype, 'getElementById');
const fragmentById = method(DocumentFragment.prototype, 'getElementById');
const elementQuery = method(Element.prototype, 'querySelectorAll');
const documentQuery = method(Document.prototype, 'querySelectorAll');
const fragmentQuery = method(DocumentFragment.prototype, 'querySelectorAll');
export const makeElement = method(Document.prototype, 'createElement');
