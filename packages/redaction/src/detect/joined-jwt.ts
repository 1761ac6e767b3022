import { base64url, characterSet, dotted, except, has } from '../characters.ts'
import { ahead, codeAt, run, type Window } from '../window.ts'
import { isRandom, type Joined } from './joined-token.ts'

/** Separator at which a JWT may be cut: a line end, plain or escaped; the end of a string and the start of the next; a dot with blanks or brackets. */
const seam =
  /^(?:\\?\r?\n[ \t]{0,16}|(?:\\r)?\\n[ \t]{0,16}|["'](?:[ \t]{0,2}(?:[+&~]|\.\.?|\|\||<>))?[ \t]{0,2}(?:\\?\r?\n)?[ \t]{0,16}["']|[ \t]{0,2}(?:[[(](?:\.|dot)[\])]|\.)[ \t]{0,2}| {1,2}(?=eyJ))/
const adjacent = /^["'][ \t]{0,2}["']$/
const dotOfSeam = /^[ \t]{0,2}(?:[[(](?:\.|dot)[\])]|\.)/
const notOfSeam = except(characterSet(' \t\r\n\\"\'+.&~|<>[]()=:a-z'))
const beginsSeam = characterSet(' \t\r\n\\"\'[(')
const seamChars = 48

/** A signed JWT, or an encrypted one with five parts. */
const jwt = /^eyJ[\w-]{9,}\.(?:eyJ[\w-]{9,}\.[\w-]{16,}|[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+)$/

/** Maximum length of a joined JWT in characters. All of it must be available before the decision. */
const longest = 2048
const mostPieces = 40

/** Joins the pieces of a JWT that begins at `at`. Undefined if the JWT is in one piece, or there is none. */
export function joinJwt(window: Window, at: number): Joined | undefined {
  const { text } = window
  let end = endOfPiece(at)
  let value = text.slice(at, end)
  let width = value.length
  const pieces = [{ start: at, end }]
  let isApart = true
  while (pieces.length < mostPieces && end - at < longest) {
    const parts = value.split('.')
    const gap: string | undefined = isApart ? gapAfter(window, end, parts) : undefined
    if (gap === undefined && !has(beginsSeam, codeAt(window, end)) && codeAt(window, end) !== dot) break
    const between = gap ?? seam.exec(ahead(window, end, seamChars, notOfSeam))?.[0]
    if (window.short) return undefined
    if (between === undefined || (adjacent.test(between) && parts.length > 2 && !value.endsWith('.'))) break
    const next = end + between.length
    const stop = endOfPiece(next)
    if (window.short) return undefined
    const piece = text.slice(next, stop)
    if (gap !== undefined && parts.length === 2 && !(signatureChars.has(piece.length) && isRandom(piece))) break
    const isDotted = gap === undefined && dotOfSeam.test(between)
    if (!isDotted && gap === undefined && piece.startsWith('eyJ') && !value.endsWith('.')) break
    if (isDotted ? parts.length > 2 && !isRandom(piece) : !goesOn(piece, value, width)) break
    value += `${isDotted || gap !== undefined ? '.' : ''}${piece}`
    width = piece.length
    end = stop
    pieces.push({ start: next, end })
    isApart = gap !== undefined
  }
  if (window.short || pieces.length === 1) return undefined
  while (end > at && !has(base64url, text.charCodeAt(end - 1))) end--
  return jwt.test(value.replace(/\.+$/, '')) ? { end, text: value, parts: pieces } : undefined

  /** End of a piece. A dot before a blank is a separator, or ends a sentence. */
  function endOfPiece(from: number): number {
    const stop = run(window, dotted, from, at + longest)
    return stop > from && blank.test(text[stop] ?? '') && text[stop - 1] === '.' ? stop - 1 : stop
  }
}

const blank = /[ \t]/

const dot = 46

/** Whether a piece after a line end continues the JWT, and is not the first word of other text. */
function goesOn(piece: string, value: string, width: number): boolean {
  if (piece.startsWith('eyJ') || piece.includes('.eyJ') || isRandom(piece)) return true
  const [, , signature] = value.split('.')
  if (signature === undefined) return /\d|[a-z][A-Z]|[A-Z][a-z]*[A-Z]|^\.[\w-]{8}/.test(piece)
  // The last of several lines is shorter.
  const isEnd = width >= 40 && piece.length < width && /\d/.test(piece) && /[A-Z]/.test(piece) && /[a-z]/.test(piece)
  return isEnd && !signatureChars.has(signature.length)
}

/** Lengths of signatures: HMAC, ECDSA and EdDSA, and RSA with 2048 to 4096 bits. */
const signatureChars: ReadonlySet<number> = new Set([43, 64, 86, 128, 176, 342, 512, 683])

const nextPayload = /^[^]{1,48}?(?<![\w-])(?=eyJ[\w-]{9})/
const nextSignature = /^[^]{1,48}?(?<![\w-])(?=[\w-]{43})/
const apartChars = 96
const fewestPartChars = 16

/** Text before the next part of a JWT whose parts are apart: in a list, table, array or variables. Undefined if the last part is not whole. */
function gapAfter(window: Window, end: number, parts: readonly string[]): string | undefined {
  const last = parts.at(-1)!
  // A closing brace ends in one of three letters. Decoding for every part would be slow. Other JSON in base64, such as a cursor, names no algorithm.
  if (parts.length > 2 || last.length < fewestPartChars || !/[0Q9]$/.test(last)) return undefined
  if (!(parts.length === 1 ? /"alg".*\}$/ : /\}$/).test(decoded(last))) return undefined
  return (parts.length === 1 ? nextPayload : nextSignature).exec(ahead(window, end, apartChars))?.[0]
}

/** Text of a part in base64url. */
export function decoded(part: string): string {
  try {
    return atob(part.replace(/-/g, '+').replace(/_/g, '/'))
  } catch {
    return ''
  }
}
