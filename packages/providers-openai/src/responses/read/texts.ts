import type { BlockKind, Channel } from '@reason/core/parts'
import type { BlockKey, ChoiceAssembler } from '@reason/wire-kit'

/** Refusals have a list of their own here. On the wire they are in the list of contents and share its index. */
export type TextList = 'summary' | 'content' | 'refusal'

/** A text of an item: a part of its summary or of its content. */
export interface Text {
  readonly key: BlockKey
  readonly list: TextList
  readonly part: number
  /** Length so far in UTF-16 units, and the last piece. From both, the rest of a whole text can be determined. */
  length: number
  last: string
  annotations: number
  hasLogprobs: boolean
  differs: boolean
}

/** The texts of one item. Each is a separate block, and only one is open. */
export interface Texts {
  of(list: TextList, part: number): Text
  add(text: Text, channel: Channel, kind: BlockKind | undefined, piece: string): void
  /** Returns the rest of `whole` after the pieces that came. Undefined if it does not start with them. */
  rest(text: Text, whole: string): string | undefined
  /**
   * True if `whole` is all parts of the list joined. vLLM counts pieces as parts, and sends all as one part at the end. Bedrock
   * has one part, with the number of its item in the pieces.
   */
  isJoined(list: TextList, part: number, whole: string): boolean
  /** Returns the open block, which waits for seals, annotations and more. */
  open(): BlockKey | undefined
  close(boundary: 'wire' | 'end-of-stream'): void
  /** True once a text was seen. */
  any(): boolean
}

export function createTexts(choice: ChoiceAssembler, nextKey: () => BlockKey): Texts {
  const texts = new Map<TextList, Map<number, Text>>()
  /** Lengths and ends of all parts of a list joined. */
  const joined = new Map<TextList, { first: number; parts: number; length: number; last: string }>()
  let recent: Text | undefined
  let open: Text | undefined
  let any = false

  return {
    of,
    add,
    rest,
    isJoined,
    close,
    open: () => open?.key,
    any: () => any,
  }

  function of(list: TextList, part: number): Text {
    if (recent !== undefined && recent.list === list && recent.part === part) return recent
    let parts = texts.get(list)
    if (parts === undefined) texts.set(list, (parts = new Map()))
    recent = parts.get(part)
    if (recent === undefined) {
      recent = { key: nextKey(), list, part, length: 0, last: '', annotations: 0, hasLogprobs: false, differs: false }
      parts.set(part, recent)
    }
    return recent
  }

  function add(text: Text, channel: Channel, kind: BlockKind | undefined, piece: string): void {
    if (open !== text) {
      close('wire')
      open = text
      any = true
    }
    let all = joined.get(text.list)
    if (all === undefined) joined.set(text.list, (all = { first: text.part, parts: 0, length: 0, last: '' }))
    if (text.length === 0) all.parts++
    all.length += piece.length
    all.last = piece
    text.length += piece.length
    text.last = piece
    choice.text(text.key, channel, piece, kind)
  }

  function rest({ length, last }: Text, whole: string): string | undefined {
    return whole.slice(Math.max(0, length - last.length), length) === last ? whole.slice(length) : undefined
  }

  function isJoined(list: TextList, part: number, whole: string): boolean {
    const all = joined.get(list)
    return all !== undefined && (all.parts > 1 || all.first > part) && all.length === whole.length && whole.endsWith(all.last)
  }

  function close(boundary: 'wire' | 'end-of-stream'): void {
    if (open === undefined) return
    choice.closeBlock(open.key, boundary)
    open = undefined
  }
}
