import type { WrittenFrame } from '@reason/core/wire'
import { member, type Frames } from './frames.ts'

/** Kinds of text in an item. */
export type PartKind = 'summary' | 'raw' | 'text' | 'refusal'

interface PartShape {
  list: 'summary' | 'content'
  type: string
  /** Field that has the text, in the part and in its final event. */
  field: 'text' | 'refusal'
  /** Event names, without `response.`. */
  begin: string
  text: string
  end: string
}

const content = { list: 'content', begin: 'content_part.added', end: 'content_part.done', field: 'text' } as const

const shapes: Record<PartKind, PartShape> = {
  summary: {
    list: 'summary',
    type: 'summary_text',
    field: 'text',
    begin: 'reasoning_summary_part.added',
    text: 'reasoning_summary_text',
    end: 'reasoning_summary_part.done',
  },
  raw: { ...content, type: 'reasoning_text', text: 'reasoning_text' },
  text: { ...content, type: 'output_text', text: 'output_text' },
  refusal: { ...content, type: 'refusal', text: 'refusal', field: 'refusal' },
}

export const listOf = (kind: PartKind): 'summary' | 'content' => shapes[kind].list

/** Writer of one text of an item: its frames, and its final value. */
export interface ResponsesPartWriter {
  readonly kind: PartKind
  isOpen(): boolean
  /** @param logprobs - Log probabilities of these tokens. */
  text(text: string, logprobs?: unknown): void
  /** Frame around the next text. */
  frame: WrittenFrame
  /** Records text that was sent in such frames. */
  wrote(text: string): void
  annotation(annotation: unknown): void
  /** Length of the text, in UTF-16 units. */
  length(): number
  end(): void
  value(): Record<string, unknown>
}

/** @param index - Index in the item's list. */
export function createPartWriter(kind: PartKind, item: { id: string; index: number }, index: number, frames: Frames): ResponsesPartWriter {
  const { list, type, field, begin, text: name, end } = shapes[kind]
  const place = `,"item_id":${JSON.stringify(item.id)},"output_index":${item.index},"${list}_index":${index}`
  const deltaType = `response.${name}.delta`
  const head = `{"type":"${deltaType}"${place},"delta":`
  const rest = kind === 'text' ? ',"logprobs":[],' : ','
  const pieces: string[] = []
  const annotations: unknown[] = []
  const logprobs: unknown[] = []
  let isOpen = true
  let chars = 0

  frames.add(`response.${begin}`, place, 'part', value())
  return {
    kind,
    isOpen: () => isOpen,
    text(text, own) {
      wrote(text)
      if (!Array.isArray(own) || kind !== 'text') return frames.addReady(deltaType, head, text, rest)
      for (const one of own) logprobs.push(one)
      frames.addReady(deltaType, head, text, `${member('logprobs', own)},`)
    },
    frame: { event: deltaType, before: `${head}"`, after: () => `"${rest}${frames.ending()}` },
    wrote,
    annotation(annotation) {
      frames.add('response.output_text.annotation.added', `${place},"annotation_index":${annotations.length}`, 'annotation', annotation)
      annotations.push(annotation)
    },
    length: () => chars,
    end() {
      if (!isOpen) return
      isOpen = false
      const more = kind === 'text' ? member('logprobs', logprobs) : ''
      // Both events repeat a text of up to megabytes, and escaping it takes most of their time.
      const text = frames.text(pieces.join(''))
      frames.add(`response.${name}.done`, `${place}${more},"${field}":${text}`)
      const lists = kind === 'text' ? member('annotations', annotations) + member('logprobs', logprobs) : ''
      frames.add(`response.${end}`, `${place},"part":{"type":"${type}","${field}":${text}${lists}}`)
    },
    value,
  }

  function wrote(text: string): void {
    pieces.push(text)
    chars += text.length
  }

  function value(): Record<string, unknown> {
    const text = pieces.join('')
    return kind === 'text' ? { type, text, annotations, logprobs } : { type, [field]: text }
  }
}
