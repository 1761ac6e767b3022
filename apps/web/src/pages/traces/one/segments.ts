/** A piece of a text: plain, a match of the search, or a mark of the redactor. */
export interface TraceSegment {
  kind: 'plain' | 'hit' | 'redacted'
  text: string
}

/** Marks of the redactor: `[email:9fbc3349]`, `[secret:openai-key:8fea7276]`. They contain the type, and a fingerprint of the value. */
const redaction = /\[[a-z][\w-]*(?::[\w-]+)*:[0-9a-f]{8}\]/g

/** Type in a redactor's mark: `email`, `secret: openai-key`. */
export const redactedKind = (mark: string): string => mark.slice(1, mark.lastIndexOf(':')).replaceAll(':', ': ')

const letters = /[\p{L}\p{N}_]+/gu

/**
 * Pattern for the words of a query, with the search's syntax. Matches whole words; excluded words are ignored.
 * @returns Undefined if there are no words to mark
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

/** Splits a text into segments, in order and without loss. A mark of the redactor is never split by matches. */
export function segmentsOf(text: string, hits: RegExp | undefined): TraceSegment[] {
  const segments: TraceSegment[] = []
  let at = 0
  for (const { index, 0: mark } of text.matchAll(redaction)) {
    segments.push(...withHits(text.slice(at, index), hits), { kind: 'redacted', text: mark })
    at = index + mark.length
  }
  segments.push(...withHits(text.slice(at), hits))
  return segments
}

function withHits(text: string, hits: RegExp | undefined): TraceSegment[] {
  if (text === '') return []
  if (hits === undefined) return [{ kind: 'plain', text }]
  const segments: TraceSegment[] = []
  let at = 0
  for (const { index, 0: hit } of text.matchAll(hits)) {
    if (index > at) segments.push({ kind: 'plain', text: text.slice(at, index) })
    segments.push({ kind: 'hit', text: hit })
    at = index + hit.length
  }
  if (at < text.length) segments.push({ kind: 'plain', text: text.slice(at) })
  return segments
}

/** Chunks of about a length, cut at line ends if possible. The browser lays out only visible chunks. */
export function chunksOf(text: string, about = 8000): string[] {
  const chunks: string[] = []
  let from = 0
  while (from < text.length) {
    let to = Math.min(text.length, from + about)
    if (to < text.length) {
      const feed = text.lastIndexOf('\n', to)
      if (feed > from) to = feed + 1
      // Do not cut a surrogate pair.
      else if (/[\uD800-\uDBFF]/.test(text[to - 1]!)) to++
    }
    chunks.push(text.slice(from, to))
    from = to
  }
  return chunks
}
