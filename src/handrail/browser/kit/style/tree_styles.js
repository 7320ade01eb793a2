// What the style sheets of a tree say: which elements have generated text, and which rules can change an element at all.
// Asking the browser for the style of every element costs more than the rest of a snapshot; the sheets say it once.

import { dom, getter } from '../dom/dom.js';
import { foundPerCall } from '../dom/per_call.js';
import { wordSet } from '../dom/text.js';
import { ruleEffects } from './rule_effects.js';
import { ANY, readSheet } from './stylesheets.js';

const listOf = {
  document: getter(Document.prototype, 'styleSheets'),
  shadow: getter(ShadowRoot.prototype, 'styleSheets'),
};
const adoptedBy = {
  document: getter(Document.prototype, 'adoptedStyleSheets'),
  shadow: getter(ShadowRoot.prototype, 'adoptedStyleSheets'),
};
/** @param {Document | ShadowRoot} root @param {'document' | 'shadow'} kind */
const readings = (root, kind) => [...listOf[kind](root), ...(adoptedBy[kind](root) ?? [])].map(readSheet);
/** @param {Document | ShadowRoot} root @param {SheetReading[]} read */
const elementsOf = (root, read) => {
  if (read.some((sheet) => sheet.generated === ANY)) return ANY;
  const found = read.flatMap((sheet) => sheet.generated);
  if (!found.length) return new Set();
  try {
    return new Set(dom.query(root, found.join(',')));
  } catch {
    return ANY;
  }
};

/** `generated`: those that may have text; null: any may;
 *  `silent`: none has; `effects`: see rule_effects.js; null: any rule may change any element
 * @type {(root: Document | ShadowRoot) => TreeStyles}
 */
export const treeStyles = foundPerCall((root) => {
  const shadow = !dom.isDocument(root);
  const read = readings(root, shadow ? 'shadow' : 'document');
  const generated = elementsOf(root, read);
  const silent = !shadow && generated !== ANY && generated.size === 0;
  return { shadow, generated, silent, effects: shadow ? null : ruleEffects(read) };
});

/** @type {TreeStyles} */
const LOOSE = { shadow: false, generated: new Set(), silent: true, effects: null };
/** What holds for the tree an element stands in. @returns {TreeStyles} @param {Element} element */
export const treeStylesAround = (element) => {
  const root = dom.rootNode(element);
  return dom.isDocument(root) || dom.isShadowRoot(root) ? treeStyles(root) : LOOSE;
};

// A box around other boxes has hardly ever text of its own from a style sheet; asked only where a sheet is readable.
const LINES = wordSet(
  'a abbr b blockquote button cite code dd dt em figcaption h1 h2 h3 h4 h5 h6 i kbd label legend li p q s small span strong summary td th',
);
/** Is it worth asking an element that has no shadow tree for generated text? `plain`: no elements in it.
 * @param {TreeStyles} tree @param {Element} element @param {string} tag @param {boolean} plain
 */
export const mayHaveGenerated = (tree, element, tag, plain) => {
  if (tree.shadow) return true; // :host, ::slotted
  return tree.generated === ANY ? plain || LINES.has(tag) : tree.generated.size !== 0 && tree.generated.has(element);
};
