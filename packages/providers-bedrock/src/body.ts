import type { ErrorPart } from '@reason/core/parts'
import { callInput, type Loose, type NotCarried } from '@reason/wire-kit'
import { writeErrorBody } from './errors.ts'
import type { ConverseEnding, ConverseSink } from './sink.ts'

interface Draft {
  toBlock(text: string): Loose
  pieces: string[]
  citations?: unknown[]
}

/**
 * Collects a response as a whole body. A failure before any content becomes an error body. Otherwise the content is
 * kept, with the error beside it and no stop reason.
 */
export function createConverseBody(notCarried: NotCarried): ConverseSink & { body(): Record<string, unknown> } {
  const drafts: Draft[] = []
  let ending: ConverseEnding | undefined
  let error: ErrorPart['error'] | undefined

  return {
    start() {},
    openText: (index) => open(index, (text) => ({ text })),
    openReasoning: (index) => open(index, (text) => ({ reasoningContent: { reasoningText: { text } } })),
    text: add,
    reasoning: add,
    callText: add,
    signature(index, signature) {
      open(index, (text) => ({ reasoningContent: { reasoningText: { text, signature } } }), drafts[index]!.pieces)
    },
    redacted: (index, redactedContent) => open(index, () => ({ reasoningContent: { redactedContent } })),
    openCall: (index, { id, name }) => open(index, (text) => ({ toolUse: { toolUseId: id, name, input: callInput(text, notCarried) } })),
    citation(index, citation) {
      const draft = drafts[index]!
      const citations = (draft.citations ??= [])
      citations.push(citation)
      const toBlock: Draft['toBlock'] = (text) => ({ citationsContent: { content: [{ text }], citations } })
      draft.toBlock = toBlock
    },
    block: (index, block) => open(index, () => block),
    close() {},
    stop(given) {
      ending = given
    },
    fail(given) {
      error = given
    },
    body,
  }

  function open(index: number, toBlock: Draft['toBlock'], pieces: string[] = []): void {
    drafts[index] = { toBlock, pieces }
  }

  function add(index: number, text: string): void {
    drafts[index]!.pieces.push(text)
  }

  function body(): Record<string, unknown> {
    if (error !== undefined && drafts.length === 0) return writeErrorBody(error)
    const content = drafts.map(({ toBlock, pieces }) => toBlock(pieces.join('')))
    return {
      output: { message: { role: 'assistant', content } },
      ...(ending !== undefined && { stopReason: ending.stopReason, usage: ending.usage, ...Object.fromEntries(ending.fields) }),
      ...(error !== undefined && writeErrorBody(error)),
    }
  }
}
