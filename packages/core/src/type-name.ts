/** What a program without types has passed, in one word: `Promise`, `Uint8Array`, `Undefined`. */
export const typeName = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)
