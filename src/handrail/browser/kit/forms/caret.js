// Where the caret stands in rich text.

import { isEditable, isEditingHost } from '../dom/controls.js';
import { dom, getter, method } from '../dom/dom.js';
import { selectionOf } from '../dom/native.js';
import { onElement, refOf } from '../dom/refs.js';
import { normalizeSpace } from '../dom/text.js';
import { styleOf } from '../style/visibility.js';

const collapse = method(Selection.prototype, 'collapse');
const isCollapsed = getter(Selection.prototype, 'isCollapsed');
const focusNode = getter(Selection.prototype, 'focusNode');
const focusOffset = getter(Selection.prototype, 'focusOffset');
const NOTHING = /[\u200b\ufeff]/g;

/** @param {Node} node */
const isBox = (node) => dom.isElement(node) && !/^(?:inline|contents|none)$/.test(styleOf(node).display);

/** Whether anything follows in the line: a last `<br>` only keeps its box open. @param {Node} node */
const isFollowed = (node) => {
  let at = dom.nextSibling(node);
  while (at && dom.isText(at) && !dom.data(at).replace(NOTHING, '')) at = dom.nextSibling(at);
  return at !== null;
};

/** Whether nothing stands before a place in its line. @param {Node | null} before what stands right before it @param {Node} inside what holds it @param {Element} editor */
const isFirst = (before, inside, editor) => {
  let [at, holder] = [before, inside];
  for (;;) {
    while (at === null) {
      if (holder === editor || isBox(holder)) return true;
      const above = dom.parentNode(holder);
      if (above === null) return true;
      [at, holder] = [dom.previousSibling(holder), above];
    }
    if (dom.isText(at)) {
      const text = dom.data(at).replace(NOTHING, '');
      if (text) return endsLine(text, at);
      at = dom.previousSibling(at);
    } else if (dom.isElement(at)) {
      const isBreak = dom.tag(at) === 'br';
      if (isBreak ? isFollowed(at) : isBox(at)) return true;
      [at, holder] = [dom.lastChild(at) ?? dom.previousSibling(at), dom.lastChild(at) ? at : holder];
    } else at = dom.previousSibling(at);
  }
};

/** @param {string} text @param {Node} node */
const endsLine = (text, node) => {
  const element = dom.parent(node);
  return text.endsWith('\n') && element !== null && /^(?:pre|break)/.test(styleOf(element).whiteSpace);
};

const MOST_BESIDE = 1000;
/** @param {string} text */
const plain = (text) => normalizeSpace(text.replace(NOTHING, ''));
/** The text of a range in a block, with its line ends. @param {Range} range @param {Element} block */
const linesIn = (range, block) => {
  const line = range.cloneRange();
  let text = '';
  for (const end of dom.queryIn(block, 'br')) {
    if (!range.intersectsNode(end)) continue;
    line.setEndBefore(end);
    text += `${plain(line.toString())}\n`;
    line.setEnd(range.endContainer, range.endOffset);
    line.setStartAfter(end);
  }
  return text + plain(line.toString());
};

/** What stands in the paragraph of the caret before and behind it; null where it does not stand in this editor.
 * @param {Element} editor
 */
export const textAtCaret = (editor) => {
  const selection = selectionOf(document);
  const node = selection && focusNode(selection);
  if (!selection || !node || !dom.contains(editor, node)) return null;
  const own = dom.isElement(node) ? node : dom.parent(node);
  const block = dom.up(own, (above) => above === editor || isBox(above)) ?? editor;
  const [before, behind] = [new Range(), new Range()];
  before.setStart(block, 0);
  before.setEnd(node, focusOffset(selection));
  behind.setStart(node, focusOffset(selection));
  behind.setEnd(block, dom.childNodes(block).length);
  // A last `<br>` only keeps its paragraph open.
  const after = linesIn(behind, block).trimEnd();
  return [linesIn(before, block).slice(-MOST_BESIDE), after.slice(0, MOST_BESIDE)];
};

/** The rich text that an element is a part of, and not itself. */
export const editorAround = onElement((element) => {
  const editor = isEditable(element) && !isEditingHost(element) ? dom.up(element, isEditingHost) : null;
  return { local: editor && refOf(editor) };
});

/** Put the caret behind the text of an element in rich text. */
export const putCaret = onElement((element) => {
  const selection = selectionOf(document);
  if (selection) collapse(selection, element, dom.childNodes(element).length);
  return {};
});

/** Whether the caret stands where a line begins; also where that cannot be told. @param {Element} editor */
export const startsLine = (editor) => {
  const selection = selectionOf(document);
  const node = selection && focusNode(selection);
  if (!selection || !node || !isCollapsed(selection) || !dom.contains(editor, node)) return true;
  const offset = focusOffset(selection);
  if (!dom.isText(node)) return isFirst(dom.childNodes(node)[offset - 1] ?? null, node, editor);
  const text = dom.data(node).slice(0, offset).replace(NOTHING, '');
  if (text) return endsLine(text, node);
  return isFirst(dom.previousSibling(node), dom.parentNode(node) ?? editor, editor);
};
