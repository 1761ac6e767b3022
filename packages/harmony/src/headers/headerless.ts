import { isKnownType, type Header } from './header.ts'
import { isChannelName, readChannelWord, readRecipientWord, strayChannel } from './header-words.ts'
import { spell } from '../tokens/tokens.ts'

/**
 * Matches one word and recipients after blanks. The word is the role, or the channel after its marker. Past a blank, only a name that cannot be prose is
 * a recipient.
 */
const opening = /^\s*(?!to=)[^\s<]*(?:\s*to=[^\s<{[]+|\s+to(?:\s=\s?|=\s)(?=functions\.|browser\.)[^\s<{[]+)*|^(?:\s*to=[^\s<{[]+)+/
/** Matches a channel with its body glued to it. A visible channel counts only if the body cannot continue the word. */
const gluedBody = /^\s*(?:analysis(?=[^\s<])|(?:final|commentary)(?![Aa]nalysis)(?=[\p{Lu}\p{Lt}\p{Lo}{[]))/u
/** Matches a role with its body glued to it, if the body cannot continue the word. */
const gluedToRole = /^\s*assistant(?![Aa]nalysis|[Cc]ommentary|[Ff]inal)(?=[\p{Lu}\p{Lt}\p{Lo}\d{[*#])/u
/** The same with a channel between them, as all tokens of the header were lost but its start. */
const gluedToChannel = /^\s*assistant(?:analysis(?=[^\s<])|(?:final|commentary)(?![Aa]nalysis)(?=[\p{Lu}\p{Lt}\p{Lo}\d{[*#]))/u
/** Matches header words whose tokens were lost, before text that is glued to them, on the next line, or the beginning of a sentence. */
const strippedHeader =
  /^\s*(?:assistant\s?(analysis|commentary|final)(?![a-z])\s?|(analysis|commentary|final)(?:(?=[\p{Lu}\p{Lt}\p{Lo}{[])|:?[^\S\n]{0,4}\n|[^\S\n]{1,4}(?=[*_#"“«(>-]{0,3}[\p{Lu}\p{Lt}\p{Lo}\p{N}{[])))/u
/** Matches words that are no channel: a channel's name with other text glued to it, or a word that is no name. */
const garbled = /^\s*(?:(?:final|commentary)[^\s<]|[\w.+/-]*[^\w.+/\s<-])/
/** Matches the beginning of a body that is in fact a header whose `analysis` lost its marker. */
const analysis = /^(?:\s*(?:(?:assistant|commentary|final|json|code|to=[^\s<]*)(?=[\s<]|$)|<\|constrain\|>))*\s*analysis\b\s?/
const constraint = /\s*<\|constrain\|>\s*/y
const typeName = /([\w.+/-]+)(?=(\s*)(.?))/y

/**
 * Finds the beginning of the body in a header without a message token.
 *
 *     <|channel|>analysis I must refuse.<|end|>
 *                        ^ the header ends here, the body begins after the blank
 *
 * @returns Index in `text`. Its length if there is no body.
 */
export function findBody(text: string): number {
  const marker = spell('channel')
  const last = text.lastIndexOf(marker)
  const from = last === -1 ? 0 : last + marker.length
  if (last !== -1) {
    const word = /^\s*[^\s<]*/.exec(text.slice(from))![0]
    if (readRecipientWord(word.trim()) === undefined && !isChannelName(readChannelWord(word.trim()))) {
      const glued = gluedBody.exec(word)
      if (glued !== null) return from + glued[0].length
      if (garbled.test(word) && /\p{L}/u.test(text.slice(from))) return from + blanks(text, from)
    }
  }
  const head =
    (last === -1 ? (gluedToRole.exec(text) ?? gluedToChannel.exec(text))?.[0] : undefined) ?? opening.exec(text.slice(from))?.[0] ?? ''
  let at = from + head.length

  constraint.lastIndex = at
  const constrained = constraint.exec(text)
  const typeFrom = constrained === null ? at + blanks(text, at) : constraint.lastIndex
  if (constrained !== null) at = typeFrom
  // Without its marker, a content type counts only where a call has one.
  if (constrained !== null || head.includes('to=')) at = afterType(text, typeFrom) ?? at
  return at + blanks(text, at)
}

/**
 * Splits a header without a message token into header and body.
 *
 * @param maxBody - Length of the part of `text` that is not from the prompt.
 */
export function splitHeaderless(text: string, maxBody: number, parse: (header: string) => Header): { read: Header; body: string } {
  const split = (length: number) => ({ read: parse(text.slice(0, text.length - length)), body: text.slice(text.length - length) })
  const length = Math.min(text.length - findBody(text), maxBody)
  const { read, body } = split(length)
  if (read.kind === 'call') return { read, body: body.trim() === '' ? '' : body }
  const more = read.channel === 'analysis' ? 0 : (analysis.exec(body)?.[0].length ?? 0)
  return more === 0 ? { read, body } : split(length - more)
}

/** Returns the channel that loose text names, and the length of its header. */
export function readStrippedHeader(text: string): { channel: string; length: number } | undefined {
  const [written, word, glued] = strippedHeader.exec(text) ?? []
  return written === undefined ? undefined : { channel: (word ?? glued)!, length: written.length }
}

/** Returns the index after a content type: a known one, or any word before possible data or before nothing. */
function afterType(text: string, from: number): number | undefined {
  typeName.lastIndex = from
  const [, name = '', , next = ''] = typeName.exec(text) ?? []
  if (name === '') return undefined
  return isKnownType(name) || next === '' || next === '{' || next === '[' ? from + name.length : undefined
}

/** Length of the blank that ends a header: 0 or 1. The body follows verbatim. */
const blanks = (text: string, at: number): number => (/\s/.test(text.charAt(at)) ? 1 : 0)

/** Whether the rest of a header can only be a body, because a header has neither several words nor punctuation there. */
export function isProse(rest: string): boolean {
  const words = rest.match(/\S+/g) ?? []
  return /[^\w.+/:=-]/.test(words.filter((word) => !isHeaderWord(word)).join(' '))
}

/** Whether the rest of a header at the end of the text has more than header words. */
export const isText = (rest: string): boolean => /[\p{L}\p{N}]/u.test(rest) && !(rest.match(/\S+/g) ?? []).every(isHeaderWord)

const isHeaderWord = (word: string): boolean =>
  word === 'assistant' || isKnownType(word) || strayChannel(word) !== undefined || readRecipientWord(word) !== undefined
