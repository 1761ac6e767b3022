import type { Channel, Part } from '../parts.ts'
import type { TextAdapter } from '../adapter.ts'
import type { Stage } from './stage.ts'
import type { StreamContext } from '../splitter.ts'
import { warningCodes } from '../warnings.ts'

/** Limit in UTF-16 units: a longer text is not repeated as an answer. */
const mostKept = 100_000

/**
 * Finds the answer in a reasoning field, if a server put all of it there:
 *
 *     thinking off    "Paris."              its parser waits for a closer that the template has written
 *     a JSON format   '{"city":"Paris"}'    the grammar left no room for a thought
 *     any             "2+2</think>4"        its parser missed the closer
 *
 * The field itself is evidence that the thought was open. If the client may not see reasoning, a closer in the field therefore proves nothing. Text
 * without a closer is then given only if the operator chose so (`Origin.unclosed`).
 */
export function withFieldAnswers(split: Stage, adapter: TextAdapter, context: StreamContext): Stage {
  const choices: FieldAnswer[] = []
  let nextBlock = 0

  return { ...split, push }

  function push(part: Part): readonly Part[] {
    const { choice = 0 } = part
    const field = (choices[choice] ??= createFieldAnswer(adapter, context))
    field.see(part)
    const parts = split.push(part)
    for (const { type, block } of parts as readonly { type: string; block?: number }[])
      if (type === 'block-start') nextBlock = Math.max(nextBlock, block! + 1)
    const text = part.type === 'finish' && part.reason === 'stop' ? field.take() : undefined
    if (text === undefined) return parts
    const at = parts.findLastIndex(({ type }) => type === 'finish')
    return parts.toSpliced(at, 0, ...answerOf(text, nextBlock++, choice))
  }
}

const answerOf = (text: string, block: number, choice: number): Part[] => {
  const of = choice > 0 && { choice }
  const begun = { block, channel: 'answer' } as const
  return [
    { type: 'warning', ...of, code: 'unclosed-as-answer', message: warningCodes['unclosed-as-answer'] },
    { type: 'block-start', ...of, ...begun },
    { type: 'delta', ...of, ...begun, text, inserted: true },
    { type: 'block-end', ...of, ...begun, boundary: 'end-of-stream' },
  ]
}

interface FieldAnswer {
  /** Takes parts of one choice from the wire's reader. */
  see(part: Part): void
  /** Returns the answer of a message that ended by itself and consists only of a reasoning field. Undefined: none. */
  take(): string | undefined
}

function createFieldAnswer(adapter: TextAdapter, context: StreamContext): FieldAnswer {
  const { origin, guarded = false, grammar = false } = context
  let isOpen = origin !== undefined
  let text = ''

  return {
    see(part) {
      if (!isOpen) return
      if (part.type === 'delta') {
        if (part.channel === 'reasoning') text += part.text
        if (part.channel === 'reasoning' ? text.length > mostKept : part.text.trim() !== '') close()
        // A summary, or a block that its provider has sealed, is a thought.
      } else if (part.type === 'block-start' ? part.kind !== undefined && part.kind !== 'raw' : isEvidence(part)) close()
    },
    take() {
      if (!isOpen || text.trim() === '') return undefined
      if (grammar && isJson(text)) return text
      const isAnswer = origin!.unclosed === 'answer' || isOff()
      const found = isAnswer || !guarded ? behindCloser() : ''
      return found.trim() !== '' ? found : isAnswer ? text : undefined
    },
  }

  function close(): void {
    isOpen = false
    text = ''
  }

  /** Context for reading the field as plain text. */
  function unsplit(): StreamContext {
    const { wireReasoning: _, native: __, ...rest } = context
    return rest
  }

  /** Whether the request switched thinking off with a switch that the model's template supports. The server's statement that it splits is irrelevant here. */
  function isOff(): boolean {
    const says = origin!.says === 'off' ? ({ says: 'off' } as const) : {}
    return adapter.start?.({ ...unsplit(), origin: says }).by === 'thinking off'
  }

  /** Returns the text after a closer, read as plain text. Text that is repeated as the answer (`inserted`) has no closer before it. */
  function behindCloser(): string {
    const splitter = adapter.createSplitter({ ...unsplit(), origin: {}, guarded: false, whole: true })
    const parts = [...splitter.push(text), ...splitter.end('complete')].filter((part) => part.type === 'delta' && part.inserted !== true)
    const textOf = (channel: Channel): string =>
      parts.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join('')
    return textOf('reasoning').trim() === '' ? '' : textOf('answer')
  }
}

const isEvidence = (part: Part): boolean =>
  part.type === 'tool-call-start' ||
  part.type === 'error' ||
  (part.type === 'native' && part.item !== undefined) ||
  ('seals' in part && part.seals !== undefined)

function isJson(text: string): boolean {
  const whole = text.trim()
  const lead = whole.endsWith('```') ? /^```(?:json)?[^\S\n]*\n/.exec(whole)?.[0].length : undefined
  try {
    const value: unknown = JSON.parse(lead === undefined ? text : whole.slice(lead, -3).trimEnd())
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
