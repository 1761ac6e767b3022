import type { Part } from '@reason/core'
import type { BlockKind, FinishPart, FinishReason, Seal } from '@reason/core/parts'
import { addSeal, addText, closeBlock, createBlocks, type Blocks } from './blocks.ts'
import { createCalls, type Calls } from './calls.ts'
import { readSignature } from './signatures.ts'
import { readContentParts, reasoningFields, type ContentPiece } from './carriers.ts'
import { of, WIRE, type ReadContext } from './context.ts'
import { createDetailRecords, readDetail, type Detail, type DetailRecords } from './details.ts'
import { createExtras, readExtras, type Extras } from './extras.ts'
import { readFinish, stopSequenceOf } from './finish.ts'
import { isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'

/**
 * One generation of a response: what its deltas, or its whole message, say.
 *
 *   open ──finish_reason──▶ finished ──text──▶ finished, with late text
 *     │
 *     └─`length`, nothing visible──▶ withheld ──usage or end──▶ finished
 */
export interface Choice {
  readonly index: number
  readonly context: ReadContext
  readonly blocks: Blocks
  readonly extras: Extras
  readonly messageExtras: Extras
  /** Made when the first call, and the first element of `reasoning_details`, comes. */
  calls: Calls | undefined
  details: DetailRecords | undefined
  /** Of the message as a whole. */
  seals: Seal[] | undefined
  finished: boolean
  /** A finish word that came, and that usage has to explain. */
  withheld: string | undefined
  stopSequence: string | undefined
  /** Pieces came: a whole message beside them repeats them. */
  streamed: boolean
}

export function createChoice(index: number, context: ReadContext): Choice {
  const blocks = createBlocks(index, context, (out) => {
    if (choice.finished) context.warn(out, 'late-part', 'Text came after the finish of its choice; it was kept.', index, 'text')
  })
  const choice: Choice = {
    index,
    context,
    blocks,
    extras: createExtras('choice', index),
    messageExtras: createExtras('message', index),
    calls: undefined,
    details: undefined,
    seals: undefined,
    finished: false,
    withheld: undefined,
    stopSequence: undefined,
    streamed: false,
  }
  return choice
}

/** A finish word has come. */
export const isEnding = ({ finished, withheld }: Choice): boolean => finished || withheld !== undefined

/** @returns The finish word, where it came with this piece. To be given to `finishChoice` when the frame's usage was read. */
export function readPiece(choice: Choice, out: Part[], piece: Loose): string | undefined {
  const { delta, message } = piece
  const { blocks } = choice
  readExtras(choice.extras, out, piece, blocks.reasoned || (!isEmpty(piece.logprobs) && mayReason(delta ?? message)))
  if (isLoose(delta)) {
    choice.streamed = true
    readMessage(choice, out, delta, false)
  } else if (isLoose(message)) {
    if (!choice.streamed) readMessage(choice, out, message, true)
  } else if (!isEmpty(delta)) wrongType(choice, out, 'delta', delta)
  else if (!isEmpty(message)) wrongType(choice, out, 'message', message)
  else if (isText(piece.text)) addText(blocks, out, 'answer', undefined, piece.text)
  if (!isText(piece.finish_reason)) return undefined
  choice.stopSequence ??= stopSequenceOf(piece)
  return piece.finish_reason
}

function readMessage(choice: Choice, out: Part[], message: Loose, whole: boolean): void {
  const { blocks } = choice
  readExtras(choice.messageExtras, out, message, blocks.reasoned || hasReasoning(message))
  const { content, reasoning_opaque: opaque, tool_calls: entries } = message
  const pieces = Array.isArray(content) ? readContentParts(content) : undefined
  const had = readReasoning(choice, out, message, whole)
  if (isText(opaque)) addSeal(blocks, out, { kind: 'encrypted', value: opaque, joins: !whole }, undefined)
  if (pieces !== undefined) readPieces(choice, out, pieces, had, whole)

  if (isText(content)) readContent(choice, out, content, isGoogleThought(message))
  else if (pieces === undefined && !isEmpty(content)) wrongType(choice, out, 'content', content)
  if (isText(message.refusal)) addText(blocks, out, 'answer', 'refusal', message.refusal)
  if (isLoose(entries)) callsOf(choice).read(out, [entries], whole)
  else if (!isEmpty(entries)) {
    if (Array.isArray(entries)) callsOf(choice).read(out, entries, whole)
    else wrongType(choice, out, 'tool_calls', entries)
  }
  if (isLoose(message.function_call)) callsOf(choice).readFunction(out, message.function_call)
  readSeals(choice, message)
}

/** Google's compatible API says beside a piece of text that it is of a thought, and writes tags around the thought, too. */
function readContent({ blocks, index }: Choice, out: Part[], content: string, isThought: boolean): void {
  const goesOn = blocks.isOpen && blocks.channel === 'reasoning' && blocks.key === googleThought
  const [tag = ''] = isThought ? (goesOn ? [] : (/^<thought>/.exec(content) ?? [])) : goesOn ? (/^\s*<\/thought>/.exec(content) ?? []) : []
  if (tag !== '') out.push({ type: 'markup', ...of(index), of: 'delimiter', text: tag })
  const text = content.slice(tag.length)
  if (isThought) addText(blocks, out, 'reasoning', undefined, text, googleThought)
  else if (text !== '' || tag === '') addText(blocks, out, 'answer', undefined, text)
}

const googleThought = 'google'

/** Beside a signature it says that the model thought, and the text is the answer: so in recordings of Gemini 2.5. */
const isGoogleThought = ({ extra_content: extra }: Loose): boolean =>
  isLoose(extra) && isLoose(extra.google) && extra.google.thought === true && isEmpty(extra.google.thought_signature)

function callsOf(choice: Choice): Calls {
  const { index, context, blocks } = choice
  return (choice.calls ??= createCalls(index, context, (out) => {
    closeBlock(blocks, out, 'tool')
    if (choice.finished) context.warn(out, 'late-part', 'A tool call came after the finish of its choice; it was kept.', index, 'call')
  }))
}

/** The first carrier that has text counts; the others repeat it. @returns Whether there was any. */
function readReasoning(choice: Choice, out: Part[], message: Loose, whole: boolean): boolean {
  const text = readFields(choice, out, message)
  const { reasoning_details: values } = message
  if (Array.isArray(values)) return readDetails(choice, out, values, text, whole)
  if (!isEmpty(values)) wrongType(choice, out, 'reasoning_details', values)
  if (text !== '') addText(choice.blocks, out, 'reasoning', undefined, text)
  return text !== ''
}

function readFields(choice: Choice, out: Part[], message: Loose): string {
  let text = ''
  for (const field of reasoningFields) {
    const value = message[field]
    if (value === undefined || value === null || value === '') continue
    if (typeof value !== 'string') wrongType(choice, out, field, value)
    else if (text === '') text = value
    else differs(choice, out, text, value, field)
  }
  return text
}

/**
 * Where the details repeat the text of a field, as they nearly always do, they say it better: with kinds, borders and seals.
 *
 * @param text - What a field already said. `''`: nothing.
 * @returns Whether there was any text, here or in the field.
 */
function readDetails(choice: Choice, out: Part[], values: readonly unknown[], text: string, whole: boolean): boolean {
  const read: { detail: Detail; value: Loose }[] = []
  for (const value of values) {
    const detail = readDetail(value)
    if (detail !== undefined) read.push({ detail, value: value as Loose })
    else if (!isEmpty(value)) unknownPart(choice, out, 'message.reasoning_details', value, true)
  }
  const own = read.length === 1 ? read[0]!.detail.text : read.map(({ detail }) => detail.text).join('')
  const repeats = text === '' || own === text
  if (!repeats) {
    if (own !== '') differs(choice, out, text, own, 'reasoning_details')
    const first = read.find(({ detail }) => detail.text !== '')?.detail
    addText(choice.blocks, out, 'reasoning', first?.kind, text, first?.key)
  }
  for (const { detail, value } of read) {
    if (repeats && detail.text !== '') addText(choice.blocks, out, 'reasoning', detail.kind, detail.text, detail.key)
    if (detail.signature !== '') addSeal(choice.blocks, out, { kind: 'signature', value: detail.signature, joins: !whole }, detail.key)
    if (detail.encrypted !== '')
      addSeal(choice.blocks, out, { kind: 'encrypted', value: detail.encrypted, item: detail.id, joins: !whole }, detail.key)
    if (choice.blocks.current >= 0) (choice.details ??= createDetailRecords()).note(value, choice.blocks.current)
  }
  return own !== '' || text !== ''
}

/** @param taken - The reasoning of this piece was in another carrier: thinking parts repeat it. */
function readPieces(choice: Choice, out: Part[], pieces: readonly ContentPiece[], taken: boolean, whole: boolean): void {
  for (const piece of pieces) {
    if (piece.kind === 'unknown') unknownPart(choice, out, 'message.content', piece.value, piece.inThinking)
    else if (piece.kind === 'text') addText(choice.blocks, out, 'answer', undefined, piece.text)
    else if (piece.kind === 'refusal') addText(choice.blocks, out, 'answer', 'refusal', piece.text)
    else if (piece.kind === 'signature') addSeal(choice.blocks, out, { kind: 'signature', value: piece.text, joins: !whole }, undefined)
    else if (!taken) addText(choice.blocks, out, 'reasoning', kindOf(piece), piece.text)
  }
}

/** Google says a message's signature twice. */
function readSeals(choice: Choice, message: Loose): void {
  if (message.extra_content === undefined && message.thought_signature === undefined) return
  const signature = readSignature(message)
  if (signature === undefined || choice.seals?.some(({ value }) => value === signature.value) === true) return
  ;(choice.seals ??= []).push({ kind: 'thought-signature', ...signature, issuer: choice.context.issuer() })
}

export function finishChoice(choice: Choice, out: Part[], native: string, reasoningTokens: number | undefined): void {
  if (choice.finished) return
  choice.withheld = native
  // Where nothing at all can be seen, the model may have thought out of sight: only usage can tell.
  const wait = readFinish(native) === 'length' && reasoningTokens === undefined && !choice.blocks.reasoned && saidNothing(choice)
  if (!wait) settleChoice(choice, out, reasoningTokens)
}

/** What usage says of hidden reasoning decides a finish that waited for it. */
export function settleChoice(choice: Choice, out: Part[], reasoningTokens: number | undefined): void {
  const { index, withheld: native, blocks, stopSequence } = choice
  if (native === undefined) return
  choice.withheld = undefined
  const said = readFinish(native)
  // OpenAI has no word of its own for it: `stop`, and the refusal in a field.
  const reason = said === 'stop' && blocks.refused && choice.calls?.called() !== true ? 'refusal' : said
  const finish: FinishPart = { type: 'finish', ...of(index), reason, native }
  const thought = blocks.reasoned || (reasoningTokens ?? 0) > 0
  if (reason === 'length' && thought && saidNothing(choice)) finish.reason = 'reasoning-exhausted'
  if (reason === 'stop' && stopSequence !== undefined) finish.stopSequence = stopSequence
  // A text that was cut was not ended by the wire: reasoning that ran out of tokens was never closed.
  finishWith(choice, out, finish, reason === 'length' ? 'end-of-stream' : 'wire')
}

/** No more will come. `reason` is for a choice that had no finish. */
export function endChoice(choice: Choice, out: Part[], reason: FinishReason): void {
  settleChoice(choice, out, undefined)
  // What is open then is late text.
  if (choice.finished) closeAll(choice, out, 'end-of-stream')
  else finishWith(choice, out, { type: 'finish', ...of(choice.index), reason }, reason === 'unknown' ? 'wire' : 'end-of-stream')
}

function finishWith(choice: Choice, out: Part[], finish: FinishPart, boundary: 'wire' | 'end-of-stream'): void {
  const { index, details, seals } = choice
  closeAll(choice, out, boundary)
  if (details !== undefined && details.records.length > 0) {
    out.push({ type: 'native', ...of(index), wire: WIRE, event: 'replay.reasoning_details', value: details.records })
  }
  if (seals !== undefined) finish.seals = seals
  choice.finished = true
  out.push(finish)
}

function closeAll({ blocks, calls }: Choice, out: Part[], boundary: 'wire' | 'end-of-stream'): void {
  closeBlock(blocks, out, boundary)
  calls?.finish(out, boundary)
}

const saidNothing = ({ blocks, calls }: Choice): boolean => !blocks.answered && calls?.called() !== true

function differs(choice: Choice, out: Part[], taken: string, other: string, field: string): void {
  if (taken === other) return
  unknownPart(choice, out, `message.${field}`, other, true)
  const message = `Reasoning came in two fields that differ; "${field}" was kept beside, as a native part.`
  choice.context.warn(out, 'duplicate-carrier', message, choice.index)
}

function wrongType(choice: Choice, out: Part[], field: string, value: unknown): void {
  unknownPart(choice, out, `message.${field}`, value, true)
  choice.context.warn(out, 'wrong-type', `"${field}" had an unexpected type; it was kept as a native part.`, choice.index, field)
}

function unknownPart(choice: Choice, out: Part[], event: string, value: unknown, isReasoning: boolean): void {
  out.push({ type: 'native', ...of(choice.index), wire: WIRE, event, channel: isReasoning ? 'reasoning' : 'answer', value })
}

const kindOf = (piece: ContentPiece): BlockKind | undefined => (piece.kind === 'summary' ? 'summary' : undefined)

/** Log probabilities that come with it are of its tokens. */
const mayReason = (message: unknown): boolean => isLoose(message) && (hasReasoning(message) || !isText(message.content))

function hasReasoning(message: Loose): boolean {
  for (const field of reasoningFields) if (!isEmpty(message[field])) return true
  return !isEmpty(message.reasoning_details)
}
