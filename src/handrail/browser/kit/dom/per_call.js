// What is remembered during one operation only: nothing on the page changes while it runs, and nothing holds after it.
/** @type {{clear: () => void}[]} */
const remembered = [];
/** @returns {Map<any, any>} */
export const perCall = () => {
  const map = new Map();
  remembered.push(map);
  return map;
};

/**
 * An answer that is found once an operation, where it is asked for at all.
 * @template T
 * @param {() => T} find @returns {() => T}
 */
export const oncePerCall = (find) => {
  /** @type {T | undefined} */
  let answer;
  remembered.push({
    clear: () => {
      answer = undefined;
    },
  });
  return () => (answer === undefined ? (answer = find()) : answer);
};

export const forgetCall = () => {
  for (const memory of remembered) memory.clear();
};
