import type { Part, TextAdapter } from '@reason/core'
import { thinkTags } from '../src/index.ts'

/** A text as long as one likes, how it is split, and how much of it must come out where. */
export interface Input {
  name: string
  adapter: TextAdapter
  head: string
  /** Repeated. */
  body: string
  tail: string
  /** UTF-16 units per channel: of head and tail, and of each body. */
  ends: Units
  each: Units
}

export interface Units {
  reasoning: number
  answer: number
}

const prose = 'The area of the triangle is half the base times the height, so it is twelve. '.repeat(851)
const qwen = thinkTags({ family: 'qwen3_hybrid' })
const nothing: Units = { reasoning: 0, answer: 0 }
const reasoningOf = (body: string): Units => ({ reasoning: body.length, answer: 0 })
const answerOf = (body: string): Units => ({ reasoning: 0, answer: body.length })
const fill = (piece: string): string => piece.repeat(Math.ceil(65_536 / piece.length))

export const inputs: readonly Input[] = [
  {
    name: 'reasoning of one family',
    adapter: qwen,
    head: '<think>',
    body: prose,
    tail: '</think>4',
    ends: { reasoning: 0, answer: 1 },
    each: reasoningOf(prose),
  },
  {
    name: 'the same with the default tags',
    adapter: thinkTags(),
    head: '<think>',
    body: prose,
    tail: '</think>4',
    ends: { reasoning: 0, answer: 1 },
    each: reasoningOf(prose),
  },
  { name: 'an answer', adapter: qwen, head: '', body: prose, tail: '', ends: nothing, each: answerOf(prose) },
  {
    name: 'an answer under a trim policy',
    adapter: thinkTags({ family: 'qwen3_hybrid', trim: ['beforeOpen', 'afterOpen', 'beforeClose', 'afterClose'] }),
    head: '<think>a</think>',
    body: prose,
    tail: '',
    ends: { reasoning: 1, answer: 0 },
    each: answerOf(prose),
  },
]

const blocks = '<think>a</think>b'.repeat(3856)
const closers = fill('</thin')
const openers = fill('<think>')
const table = fill('<tr><td>1</td><td>[2]</td></tr>\n')
const blanks = fill(' \n')
const code = fill('Write `<think>` or ``</think>`` here.\n')
const attributes = fill('<think a="')
const brackets = fill('<')

/** What makes careless splitters quadratic, or merely slow. */
export const hostileInputs: readonly Input[] = [
  { name: 'runs of <', adapter: qwen, head: '', body: brackets, tail: '', ends: nothing, each: answerOf(brackets) },
  {
    name: 'beginnings of closers in a block that never ends',
    adapter: qwen,
    head: '<think>',
    body: closers,
    tail: '',
    ends: nothing,
    each: reasoningOf(closers),
  },
  {
    name: 'openers again and again',
    adapter: qwen,
    // Right behind the first one, the others would be the same.
    head: '<think>.',
    body: openers,
    tail: '',
    ends: { reasoning: 1, answer: 0 },
    each: reasoningOf(openers),
  },
  {
    name: 'tiny blocks in turns',
    adapter: qwen,
    head: '',
    body: blocks,
    tail: '',
    ends: nothing,
    each: { reasoning: 3856, answer: 3856 },
  },
  { name: 'markup in the answer', adapter: thinkTags(), head: '', body: table, tail: '', ends: nothing, each: answerOf(table) },
  {
    name: 'whitespace that is kept back',
    adapter: thinkTags({ family: 'qwen3_hybrid', trim: ['beforeOpen', 'beforeClose'] }),
    head: '<think>a',
    body: blanks,
    tail: 'b</think>c',
    ends: { reasoning: 2, answer: 1 },
    each: reasoningOf(blanks),
  },
  {
    name: 'an unknown start that is never decided',
    adapter: thinkTags({ family: 'qwen3_hybrid', startsInReasoning: 'hold', maxHeldChars: 100_000_000 }),
    head: '',
    body: prose,
    tail: '',
    ends: nothing,
    each: answerOf(prose),
  },
  {
    name: 'code spans around tags',
    adapter: thinkTags({ family: 'qwen3_hybrid', codeAware: true }),
    head: '',
    body: code,
    tail: '',
    ends: nothing,
    each: answerOf(code),
  },
  {
    name: 'attributes that never end',
    adapter: thinkTags({ startTag: '<think>', tagAttributes: true, tagWhitespace: true, caseInsensitive: true }),
    head: '',
    body: attributes,
    tail: '',
    ends: nothing,
    each: answerOf(attributes),
  },
]

/** The text in pieces: head, the body so many times, tail. `size` 0: each of them whole. */
export function cut(
  { head, body, tail }: Input,
  times: number,
  size: number,
): { head: string[]; body: string[]; tail: string[]; times: number } {
  return { head: pieces(head, size), body: pieces(body, size), tail: pieces(tail, size), times }
}

function pieces(text: string, size: number): string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; at += size || text.length) {
    // As a network brings it: a string of its own, not a view of a longer one.
    found.push(Buffer.from(text.slice(at, size === 0 ? text.length : at + size)).toString())
  }
  return found
}

/** Feeds the pieces to a splitter and counts what comes out. */
export function splitPieces(adapter: TextAdapter, { head, body, tail, times }: ReturnType<typeof cut>): Units {
  const splitter = adapter.createSplitter()
  let reasoning = 0
  let answer = 0
  feed(head)
  for (let i = 0; i < times; i++) feed(body)
  feed(tail)
  count(splitter.end())
  return { reasoning, answer }

  function feed(list: readonly string[]): void {
    for (let i = 0; i < list.length; i++) count(splitter.push(list[i]!))
  }

  function count(parts: readonly Part[]): void {
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!
      if (part.type !== 'delta') continue
      if (part.channel === 'reasoning') reasoning += part.text.length
      else answer += part.text.length
    }
  }
}

export const expectedUnits = ({ ends, each }: Input, times: number): Units => ({
  reasoning: ends.reasoning + each.reasoning * times,
  answer: ends.answer + each.answer * times,
})
