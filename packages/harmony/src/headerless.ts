import { isKnownType, type Header } from './header.ts'
import { isChannelName, readChannelWord, readRecipientWord, strayChannel } from './header-words.ts'
import { spell } from './tokens.ts'

/** One word, recipients with blanks before them. The word is the role, or the channel after its marker. Past a blank, only a name
 * that cannot be prose is a recipient. */
const opening = /^\s*(?!to=)[^\s<]*(?:\s*to=[^\s<{[]+|\s+to(?:\s=\s?|=\s)(?=functions\.|browser\.)[^\s<{[]+)*|^(?:\s*to=[^\s<{[]+)+/
/** A channel with its body glued to it. What is visible is only believed where the body cannot go on the word. */
const gluedBody = /^\s*(?:analysis(?=[^\s<])|(?:final|commentary)(?![Aa]nalysis)(?=[\p{Lu}\p{Lt}\p{Lo}{[]))/u
/** A role with its body glued to it, which cannot go on the word. */
const gluedToRole = /^\s*assistant(?![Aa]nalysis|[Cc]ommentary|[Ff]inal)(?=[\p{Lu}\p{Lt}\p{Lo}\d{[*#])/u
/** Words of a header whose tokens were lost, with what follows glued to them, on the next line, or as the beginning of a sentence. */
const strippedHeader =
  /^\s*(?:assistant\s?(analysis|commentary|final)(?![a-z])\s?|(analysis|commentary|final)(?:(?=[\p{Lu}\p{Lt}\p{Lo}{[])|:?[^\S\n]{0,4}\n|[^\S\n]{1,4}(?=[*_#"“«(>-]{0,3}[\p{Lu}\p{Lt}\p{Lo}\p{N}{[])))/u
/** No channel: a name of one with something else glued to it, or what is no name at all. */
const garbled = /^\s*(?:(?:final|commentary)[^\s<]|[\w.+/-]*[^\w.+/\s<-])/
/** The beginning of a body that is a header yet, whose `analysis` lost its marker. */
const analysis = /^(?:\s*(?:(?:assistant|commentary|final|json|code|to=[^\s<]*)(?=[\s<]|$)|<\|constrain\|>))*\s*analysis\b\s?/
const constraint = /\s*<\|constrain\|>\s*/y
const typeName = /([\w.+/-]+)(?=(\s*)(.?))/y

/**
 * Finds where the body begins in a header that has no message token.
 *
 *     <|channel|>analysis I must refuse.<|end|>
 *                        ^ the header ends here, the body begins after the blank
 *
 * @returns Index in `text`; its length when there is no body.
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
  const head = (last === -1 ? gluedToRole.exec(text)?.[0] : undefined) ?? opening.exec(text.slice(from))?.[0] ?? ''
  let at = from + head.length

  constraint.lastIndex = at
  const constrained = constraint.exec(text)
  const typeFrom = constrained === null ? at + blanks(text, at) : constraint.lastIndex
  if (constrained !== null) at = typeFrom
  // Without its marker, a content type is only believed where a call takes one.
  if (constrained !== null || head.includes('to=')) at = afterType(text, typeFrom) ?? at
  return at + blanks(text, at)
}

/**
 * Reads a header that has no message token.
 *
 * @param maxBody - What of `text` is not the prompt's.
 */
export function splitHeaderless(text: string, maxBody: number, parse: (header: string) => Header): { read: Header; body: string } {
  const split = (length: number) => ({ read: parse(text.slice(0, text.length - length)), body: text.slice(text.length - length) })
  const length = Math.min(text.length - findBody(text), maxBody)
  const { read, body } = split(length)
  if (read.kind === 'call') return { read, body: body.trim() === '' ? '' : body }
  const more = read.channel === 'analysis' ? 0 : (analysis.exec(body)?.[0].length ?? 0)
  return more === 0 ? { read, body } : split(length - more)
}

/** The channel that loose text names, and how much of it is its header. */
export function readStrippedHeader(text: string): { channel: string; length: number } | undefined {
  const [written, word, glued] = strippedHeader.exec(text) ?? []
  return written === undefined ? undefined : { channel: (word ?? glued)!, length: written.length }
}

/** Past a word that is a content type: a known one, or any before what looks like data, or before nothing. */
function afterType(text: string, from: number): number | undefined {
  typeName.lastIndex = from
  const [, name = '', , next = ''] = typeName.exec(text) ?? []
  if (name === '') return undefined
  return isKnownType(name) || next === '' || next === '{' || next === '[' ? from + name.length : undefined
}

/** At most one: the blank that ends a header. What follows is the body, verbatim. */
const blanks = (text: string, at: number): number => (/\s/.test(text.charAt(at)) ? 1 : 0)

/** Whether the rest of a header can be nothing but a body: no header has several words, or punctuation, there. */
export function isProse(rest: string): boolean {
  const words = rest.match(/\S+/g) ?? []
  return /[^\w.+/:=-]/.test(words.filter((word) => !isHeaderWord(word)).join(' '))
}

/** Whether the rest of a header that its model has ended is more than words of headers. */
export const isText = (rest: string): boolean => /[\p{L}\p{N}]/u.test(rest) && !(rest.match(/\S+/g) ?? []).every(isHeaderWord)

const isHeaderWord = (word: string): boolean =>
  word === 'assistant' || isKnownType(word) || strayChannel(word) !== undefined || readRecipientWord(word) !== undefined
