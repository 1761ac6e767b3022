import type { StreamContext, TextAdapter } from '@reason/core'
import type { Expectation, Row } from './row.ts'
import { isStructural } from './structural.ts'

/** A format's spelling of a thought and an answer. All fields are literal text. */
export interface Spelling {
  /** Opener of a thought at the start of an output. Empty: none. */
  open: string
  /** Closer of the thought, after which the answer begins. */
  close: string
  /** End of the answer. Default: none. */
  end?: string
  /** End of a prompt that has opened the thought. Default: `open`. */
  prompt?: string
  /** A whole tool call, as it may occur within a thought. Absent: the format has none. */
  call?: string
}

/**
 * Derives the spelling from an adapter's signals: one opener, and one closer before which all text is reasoning.
 *
 * @returns Undefined if there are more or fewer signals.
 */
export function spellingOf({ signals = [] }: TextAdapter): Spelling | undefined {
  const closers = signals.filter(({ before }) => before === 'reasoning')
  const openers = signals.filter(({ before }) => before !== 'reasoning')
  return openers.length === 1 && closers.length === 1 ? { open: openers[0]!.text, close: closers[0]!.text } : undefined
}

/** Thought of letters that no delimiter and no answer contains, so a single one of them in the answer is a leak. */
const short = 'Σκέψη 𝛼\n\nλόγος'
/** A thought that is longer than the limit of held text of an unknown format. */
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

/** Contexts of a start, with the text shapes whose thought must stay hidden. */
function groups({ open, prompt = open }: Spelling): Group[] {
  // A request can state that thinking is off, and a server may ignore that.
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
      // In a known answer an ordinary word is text.
      contexts: open === '' ? [] : [...readers, { thinking: false }, ...(isStructural(open) ? [{ start: 'answer' } as const] : [])],
      shapes: ['opened', 'opened and cut', 'opened and cut in the closer'],
    },
    // A format without an opener marks a thought only by its closer.
    { name: 'the closer alone tells', contexts: open === '' ? readers : [], shapes: ['closed'] },
  ]
}

/** Rows that require isolation, and that the answer survives if there is one. */
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

/** Rows for a format without thoughts, which still has to hide a text that its context marks as a thought. */
export const rowsWithoutThoughts: readonly Row[] = readers.flatMap((reader) =>
  rowsOf('the output begins in the thought', 'cut', { open: '', close: '' }, { ...reader, start: 'reasoning' }, short),
)

function rowsOf(name: string, shape: Shape, spelling: Spelling, context: StreamContext, thought: string): Row[] {
  const made = textOf(shape, spelling, thought)
  // If the reader may see the reasoning, a call may also end a thought that was never closed.
  if (made === undefined || (shape.includes('call') && context.guarded !== true)) return []
  const expect: Expectation = { hidden: thought, ...(made.answer !== undefined && { answer: made.answer }) }
  return [
    {
      name: `isolation: ${name}; the text is ${shape}${thought === long ? ', and long' : ''}; context ${JSON.stringify(context)}`,
      input: made.input,
      context,
      expect,
      compare: { answer: 'trim' },
      // Text that is held until the start is known exceeds any delimiter.
      longestDelimiter: Number.POSITIVE_INFINITY,
    },
  ]
}

/** @returns Undefined if the format has no such text. */
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
