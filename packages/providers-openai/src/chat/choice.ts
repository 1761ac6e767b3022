import type { BlockKind, FinishReason } from '@reason/core/parts'
import {
  isEmpty,
  isLoose,
  isText,
  of,
  refusalOf,
  type ChoiceAssembler,
  type Loose,
  type ResponseContext,
  type SealPiece,
} from '@reason/wire-kit'
import { addSeal, addText, closeBlock, createBlocks, type Blocks } from './blocks.ts'
import { createCalls, type Calls } from './calls.ts'
import { rareFields, readContentParts, readThought, reasoningFields, type ContentPiece } from './carriers.ts'
import { createDetailRecords, readDetail, type Detail, type DetailRecords } from './details.ts'
import { createExtras, readExtras, type Extras } from './extras.ts'
import { filteredCategory, readFinish, stopSequenceOf } from './finish.ts'
import { isGoogleThought, readSignature } from './signatures.ts'

/**
 * One generation of a response: what its deltas, or its whole message, say.
 *
 *   open ──finish_reason──▶ finished ──text──▶ finished, with late text
 *     │
 *     └─`length`, nothing visible──▶ withheld ──usage or end──▶ finished
 */
export interface Choice {
  readonly index: number
  readonly context: ResponseContext
  readonly assembler: ChoiceAssembler
  readonly blocks: Blocks
  readonly extras: Extras
  readonly messageExtras: Extras
  /** Made when the first call, and the first element of `reasoning_details`, comes. */
  calls: Calls | undefined
  details: DetailRecords | undefined
  /** Of the message as a whole. */
  seals: SealPiece[] | undefined
  /** The block that got a signature last. */
  signed: number
  /** A finish word that came, and that usage has to explain. */
  withheld: string | undefined
  stopSequence: string | undefined
  /** What a filter found. */
  filtered: string | undefined
  /** Pieces came: a whole message behind them repeats them. */
  streamed: boolean
}

export function createChoice(index: number, context: ResponseContext): Choice {
  const assembler = context.choice(index)
  return {
    index,
    context,
    assembler,
    blocks: createBlocks(assembler),
    extras: createExtras('choice', index),
    messageExtras: createExtras('message', index),
    calls: undefined,
    details: undefined,
    seals: undefined,
    signed: -1,
    withheld: undefined,
    stopSequence: undefined,
    filtered: undefined,
    streamed: false,
  }
}

/** A finish word has come. */
export const isEnding = ({ assembler, withheld }: Choice): boolean => assembler.finished || withheld !== undefined

/** @returns The finish word, where it came with this piece. To be given to `finishChoice` when the frame's usage was read. */
export function readPiece(choice: Choice, piece: Loose): string | undefined {
  const { delta, message } = piece
  const { assembler, context } = choice
  readExtras(choice.extras, context.emit, piece, assembler.reasoned || (!isEmpty(piece.logprobs) && mayReason(delta ?? message)))
  if (isLoose(delta)) {
    choice.streamed = true
    readMessage(choice, delta, false)
  } else if (isLoose(message)) {
    readMessage(choice, choice.streamed ? unsaid(choice, message) : message, true)
  } else if (!isEmpty(delta)) wrongType(choice, 'delta', delta)
  else if (!isEmpty(message)) wrongType(choice, 'message', message)
  else if (isText(piece.text)) addText(choice.blocks, 'answer', undefined, piece.text)
  if (!isText(piece.finish_reason)) return undefined
  choice.stopSequence ??= stopSequenceOf(piece)
  choice.filtered ??= filteredCategory(piece)
  return piece.finish_reason
}

/** A whole message behind pieces: it mostly repeats them, and counts only in what none of them said. */
function unsaid({ assembler, calls }: Choice, message: Loose): Loose {
  const fields = [
    ...(assembler.answered ? [] : ['content', 'refusal']),
    ...(calls?.called() === true ? [] : ['tool_calls', 'function_call']),
    ...(assembler.reasoned ? [] : [...reasoningFields, ...rareFields, 'reasoning_details', 'reasoning_opaque']),
  ]
  return Object.fromEntries(fields.map((field) => [field, message[field]]))
}

function readMessage(choice: Choice, message: Loose, whole: boolean): void {
  const { assembler, blocks, context } = choice
  const rare = readExtras(
    choice.messageExtras,
    context.emit,
    message,
    assembler.reasoned || (message.audio !== undefined && hasReasoning(message)),
  )
  const { content, reasoning_opaque: opaque, tool_calls: entries } = message
  const pieces = Array.isArray(content) ? readContentParts(content) : undefined
  const had = readReasoning(choice, message, whole, rare)
  if (isText(opaque)) addSeal(blocks, { kind: 'encrypted', value: opaque, joins: !whole }, undefined)
  if (pieces !== undefined) readPieces(choice, pieces, had, whole)

  if (isText(content)) readContent(choice, content, isGoogleThought(message))
  else if (pieces === undefined && !isEmpty(content)) wrongType(choice, 'content', content)
  if (isText(message.refusal)) addText(blocks, 'answer', 'refusal', message.refusal)
  if (isLoose(entries)) callsOf(choice).read([entries], whole)
  else if (!isEmpty(entries)) {
    if (Array.isArray(entries)) callsOf(choice).read(entries, whole)
    else wrongType(choice, 'tool_calls', entries)
  }
  if (isLoose(message.function_call)) callsOf(choice).readFunction(message.function_call)
  readSeals(choice, message)
}

/** Google's compatible API says beside a piece of text that it is of a thought, and writes tags around the thought, too. */
function readContent({ blocks, index, context }: Choice, content: string, isThought: boolean): void {
  const goesOn = blocks.isOpen && blocks.channel === 'reasoning' && blocks.key === googleThought
  const [tag = ''] = isThought ? (goesOn ? [] : (/^<thought>/.exec(content) ?? [])) : goesOn ? (/^\s*<\/thought>/.exec(content) ?? []) : []
  if (tag !== '') context.emit({ type: 'markup', ...of(index), of: 'delimiter', text: tag })
  const text = content.slice(tag.length)
  if (isThought) addText(blocks, 'reasoning', undefined, text, googleThought)
  else if (text !== '' || tag === '') addText(blocks, 'answer', undefined, text)
}

const googleThought = 'google'

function callsOf(choice: Choice): Calls {
  const { index, assembler, context, blocks } = choice
  return (choice.calls ??= createCalls(index, assembler, context, () => closeBlock(blocks, 'tool')))
}

/** The first carrier that has text counts; the others repeat it. @returns Whether there was any. */
function readReasoning(choice: Choice, message: Loose, whole: boolean, rare: ReadonlySet<string> | undefined): boolean {
  const text = readFields(choice, message, rare)
  const values = isEmpty(message.reasoning_details) && rare !== undefined ? message.thinking_blocks : message.reasoning_details
  if (Array.isArray(values)) return readDetails(choice, values, text, whole)
  if (!isEmpty(values)) wrongType(choice, 'reasoning_details', values)
  if (text !== '') addText(choice.blocks, 'reasoning', undefined, text)
  return text !== ''
}

function readFields(choice: Choice, message: Loose, rare: ReadonlySet<string> | undefined): string {
  let text = ''
  for (const field of reasoningFields) text = readField(choice, message, field, text)
  if (rare !== undefined)
    for (const field of rareFields) if (rare.has(field) && field !== 'thinking_blocks') text = readField(choice, message, field, text)
  return text
}

/** @param text - What another field said. */
function readField(choice: Choice, message: Loose, field: string, text: string): string {
  const value = message[field]
  if (value === undefined || value === null || value === '') return text
  const own = typeof value === 'string' ? value : readThought(value)
  if (own === '') wrongType(choice, field, value)
  else if (text === '') return own
  else differs(choice, text, own, field)
  return text
}

/**
 * Where the details repeat the text of a field, as they nearly always do, they say it better: with kinds, borders and seals.
 *
 * @param text - What a field already said. `''`: nothing.
 * @returns Whether there was any text, here or in the field.
 */
function readDetails(choice: Choice, values: readonly unknown[], text: string, whole: boolean): boolean {
  const read: { detail: Detail; value: Loose }[] = []
  for (const value of values) {
    const detail = readDetail(value)
    if (detail !== undefined) read.push({ detail, value: value as Loose })
    else if (!isEmpty(value)) unknownPart(choice, 'message.reasoning_details', value, true)
  }
  const own = read.length === 1 ? read[0]!.detail.text : read.map(({ detail }) => detail.text).join('')
  const repeats = text === '' || own === text
  if (!repeats) {
    if (own !== '') differs(choice, text, own, 'reasoning_details')
    const first = read.find(({ detail }) => detail.text !== '')?.detail
    addText(choice.blocks, 'reasoning', first?.kind, text, first?.key)
  }
  for (const { detail, value } of read) {
    // Anthropic's blocks have no numbers: what follows a signature is the next one.
    if (value.type === 'thinking' && detail.text !== '' && choice.signed === choice.blocks.current) closeBlock(choice.blocks, 'wire')
    if (repeats && detail.text !== '') addText(choice.blocks, 'reasoning', detail.kind, detail.text, detail.key)
    if (detail.signature !== '') {
      addSeal(choice.blocks, { kind: 'signature', value: detail.signature, joins: !whole }, detail.key)
      choice.signed = choice.blocks.current
    }
    if (detail.encrypted !== '')
      addSeal(
        choice.blocks,
        { kind: 'encrypted', value: detail.encrypted, joins: !whole, ...(detail.id !== undefined && { item: detail.id }) },
        detail.key,
      )
    if (choice.blocks.current >= 0) (choice.details ??= createDetailRecords()).note(value, choice.blocks.current)
  }
  return own !== '' || text !== ''
}

/** @param taken - The reasoning of this piece was in another carrier: thinking parts repeat it. */
function readPieces(choice: Choice, pieces: readonly ContentPiece[], taken: boolean, whole: boolean): void {
  for (const piece of pieces) {
    if (piece.kind === 'unknown') unknownPart(choice, 'message.content', piece.value, piece.inThinking)
    else if (piece.kind === 'text') addText(choice.blocks, 'answer', undefined, piece.text)
    else if (piece.kind === 'refusal') addText(choice.blocks, 'answer', 'refusal', piece.text)
    else if (piece.kind === 'signature') addSeal(choice.blocks, { kind: 'signature', value: piece.text, joins: !whole }, undefined)
    else if (!taken) addText(choice.blocks, 'reasoning', kindOf(piece), piece.text)
  }
}

/** Google says a message's signature twice. */
function readSeals(choice: Choice, message: Loose): void {
  if (message.extra_content === undefined && message.thought_signature === undefined) return
  const signature = readSignature(message)
  if (signature === undefined || choice.seals?.some(({ value }) => value === signature.value) === true) return
  ;(choice.seals ??= []).push({ kind: 'thought-signature', ...signature })
}

export function finishChoice(choice: Choice, native: string, reasoningTokens: number | undefined): void {
  if (choice.assembler.finished) return
  choice.withheld = native
  // Where nothing at all can be seen, the model may have thought out of sight: only usage can tell.
  const word = readFinish(native)
  const isUnseen = word === 'length' && reasoningTokens === undefined && !choice.assembler.reasoned && saidNothing(choice)
  // Some servers give the word before the calls.
  const isEarly = word === 'tool-calls' && choice.calls?.called() !== true
  if (!isUnseen && !isEarly) settleChoice(choice, reasoningTokens)
}

/** What usage says of hidden reasoning decides a finish that waited for it. */
export function settleChoice(choice: Choice, reasoningTokens: number | undefined): void {
  const { withheld: native, assembler, blocks, stopSequence, filtered } = choice
  if (native === undefined) return
  choice.withheld = undefined
  const said = readFinish(native)
  // OpenAI has no word of its own for it: `stop`, and the refusal in a field.
  const reason = said === 'stop' && blocks.refused && choice.calls?.called() !== true ? 'refusal' : said
  const thought = assembler.reasoned || (reasoningTokens ?? 0) > 0
  const exhausted = reason === 'length' && thought && saidNothing(choice)
  // A text that was cut was not ended by the wire: reasoning that ran out of tokens was never closed.
  close(choice, reason === 'length' ? 'end-of-stream' : 'wire')
  assembler.finish(exhausted ? 'reasoning-exhausted' : reason, native, {
    stopSequence: reason === 'stop' ? stopSequence : undefined,
    refusal: reason === 'content-filter' ? refusalOf(filtered) : undefined,
    seals: choice.seals,
  })
}

/** No more will come. `reason` is for a choice that had no finish. */
export function endChoice(choice: Choice, reason: FinishReason): void {
  settleChoice(choice, undefined)
  close(choice, reason === 'unknown' && !choice.assembler.finished ? 'wire' : 'end-of-stream')
  choice.assembler.finish(reason, undefined, { seals: choice.seals })
}

/** What is open is closed, and what replay needs of the details is told. After a finish, that is late text. */
function close({ assembler, blocks, calls, details }: Choice, boundary: 'wire' | 'end-of-stream'): void {
  closeBlock(blocks, boundary)
  calls?.finish()
  assembler.closeAll(boundary)
  if (details !== undefined && details.records.length > 0 && !assembler.finished)
    assembler.native('replay.reasoning_details', details.records)
}

const saidNothing = ({ assembler, calls }: Choice): boolean => !assembler.answered && calls?.called() !== true

function differs(choice: Choice, taken: string, other: string, field: string): void {
  if (taken === other) return
  unknownPart(choice, `message.${field}`, other, true)
  const message = `Reasoning came in two fields that differ; "${field}" was kept as a native part.`
  choice.context.warn('duplicate-carrier', message, '', choice.index)
}

function wrongType(choice: Choice, field: string, value: unknown): void {
  unknownPart(choice, `message.${field}`, value, true)
  choice.context.warn('wrong-type', `"${field}" had an unexpected type; it was kept as a native part.`, field, choice.index)
}

function unknownPart({ assembler }: Choice, event: string, value: unknown, isReasoning: boolean): void {
  assembler.native(event, value, { channel: isReasoning ? 'reasoning' : 'answer' })
}

const kindOf = (piece: ContentPiece): BlockKind | undefined => (piece.kind === 'summary' ? 'summary' : undefined)

/** Log probabilities that come with it are of its tokens. */
const mayReason = (message: unknown): boolean => isLoose(message) && (hasReasoning(message) || !isText(message.content))

function hasReasoning(message: Loose): boolean {
  for (const field of reasoningFields) if (!isEmpty(message[field])) return true
  for (const field of rareFields) if (!isEmpty(message[field])) return true
  return !isEmpty(message.reasoning_details)
}
