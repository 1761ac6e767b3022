import type { Boundary, Seal } from '@reason/core/parts'
import { argumentsAtEnd } from '@reason/wire-kit'
import { member, members, type Frames } from './frames.ts'
import { createPartWriter, listOf, type PartKind, type PartWriter } from './part-writer.ts'

/** An element of the output, as it is written. */
export interface ItemWriter {
  readonly index: number
  isDone(): boolean
  /** Nothing of it is open: it may be ended when something else begins. */
  isIdle(): boolean
  /** Fields over those that it has: they count from its end on. */
  update(fields: Record<string, unknown>): void
  /**
   * The last of it.
   *
   * @param isIncomplete - The response ends with it, and is not all that it should have been. Absent: other items follow.
   */
  close(isIncomplete?: boolean): void
  value(): Record<string, unknown>
}

/** Reasoning or a message. */
export interface TextItemWriter extends ItemWriter {
  readonly kind: 'text'
  readonly target: 'reasoning' | 'answer' | 'commentary'
  openPart(kind: PartKind): PartWriter
  /** Its lists can take a part of that kind without changing places with what is there. */
  takes(kind: PartKind): boolean
  seal(seals: readonly Seal[]): void
  /** The text was cut. Whether something is missing, the end of the response has to say: it stays open until then. */
  cut(): void
  /** The one that annotations are of. */
  lastText(): PartWriter | undefined
}

export function createTextItemWriter(
  index: number,
  target: TextItemWriter['target'],
  id: string,
  announced: Record<string, unknown>,
  frames: Frames,
): TextItemWriter {
  const type = target === 'reasoning' ? 'reasoning' : 'message'
  const parts: Record<'summary' | 'content', PartWriter[]> = { summary: [], content: [] }
  let fields: Record<string, unknown> = { ...announced, id }
  let status = 'in_progress'
  let wasCut = false
  let isDone = false
  let lastText: PartWriter | undefined

  frames.add('response.output_item.added', `,"output_index":${index}`, 'item', value())
  return {
    kind: 'text',
    index,
    target,
    isDone: () => isDone,
    isIdle: () => !wasCut && [...parts.summary, ...parts.content].every((part) => !part.isOpen()),
    lastText: () => lastText,
    openPart(kind) {
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
      // Of a model that forgot to end its reasoning, a completed response has all there is.
      status = wasCut && isIncomplete ? 'incomplete' : 'completed'
      frames.add('response.output_item.done', `,"output_index":${index}`, 'item', value())
    },
    value,
  }

  /** OpenAI gives reasoning none, and refuses one in the item that a client sends back as it came. */
  function hasStatus(): boolean {
    return type === 'message' || status === 'incomplete'
  }

  function value(): Record<string, unknown> {
    const content = parts.content.map((part) => part.value())
    const common = { id: fields['id'], type, ...(hasStatus() && { status }), ...fields }
    if (type === 'message') return { ...common, role: 'assistant', content }
    return { ...common, summary: parts.summary.map((part) => part.value()), ...(content.length > 0 && { content }) }
  }
}

/** A call of one of the client's tools. */
export interface CallItemWriter extends ItemWriter {
  readonly kind: 'call'
  text(text: string): void
  /** No more of it comes. Arguments that are no whole JSON stay open: only the end of the response says whether they were cut. */
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
    isIdle: () => isDone,
    text: add,
    update(more) {
      fields = { ...fields, ...more }
    },
    end(boundary) {
      const added = argumentsAtEnd({ isEmpty: pieces.length === 0, custom, boundary })
      if (added !== '') add(added)
      isWhole = custom ? boundary !== 'end-of-stream' && boundary !== 'limit' : isJsonText(pieces.join(''))
      if (isWhole) close()
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
    // Clients run what is completed.
    status = isIncomplete && !isWhole ? 'incomplete' : 'completed'
    frames.add(`response.${event}.done`, place + member('name', name), field, pieces.join(''))
    frames.add('response.output_item.done', `,"output_index":${index}`, 'item', value())
  }

  function value(): Record<string, unknown> {
    return { id: fields['id'], type, status, ...fields, call_id: callId, name, [field]: pieces.join('') }
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What the provider's own tools did, as it was read. */
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
      item = value
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
