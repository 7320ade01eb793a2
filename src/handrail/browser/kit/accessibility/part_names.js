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
const PREFIXES = wordSet('ui my js ng app');
const MOST_WORDS = 4;
/** What an id or a class calls a part that has no words and no picture. @param {Element} part */
export const byPart = (part) => {
  const tokens = [dom.id(part), ...(dom.attribute(part, 'class') ?? '').split(/\s+/)];
  for (const token of tokens) {
    const words = spoken(token)
      .split(' ')
      .filter((word) => !PREFIXES.has(word));
    const isPlain = words.length <= MOST_WORDS && words.every((word) => /^\p{L}+$/u.test(word));
    if (isPlain && words.some((word) => PARTS.has(word))) return words.join(' ');
  }
  return '';
};

const COLORED = /colou?r|swatch/i;
/** The colour of a field to pick one from, which is all that it shows. @param {Element} part */
export const byColor = (part) => {
  const { backgroundColor } = styleOf(part);
  const isPick =
    dom.firstElement(part) === null && COLORED.test(`${dom.id(part)} ${dom.attribute(part, 'class') ?? ''}`);
  return isPick && !isTransparent(backgroundColor) ? `color ${backgroundColor}` : '';
};
