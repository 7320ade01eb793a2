// What Python can ask of the kit, by name: `operation(args, deadline)` answers with plain data.

import { resolve } from './accessibility/live_refs.js';
import { missedClick } from './actions/clicked.js';
import {
  allText,
  boxOf,
  doubleClick,
  dragEnd,
  draggable,
  dragOver,
  dragStart,
  heldBy,
  listPlace,
} from './actions/drag_events.js';
import { dropFiles } from './actions/drop_files.js';
import { elementFacts, focusFacts, hasLink, pressedFacts } from './actions/facts.js';
import { nearest } from './actions/nearest.js';
import { opener } from './actions/openers.js';
import { coveredNow, elementAtPoint, obstacle, pressable, reach, scrolledTo } from './actions/reach.js';
import { inViewNow, scroll } from './actions/scroll.js';
import { dropdownOptions, listbox } from './choices/choices.js';
import { scrollList } from './choices/lists.js';
import { fieldBefore, fieldOver, filled, leaveList, left, suggestions } from './choices/suggestions.js';
import { calendar } from './forms/calendars.js';
import { editorAround, putCaret } from './forms/caret.js';
import { checkbox, labelPoint } from './forms/checks.js';
import { codeBoxes } from './forms/code_boxes.js';
import { dateSections } from './forms/date_sections.js';
import { watchEntry } from './forms/entries.js';
import { fieldsSince } from './forms/field_items.js';
import { focused, keyHolder, value } from './forms/fields.js';
import { addFiles, fileInput } from './forms/files.js';
import { labelled } from './forms/labels.js';
import { choose, endLines, focusElement, paste, prepareField, putText } from './forms/put_text.js';
import { scale } from './forms/scales.js';
import { secretField, secretLength } from './forms/secrets.js';
import { sendButton, submitted, submitter } from './forms/submits.js';
import { activity, bare, loading, title } from './page/activity.js';
import { attributeValues, describe, elementInfo, outOfSight, query } from './page/elements.js';
import { pageInfo, storage } from './page/page_info.js';
import { callPageTool, listPageTools, pageTask } from './page/page_tools.js';
import { records, table } from './page/records.js';
import { takeSnapshot } from './snapshot/snapshot.js';
import { html } from './text/html.js';
import { secretBoxes, secretParts } from './text/redaction.js';
import { text, textPlaces, textSeen } from './text/text_reader.js';

/** @type {Readonly<Record<string, Operation>>} */
export const operations = Object.freeze({
  facts: elementFacts,
  focus_facts: focusFacts,
  pressed: pressedFacts,
  missed_click: missedClick,
  has_link: hasLink,
  reach,
  obstacle,
  pressable,
  cover: coveredNow,
  at: elementAtPoint,
  scrolled_to: scrolledTo,
  scroll,
  in_view: inViewNow,
  draggable,
  held_by: heldBy,
  box: boxOf,
  double_click: doubleClick,
  drag_start: dragStart,
  list_place: listPlace,
  all_text: allText,
  drag_over: dragOver,
  drag_end: dragEnd,
  drop_files: dropFiles,
  snapshot: takeSnapshot,
  resolve,
  query,
  attribute_values: attributeValues,
  records,
  table,
  describe,
  options: dropdownOptions,
  text,
  text_places: textPlaces,
  text_seen: textSeen,
  html,
  listbox,
  choose,
  scroll_list: scrollList,
  suggestions,
  leave_list: leaveList,
  field_over: fieldOver,
  field: fieldBefore,
  filled,
  left,
  fields_since: fieldsSince,
  scale,
  calendar,
  value,
  paste,
  end_lines: endLines,
  put_text: putText,
  watch_entry: watchEntry,
  prepare_field: prepareField,
  focus: focusElement,
  nearest,
  checkbox,
  label_spot: labelPoint,
  file_input: fileInput,
  add_files: addFiles,
  submitter,
  send_button: sendButton,
  submitted,
  focused,
  code_boxes: codeBoxes,
  date_sections: dateSections,
  key_holder: keyHolder,
  labelled,
  editor_around: editorAround,
  put_caret: putCaret,
  opener,
  element: elementInfo,
  page: pageInfo,
  page_tools: listPageTools,
  call_page_tool: callPageTool,
  page_task: pageTask,
  activity,
  bare,
  loading,
  title,
  out_of_sight: outOfSight,
  secret_boxes: secretBoxes,
  secret_parts: secretParts,
  secret_field: secretField,
  secret_length: secretLength,
  storage,
});
