// Searching the text of a document. The patterns run in Python, over the text that `text` hands over; `text_places`
// then tells of the few matches that are shown where they stand. `text_segments` tells it of every run.

import { refOf } from '../dom/refs.js';
import { clip, LONGEST_TEXT, MOST_TEXT } from '../dom/text.js';
import { BlockText } from './block_text.js';
import { refOfText, TextReader } from './text_reader.js';
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
export const text = ({ near, whole, ms }, deadline) => {
  const script = new BlockText(collectRuns(deadline), ms);
  if (near) script.writeNear(near, whole, deadline);
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

/** @type {Operation} */
export const textSegments = ({ ms }, deadline) => {
  const script = new BlockText(collectRuns(deadline), ms);
  const reading = new TextReader(script);
  /** @type {{texts: string[], locals: (number | null)[], visible: number[], headings: string[], under: number[], frames: object[]}} */
  const out = { texts: [], locals: [], visible: [], headings: [], under: [], frames: [] };
  const end = script.runs.steps.length;
  let frame = 0;
  let room = MOST_TEXT;
  /** @param {number} upTo */
  const placeFrames = (upTo) => {
    for (; frame < script.runs.frames.length && script.runs.frames[frame].index <= upTo; frame += 1) {
      out.frames.push({ local: refOf(script.runs.frames[frame].element), at: out.texts.length });
    }
  };
  for (let next = 0; next < end; ) {
    placeFrames(next);
    const found = script.joiner.from(next);
    for (const segment of found.lines.flatMap((line) => reading.segments(line))) {
      out.texts.push(segment.text.slice(0, Math.max(0, room)));
      room -= segment.text.length;
      out.locals.push(refOfText(reading.element(segment.start)));
      out.visible.push(segment.visible ? 1 : 0);
      out.under.push(reading.heading(segment.start));
    }
    next = found.next;
    if (deadline.passed() || room <= 0) {
      deadline.late += Math.max(1, end - next);
      break;
    }
  }
  placeFrames(Infinity);
  out.headings = script.runs.headings.map((_, at) => clip(reading.headingText(at), LONGEST_TEXT));
  return out;
};
