// Where a text stands whose field was replaced by others: editors of blocks make some of what is pasted.

import { nameOf } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { editorText } from '../accessibility/values.js';
import { isEditingHost } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { refOf } from '../dom/refs.js';
import { isVisible } from '../style/visibility.js';
import { clip } from './control_kinds.js';

const MOST_FIELDS = 1000;
const MOST_REPORTED = 30;
let before = new WeakSet();
const editors = () =>
  Array.from(dom.query(dom.root(document), '[contenteditable]'))
    .slice(0, MOST_FIELDS)
    .filter(isEditingHost);

/** Note which editable fields there are before one is filled. */
export const noteEditors = () => {
  before = new WeakSet(editors());
};

/** What is left of a text where its marks became headings and lists. @param {string} text */
const lettersOf = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** The editable fields that came since one was filled and hold a part of the text; `whole`: together all of it.
 * @type {Operation}
 */
export const fieldsSince = ({ text }) => {
  const wanted = lettersOf(text);
  const found = editors()
    .filter((editor) => !before.has(editor) && isVisible(editor))
    .map((editor) => ({ editor, text: editorText(editor) }))
    .filter((one) => lettersOf(one.text) !== '' && wanted.includes(lettersOf(one.text)));
  const inner = found.filter(
    ({ editor }) => !found.some((other) => other.editor !== editor && dom.contains(editor, other.editor)),
  );
  return {
    fields: inner.slice(0, MOST_REPORTED).map(({ editor }) => ({
      local: refOf(editor),
      role: roleOf(editor) || 'clickable',
      name: clip(nameOf(editor)),
    })),
    text: inner.map((one) => one.text).join('\n'),
    whole: lettersOf(inner.map((one) => one.text).join('')) === wanted,
  };
};
