import { onElement } from '../actions/on_element.js';

const { ClipboardEvent, DataTransfer } = globalThis;
const dispatch = EventTarget.prototype.dispatchEvent;
const TEXT = 'text/plain';

/** Offer a text as if it were pasted. `taken`: whether the page takes it itself; the browser puts in nothing. */
export const paste = onElement((element, { text }) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData(TEXT, text);
  // The last two are what Firefox takes.
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData, data: text, dataType: TEXT };
  const event = new ClipboardEvent('paste', init);
  return { taken: event.clipboardData?.getData(TEXT) === text && !dispatch.call(element, event) };
});
