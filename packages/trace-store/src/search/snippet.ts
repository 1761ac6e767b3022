import type { Phrase, Query } from './query.ts'
import { wordsOf, type Word } from './words.ts'

/** A part of the text around the matches. Plain text: mark the ranges yourself, and never render it as HTML. */
export interface Snippet {
  text: string
  /** Matches, in UTF-16 units of `text`. In order, not overlapping. */
  ranges: { start: number; end: number }[]
  /** Position of `text` in the whole text, in UTF-16 units. */
  offset: number
  /** Whether there is text before or after `text`. */
  cutBefore: boolean
  cutAfter: boolean
}

const snippetChars = 240
const leadChars = 60
/** Characters that are searched for a snippet. The search is synchronous and would block other requests for longer texts. */
const maxSearchedChars = 1_000_000

/** Snippet at the first place where most different phrases of the query are close together. */
export function snippetOf(text: string, { all }: Query): Snippet {
  const hits = hitsOf(text.slice(0, maxSearchedChars), all)
  const start = startOf(text, bestHit(hits))
  const end = evenEnd(text, Math.min(text.length, start + snippetChars))
  const ranges = hits
    .filter((hit) => hit.start >= start && hit.end <= end)
    .map((hit) => ({ start: hit.start - start, end: hit.end - start }))
  return { text: text.slice(start, end), ranges: merged(ranges), offset: start, cutBefore: start > 0, cutAfter: end < text.length }
}

interface Hit {
  phrase: number
  start: number
  end: number
}

function hitsOf(text: string, phrases: readonly Phrase[]): Hit[] {
  const longest = Math.max(1, ...phrases.map(({ words }) => words.length))
  const recent: Word[] = []
  const hits: Hit[] = []
  for (const word of wordsOf(text)) {
    recent.push(word)
    if (recent.length > longest) recent.shift()
    for (let index = 0; index < phrases.length; index++) {
      const phrase = phrases[index]!
      // Hardly any word ends a phrase. Only then are the words before it compared.
      if (!isWord(word, phrase, phrase.words.length - 1)) continue
      const tail = recent.slice(-phrase.words.length)
      if (isPhrase(tail, phrase)) hits.push({ phrase: index, start: tail[0]!.start, end: word.end })
    }
    if (hits.length >= 1000) break
  }
  return hits
}

function isPhrase(found: readonly Word[], phrase: Phrase): boolean {
  return found.length === phrase.words.length && found.every((word, index) => isWord(word, phrase, index))
}

function isWord({ text }: Word, { words, prefix }: Phrase, index: number): boolean {
  const wanted = words[index]!
  return prefix && index === words.length - 1 ? text.startsWith(wanted) : text === wanted
}

function bestHit(hits: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined
  let most = 0
  let from = 0
  const inWindow = new Map<number, number>()
  let to = 0
  for (; from < hits.length; from++) {
    const first = hits[from]!
    for (; to < hits.length && hits[to]!.end - first.start <= snippetChars - leadChars; to++)
      inWindow.set(hits[to]!.phrase, (inWindow.get(hits[to]!.phrase) ?? 0) + 1)
    if (inWindow.size > most) {
      most = inWindow.size
      best = first
    }
    const left = (inWindow.get(first.phrase) ?? 1) - 1
    if (left <= 0) inWindow.delete(first.phrase)
    else inWindow.set(first.phrase, left)
    if (to <= from) to = from + 1
  }
  return best ?? hits[0]
}

/** Start of the snippet: some text before the hit, from the beginning of a word. */
function startOf(text: string, hit: Hit | undefined): number {
  if (hit === undefined || hit.start <= leadChars) return 0
  const wanted = hit.start - leadChars
  const space = text.slice(wanted, hit.start).search(/\s/)
  return space === -1 ? evenStart(text, wanted) : wanted + space + 1
}

/** Avoid splitting a surrogate pair. */
const evenStart = (text: string, at: number): number => (isLow(text.charCodeAt(at)) ? at + 1 : at)
const evenEnd = (text: string, at: number): number => (at < text.length && isLow(text.charCodeAt(at)) ? at - 1 : at)
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

function merged(ranges: { start: number; end: number }[]): { start: number; end: number }[] {
  const out: { start: number; end: number }[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = out.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else out.push({ ...range })
  }
  return out
}
