import { isKnownType } from './header.ts'
import { spell } from './tokens.ts'

/** One word, recipients with blanks before them. The word is the role, or the channel after its marker. */
const opening = /^\s*(?!to=)[^\s<]*(?:\s*to=[^\s<]+)*|^(?:\s*to=[^\s<]+)+/
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
  const head = opening.exec(text.slice(from))?.[0] ?? ''
  let at = from + head.length

  constraint.lastIndex = at
  const constrained = constraint.exec(text)
  const typeFrom = constrained === null ? at + blanks(text, at) : constraint.lastIndex
  if (constrained !== null) at = typeFrom
  // Without its marker, a content type is only believed where a call takes one.
  if (constrained !== null || head.includes('to=')) at = afterType(text, typeFrom) ?? at
  return at + blanks(text, at)
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
export const isProse = (rest: string): boolean => /[^\w.+/:=-]/.test(rest.trim())
