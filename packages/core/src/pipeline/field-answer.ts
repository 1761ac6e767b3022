import type { Channel, Part } from '../parts.ts'
import type { TextAdapter } from '../adapter.ts'
import type { Stage } from './stage.ts'
import type { StreamContext } from '../splitter.ts'
import { warningCodes } from '../warnings.ts'

/** In UTF-16 units: a longer text is not given a second time. */
const mostKept = 100_000

/**
 * Finds the answer in a reasoning field, where a server has put all of it there:
 *
 *     thinking off    "Paris."              its parser waits for a closer that the template has written
 *     a JSON format   '{"city":"Paris"}'    the grammar left no room for a thought
 *     any             "2+2</think>4"        its parser missed the closer
 *
 * The field says that the thought was open. So where the client may not see one, a closer in it proves nothing, and text alone is given where the
 * operator has chosen so (`Origin.unclosed`).
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
  /** Parts of one choice, as the wire's reader gives them. */
  see(part: Part): void
  /** The answer of a message that ended by itself, and has nothing but a field. Undefined: none. */
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
        // A summary, and what its provider has signed, is a thought.
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

  /** The field is read as a text alone. */
  function unsplit(): StreamContext {
    const { wireReasoning: _, native: __, ...rest } = context
    return rest
  }

  /** The request has switched thinking off, in a way that the model's template knows. What a server says of its fields is no news here. */
  function isOff(): boolean {
    const says = origin!.says === 'off' ? ({ says: 'off' } as const) : {}
    return adapter.start?.({ ...unsplit(), origin: says }).by === 'thinking off'
  }

  /** As the text alone would be read. What is given again has no closer in front of it. */
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
  const [, fenced] = /^\s*```(?:json)?[^\S\n]*\n([^]*?)\n?\s*```\s*$/.exec(text) ?? []
  try {
    const value: unknown = JSON.parse(fenced ?? text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
