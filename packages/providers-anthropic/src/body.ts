import { callInput, type Loose, type NotCarried } from '@reason/wire-kit'
import type { ErrorPart } from '@reason/core/parts'
import { writeError } from './errors.ts'
import { messageOf } from './frames.ts'
import type { MessageEnding, MessageHead, WrittenMessageSink } from './sink.ts'
import { estimated } from './usage.ts'

interface Draft {
  block: Loose
  /** Field that the pieces are joined into. */
  field: 'text' | 'thinking' | 'input' | undefined
  pieces: string[]
  signature?: string
  citations?: unknown[]
}

/**
 * Collects a message as a whole body. A failure before any content becomes an error body. Otherwise the content is kept,
 * with `error` beside it and no stop reason.
 */
export function createMessageBody(notCarried: NotCarried): WrittenMessageSink & { body(): Record<string, unknown> } {
  const drafts: Draft[] = []
  let head: MessageHead | undefined
  let ending: MessageEnding | undefined
  let error: ErrorPart['error'] | undefined

  return {
    start(given) {
      head = given
    },
    openText: (index, fields) => open(index, 'text', { type: 'text', text: '', ...fields }),
    openReasoning: (index) => open(index, 'thinking', { type: 'thinking', thinking: '', signature: '' }),
    text: add,
    reasoning: add,
    callText: add,
    signature(index, value) {
      drafts[index]!.signature = value
    },
    redacted: (index, data) => open(index, undefined, { type: 'redacted_thinking', data }),
    openCall: (index, call, fields) => open(index, 'input', { type: 'tool_use', ...call, input: {}, ...fields }),
    citation(index, citation) {
      ;(drafts[index]!.citations ??= []).push(citation)
    },
    block: (index, block) => open(index, undefined, block),
    event: () => false,
    close() {},
    stop(given) {
      ending = given
    },
    fail(given) {
      error = given
    },
    body,
  }

  function open(index: number, field: Draft['field'], block: Loose): void {
    drafts[index] = { block, field, pieces: [] }
  }

  function add(index: number, text: string): void {
    drafts[index]!.pieces.push(text)
  }

  function body(): Record<string, unknown> {
    if (head === undefined || (error !== undefined && drafts.length === 0))
      return writeError(error ?? { message: 'There was no response.' })
    const { usage, isEstimated } = ending?.usage === undefined ? head.counts() : { usage: ending.usage, isEstimated: false }
    return {
      ...messageOf(head, isEstimated ? { ...usage, ...estimated } : usage, drafts.map(blockOf), ending?.stopReason ?? null),
      ...Object.fromEntries(ending?.fields ?? []),
      ...(error !== undefined && { error: writeError(error)['error'] }),
    }
  }

  function blockOf({ block, field, pieces, signature, citations }: Draft): Loose {
    return {
      ...block,
      ...(field !== undefined && { [field]: field === 'input' ? callInput(pieces.join(''), notCarried) : pieces.join('') }),
      ...(signature !== undefined && { signature }),
      ...(citations !== undefined && { citations }),
    }
  }
}
