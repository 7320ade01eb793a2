// The DOM, read only through getters and methods captured here. A page can shadow properties with its own names even
// in the isolated world (<input name=parentNode> makes form.parentNode an input), so no other module reads a node's
// property directly.

const getter = (proto, name) => {
  const get = Object.getOwnPropertyDescriptor(proto, name).get;
  return (object) => get.call(object);
};
const method = (proto, name) => {
  const call = proto[name];
  return (object, ...args) => call.apply(object, args);
};

/** @typedef {{passed: () => boolean, late: number}} Deadline  `late`: nodes an operation had no time for */

const dom = {
  parentNode: getter(Node.prototype, 'parentNode'),
  childNodes: getter(Node.prototype, 'childNodes'),
  firstChild: getter(Node.prototype, 'firstChild'),
  nextSibling: getter(Node.prototype, 'nextSibling'),
  nodeType: getter(Node.prototype, 'nodeType'),
  isConnected: getter(Node.prototype, 'isConnected'),
  rootNode: method(Node.prototype, 'getRootNode'),
  contains: method(Node.prototype, 'contains'),
  textContent: getter(Node.prototype, 'textContent'),
  data: getter(CharacterData.prototype, 'data'),
  localName: getter(Element.prototype, 'localName'),
  namespace: getter(Element.prototype, 'namespaceURI'),
  id: getter(Element.prototype, 'id'),
  shadowRoot: getter(Element.prototype, 'shadowRoot'),
  attribute: method(Element.prototype, 'getAttribute'),
  hasAttribute: method(Element.prototype, 'hasAttribute'),
  attributeNames: method(Element.prototype, 'getAttributeNames'),
  children: getter(Element.prototype, 'children'),
  matches: method(Element.prototype, 'matches'),
  closest: method(Element.prototype, 'closest'),
  queryIn: method(Element.prototype, 'querySelectorAll'),
  box: method(Element.prototype, 'getBoundingClientRect'),
  assignedNodes: method(HTMLSlotElement.prototype, 'assignedNodes'),
  byId: (root, id) => (root instanceof Document ? documentById : fragmentById)(root, id),
  query: (root, selector) => (root instanceof Document ? documentQuery : root instanceof Element ? dom.queryIn : fragmentQuery)(root, selector),
};
const documentById = method(Document.prototype, 'getElementById');
const fragmentById = method(DocumentFragment.prototype, 'getElementById');
const documentQuery = method(Document.prototype, 'querySelectorAll');
const fragmentQuery = method(DocumentFragment.prototype, 'querySelectorAll');
