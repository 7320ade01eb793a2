// Tools that the page registers with WebMCP. The browser lists and runs them, in the page's own world; the kit only asks it.
// An answer comes later, so a call begins a task here and Python asks for what came of it.

import { dom } from '../dom/dom.js';

/** @param {any} proto @param {object} self */
const captured = (proto, self) => {
  const get = Object.getOwnPropertyDescriptor(proto, 'modelContext')?.get;
  return get ? () => get.call(self) : null;
};
/** Chromium has it at the document, as the draft says now; Firefox 153 at the navigator, as it said before.
 * @type {null | (() => any)} */
const modelContext = captured(Document.prototype, document) ?? captured(Navigator.prototype, navigator);

const MOST_TOOLS = 100;
const LONGEST_SCHEMA = 20_000;
/** The draft's own rule for names. A tool that is called otherwise is left out, as one whose schema is too long. */
const NAME = /^[\w.-]{1,128}$/;

/** @type {Map<number, {done: boolean, value?: unknown, error?: string, stop: AbortController}>} */
const tasks = new Map();
let last = 0;

/** @param {(signal: AbortSignal) => Promise<unknown>} work */
const begin = (work) => {
  const stop = new AbortController();
  /** @type {{done: boolean, value?: unknown, error?: string, stop: AbortController}} */
  const task = { done: false, stop };
  tasks.set(++last, task);
  work(stop.signal).then(
    (value) => Object.assign(task, { done: true, value }),
    (error) => Object.assign(task, { done: true, error: String(error?.message ?? error) }),
  );
  return { task: last };
};

/** The tools of this very document: a frame answers for itself. */
const own = async () => {
  const all = Array.from(await modelContext?.().getTools());
  return all.filter((/** @type {any} */ tool) => tool.window === undefined || tool.window === window);
};

/** @param {string} name @returns {Element | null} */
const formOf = (name) => {
  for (const form of dom.query(document, 'form[toolname]')) if (dom.attribute(form, 'toolname') === name) return form;
  return null;
};

const list = async () => {
  const found = await own();
  const usable = found.filter((/** @type {any} */ tool) => {
    const schema = tool.inputSchema;
    return NAME.test(tool.name) && (JSON.stringify(schema)?.length ?? 0) <= LONGEST_SCHEMA;
  });
  const kept = usable.slice(0, MOST_TOOLS);
  const tools = kept.map(({ name, title, description, inputSchema }) => ({
    name,
    title: title ?? '',
    description: description ?? '',
    schema: JSON.stringify(inputSchema ?? {}),
    form: formOf(name) !== null,
  }));
  return { tools, left_out: found.length - kept.length };
};

/** @param {string} name @param {object} input @param {AbortSignal} signal */
const run = async (name, input, signal) => {
  const context = modelContext?.();
  const tool = (await own()).find((one) => one.name === name);
  if (!tool) return { missing: true };
  const form = formOf(name);
  // The browser fills such a form in and waits for a person to send it.
  const waits = form && !dom.hasAttribute(form, 'toolautosubmit');
  const filled = new Promise((resolve) => {
    if (waits) context.addEventListener('toolactivated', () => resolve({ filled: true }), { once: true, signal });
  });
  const work = context.executeTool ? context.executeTool(tool, input, { signal }) : context.invokeTool(name, input);
  const answer = await Promise.race([work, filled]);
  if (/** @type {any} */ (answer)?.filled) return { filled: true };
  return { text: typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? '') };
};

/** Begin to list the tools; `task` is null where the browser has no WebMCP. @type {Operation} */
export const listPageTools = () => (modelContext?.() ? begin(list) : { task: null });

/** Begin to run a tool. @type {Operation} */
export const callPageTool = ({ name, input }) => begin((signal) => run(name, input, signal));

/** What came of a task; with `stop`, give it up. @type {Operation} */
export const pageTask = ({ task, stop }) => {
  const found = tasks.get(task);
  if (!found) return { done: true, error: 'there is no such task' };
  if (stop) found.stop.abort();
  if (stop || found.done) tasks.delete(task);
  return { done: found.done, value: found.value ?? null, error: found.error ?? null };
};
