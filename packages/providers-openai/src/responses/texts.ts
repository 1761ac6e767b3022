import type { BlockKind, Channel } from '@reason/core/parts'
import type { BlockKey, ChoiceAssembler } from '@reason/wire-kit'

/** Refusals have a place of their own, because they stand in the list of contents and are counted with its index. */
export type TextList = 'summary' | 'content' | 'refusal'

/** One text of an item: a part of its summary or of its content. */
export interface Text {
  readonly key: BlockKey
  readonly list: TextList
  readonly part: number
  /** UTF-16 units so far, and the last piece: enough to find what a whole text has beyond its pieces. */
  length: number
  last: string
  /** Annotations so far. */
  annotations: number
  hasLogprobs: boolean
  differs: boolean
}

/** The texts of one item, each of them a block of its own; only one is open. */
export interface Texts {
  of(list: TextList, part: number): Text
  add(text: Text, channel: Channel, kind: BlockKind | undefined, piece: string): void
  /** What `whole` has beyond the pieces that came; undefined where it is not made of them. */
  rest(text: Text, whole: string): string | undefined
  /** Whether `whole` is all parts of the list together: vLLM counts pieces where parts are counted, and gives them as one part at the end. */
  isJoined(list: TextList, whole: string): boolean
  /** The open one, which waits for seals, annotations and more. */
  open(): BlockKey | undefined
  close(boundary: 'wire' | 'end-of-stream'): void
  /** There has been one. */
  any(): boolean
}

export function createTexts(choice: ChoiceAssembler, nextKey: () => BlockKey): Texts {
  const texts = new Map<TextList, Map<number, Text>>()
  /** All parts of a list together. */
  const joined = new Map<TextList, { parts: number; length: number; last: string }>()
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
    if (all === undefined) joined.set(text.list, (all = { parts: 0, length: 0, last: '' }))
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

  function isJoined(list: TextList, whole: string): boolean {
    const all = joined.get(list)
    return all !== undefined && all.parts > 1 && all.length === whole.length && whole.endsWith(all.last)
  }

  function close(boundary: 'wire' | 'end-of-stream'): void {
    if (open === undefined) return
    choice.closeBlock(open.key, boundary)
    open = undefined
  }
}
