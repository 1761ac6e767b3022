/** Set of ASCII characters: 1 at the code of each member. Characters beyond ASCII are never members. */
export type CharacterSet = Uint8Array

export function characterSet(members: string): CharacterSet {
  const set = new Uint8Array(128)
  for (let i = 0; i < members.length; i++) {
    const from = members.charCodeAt(i)
    const range = members[i + 1] === '-' && i + 2 < members.length
    const to = range ? members.charCodeAt(i + 2) : from
    for (let code = from; code <= to; code++) set[code] = 1
    if (range) i += 2
  }
  return set
}

/** All ASCII characters except those of a set. */
export const except = (set: CharacterSet): CharacterSet => set.map((member) => 1 - member)

/** In each set, a hyphen comes last, because it would mark a range elsewhere. */
export const alphanumeric = characterSet('A-Za-z0-9')
export const word = characterSet('A-Za-z0-9_')
export const base64 = characterSet('A-Za-z0-9+/=')
export const base64url = characterSet('A-Za-z0-9_-')
/** Base64url parts joined by dots, as in tokens. */
export const dotted = characterSet('A-Za-z0-9_.-')
export const dottedBase64 = characterSet('A-Za-z0-9_.+/=~-')
export const hexadecimal = characterSet('0-9A-Fa-f')
export const emailLocal = characterSet("A-Za-z0-9._%+'-")
/** ASCII blanks. `isSpace` also accepts a no-break space. */
export const spaces = characterSet(' \t\n\v\f\r')
/** Characters of a name in an assignment. */
export const keyName = characterSet('A-Za-z0-9_.-')

export const has = (set: CharacterSet, code: number): boolean => code < 128 && set[code] === 1
export const isDigit = (code: number): boolean => code >= 48 && code <= 57
/** Whether a code is a quotation mark of programs, or a backtick. */
export const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96
export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0

/** End of the run of members that begins at `from`, at most `limit`. */
export function runEnd(text: string, set: CharacterSet, from: number, limit: number): number {
  let at = from
  while (at < limit && has(set, text.charCodeAt(at))) at++
  return at
}

const wideLetter = /[\p{L}\p{M}\p{N}]/u
/** Whether a code is a letter, mark or digit beyond ASCII. */
export const isWideLetter = (code: number): boolean => code > 0xa9 && wideLetter.test(String.fromCharCode(code))
