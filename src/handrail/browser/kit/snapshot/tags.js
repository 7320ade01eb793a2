// What each tag means to the walk, before anything is asked of an element.

import { roleOfTag } from '../accessibility/roles.js';
import { dom } from '../dom/dom.js';
import { isContext } from '../dom/refs.js';
import {
  ALL_STYLE,
  BACKGROUND,
  BLOCK,
  COLOR,
  DISPLAY,
  HIDES,
  INLINE,
  LITERAL_COLOR,
  OUT_OF_FLOW,
  OVERFLOW,
  TEXT_CASE,
} from '../style/declarations.js';

const SPECIAL = new Set(
  'br wbr label legend caption figcaption details slot img video audio canvas object embed area form body html svg g'.split(
    ' ',
  ),
);
const WHOLE = new Set(['html', 'body']);
// How words that were taken out or put in stand in a text. A mark is mostly what was looked for: letters within a word.
const SIGNS = new Map([
  ['s', '~~'],
  ['strike', '~~'],
  ['del', '~~'],
  ['ins', '++'],
]);
/** @param {string} name @param {string} display @param {number} asks @param {number} own @param {boolean} opaque @param {boolean} known @param {boolean} skipped */
const make = (name, display, asks, own, opaque, known, skipped) => ({
  name,
  display,
  asks,
  own,
  opaque,
  known,
  skipped,
  hosts: dom.mayHost(name),
  special: SPECIAL.has(name),
  sign: SIGNS.get(name) ?? '',
  context: isContext('', name),
  whole: WHOLE.has(name),
  role: roleOfTag(name),
});

const byName = new Map();
/** @param {string} names @param {string} display @param {number} asks @param {number} own @param {boolean} [opaque] @param {boolean} [skipped] */
const define = (names, display, asks, own, opaque = false, skipped = false) => {
  for (const name of names.split(' ')) byName.set(name, make(name, display, asks, own, opaque, !skipped, skipped));
};

const NOT_INLINE = DISPLAY | BLOCK | OUT_OF_FLOW;
define(
  'abbr acronym b bdi big br cite code data del dfn em font i ins kbd label nobr output q s samp small span strike strong ' +
    'sub sup time tt u var wbr',
  'inline',
  NOT_INLINE,
  0,
);

define('a', 'inline', NOT_INLINE, LITERAL_COLOR);
define('mark', 'inline', NOT_INLINE, COLOR | BACKGROUND);
define('img svg', 'inline', NOT_INLINE, OVERFLOW);
define('button input select textarea', 'inline-block', NOT_INLINE | INLINE, OVERFLOW | COLOR | BACKGROUND | TEXT_CASE);
define(
  'address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup legend main menu nav ol p search section summary ul li table caption tbody tfoot thead tr td th',
  'block',
  DISPLAY | INLINE,
  0,
);

define('pre', 'block', DISPLAY | INLINE, TEXT_CASE);

define('html option rt ruby', '', ALL_STYLE, ALL_STYLE & ~HIDES);
define(
  'area audio canvas dialog embed frame frameset iframe meter object optgroup progress slot video',
  '',
  ALL_STYLE,
  ALL_STYLE & ~HIDES,
  true,
);
define(
  'script style noscript template head meta link base title param source track datalist colgroup col defs symbol clipPath mask ' +
    'pattern marker linearGradient radialGradient filter metadata desc path circle rect ellipse line polygon polyline use animate stop',
  '',
  ALL_STYLE,
  ALL_STYLE,
  true,
  true,
);

/** @param {string} name */
const learn = (name) => {
  const found = make(name, '', ALL_STYLE, ALL_STYLE, true, false, false);
  if (byName.size < 2000) byName.set(name, found);
  return found;
};

const byNode = new Map();
/** @param {string} nodeName  the element's  @returns {Tag} @param {Element} element */
export const tagNamed = (nodeName, element) => {
  let found = byNode.get(nodeName);
  if (found === undefined) {
    const name = dom.tagNamed(nodeName, element);
    found = byName.get(name) ?? learn(name);
    // Capitals say that it is HTML; another name may be of anything.
    if (nodeName === nodeName.toUpperCase() && byNode.size < 2000) byNode.set(nodeName, found);
  }
  return found;
};

/** @param {Element} element */
export const tagOf = (element) => tagNamed(dom.nodeName(element), element);
