import type { BlockKind } from '@reason/core/parts'
import { asText, type BlockReader, isEmpty, isLoose, isText, jsonOrText, type Loose, type ResponseContext } from '@reason/wire-kit'
import { channelOfField, isHarmlessBlock, isOwnField } from './native-blocks.ts'

/** Also tells what the blocks have shown. */
export interface ThinkingBlockReader extends BlockReader {
  /** True once readable thinking came that is not known to be a summary. */
  rawShown(): boolean
}

interface State {
  type: string
  block: Loose
  /** True once the block had content: text, a seal, arguments. */
  hasContent: boolean
  /** True if text in a block of another type is of that type. Behind thinking it is an answer, whose block a proxy forgot to begin. */
  isThought?: boolean
  /** Pieces of a server tool's arguments. */
  input: string[]
}

/**
 * Reads blocks. A block is opened with its first text, because its kind is unknown before: thinking without text is
 * `hidden`. A server tool's block becomes one native part, at its end.
 */
export function createBlockReader(context: ResponseContext, thinkingKind: () => BlockKind | undefined): ThinkingBlockReader {
  const { choice, warn } = context
  const states = new Map<number, State>()
  /** The block of events without an index. */
  let last = -1
  /** The block that started last. */
  let latest: number | undefined
  let rawShown = false

  return {
    start: (event) => startBlock(indexOf(event, last + 1), event.content_block),
    delta: readDelta,
    stop: (event) => stopBlock(indexOf(event)),
    whole(content) {
      if (Array.isArray(content)) for (const block of content) readWhole(block)
      else if (isText(content)) readWhole({ type: 'text', text: content })
      else if (!isEmpty(content)) keep('message.content', content, 'The content of a message was no list; it was kept as a native part.')
    },
    flush(complete) {
      for (const [index, state] of states) settle(index, state, complete)
      states.clear()
    },
    rawShown: () => rawShown,
  }

  function indexOf({ index }: Loose, otherwise = Math.max(0, last)): number {
    if (typeof index !== 'number') return (last = otherwise)
    return (last = index)
  }

  function readWhole(block: unknown): void {
    const index = ++last
    startBlock(index, block)
    stopBlock(index)
  }

  function startBlock(index: number, block: unknown): void {
    const open = states.get(index)
    if (!isLoose(block) || !isText(block.type)) {
      if (!isEmpty(block)) keep('content_block_start', block, 'A content block was no object with a type; it was kept as a native part.')
      return
    }
    if (open !== undefined) {
      // Proxies may send events twice.
      if (open.type === block.type && asText(open.block) === asText(block)) return
      stopBlock(index)
    }
    const { type } = block
    const state: State = { type, block, hasContent: false, input: [] }
    states.set(index, state)
    latest = index
    switch (type) {
      case 'text':
        readFields(index, block)
        text(index, block.text)
        if (Array.isArray(block.citations)) for (const citation of block.citations) cite(index, citation)
        return
      case 'thinking':
        readFields(index, block)
        think(index, block.thinking)
        return sign(index, block.signature)
      case 'redacted_thinking':
        readFields(index, block)
        state.hasContent = true
        choice().openBlock(index, 'reasoning', 'hidden')
        if (isText(block.data)) choice().seal(index, { kind: 'redacted', value: block.data })
        return
      case 'tool_use':
        readFields(index, block)
        return choice().openCall(index, { ...(isText(block.id) && { id: block.id }), name: isText(block.name) ? block.name : '' })
    }
  }

  /**
   * Finds the block of a delta. Some servers count deltas in place of blocks: an unknown index means the last opened
   * block, if it accepts the delta.
   */
  function placeOf(index: number, type: unknown): number {
    if (states.has(index) || latest === undefined) return index
    const open = states.get(latest)
    return open !== undefined && takes(open.type, type) ? latest : index
  }

  function readDelta(event: Loose): void {
    const said = indexOf(event)
    const { delta } = event
    if (!isLoose(delta)) {
      if (!isEmpty(delta)) keep('content_block_delta', event, 'A delta was no object; it was kept as a native part.')
      return
    }
    const kind = delta.type ?? typeOf(delta)
    const index = placeOf(said, kind)
    switch (kind) {
      case 'text_delta':
        return text(index, delta.text)
      case 'thinking_delta':
        think(index, delta.thinking)
        if (typeof delta.estimated_tokens === 'number') estimate(index, delta.estimated_tokens)
        return
      case 'signature_delta':
        return sign(index, delta.signature)
      case 'input_json_delta':
        return input(index, delta.partial_json)
      case 'citations_delta':
        return cite(index, delta.citation)
      default:
        return other(index, delta)
    }
  }

  function text(index: number, value: unknown): void {
    if (typeof value !== 'string') return odd('text', value)
    const state = states.get(index)
    const isThought = state !== undefined && (state.isThought ??= state.type !== 'text' && !state.hasContent)
    choice().text(index, isThought ? 'reasoning' : 'answer', value)
    noteContent(index, value)
  }

  function think(index: number, value: unknown): void {
    if (typeof value !== 'string') return odd('thinking', value)
    if (value === '') return
    const kind = thinkingKind()
    rawShown ||= kind !== 'summary'
    choice().text(index, 'reasoning', value, kind)
    noteContent(index, value)
  }

  function sign(index: number, value: unknown): void {
    if (typeof value !== 'string') return odd('signature', value)
    if (value === '') return
    choice().seal(index, { kind: 'signature', value, joins: true })
    noteContent(index, value)
  }

  /** Handles a token estimate, the only sign of a thought in progress if the text is omitted. */
  function estimate(index: number, tokens: number): void {
    const state = states.get(index)
    if (state?.hasContent === false) choice().openBlock(index, 'reasoning', 'hidden')
    if (state !== undefined) state.hasContent = true
    choice().native('thinking.estimated_tokens', tokens, { item: index })
  }

  function input(index: number, value: unknown): void {
    const piece = value === undefined || value === null ? '' : asText(value)
    if (piece === '') return
    const state = states.get(index)
    if (state?.type === 'tool_use') choice().callText(index, piece)
    else if (state !== undefined && !isOwnField(state.type, 'type')) state.input.push(piece)
    else {
      choice().native('late.input_json', { index, partial_json: piece }, { item: index, channel: 'reasoning' })
      return warn('late-part', 'Arguments came for a tool call that is not open; they were kept as a native part.', 'arguments')
    }
    noteContent(index, piece)
  }

  function cite(index: number, citation: unknown): void {
    if (isEmpty(citation)) return
    // A citation may come before the text of its block, and must not be assigned to the previous block.
    if (states.get(index)?.type === 'text') choice().openBlock(index, 'answer')
    choice().native('citation', citation, { item: index, channel: 'answer' })
  }

  /** Merges the fields of deltas for a block that becomes a native part (`compaction_delta`). */
  function other(index: number, delta: Loose): void {
    const state = states.get(index)
    if (state === undefined || isOwnField(state.type, 'type')) {
      const name = isText(delta.type) ? delta.type : 'content_block_delta'
      choice().native(name, delta, { item: index, channel: 'reasoning' })
      return warn('unknown-event', `The format lists no delta "${name}"; it was kept as a native part.`, name)
    }
    const { type: _, ...fields } = delta
    for (const [field, value] of Object.entries(fields)) {
      const before = state.block[field]
      if (value === null) continue
      state.block = { ...state.block, [field]: isText(before) && typeof value === 'string' ? before + value : value }
    }
  }

  function stopBlock(index: number): void {
    const state = states.get(index)
    if (state !== undefined) settle(index, state, true)
    states.delete(index)
    choice().closeBlock(index)
    choice().closeCall(index)
  }

  /** Decides at the end of a block. */
  function settle(index: number, { type, block, hasContent, input }: State, complete: boolean): void {
    if (type === 'thinking' && !hasContent) choice().openBlock(index, 'reasoning', 'hidden')
    // Streams begin with an empty object, which does not count as arguments.
    if (type === 'tool_use' && !hasContent && hasInput(block.input, complete)) choice().callText(index, asText(block.input))
    if (isOwnField(type, 'type')) return
    const value = input.length === 0 ? block : { ...block, input: jsonOrText(input.join('')) }
    choice().native(type, value, { item: index, ...(!isHarmlessBlock(type) && { channel: 'reasoning' }) })
    if (type !== 'compaction' && !isHarmlessBlock(type))
      warn('unknown-event', `The format lists no content block "${type}"; it was kept as a native part.`, type)
  }

  function readFields(index: number, block: Loose): void {
    for (const field in block) {
      const value = block[field]
      if (isOwnField(block.type as string, field) || isEmpty(value)) continue
      choice().native(`${block.type as string}.${field}`, value, { item: index, ...channelOfField(block.type as string, field) })
    }
  }

  function noteContent(index: number, value: string): void {
    const state = states.get(index)
    if (state !== undefined && value !== '') state.hasContent = true
  }

  function odd(field: string, value: unknown): void {
    if (!isEmpty(value)) keep(`odd.${field}`, value, `"${field}" was no string; it was kept as a native part.`)
  }

  function keep(event: string, value: unknown, message: string): void {
    choice().native(event, value, { channel: 'reasoning' })
    warn('wrong-type', message, event)
  }
}

/** Tells whether deltas of this type belong to such a block. Arguments belong to calls, and to tools that the provider runs. */
function takes(block: string, delta: unknown): boolean {
  if (delta === 'text_delta' || delta === 'citations_delta') return block === 'text'
  if (delta === 'thinking_delta' || delta === 'signature_delta') return block === 'thinking'
  return delta === 'input_json_delta' && (block === 'tool_use' || !isOwnField(block, 'type'))
}

/** Derives the type of a delta that lost it. */
function typeOf(delta: Loose): string | undefined {
  if (typeof delta.text === 'string') return 'text_delta'
  if (typeof delta.thinking === 'string') return 'thinking_delta'
  if (typeof delta.signature === 'string') return 'signature_delta'
  return typeof delta.partial_json === 'string' ? 'input_json_delta' : undefined
}

const hasInput = (input: unknown, complete: boolean): boolean => (complete && isLoose(input)) || !isEmpty(input)
