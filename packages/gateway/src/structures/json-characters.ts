/** Codes of the characters of JSON, as bytes and as UTF-16 units. */
export const quote = 0x22
export const comma = 0x2c
export const slash = 0x2f
export const zero = 0x30
export const nine = 0x39
export const colon = 0x3a
export const openList = 0x5b
export const backslash = 0x5c
export const closeList = 0x5d
export const letterN = 0x6e
export const letterR = 0x72
export const letterU = 0x75
export const openObject = 0x7b
export const closeObject = 0x7d
