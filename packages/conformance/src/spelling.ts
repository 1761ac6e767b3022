import type { StreamContext, TextAdapter } from '@reason/core'
import type { Expectation, Row } from './row.ts'
import { isStructural } from './structural.ts'

/** How a format writes a thought and an answer. All of it is literal text. */
export interface Spelling {
  /** What begins a thought at the start of an output. Empty: nothing does. */
  open: string
  /** What ends the thought and begins the answer. */
  close: string
  /** What ends the answer. Default: nothing. */
  end?: string
  /** What a prompt ends with that has opened the thought. Default: `open`. */
  prompt?: string
  /** A whole call of a tool, as it may stand within a thought. Absent: the format has none. */
  call?: string
}

/**
 * The spelling that an adapter's signals tell: one that opens, and one before which all is reasoning.
 *
 * @returns Undefined: there are more signals, or fewer.
 */
export function spellingOf({ signals = [] }: TextAdapter): Spelling | undefined {
  const closers = signals.filter(({ before }) => before === 'reasoning')
  const openers = signals.filter(({ before }) => before !== 'reasoning')
  return openers.length === 1 && closers.length === 1 ? { open: openers[0]!.text, close: closers[0]!.text } : undefined
}

/** Letters that no delimiter and no answer has: a single one of them in the answer is a leak. */
const short = 'Σκέψη 𝛼\n\nλόγος'
/** Longer than what is held of a text whose format is unknown. */
const long = 'Σκέψη 𝛼. '.repeat(30)
const answer = '51'

type Shape =
  | 'closed'
  | 'opened'
  | 'cut'
  | 'cut in the closer'
  | 'opened and cut'
  | 'opened and cut in the closer'
  | 'call'
  | 'cut behind a call'

interface Group {
  name: string
  contexts: readonly StreamContext[]
  shapes: readonly Shape[]
}

const readers: readonly StreamContext[] = [{}, { guarded: true }, { whole: true }, { guarded: true, whole: true }]

const withAll = (known: StreamContext, others: readonly StreamContext[]): StreamContext[] => others.map((other) => ({ ...known, ...other }))

/** What is known of a start, and what a text may then look like without showing its thought. */
function groups({ open, prompt = open }: Spelling): Group[] {
  // A request can say that there is no thinking, and a server may ignore that.
  const claims = [...readers, { thinking: false }, { guarded: true, thinking: false }, { guarded: true, grammar: true }]
  const inThought: Shape[] = ['closed', 'opened', 'cut', 'cut in the closer', 'call', 'cut behind a call']
  const guardedWhole = { guarded: true, whole: true }
  return [
    { name: 'the output begins in the thought', contexts: withAll({ start: 'reasoning' }, claims), shapes: inThought },
    { name: 'the prompt opened the thought', contexts: prompt === '' ? [] : withAll({ prefill: prompt }, claims), shapes: inThought },
    { name: 'the start is unknown', contexts: withAll({ start: 'unknown' }, readers), shapes: ['closed', 'opened', 'call'] },
    {
      name: 'nothing that is believed of the start counts',
      contexts: withAll(guardedWhole, [{}, { start: 'answer' }, { thinking: false }, { grammar: true }, { prefill: answer }]),
      shapes: ['closed', 'opened', 'call'],
    },
    {
      name: 'the output opens the thought',
      // In a known answer a word is a word.
      contexts: open === '' ? [] : [...readers, { thinking: false }, ...(isStructural(open) ? [{ start: 'answer' } as const] : [])],
      shapes: ['opened', 'opened and cut', 'opened and cut in the closer'],
    },
    // A format without an opener knows a thought by its closer alone.
    { name: 'the closer alone tells', contexts: open === '' ? readers : [], shapes: ['closed'] },
  ]
}

/** Rows that demand isolation, and that the answer is not lost where there is one. */
export function isolationRows(spelling: Spelling): Row[] {
  return groups(spelling).flatMap(({ name, contexts, shapes }) =>
    contexts.flatMap((context) =>
      shapes.flatMap((shape) => [
        ...rowsOf(name, shape, spelling, context, short),
        ...(shape === 'closed' ? rowsOf(name, shape, spelling, context, long) : []),
      ]),
    ),
  )
}

/** A format without thoughts still hides a text of which another says that it is one. */
export const rowsWithoutThoughts: readonly Row[] = readers.flatMap((reader) =>
  rowsOf('the output begins in the thought', 'cut', { open: '', close: '' }, { ...reader, start: 'reasoning' }, short),
)

function rowsOf(name: string, shape: Shape, spelling: Spelling, context: StreamContext, thought: string): Row[] {
  const made = textOf(shape, spelling, thought)
  // Where the reader may see the reasoning, a call may also be the end of a thought that was never closed.
  if (made === undefined || (shape.includes('call') && context.guarded !== true)) return []
  const expect: Expectation = { hidden: thought, ...(made.answer !== undefined && { answer: made.answer }) }
  return [
    {
      name: `isolation: ${name}; the text is ${shape}${thought === long ? ', and long' : ''}; context ${JSON.stringify(context)}`,
      input: made.input,
      context,
      expect,
      compare: { answer: 'trim' },
      // What waits until the start is known is longer than any delimiter.
      longestDelimiter: Number.POSITIVE_INFINITY,
    },
  ]
}

/** @returns Undefined: the format has no such text. */
function textOf(shape: Shape, { open, close, end = '', call }: Spelling, thought: string): { input: string; answer?: string } | undefined {
  const half = close.slice(0, Math.ceil(close.length / 2))
  switch (shape) {
    case 'closed':
      return { input: thought + close + answer + end, answer }
    case 'opened':
      return open === '' ? undefined : { input: open + thought + close + answer + end, answer }
    case 'cut':
      return { input: thought, answer: '' }
    case 'cut in the closer':
      return { input: thought + half, answer: '' }
    case 'opened and cut':
      return { input: open + thought, answer: '' }
    case 'opened and cut in the closer':
      return { input: open + thought + half, answer: '' }
    case 'call':
      return call === undefined ? undefined : { input: thought + call + thought + close + answer + end }
    case 'cut behind a call':
      return call === undefined ? undefined : { input: thought + call + thought }
  }
}
