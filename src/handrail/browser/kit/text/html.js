// What a person can see, as simple HTML for a Markdown converter: no scripts, styles, hidden parts or attributes but
// those that carry meaning; links and images absolute; fields reduced to what they show.

import { roleOf } from '../accessibility/roles.js';
import { statesOf } from '../accessibility/states.js';
import { inputType, isEditingHost, isSecret } from '../dom/controls.js';
import { dom, ELEMENT, TEXT } from '../dom/dom.js';
import { elementOfRef, refOf } from '../dom/refs.js';
import { BOX_EDGE, MOST_TEXT, NUMBER_EDGE, normalizeSpace, partBoxes, plainText, wordSet } from '../dom/text.js';
import { absoluteUrl, MAX_ADDRESS } from '../page/elements.js';
import { pageTitle } from '../page/page_info.js';
import { isTextVisible } from '../style/text_visibility.js';
import { boxOf, hasBlank, styleOf } from '../style/visibility.js';
import { chooseMainContent } from './main_content.js';
import { fieldText } from './text_runs.js';

const SKIPPED = wordSet(
  'script style noscript template head title datalist canvas audio video svg map track source param',
);
const KEPT = wordSet(
  'p ul ol li dl dt dd table thead tbody tfoot tr th td caption pre code kbd samp blockquote strong b em i del s sub sup ' +
    'mark h1 h2 h3 h4 h5 h6 figure figcaption q',
);

const BLOCKS = wordSet(
  'div section article main header footer nav aside form fieldset address hgroup details summary dialog center search menu legend',
);

/** @type {Record<string, string>} */
const TABLE_ROLES = {
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  rowgroup: 'tbody',
  row: 'tr',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
};
/** @type {Record<string, string>} */
const LISTS = { list: 'ul', listitem: 'li' };
const VOID = wordSet('br hr');
const MAX_DEPTH = 1000;
const MIN_IMAGE = 16;
/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** @param {string} text */
const escapeHtml = (text) => text.replace(/[&<>"]/g, (char) => ESCAPES[char]);
/** @param {string} name @param {string} value */
const attributeHtml = (name, value) => (value ? ` ${name}="${escapeHtml(value)}"` : '');
/** @param {string} html */
const hasInk = (html) => /\S/.test(html);
/** @param {Element} element @param {string} name */
const webAddress = (element, name) => {
  const raw = dom.attribute(element, name);
  if (!raw || raw.trim().startsWith('#')) return '';
  const url = absoluteUrl(element, raw.trim());
  return url.length <= MAX_ADDRESS && /^(?:https?|mailto|tel):/i.test(url) ? url : '';
};

/** @param {Element} element */
const imageHtml = (element) => {
  const { width, height } = boxOf(element);
  if (width < MIN_IMAGE || height < MIN_IMAGE || !isTextVisible(element)) return '';
  const alt = normalizeSpace(dom.attribute(element, 'alt') ?? '');
  const src = webAddress(element, 'src');
  // A picture without a text says nothing to who reads words, and its address is long.
  if (!src || !alt) return alt ? `<em>${escapeHtml(alt)}</em>` : '';
  return `<img${attributeHtml('src', src)}${attributeHtml('alt', alt)}>`;
};

/** @type {Record<string, string[]>} */
const MARKS = { checkbox: ['[ ]', '[x]', '[-]'], radio: ['( )', '(x)', '( )'] };
/** @param {Element} element */
const fieldHtml = (element) => {
  if (!isTextVisible(element)) return '';
  const type = inputType(element);
  if (type === 'hidden') return '';
  if (type === 'image') return escapeHtml(dom.attribute(element, 'alt') ?? '');
  if (MARKS[type]) {
    const words = statesOf(element);
    return `${MARKS[type][words.includes('checked') ? 1 : words.includes('mixed') ? 2 : 0]} `;
  }
  const shown = fieldText(element);
  return ['submit', 'button', 'reset'].includes(type)
    ? ` ${escapeHtml(shown)} `
    : ` [${escapeHtml(normalizeSpace(shown))}] `;
};

/** @param {Element} element */
const headingTag = (element) => {
  const level = Number(dom.attribute(element, 'aria-level')) || 2;
  return `h${Math.min(6, Math.max(1, level))}`;
};

/** @returns {string} the tag to write; 'div' for a block without meaning, '' for what is only passed through
 * @param {Element} element
 */
const tagFor = (element) => {
  const tag = dom.localName(element);
  const role = dom.hasAttribute(element, 'role') ? roleOf(element) : '';
  if (role === 'heading') return /^h[1-6]$/.test(tag) ? tag : headingTag(element);
  if (role === 'presentation') return KEPT.has(tag) || BLOCKS.has(tag) ? 'div' : '';
  if (role && BLOCKS.has(tag)) return TABLE_ROLES[role] ?? LISTS[role] ?? 'div';
  if (KEPT.has(tag)) return tag;
  if (BLOCKS.has(tag)) return 'div';
  return /^(?:inline|contents|ruby)/.test(styleOf(element).display) ? '' : 'div';
};

/** @type {Record<string, string[]>} */
const ATTRIBUTES = { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], ol: ['start'] };
/** @param {Element} element @param {string} tag */
const attributesFor = (element, tag) => {
  if (tag === 'code' || tag === 'pre') {
    const language = /(?:^|\s)(?:language|lang)-([\w+#-]{1,40})/.exec(dom.className(element));
    return language ? ` class="language-${escapeHtml(language[1])}"` : '';
  }
  return (ATTRIBUTES[tag] ?? [])
    .map((name) => {
      const value = dom.attribute(element, name);
      return value && /^\d{1,4}$/.test(value) ? ` ${name}="${value}"` : '';
    })
    .join('');
};

class HtmlWriter {
  /** @param {(element: Element) => boolean} isLeftOut  @param {Deadline} deadline */
  constructor(isLeftOut, deadline) {
    this.isLeftOut = isLeftOut;
    this.deadline = deadline;
    /** @type {{local: number}[]} */
    this.frames = [];
    this.seen = 0;
    this.room = MOST_TEXT;
    this.stopped = false;
  }

  /** @param {Element} element @param {number} depth */
  children(element, depth) {
    let out = '';
    for (const node of dom.shown(element)) {
      if (this.stopped) break;
      const type = dom.nodeType(node);
      if (type === TEXT) out += this.text(node);
      else if (type === ELEMENT) out += this.element(/** @type {Element} */ (node), depth + 1);
    }
    return out;
  }

  /** @param {Node} node */
  text(node) {
    const data = dom.data(node);
    if (!/\S/.test(data)) return ' ';
    const element = dom.parent(node);
    return element && isTextVisible(element) ? this.fitted(escapeHtml(data.slice(0, this.room + 1))) : ' ';
  }

  /** What fits into the room that is left; the first that does not is the last. @param {string} html */
  fitted(html) {
    this.room -= html.length;
    if (this.room >= 0) return html;
    this.stopped = true;
    this.deadline.late += 1;
    return html.slice(0, html.length + this.room).replace(/[&<][^;>]*$/, '');
  }

  /** @param {Element} element @param {number} depth */
  element(element, depth) {
    this.seen += 1;
    if (this.seen % 64 === 0 && this.deadline.passed()) this.stopped = true;
    if (this.stopped || depth > MAX_DEPTH) this.deadline.late += 1;
    const tag = dom.localName(element);
    if (this.stopped || depth > MAX_DEPTH || SKIPPED.has(tag) || this.isLeftOut(element)) return '';
    if (VOID.has(tag)) return `<${tag}>`;
    if (tag === 'img') return this.fitted(imageHtml(element));
    if (dom.holdsFrame(element)) return this.frame(element) + (tag === 'object' ? this.children(element, depth) : '');
    if (tag === 'input' || tag === 'select' || tag === 'textarea') return this.fitted(fieldHtml(element));
    if (tag === 'math') return isTextVisible(element) ? this.fitted(escapeHtml(plainText(element))) : '';
    if (isEditingHost(element) && isSecret(element)) return fieldHtml(element);
    return this.wrapped(element, tag, this.children(element, depth));
  }

  /** @param {Element} element @param {string} tag @param {string} inner */
  wrapped(element, tag, inner) {
    if (tag === 'a') return this.link(element, inner);
    const name = tagFor(element);
    if (!hasInk(inner))
      return name === 'td' || name === 'th' ? `<${name}${attributesFor(element, name)}></${name}>` : ' ';
    if (!name) {
      const isBox = /^inline-/.test(styleOf(element).display);
      /** @param {boolean} isNumber @param {'Left' | 'Right'} side */
      const edge = (isNumber, side) => (isBox ? BOX_EDGE : isNumber && hasBlank(element, side) ? NUMBER_EDGE : '');
      return edge(/^\d/.test(inner), 'Left') + inner + edge(/\d$/.test(inner), 'Right');
    }
    return `<${name}${attributesFor(element, name)}>${inner}</${name}>`;
  }

  /** @param {Element} element @param {string} inner */
  link(element, inner) {
    const href = webAddress(element, 'href');
    const isBlock = styleOf(element).display !== 'inline';
    const written = href && hasInk(inner) ? `<a${attributeHtml('href', href)}>${inner}</a>` : inner;
    return isBlock && hasInk(inner) ? ` ${written} ` : written;
  }

  /** @param {Element} element */
  frame(element) {
    if (!isTextVisible(element)) return '';
    const local = refOf(element);
    this.frames.push({ local });
    return `<x-frame data-local="${local}"></x-frame>`;
  }
}

/** @type {Operation} */
export const html = ({ within, main_only: mainOnly }, deadline) => {
  const body = dom.body(document) ?? dom.root(document);
  const named = within ? elementOfRef(within) : null;
  if (within && !named) throw new Error('the element is gone');
  const everything = { root: named ?? body, isLeftOut: () => false };
  const { root, isLeftOut } = mainOnly && !named && body ? chooseMainContent(body, deadline) : everything;
  const writer = new HtmlWriter(isLeftOut, deadline);
  const html = root ? partBoxes(writer.element(root, 0)) : '';
  return { html, title: pageTitle(), frames: writer.frames };
};
