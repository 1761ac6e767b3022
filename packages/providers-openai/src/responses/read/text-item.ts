import type { BlockKind, Channel, Seal } from '@reason/core/parts'
import { isEmpty, isLabelledThought, isLoose, isText, type BlockKey, type Loose, type SealPiece } from '@reason/wire-kit'
import { readParts, type ItemContent } from './content.ts'
import { partFields } from '../fields.ts'
import { readUnknownFields, type ResponseItem, type ItemContext } from './item.ts'
import { createItemRecord } from './record.ts'
import { createTexts, type Text, type TextList } from './texts.ts'

/** Phases of texts for the user. An unknown phase may be a thought's. */
const shownPhases: ReadonlySet<string> = new Set(['commentary', 'final_answer', 'final', 'answer'])

/** Reader of a reasoning item or a message. */
export interface TextItem extends ResponseItem {
  readonly kind: 'text'
  /** @param raw - True if the part's type marks it as reasoning, whatever its item. */
  text(list: TextList, part: number, piece: string, raw: boolean): void
  /** Takes a text as a whole. All, some or none of its pieces may have come before. */
  whole(list: TextList, part: number, text: string, raw: boolean): void
  annotation(part: number, annotation: unknown): void
  logprobs(part: number, values: unknown, raw: boolean): void
  /** Begins a part, or returns to it. Servers that send no index send the parts in order. */
  beginPart(list: 'summary' | 'content', index: number | undefined): void
  place(list: TextList, index: number | undefined): number
  /** Reads a part at its end. */
  partDone(list: 'summary' | 'content', part: number, value: unknown): void
}

export function createTextItem(index: number, type: 'reasoning' | 'message', id: string | undefined, context: ItemContext): TextItem {
  const { choice } = context
  const record = createItemRecord(type, index, id, choice)
  const texts = createTexts(choice, context.nextKey)
  /** The last part of each list. */
  const begun = { summary: -1, content: -1 }
  let initial: Loose = {}
  let isCommentary = false
  let isThought = type === 'reasoning'
  let isAdded = false
  let isDone = false
  /** The block of a thought without text. */
  let hidden: BlockKey | undefined

  const item: TextItem = {
    kind: 'text',
    index,
    type,
    id: () => record.id(),
    isDone: () => isDone,
    isAdded: () => isAdded,
    added,
    text,
    whole,
    annotation,
    logprobs,
    beginPart(list, index) {
      begun[list] = index ?? begun[list] + 1
    },
    place: (list, index) => index ?? Math.max(0, begun[list === 'summary' ? 'summary' : 'content']),
    partDone: (list, part, value) => readPiece(readParts([value], list === 'summary' ? 'summary' : type)[0], part),
    done,
    // The beginning of an item has only a part of its seals.
    cut: () => finish({ ...initial, encrypted_content: undefined, signature: undefined }),
    // Seals come with the item's end. OpenRouter sends the end of a reasoning item behind the items that follow it.
    settle: () => {
      if (type !== 'reasoning' || isDone) texts.close('wire')
      else if (isAdded && !texts.any()) hide()
    },
  }
  return item

  function added(value: Loose): void {
    isAdded = true
    initial = value
    isCommentary = context.commentary && value.phase === 'commentary'
    isThought ||= isLabelledThought(value) || (isText(value.phase) && !shownPhases.has(value.phase))
    context.enter(item)
    record.announce(value)
  }

  function enter(): void {
    if (context.enter(item)) record.announce()
  }

  function text(list: TextList, part: number, piece: string, raw: boolean): void {
    if (piece === '') return
    enter()
    const kind = kindOf(list, raw)
    if (kind === 'raw') context.sawRawReasoning()
    else if (kind === 'refusal') context.sawRefusal()
    texts.add(texts.of(list, part), channelOf(list, raw), kind, piece)
  }

  /** Returns the channel of a text. All text of a reasoning item is reasoning, and so is text that a message marks as reasoning. */
  function channelOf(list: TextList, raw: boolean): Channel {
    if (isThought || raw || list === 'summary') return 'reasoning'
    return isCommentary ? 'commentary' : 'answer'
  }

  function kindOf(list: TextList, raw: boolean): BlockKind | undefined {
    if (list === 'summary') return 'summary'
    if (isThought || raw) return 'raw'
    return list === 'refusal' ? 'refusal' : undefined
  }

  function whole(list: TextList, part: number, value: string, raw: boolean): void {
    if (value === '' || texts.isJoined(list, part, value)) return
    const known = texts.of(list, part)
    const rest = texts.rest(known, value)
    if (rest !== undefined) return text(list, part, rest, raw)
    if (known.differs) return
    known.differs = true
    choice.native('late.text', { list, part, text: value }, { item: index, channel: channelOf(list, raw) })
    context.warn(
      'text-differs',
      'A complete text differs from its pieces; the pieces count, and the complete text was kept as a native part.',
    )
  }

  function annotation(part: number, value: unknown): void {
    texts.of('content', part).annotations++
    enter()
    choice.native('annotation', value, { item: index })
  }

  function logprobs(part: number, values: unknown, raw: boolean): void {
    if (isEmpty(values)) return
    texts.of('content', part).hasLogprobs = true
    enter()
    choice.native('logprobs', values, { item: index, channel: channelOf('content', raw) })
  }

  function done(value: Loose): void {
    finish(value)
    texts.close(value.status === 'incomplete' ? 'end-of-stream' : 'wire')
    if (hidden !== undefined) choice.closeBlock(hidden)
  }

  /** Opens the block of a hidden thought, which stands before the items that follow. */
  function hide(): void {
    if (hidden !== undefined) return
    enter()
    hidden = context.nextKey()
    choice.openBlock(hidden, 'reasoning', 'hidden')
  }

  /** Reads the end of the item, but does not end blocks. */
  function finish(value: Loose): void {
    if (isDone) return
    isDone = true
    for (const [part, piece] of readParts(value.summary, 'summary').entries()) readPiece(piece, part)
    for (const [part, piece] of readParts(value.content, type).entries()) readPiece(piece, part)
    readUnknownFields(value, item, context)
    if (type === 'reasoning' && !texts.any()) hide()
    const seals = sealsOf(value)
    const block = texts.open() ?? hidden
    record.finish(value, block === undefined ? seals.map((seal) => choice.toSeal(seal)) : [])
    if (block !== undefined) for (const seal of seals) choice.seal(block, seal)
  }

  /** Reads the seals with the item's final id. Providers may send another id than at the beginning. */
  function sealsOf(value: Loose): SealPiece[] {
    if (type !== 'reasoning') return []
    const id = isText(value.id) ? value.id : record.id()
    const of = (kind: Seal['kind'], seal: unknown): SealPiece[] =>
      isText(seal) ? [{ kind, value: seal, ...(id !== undefined && { item: id }) }] : []
    return [...of('signature', value.signature), ...of('encrypted', value.encrypted_content)]
  }

  function readPiece(piece: ItemContent | undefined, part: number): void {
    if (piece === undefined) return
    const { list, raw, value } = piece
    if (piece.text === undefined) {
      choice.native('part', value, { item: index, channel: 'reasoning' })
      return context.warn('wrong-type', 'A part of an item had a type that the format does not list; it was kept as a native part.')
    }
    const known: Text = texts.of(list, part)
    if (isLoose(value) && !known.hasLogprobs && list === 'content') logprobs(part, value.logprobs, raw)
    whole(list, part, piece.text, raw)
    if (!isLoose(value)) return
    if (Array.isArray(value.annotations)) for (const one of value.annotations.slice(known.annotations)) annotation(part, one)
    for (const field in value) {
      if (!partFields.has(field) && !isEmpty(value[field]))
        choice.native(`part/${field}`, value[field], { item: index, channel: 'reasoning' })
    }
  }
}
