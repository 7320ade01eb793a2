// What parts are called that have no words and no picture: by an id or a class, or by the colour that they show.

import { dom } from '../dom/dom.js';
import { wordSet } from '../dom/text.js';
import { isTransparent } from '../style/colors.js';
import { styleOf } from '../style/visibility.js';
import { spoken } from './field_words.js';

// What parts that are dragged, rated or picked are called in classes and ids, where nothing else tells them.
const PARTS = wordSet(
  'handle thumb knob grip splitter resizer resize marker star swatch close toggle pin playhead cursor',
);
const PREFIXES = wordSet('ui my js ng app no ant mui irs');
const ENDS = wordSet('lower upper min max start end from to');
const MOST_WORDS = 4;
/** What an id or a class calls a part that has no words and no picture; of two handles also which end it is.
 * @param {Element} part
 */
export const byPart = (part) => {
  let called = '';
  const tokens = [dom.id(part), ...(dom.attribute(part, 'class') ?? '').split(/\s+/)];
  for (const token of tokens) {
    const words = spoken(token)
      .split(' ')
      .filter((word) => !PREFIXES.has(word));
    const isPlain = words.length <= MOST_WORDS && words.every((word) => /^\p{L}+$/u.test(word));
    if (!isPlain || !words.some((word) => PARTS.has(word))) continue;
    if (called === '' || words.some((word) => ENDS.has(word))) called = words.join(' ');
  }
  return called;
};

const COLORED = /colou?r|swatch/i;
/** The colour of a field to pick one from, which is all that it shows. @param {Element} part */
export const byColor = (part) => {
  const { backgroundColor } = styleOf(part);
  const isPick =
    dom.firstElement(part) === null && COLORED.test(`${dom.id(part)} ${dom.attribute(part, 'class') ?? ''}`);
  return isPick && !isTransparent(backgroundColor) ? `color ${backgroundColor}` : '';
};
