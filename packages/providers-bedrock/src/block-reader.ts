import type { BlockKind } from '@reason/core/parts'
import {
  asText,
  type BlockReader,
  isEmpty,
  isLoose,
  isText,
  jsonOrText,
  type Loose,
  type ResponseContext,
  toBase64,
} from '@reason/wire-kit'
import { merge } from './merge.ts'
import { isHarmlessBlock } from './native-blocks.ts'

/** State of a block that is not plain text. */
type State = { call: true; hasArguments: boolean } | { call: false; key: string; value: unknown; input: string[] }

/**
 * Reads blocks. Text and reasoning have no block start, so they are opened with their first text: whether reasoning is
 * `hidden` is unknown before. Other blocks (server tools, images) become one native part each, at their end.
 */
export function createBlockReader(context: ResponseContext, kind: BlockKind | undefined): BlockReader {
  const { choice, warn } = context
  const states = new Map<number, State>()
  /** The block of events without an index. */
  let last = 0

  return {
    start(event) {
      const index = indexOf(event)
      if (!isLoose(event.start)) return
      for (const [key, value] of Object.entries(event.start)) startBlock(index, key, value)
    },
    delta(event) {
      const index = indexOf(event)
      if (isLoose(event.delta)) for (const [key, value] of Object.entries(event.delta)) readDelta(index, key, value)
      else if (!isEmpty(event.delta)) keep('contentBlockDelta', event, 'A delta was no object; it was kept as a native part.')
    },
    stop: (event) => stopBlock(indexOf(event)),
    whole(content) {
      if (Array.isArray(content)) for (const [index, block] of content.entries()) readWhole(index, block)
      else if (!isEmpty(content)) keep('content', content, 'The content of a message was no list; it was kept as a native part.')
    },
    flush(complete) {
      for (const [index, state] of states) settle(index, state, complete)
      states.clear()
    },
  }

  function indexOf({ contentBlockIndex }: Loose): number {
    if (typeof contentBlockIndex === 'number') last = contentBlockIndex
    return last
  }

  function readWhole(index: number, block: unknown): void {
    if (!isLoose(block)) {
      if (!isEmpty(block)) keep('content', block, 'A content block was no object; it was kept as a native part.')
      return
    }
    for (const [key, value] of Object.entries(block)) {
      if (key === 'text') text(index, value)
      else if (key === 'reasoningContent') reasoning(index, value)
      else if (key === 'citationsContent' && isLoose(value)) citations(index, value)
      else startBlock(index, key, value)
    }
    stopBlock(index)
  }

  function startBlock(index: number, key: string, value: unknown): void {
    if (key === 'toolUse' && isLoose(value) && (!isText(value.type) || value.type === 'tool_use')) return startCall(index, value)
    if (key === 'text' || key === 'reasoningContent') return readDelta(index, key, value)
    if (isEmpty(value)) return
    settleOpen(index)
    states.set(index, { call: false, key, value, input: [] })
  }

  function startCall(index: number, { toolUseId, name, input }: Loose): void {
    settleOpen(index)
    states.set(index, { call: true, hasArguments: false })
    choice().openCall(index, { ...(isText(toolUseId) && { id: toolUseId }), name: isText(name) ? name : '' })
    if (input !== undefined && input !== null) callText(index, input)
  }

  function readDelta(index: number, key: string, value: unknown): void {
    if (key === 'text') return text(index, value)
    if (key === 'reasoningContent') return reasoning(index, value)
    if (key === 'citation') return cite(index, value)
    const state = states.get(index)
    if (isEmpty(value) && state === undefined) return
    if (key === 'toolUse' && (state === undefined || state.call || state.key === 'toolUse'))
      return callText(index, isLoose(value) ? value.input : value)
    if (state === undefined || state.call || state.key !== key) {
      settleOpen(index)
      states.set(index, { call: false, key, value: Array.isArray(value) ? { content: value as unknown } : value, input: [] })
    } else state.value = merge(state.value, Array.isArray(value) ? { content: value as unknown } : value)
  }

  function text(index: number, value: unknown): void {
    if (typeof value === 'string') choice().text(index, 'answer', value)
    else odd('text', value)
  }

  function reasoning(index: number, value: unknown): void {
    if (!isLoose(value)) return odd('reasoningContent', value)
    const { reasoningText, redactedContent } = value
    const { text, signature } = isLoose(reasoningText) ? reasoningText : { ...value, ...(isText(reasoningText) && { text: reasoningText }) }
    if (typeof text === 'string') choice().text(index, 'reasoning', text, kind)
    else odd('reasoningContent.text', text)
    if (isText(signature)) choice().seal(index, { kind: 'signature', value: signature, joins: true })
    else odd('reasoningContent.signature', signature)
    const redacted = redactedContent instanceof Uint8Array ? toBase64(redactedContent) : redactedContent
    if (isText(redacted)) choice().seal(index, { kind: 'redacted', value: redacted })
    else odd('reasoningContent.redactedContent', redacted)
    for (const field in value)
      if (!reasoningFields.has(field) && !isEmpty(value[field])) keepField(index, `reasoningContent.${field}`, value[field])
  }

  function callText(index: number, input: unknown): void {
    const piece = input === undefined || input === null ? '' : asText(input)
    if (piece === '') return
    const state = states.get(index)
    if (state === undefined) {
      choice().native('late.input', { contentBlockIndex: index, input: piece }, { item: index, channel: 'reasoning' })
      return warn('late-part', 'Arguments came for a tool call that is not open; they were kept as a native part.', 'arguments')
    }
    if (!state.call) return void state.input.push(piece)
    state.hasArguments = true
    choice().callText(index, piece)
  }

  /** Reads an answer with citations. Whole bodies have its text inside this object. */
  function citations(index: number, { content, citations }: Loose): void {
    if (Array.isArray(content)) for (const piece of content) text(index, isLoose(piece) ? piece.text : piece)
    else text(index, content)
    if (Array.isArray(citations)) for (const citation of citations) cite(index, citation)
  }

  function cite(index: number, citation: unknown): void {
    if (!isEmpty(citation)) choice().native('citation', citation, { item: index, channel: 'answer' })
  }

  function stopBlock(index: number): void {
    const state = states.get(index)
    if (state !== undefined) settle(index, state, true)
    states.delete(index)
    choice().closeBlock(index)
    choice().closeCall(index)
  }

  function settleOpen(index: number): void {
    if (states.has(index)) stopBlock(index)
  }

  /** Decides at the end of a block. */
  function settle(index: number, state: State, complete: boolean): void {
    if (state.call) {
      if (!state.hasArguments && complete) choice().callText(index, '{}')
      return
    }
    const { key, input } = state
    const value = input.length === 0 ? state.value : merge(state.value, { input: jsonOrText(input.join('')) })
    choice().native(key, { [key]: value }, { item: index, ...(!isHarmlessBlock(key) && { channel: 'reasoning' }) })
    if (!isHarmlessBlock(key)) warn('unknown-event', `The format lists no content block "${key}"; it was kept as a native part.`, key)
  }

  function odd(field: string, value: unknown): void {
    if (!isEmpty(value)) keep(`odd.${field}`, value, `"${field}" had an unexpected type; it was kept as a native part.`)
  }

  function keepField(index: number, event: string, value: unknown): void {
    choice().native(event, value, { item: index, channel: 'reasoning' })
    warn('unknown-event', `The format lists no field "${event}"; it was kept as a native part.`, event)
  }

  function keep(event: string, value: unknown, message: string): void {
    choice().native(event, value, { channel: 'reasoning' })
    warn('wrong-type', message, event)
  }
}

const reasoningFields = new Set(['text', 'signature', 'reasoningText', 'redactedContent'])
