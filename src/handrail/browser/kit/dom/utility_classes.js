// Classes that say how an element looks, as those of Tailwind do. They are no names.

const VALUE = String.raw`(?:\d+(?:[./]\d+)?|px|auto|full|screen|fit|min|max|\[.+\])`;
const UTILITY = new RegExp(
  String.raw`^!?(?:[a-z][\w-]*:)*-?(?:` +
    'static|fixed|absolute|relative|sticky|block|inline|inline-block|inline-flex|flex|grid|hidden|contents|group|' +
    'cursor-[a-z-]+|overflow-[a-z-]+|(?:flex|items|justify|self)-(?:[a-z-]+|\\d+)|pointer-events-(?:none|auto)|' +
    'select-(?:none|text|all|auto)|' +
    `(?:[mp][trblxyse]?|(?:min-|max-)?[wh]|size|top|left|right|bottom|inset(?:-[xy])?|z|gap(?:-[xy])?)-${VALUE}` +
    ')$',
);
/** @param {string} token a class */
export const isUtility = (token) => UTILITY.test(token);
