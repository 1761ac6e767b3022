/** A piece of a text: plain, found by the search, or put there by the redactor in the place of something else. */
export interface Segment {
  kind: 'plain' | 'hit' | 'redacted'
  text: string
}

/** `[email:9fbc3349]`, `[secret:openai-key:8fea7276]`: what was there, and a mark that is the same for the same value. */
const redaction = /\[[a-z][\w-]*(?::[\w-]+)*:[0-9a-f]{8}\]/g

/** What a redactor's mark says was there: `email`, `secret: openai-key`. */
export const redactedKind = (mark: string): string => mark.slice(1, mark.lastIndexOf(':')).replaceAll(':', ': ')

const letters = /[\p{L}\p{N}_]+/gu

/**
 * The words of a query as the search understands it, without those that must not be there: each as a pattern on whole words.
 * @returns undefined where there is nothing to look for
 */
export function hitPattern(query: string): RegExp | undefined {
  const phrases = [...query.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)].flatMap(([, minus, phrase, word = '']) => {
    if (minus === '-') return []
    const text = phrase ?? word
    const words = text.match(letters) ?? []
    if (words.length === 0) return []
    return [`${words.join(String.raw`[^\p{L}\p{N}_]+`)}${phrase === undefined && text.endsWith('*') ? String.raw`[\p{L}\p{N}_]*` : ''}`]
  })
  if (phrases.length === 0) return undefined
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${phrases.join('|')})(?![\p{L}\p{N}_])`, 'giu')
}

/** The text in its order, nothing lost. Marks of the redactor win over what was found in them. */
export function segmentsOf(text: string, hits: RegExp | undefined): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const { index, 0: mark } of text.matchAll(redaction)) {
    segments.push(...withHits(text.slice(at, index), hits), { kind: 'redacted', text: mark })
    at = index + mark.length
  }
  segments.push(...withHits(text.slice(at), hits))
  return segments
}

function withHits(text: string, hits: RegExp | undefined): Segment[] {
  if (text === '') return []
  if (hits === undefined) return [{ kind: 'plain', text }]
  const segments: Segment[] = []
  let at = 0
  for (const { index, 0: hit } of text.matchAll(hits)) {
    if (index > at) segments.push({ kind: 'plain', text: text.slice(at, index) })
    segments.push({ kind: 'hit', text: hit })
    at = index + hit.length
  }
  if (at < text.length) segments.push({ kind: 'plain', text: text.slice(at) })
  return segments
}

/** Pieces of about so many characters, cut at line ends where there are some: a browser lays out those that are seen. */
export function chunksOf(text: string, about = 8000): string[] {
  const chunks: string[] = []
  let from = 0
  while (from < text.length) {
    let to = Math.min(text.length, from + about)
    if (to < text.length) {
      const feed = text.lastIndexOf('\n', to)
      if (feed > from) to = feed + 1
      // Between the halves of a character there is no place to cut.
      else if (/[\uD800-\uDBFF]/.test(text[to - 1]!)) to++
    }
    chunks.push(text.slice(from, to))
    from = to
  }
  return chunks
}
