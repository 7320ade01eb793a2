// answers in a <meta> that stands in no document; {el, nonce} is an element itself (with
// `iframe`: if it is one); {whose} asks which one the root is.

export const nonce = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('');
