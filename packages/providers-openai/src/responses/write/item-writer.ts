import type { Boundary, Seal } from '@reason/core/parts'
import { argumentsAtEnd, isJson } from '@reason/wire-kit'
import { member, members, noFrames, type Frames } from './frames.ts'
import { createPartWriter, listOf, type PartKind, type ResponsesPartWriter } from './part-writer.ts'

/** Writer of one output element. */
export interface ItemWriter {
  readonly index: number
  isDone(): boolean
  /** True if no part is open, so that the item may end when another one begins. */
  isIdle(): boolean
  /** Overrides fields of the item, effective at its end. */
  update(fields: Record<string, unknown>): void
  /**
   * Ends the item.
   *
   * @param isIncomplete - True if the response ends with this item and is incomplete. Absent: other items follow.
   */
  close(isIncomplete?: boolean): void
  value(): Record<string, unknown>
}

/** In a stream, an item keeps the id with which it began: OpenAI's client refuses another one. GitHub Copilot gives each event its own. */
const sameId = (id: unknown, fields: Record<string, unknown>, frames: Frames): Record<string, unknown> =>
  frames === noFrames || id === undefined ? fields : { ...fields, id }

/** Writer of reasoning or a message. */
export interface TextItemWriter extends ItemWriter {
  readonly kind: 'text'
  readonly target: 'reasoning' | 'answer' | 'commentary'
  openPart(kind: PartKind): ResponsesPartWriter
  /** True if the item's lists accept a part of that kind without reordering. */
  takes(kind: PartKind): boolean
  seal(seals: readonly Seal[]): void
  /** Marks the text as truncated. The item stays open, as only the end of the response tells whether something is missing. */
  cut(): void
  /** Returns the text that annotations belong to. */
  lastText(): ResponsesPartWriter | undefined
}

export function createTextItemWriter(
  index: number,
  target: TextItemWriter['target'],
  id: string,
  announced: Record<string, unknown>,
  frames: Frames,
): TextItemWriter {
  const type = target === 'reasoning' ? 'reasoning' : 'message'
  const parts: Record<'summary' | 'content', ResponsesPartWriter[]> = { summary: [], content: [] }
  let fields: Record<string, unknown> = { ...announced, id }
  let status = 'in_progress'
  let wasCut = false
  /** True for a thought without text until its block ends. */
  let isHidden = target === 'reasoning'
  let isDone = false
  let lastText: ResponsesPartWriter | undefined

  frames.add('response.output_item.added', `,"output_index":${index}`, 'item', value())
  return {
    kind: 'text',
    index,
    target,
    isDone: () => isDone,
    isIdle: () => !wasCut && !isHidden && [...parts.summary, ...parts.content].every((part) => !part.isOpen()),
    lastText: () => lastText,
    openPart(kind) {
      isHidden = false
      const list = parts[listOf(kind)]
      const part = createPartWriter(kind, { id, index }, list.length, frames)
      list.push(part)
      if (kind === 'text') lastText = part
      return part
    },
    takes: (kind) => kind !== 'summary' || parts.content.length === 0,
    update(more) {
      fields = { ...fields, ...more }
    },
    seal(seals) {
      isHidden = false
      for (const { kind, value, item } of seals) {
        fields = { ...fields, ...(item !== undefined && { id: item }), [kind === 'signature' ? 'signature' : 'encrypted_content']: value }
      }
    },
    cut() {
      wasCut = true
    },
    close(isIncomplete = false) {
      if (isDone) return
      isDone = true
      for (const part of [...parts.summary, ...parts.content]) part.end()
      // A completed response has everything, even if the model forgot to end its reasoning.
      status = wasCut && isIncomplete ? 'incomplete' : 'completed'
      frames.add('response.output_item.done', `,"output_index":${index}`, 'item', value())
    },
    value,
  }

  /** OpenAI gives reasoning items no status, and refuses a status in an item that a client sends back. */
  function hasStatus(): boolean {
    return type === 'message' || status === 'incomplete'
  }

  function value(): Record<string, unknown> {
    const content = parts.content.map((part) => part.value())
    const common = { id, type, ...(hasStatus() && { status }), ...sameId(id, fields, frames) }
    if (type === 'message') return { ...common, role: 'assistant', content }
    return { ...common, summary: parts.summary.map((part) => part.value()), ...(content.length > 0 && { content }) }
  }
}

/** A call of one of the client's tools. */
export interface CallItemWriter extends ItemWriter {
  readonly kind: 'call'
  text(text: string): void
  /** Marks the end of the arguments. Incomplete JSON stays open, as only the end of the response tells whether it was truncated. */
  end(boundary: Boundary | undefined): void
}

export function createCallItemWriter(
  index: number,
  call: { id: string; callId: string; name: string; custom: boolean },
  announced: Record<string, unknown>,
  frames: Frames,
): CallItemWriter {
  const { id, callId, name, custom } = call
  const [type, field, event] = custom
    ? ['custom_tool_call', 'input', 'custom_tool_call_input']
    : ['function_call', 'arguments', 'function_call_arguments']
  const place = `,"item_id":${JSON.stringify(id)},"output_index":${index}`
  const deltaType = `response.${event}.delta`
  const head = `{"type":"${deltaType}"${place},"delta":`
  const pieces: string[] = []
  let fields: Record<string, unknown> = { ...announced, id }
  let status = 'in_progress'
  let isWhole = false
  let isDone = false

  frames.add('response.output_item.added', `,"output_index":${index}`, 'item', value())
  return {
    kind: 'call',
    index,
    isDone: () => isDone,
    isIdle: () => isWhole,
    text: add,
    update(more) {
      fields = { ...fields, ...more }
    },
    end(boundary) {
      const added = argumentsAtEnd({ isEmpty: pieces.length === 0, custom, boundary })
      if (added !== '') add(added)
      isWhole = custom ? boundary !== 'end-of-stream' && boundary !== 'limit' : isJson(pieces.join(''))
    },
    close,
    value,
  }

  function add(text: string): void {
    pieces.push(text)
    frames.addReady(deltaType, head, text, ',')
  }

  function close(isIncomplete = false): void {
    if (isDone) return
    isDone = true
    // Clients run completed calls.
    status = isIncomplete && !isWhole ? 'incomplete' : 'completed'
    frames.add(`response.${event}.done`, place + member('name', name), field, pieces.join(''))
    frames.add('response.output_item.done', `,"output_index":${index}`, 'item', value())
  }

  function value(): Record<string, unknown> {
    return { id, type, status, ...sameId(id, fields, frames), call_id: callId, name, [field]: pieces.join('') }
  }
}

/** Writer of an item of the provider's own tools, as it was read. */
export interface OtherItemWriter extends ItemWriter {
  readonly kind: 'other'
  event(name: string, event: Record<string, unknown>): void
  done(value: Record<string, unknown>): void
}

export function createOtherItemWriter(index: number, first: Record<string, unknown>, frames: Frames): OtherItemWriter {
  let item = first
  let isDone = false

  frames.add('response.output_item.added', `,"output_index":${index}`, 'item', item)
  return {
    kind: 'other',
    index,
    isDone: () => isDone,
    isIdle: () => isDone,
    event(name, event) {
      frames.add(`response.${name}`, `,"output_index":${index}${members(event)}`)
    },
    done(value) {
      item = sameId(first['id'], value, frames)
      close()
    },
    update(fields) {
      item = { ...item, ...fields }
    },
    close,
    value: () => item,
  }

  function close(): void {
    if (isDone) return
    isDone = true
    frames.add('response.output_item.done', `,"output_index":${index}`, 'item', item)
  }
}
