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
 * What is asked of a thing, found once an operation for each.
 * @template K, T
 * @param {(of: K) => T} find  never answers `undefined`
 * @returns {(of: K) => T}
 */
export const foundPerCall = (find) => {
  /** @type {Map<K, T>} */
  const answers = perCall();
  return (of) => {
    let answer = answers.get(of);
    if (answer === undefined) answers.set(of, (answer = find(of)));
    return answer;
  };
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
