// The accessible name of an element, as accname 1.2 computes it. https://www.w3.org/TR/accname-1.2/

import { attributeBits, HAS_NAMING } from '../dom/attributes.js';
import { inputType } from '../dom/controls.js';
import { dom, ELEMENT, SVG, TEXT } from '../dom/dom.js';
import { inputValue, takesMany } from '../dom/native.js';
import { oncePerCall, perCall } from '../dom/per_call.js';
import { casedText, clip, ICON, LONGEST_TEXT, normalizeSpace, plainText, wordSet } from '../dom/text.js';
import { textAfter, textBefore } from '../style/generated.js';
import { isHiddenFromReaders, styleOf } from '../style/visibility.js';
import { internalsName } from './internals.js';
import {
  attribute,
  BUTTON_DEFAULTS,
  byTitle,
  edged,
  embedded,
  isMissing,
  isShut,
  isTip,
  labelling,
  labelsOf,
  ownedBy,
  standsApart,
  tooltip,
} from './name_sources.js';
import { isNamedByContent, roleOf } from './roles.js';

const cache = perCall();
// Named by a heading, and not by the buttons and menus that stand in it.
const HEADED = wordSet('alertdialog article dialog form group region');
const OPERATED = wordSet('button menu menubar toolbar');
/** Characters of a name. A page can make one of any length, and each act is judged by it. */
export const LONGEST_NAME = 1000;
/** Parts of a page that one name is made of. */
const MOST_PARTS = 5000;
let partsLeft = 0;
/** The beginning of a text, with the blanks at its ends, by which it parts from its neighbours. @param {string} text */
const beginning = (text) => (text.length > LONGEST_TEXT ? ` ${normalizeSpace(text)}` : text);

/** @param {Element} element @param {NameOptions} how @returns {string} */
const compute = (element, how) => {
  if (how.seen.has(element) || --partsLeft < 0) return '';
  how.seen.add(element);
  if (how.plain && !how.top && OPERATED.has(roleOf(element))) return '';
  const has = attributeBits(element);
  if (!how.top && !how.hidden && isMissing(element, has)) return '';
  return (
    (has & HAS_NAMING && !how.referenced && byReference(element, how)) ||
    (!how.top && embedded(element)) ||
    (has & HAS_NAMING && attribute(element, 'aria-label')) ||
    native(element, how) ||
    (!standsApart(element, how) && !how.without?.has(element) && byContent(element, how, has)) ||
    tooltip(element, has, how.top)
  );
};

/** A tip that names what it explains while it is open would make another element of what has a label of its own.
 * @param {Element} element
 */
const labelsFor = (element) => {
  const labels = labelling(element);
  return labels.some(isTip) && attribute(element, 'aria-label') ? labels.filter((label) => !isTip(label)) : labels;
};

/** @param {Element} element @param {NameOptions} how @returns {string} */
const byReference = (element, how) => {
  /** @param {boolean} plain */
  const named = (plain) => {
    const parts = labelsFor(element).map((part) =>
      compute(part, {
        seen: new Set(),
        referenced: true,
        whole: true,
        hidden: isHiddenFromReaders(part),
        top: part === element && how.top,
        plain,
      }),
    );
    // A control that is named by its label and by itself may have that label again.
    return [...new Set(parts.filter(Boolean))].join(' ');
  };
  return (how.top && HEADED.has(roleOf(element)) && named(true)) || named(false);
};

/** @param {Element} element @param {NameOptions} how @returns {string} */
const byLabel = (element, how) => {
  const list = labelsOf[dom.localName(element)]?.(element);
  if (!list?.length) return '';
  const seen = new Set(how.seen);
  return Array.from(list)
    .map((label) =>
      compute(label, { seen, referenced: true, whole: how.whole, hidden: isHiddenFromReaders(label), top: false }),
    )
    .filter(Boolean)
    .join(' ');
};

/** @param {Element} element @param {string} tag @param {NameOptions} how @returns {string} */
const byChild = (element, tag, how) => {
  const child = dom.childOf(element, tag);
  return child ? compute(child, { ...how, top: false }) : '';
};

/** @param {Element} element @param {NameOptions} how @returns {string} */
const inputName = (element, how) => {
  const type = inputType(element);
  const label = byLabel(element, how);
  if (label) return label;
  switch (type) {
    case 'button':
    case 'submit':
    case 'reset':
      return dom.hasAttribute(element, 'value') ? normalizeSpace(inputValue(element)) : (BUTTON_DEFAULTS[type] ?? '');
    case 'image':
      return attribute(element, 'alt') || attribute(element, 'value') || attribute(element, 'title') || 'Submit';
    case 'file':
      return takesMany(element) ? 'Choose Files' : 'Choose File'; // what the browser writes on it
    default:
      return '';
  }
};

/** @param {Element} element @param {NameOptions} how @returns {string} */
const native = (element, how) => {
  switch (dom.tag(element)) {
    case 'input':
      return inputName(element, how);
    case 'select':
    case 'textarea':
    case 'button':
    case 'meter':
    case 'progress':
    case 'output':
      return byLabel(element, how);
    case 'img':
      return roleOf(element) === 'presentation' ? '' : attribute(element, 'alt');
    case 'area':
      return attribute(element, 'alt');
    case 'fieldset':
      return byChild(element, 'legend', how);
    case 'figure':
      return byChild(element, 'figcaption', how);
    case 'table':
      return byChild(element, 'caption', how);
    case 'optgroup':
      return attribute(element, 'label');
    case 'option':
      return attribute(element, 'label');
    case 'svg':
      return byTitle(element);
    case 'use':
      return bySymbol(element, how);
    default:
      return dom.namespace(element) === SVG ? byTitle(element) : internalsName(element);
  }
};

/** Icons are drawn from a sheet of symbols; the title of the symbol is the name of the icon.
 * @param {Element} use @param {NameOptions} how @returns {string}
 */
const bySymbol = (use, how) => {
  const address = dom.attribute(use, 'href') ?? dom.attribute(use, 'xlink:href') ?? '';
  const root = dom.rootNode(use);
  const symbol = address.startsWith('#') && dom.isTree(root) && dom.byId(root, address.slice(1));
  return symbol ? compute(symbol, { ...how, hidden: true, top: false }) : '';
};

/** Can an icon that is drawn from a sheet have a name? */
export const areSymbolsNamed = oncePerCall(() => dom.query(document, 'symbol title, symbol text').length > 0);
const SPEECHLESS = wordSet('script style noscript template head title meta link iframe object embed');
const NEVER_BY_CONTENT = wordSet('input select textarea img iframe video audio canvas hr meter progress');
/** @param {Element} element @param {NameOptions} how @param {number} has @returns {string} */
const byContent = (element, how, has) => {
  const tag = dom.tag(element);
  if (NEVER_BY_CONTENT.has(tag)) return '';
  if (how.top && !isNamedByContent(roleOf(element))) return '';
  return normalizeSpace(content(element, how, has));
};

const DEEPEST = 150;
let depth = 0;
/** Nobody nests a name that deep but to exhaust the stack: below, the bare text will do.
 * @param {Element} element @param {NameOptions} how @param {number} has @returns {string}
 */
const content = (element, how, has) => {
  if (depth >= DEEPEST) return beginning(dom.textContent(element));
  depth++;
  try {
    return contentOf(element, how, has);
  } finally {
    depth--;
  }
};
/** @param {Element} element @param {NameOptions} how @param {number} has @returns {string} */
const contentOf = (element, how, has) => {
  if (isShut(element)) return byChild(element, 'summary', how) || 'Details';
  if (!(has & HAS_NAMING) && dom.isPlain(element)) {
    return textBefore(element) + casedText(beginning(dom.textContent(element)), styleOf(element)) + textAfter(element);
  }
  let text = textBefore(element);
  for (const node of dom.shown(element)) {
    const part = nodeText(node, how);
    text = beginning(text + (dom.nodeType(node) === TEXT ? casedText(part, styleOf(element)) : part));
    if (text.length >= LONGEST_TEXT || partsLeft < 0) return text;
  }
  for (const owned of has & HAS_NAMING ? ownedBy(element) : []) text += ` ${compute(owned, inner(how))} `;
  return text + textAfter(element);
};

/** @param {NameOptions} how */
const inner = (how) => (how.top ? { ...how, top: false } : how);
/** @param {Node} node @param {NameOptions} how @returns {string} */
const nodeText = (node, how) => {
  const type = dom.nodeType(node);
  if (type === TEXT) return beginning(dom.data(node));
  if (type !== ELEMENT || SPEECHLESS.has(dom.localName(node))) return '';
  if (dom.localName(node) === 'br') return ' ';
  const element = /** @type {Element} */ (node);
  const text = compute(element, inner(how));
  const { display } = styleOf(element);
  if (text !== '' && roleOf(element) === 'img') return ` ${text} `;
  return display === 'inline' || display === 'contents' ? edged(element, text) : ` ${text} `;
};

/** @param {Element} element @param {Set<Element>} [without] */
const computeTop = (element, without) => {
  const left = partsLeft;
  partsLeft = MOST_PARTS;
  const name = compute(element, {
    seen: new Set(),
    referenced: false,
    whole: false,
    hidden: false,
    top: true,
    without,
  });
  partsLeft = left;
  return saidOnce(element, shortName(name));
};

/** @param {string} text */
const letters = (text) => text.replace(/\s/g, '');
/** A picture in a control often has the word of its text as its title. @param {Element} element @param {string} name */
const saidOnce = (element, name) => {
  const middle = (name.length - 1) / 2;
  const half = name.slice(middle + 1);
  if (half === '' || name !== `${half} ${half}`) return name;
  const titles = Array.from(dom.queryIn(element, 'title'), (title) => letters(plainText(title)));
  return titles.reduce((text, title) => text.replace(title, ''), letters(plainText(element))) === letters(half)
    ? half
    : name;
};

/** @param {string} name  @returns {string} it, without the pictures that a font has as letters */
const shortName = (name) => clip(normalizeSpace(name.replace(ICON, '')), LONGEST_NAME);

/** @param {Element} element  @returns {string} its accessible name, white space collapsed, at most `LONGEST_NAME` */
export const nameOf = (element) => {
  const known = cache.get(element);
  if (known !== undefined) return known;
  return rememberName(element, computeTop(element));
};

/** The name that an element would have if nothing were written in these parts of it. What an attribute calls them stays.
 * @param {Element} element @param {Element[]} parts
 */
export const nameWithout = (element, parts) => computeTop(element, new Set(parts));

/** Remember a name that was found while something else was done. @param {Element} element @param {string} name */
export const rememberName = (element, name) => {
  const short = shortName(name);
  cache.set(element, short);
  return short;
};
