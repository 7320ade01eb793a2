import { onElement } from '../actions/on_element.js';
import { dispatch, execute } from '../dom/native.js';

const { ClipboardEvent, DataTransfer } = globalThis;
const TEXT = 'text/plain';

/** Offer a text as if it were pasted. `taken`: whether the page takes it itself; the browser puts in nothing. */
export const paste = onElement((element, { text }) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData(TEXT, text);
  // The last two are what Firefox takes.
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData, data: text, dataType: TEXT };
  const event = new ClipboardEvent('paste', init);
  return { taken: event.clipboardData?.getData(TEXT) === text && !dispatch(element, event) };
});

/** Begin new lines where the caret stands: in Firefox a line end that is put in as text begins none (153). */
export const endLines = onElement((_, { lines }) => {
  for (let line = 0; line < lines; line += 1) execute(document, 'insertParagraph');
  return {};
});
