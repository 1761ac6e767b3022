import { base64url, characterSet, dotted, except, has } from '../characters.ts'
import { ahead, codeAt, run, type Window } from '../window.ts'
import { isRandom, type Joined } from './joined-token.ts'

/** Separator at which a JWT may be cut: a line end, plain or escaped; the end of a string and the start of the next; a dot with blanks or brackets. */
const seam =
  /^(?:\\?\r?\n[ \t]{0,16}(?:(?:[-*] )?["'*_`]{0,3}(?:payload|claims|body|sig(?:nature)?)["'*_`]{0,3}[:=]["'*_`]{0,3} ?["'*_`]{0,3})?|["'`]?[ \t]{0,2}\|[ \t]{0,2}\r?\n[ \t]{0,2}\|[\w *_`]{1,20}\|[ \t]{0,2}["'`]?|(?:\\r)?\\n[ \t]{0,16}|\\?["'],\s{0,4}\\?["'](?:(?:payload|signature)\\?["']:\s?\\?["'])?|["'](?:[ \t]{0,2}(?:[+&~]|\.\.?|\|\||<>))?[ \t]{0,2}(?:\\?\r?\n)?[ \t]{0,16}["']|[ \t]{0,2}(?:[[(](?:\.|dot)[\])]|\.)[ \t]{0,2}| {1,2}(?=eyJ))/i
const adjacent = /^["'][ \t]{0,2}["']$/
const dotOfSeam = /^[ \t]{0,2}(?:[[(](?:\.|dot)[\])]|\.)/
const notOfSeam = except(characterSet(' \t\r\n\\"\'+.&~|<>[]()=:,*_`A-Za-z-'))
const beginsSeam = characterSet(' \t\r\n\\"\'`|[(')
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
  const whole = end
  const parts = [{ start: at, end }]
  for (let pieces = 0; pieces < mostPieces && end - at < longest; pieces++) {
    if (!has(beginsSeam, codeAt(window, end)) && codeAt(window, end) !== dot) break
    const between = seam.exec(ahead(window, end, seamChars, notOfSeam))?.[0]
    if (window.short) return undefined
    if (between === undefined || (adjacent.test(between) && value.split('.').length > 2 && !value.endsWith('.'))) break
    const next = end + between.length
    const stop = endOfPiece(next)
    if (window.short) return undefined
    const piece = text.slice(next, stop)
    const count = value.split('.').length
    const isDotted = dotOfSeam.test(between)
    if (!isDotted && piece.startsWith('eyJ') && count > 1 && !value.endsWith('.')) break
    if (isDotted ? count > 2 && !isRandom(piece) : !goesOn(piece, value, width)) break
    // Parts on lines of their own, without the dots.
    const isPart = !isDotted && !value.endsWith('.') && !piece.startsWith('.') && isWholePart(text, at, end, piece, count)
    value += `${isDotted || isPart ? '.' : ''}${piece}`
    width = piece.length
    end = stop
    parts.push({ start: next, end })
  }
  if (window.short || end === whole) return undefined
  while (end > at && !has(base64url, text.charCodeAt(end - 1))) end--
  return jwt.test(value.replace(/\.+$/, '')) ? { end, text: value, parts } : undefined

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

/** Whether a piece is a whole part: a payload that begins like JSON, or a signature after it. */
function isWholePart(text: string, at: number, end: number, piece: string, parts: number): boolean {
  if (parts === 1) return piece.startsWith('eyJ')
  return parts === 2 && !text.slice(at, end).includes('.') && isRandom(piece)
}
