// Searching the text of a document. The patterns run in Python, over the text that `text` hands over; `text_places`
// then tells of the few matches that are shown where they stand.

import { BlockText } from './block_text.js';
import { TextReader } from './text_reader.js';
import { collectRuns } from './text_runs.js';

const KEEP_MS = 30_000;
/** @type {{serial: number, script: BlockText} | null} what the last `text` handed over, for `text_places` */
let last = null;
let serial = 0;
let timer = 0;
/** @param {BlockText} script */
const keepText = (script) => {
  last = { serial: (serial += 1), script };
  clearTimeout(timer);
  timer = setTimeout(() => {
    last = null;
  }, KEEP_MS);
  return last.serial;
};

/** @param {number} wanted */
const keptText = (wanted) => (last && last.serial === wanted ? last.script : null);
/** `near`: words that stand in what is looked for; with them only the text that may hold it is handed over.
 *
 * @type {Operation}
 */
export const text = ({ near, ms }, deadline) => {
  const script = new BlockText(collectRuns(deadline), ms);
  if (near) script.writeNear(near, deadline);
  else script.writeAll(deadline);
  return { serial: keepText(script), text: script.text, frames: script.frames() };
};

/** @type {Operation} */
export const textPlaces = ({ serial, spans, context, after }) => {
  const script = keptText(serial);
  if (!script) return { gone: true };
  const reading = new TextReader(script);
  return { places: spans.map((/** @type {[number, number]} */ span) => reading.place(span, context, after)) };
};

/** Which matches can be seen. @type {Operation} */
export const textSeen = ({ serial, spans }) => {
  const script = keptText(serial);
  if (!script) return { gone: true };
  const reading = new TextReader(script);
  return { seen: spans.map((/** @type {[number, number]} */ span) => reading.isSeen(span)) };
};
