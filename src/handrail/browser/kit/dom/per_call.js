// What is remembered during one operation only: nothing on the page changes while it runs, and nothing holds after it.
const remembered = [];
export const perCall = () => {
  const map = new Map();
  remembered.push(map);
  return map;
};

/** An answer that is found once an operation, where it is asked for at all. */
export const oncePerCall = (find) => {
  let answer;
  remembered.push({
    clear: () => {
      answer = undefined;
    },
  });
  return () => (answer === undefined ? (answer = find()) : answer);
};

export const forgetCall = () => remembered.forEach((memory) => memory.clear());
