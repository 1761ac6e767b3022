import { closerOf, compositeCloser, isCloser, marksIn, markTexts, namesAnswer } from './marks.ts'
import type { TemplateSurvey } from './jinja/survey.ts'
import type { ThoughtPair } from './template-facts.ts'
import type { Turns } from './turns.ts'

export interface Wrappers {
  open: string[]
  close: string[]
}

/**
 * Wrappers that the model writes around its answer: marks before an answer of the history that the prompt lacks, and marks that close it.
 *
 * @param prompt - The end of the prompt after a user message.
 */
export function wrappersOf(turns: Turns, prompt: string, pairs: readonly ThoughtPair[], survey: TemplateSurvey): Wrappers {
  const written = pairs.reduce((text, pair) => withoutPair(text, pair), turns.header.slice(sharedLength(turns.header, prompt)))
  const marks = marksIn(written)
  const last = marks.at(-1)
  if (last === undefined || written.slice(last.end).trim() !== '') return named(survey, pairs)
  const open = written.slice(openStart(written, marks)).trim()
  if (prompt.includes(open)) return named(survey, pairs)
  const close = closingOf(open, turns.footer)
  return { open: [open], close: close === undefined ? [] : [close] }
}

/** Start of the last mark. A composite counts as a whole: `<|open|>response<|sep|>`, `to=user<|message|>`. */
function openStart(written: string, marks: readonly { start: number; end: number }[]): number {
  const last = marks.at(-1)!
  const previous = marks.at(-2)
  const name = written.slice(previous?.end ?? 0, last.start)
  if (name.trim() === '') return last.start
  return previous !== undefined && !/^\s/.test(name) ? previous.start : (previous?.end ?? 0)
}

function closingOf(open: string, footer: string): string | undefined {
  const marks = markTexts(footer)
  const mirrored = closerOf(open)
  if (mirrored !== undefined && marks.includes(mirrored)) return mirrored
  return compositeCloser(open, footer) ?? marks.find((mark) => isCloser(mark) && namesAnswer(mark))
}

/** Length of the common beginning. Marks are not cut, because `<think>` and `</think>` share their first character. */
function sharedLength(header: string, prompt: string): number {
  let length = 0
  while (length < header.length && header[length] === prompt[length]) length++
  return marksIn(header).find(({ start, end }) => start < length && length < end)?.start ?? length
}

function withoutPair(text: string, { open, close, label = '' }: ThoughtPair): string {
  const closed = text.lastIndexOf(close)
  if (closed === -1) return open === '' ? text : text.replaceAll(open + label, '')
  return text.slice(closed + close.length)
}

/** Wrappers that the template only mentions, as in instructions: `<response>…</response>` beside thinking tags. */
function named({ literals }: TemplateSurvey, pairs: readonly ThoughtPair[]): Wrappers {
  if (pairs.length === 0) return { open: [], close: [] }
  const mentions = literals.filter((text) => pairs.some(({ open, close }) => (open !== '' && text.includes(open)) || text.includes(close)))
  const marks = new Set(mentions.flatMap(markTexts))
  const open = [...marks].filter((mark) => namesAnswer(mark) && !isCloser(mark) && marks.has(closerOf(mark) ?? ''))
  const closers = [...marks].filter((mark) => mark.startsWith('[') && namesAnswer(mark) && isCloser(mark))
  return { open, close: [...new Set([...open.map((mark) => closerOf(mark)!), ...closers])] }
}
