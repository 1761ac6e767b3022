import type { Channel, FinishReason } from '@reason/core/parts'
import { asList, asLoose, asText, isEmpty, isLabelledThought, isLoose, isText, of, refusalOf } from '@reason/wire-kit'
import type { ChoiceAssembler, Loose, ResponseContext, SealPiece } from '@reason/wire-kit'
import { addSeal, addText, closeBlock, createBlocks, type Blocks } from './blocks.ts'
import { createCalls, type Calls } from './calls.ts'
import { readContentParts, reasoningCarriers, type ContentPiece } from './carriers.ts'
import type { DetailRecords } from './details.ts'
import { createExtras, readExtras, type ScopedExtras } from './extras.ts'
import { failedWord, filteredCategory, readFinish, stopSequenceOf } from './finish.ts'
import { hasReasoning, noteField, noteParts, noteThought, readReasoning } from './message-reasoning.ts'
import { isGoogleThought, readSignature } from './signatures.ts'
import { unknownPart, wrongType } from './unknown-parts.ts'

/**
 * State of one choice of a response, read from its deltas or from its whole message.
 *
 *   open ──finish_reason──▶ finished ──text──▶ finished, with late text
 *     │
 *     └─`length` or `stop`, nothing visible──▶ withheld ──usage or end──▶ finished
 */
export interface ChatChoice {
  readonly index: number
  readonly context: ResponseContext
  readonly assembler: ChoiceAssembler
  readonly blocks: Blocks
  readonly extras: ScopedExtras
  readonly messageExtras: ScopedExtras
  /** `calls` is made with the first call, `details` with the first element of `reasoning_details`. */
  calls: Calls | undefined
  details: DetailRecords | undefined
  /** Seals of the message as a whole. */
  seals: SealPiece[] | undefined
  /** Number of the last block that got a signature. */
  signed: number
  /** Finish reason that waits for the usage to explain it. */
  withheld: string | undefined
  /** True if a second finish reason came. */
  repeats: boolean
  stopSequence: string | undefined
  /** Category that a content filter reported. */
  filtered: string | undefined
  /** True once deltas came. A whole message after them repeats them. */
  streamed: boolean
  /** The role that a message or its first delta gave. */
  role: unknown
  /** Length and end of the reasoning in string fields since details came alone, which may repeat it. */
  unrepeated: number
  unrepeatedEnd: string
  /** True if an unusual reasoning field is still to be recorded for replay. */
  notesField: boolean
}

export function createChoice(index: number, context: ResponseContext, notesField: boolean): ChatChoice {
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
    repeats: false,
    stopSequence: undefined,
    filtered: undefined,
    streamed: false,
    role: undefined,
    unrepeated: 0,
    unrepeatedEnd: '',
    notesField,
  }
}

/** True once a finish reason has come. */
export const isEnding = ({ assembler, withheld }: ChatChoice): boolean => assembler.finished || withheld !== undefined

/** True if so many choices have a finish reason. A server that repeats its finish reasons may send more. */
export const hasEnding = (choices: ReadonlyMap<number, ChatChoice>, count: number): boolean =>
  choices.size >= count && [...choices.values()].every((choice) => isEnding(choice) && !choice.repeats)

/** @returns The finish reason of this piece, if any. The caller passes it to `finishChoice` after reading the frame's usage. */
export function readPiece(choice: ChatChoice, piece: Loose): string | undefined {
  const { delta, messages } = piece
  // Mistral may list all messages of a turn in which it ran tools; the last one of the model has the answer.
  const message = piece.message ?? asList(messages).findLast((one) => asLoose(one).role === 'assistant')
  const { assembler, context } = choice
  readExtras(choice.extras, context.emit, piece, assembler.reasoned || (!isEmpty(piece.logprobs) && mayReason(delta ?? message)))
  if (isLoose(delta)) {
    choice.streamed = true
    readMessage(choice, delta, false)
    // Perplexity sends both. The message repeats the text so far, and in a whole body the delta is empty.
    if (isLoose(message) && isText(piece.finish_reason)) readMessage(choice, unsaid(choice, message), true)
  } else if (isLoose(message)) {
    readMessage(choice, choice.streamed ? unsaid(choice, message) : message, true)
  } else if (!isEmpty(delta)) wrongType(choice, 'delta', delta)
  else if (!isEmpty(message)) wrongType(choice, 'message', message)
  else if (isText(piece.text)) addText(choice.blocks, 'answer', undefined, piece.text)
  if (!isText(piece.finish_reason)) return undefined
  choice.stopSequence ??= stopSequenceOf(piece)
  choice.filtered ??= filteredCategory(piece)
  return failedWord(piece) ?? piece.finish_reason
}

/** Reduces a whole message that follows deltas, which it mostly repeats. Only fields that no delta had are kept. */
function unsaid({ assembler, calls }: ChatChoice, message: Loose): Loose {
  const fields = [
    ...(assembler.answered ? [] : ['content', 'refusal']),
    ...(calls?.called() === true ? [] : ['tool_calls', 'function_call']),
    ...(assembler.reasoned ? [] : [...reasoningCarriers, 'reasoning_opaque']),
  ]
  return Object.fromEntries(fields.map((field) => [field, message[field]]))
}

function readMessage(choice: ChatChoice, message: Loose, whole: boolean): void {
  const { assembler, blocks, context } = choice
  const reasoned = assembler.reasoned || (message.audio !== undefined && hasReasoning(message))
  const rare = readExtras(choice.messageExtras, context.emit, message, reasoned)
  const { content, reasoning_opaque: opaque, tool_calls: entries, role = choice.role, channel, phase } = message
  choice.role = role
  const isThought = isGoogleThought(message) || isLabelledThought({ role, channel, phase })
  const pieces = Array.isArray(content) ? readContentParts(content) : undefined
  if (choice.notesField && Array.isArray(content)) noteParts(choice, content)
  const had = readReasoning(choice, message, whole, rare)
  if (isText(opaque)) {
    noteField(choice, 'reasoning_text')
    addSeal(blocks, { kind: 'encrypted', value: opaque, joins: !whole }, undefined)
  }
  if (pieces !== undefined) readPieces(choice, pieces, had, whole, isThought ? 'reasoning' : 'answer')

  // Cloudflare sends the answer to a schema as an object.
  if (isText(content) || (isLoose(content) && content.type === undefined && !isEmpty(content)))
    readContent(choice, asText(content), isThought)
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

/** Reads content as Google's compatible API sends it: a flag marks text of a thought, and tags surround the thought as well. */
function readContent(choice: ChatChoice, content: string, isThought: boolean): void {
  const { blocks, index, context } = choice
  const goesOn = blocks.isOpen && blocks.channel === 'reasoning' && blocks.key === googleThought
  const [tag = ''] = isThought ? (goesOn ? [] : (/^<thought>/.exec(content) ?? [])) : goesOn ? (/^\s*<\/thought>/.exec(content) ?? []) : []
  if (tag !== '') context.emit({ type: 'markup', ...of(index), of: 'delimiter', text: tag })
  const text = content.slice(tag.length)
  if (isThought) {
    noteThought(choice, text)
    addText(blocks, 'reasoning', undefined, text, googleThought)
  } else if (text !== '' || tag === '') addText(blocks, 'answer', undefined, text)
}

const googleThought = 'google'

function callsOf(choice: ChatChoice): Calls {
  const { index, assembler, context, blocks } = choice
  return (choice.calls ??= createCalls(index, assembler, context, () => closeBlock(blocks, 'tool')))
}

/** @param taken - True if another field had the reasoning of this piece. Thinking parts then repeat it. */
function readPieces(choice: ChatChoice, pieces: readonly ContentPiece[], taken: boolean, whole: boolean, channel: Channel): void {
  for (const piece of pieces) {
    if (piece.kind === 'unknown') unknownPart(choice, 'message.content', piece.value, piece.inThinking)
    else if (piece.kind === 'text') addText(choice.blocks, channel, undefined, piece.text)
    else if (piece.kind === 'refusal') addText(choice.blocks, 'answer', 'refusal', piece.text)
    else if (piece.kind === 'signature') addSeal(choice.blocks, { kind: 'signature', value: piece.text, joins: !whole }, undefined)
    else if (!taken) addText(choice.blocks, 'reasoning', piece.kind === 'summary' ? 'summary' : undefined, piece.text)
  }
}

/** Reads the signatures of a message. Google sends each of them twice. */
function readSeals(choice: ChatChoice, message: Loose): void {
  if ((message.extra_content ?? message.thought_signature ?? message.provider_specific_fields) === undefined) return
  const signature = readSignature(message)
  if (signature === undefined || choice.seals?.some(({ value }) => value === signature.value) === true) return
  ;(choice.seals ??= []).push({ kind: 'thought-signature', ...signature })
}

export function finishChoice(choice: ChatChoice, native: string, reasoningTokens: number | undefined): void {
  choice.repeats ||= isEnding(choice)
  if (choice.assembler.finished) return
  choice.withheld = native
  const word = readFinish(native)
  const isSilent = !choice.assembler.reasoned && saidNothing(choice)
  // If no output is visible, the model may have reasoned invisibly. Only the usage can show it.
  const isUnseen = isSilent && word === 'length' && reasoningTokens === undefined
  // Some servers send the finish reason before the calls.
  const isEarly = word === 'tool-calls' && choice.calls?.called() !== true
  const isHeld = choice.streamed && (word === 'stop' || word === 'tool-calls') && isPremature(choice)
  if (!isUnseen && !isEarly && !isHeld) settleChoice(choice, reasoningTokens)
}

/** True if more may follow a finish reason. Open WebUI and gcli2api send one behind every delta, or with it: the second one shows such a server. */
const isPremature = (choice: ChatChoice): boolean => choice.repeats || saidNothing(choice) || choice.calls?.isCut() === true

/** Ends a choice whose finish reason waited for the usage. The count of hidden reasoning tokens decides the reason. */
export function settleChoice(choice: ChatChoice, reasoningTokens: number | undefined): void {
  const { withheld: native, assembler, blocks, stopSequence, filtered } = choice
  if (native === undefined) return
  choice.withheld = undefined
  const said = readFinish(native)
  // OpenAI has no finish reason for refusals. It sends `stop`, and the refusal in a field.
  const reason = said === 'stop' && blocks.refused && choice.calls?.called() !== true ? 'refusal' : said
  const thought = assembler.reasoned || (reasoningTokens ?? 0) > 0
  const exhausted = reason === 'length' && thought && saidNothing(choice)
  // Truncation is no end of a block: reasoning that ran out of tokens was never closed.
  close(choice, reason === 'length' ? 'end-of-stream' : 'wire')
  assembler.finish(exhausted ? 'reasoning-exhausted' : reason, native, {
    stopSequence: reason === 'stop' ? stopSequence : undefined,
    refusal: reason === 'content-filter' ? refusalOf(filtered) : undefined,
    seals: choice.seals,
  })
}

/** Ends a choice at the end of the response. `reason` applies if the choice had no finish reason. */
export function endChoice(choice: ChatChoice, reason: FinishReason): void {
  settleChoice(choice, undefined)
  close(choice, reason === 'unknown' && !choice.assembler.finished ? 'wire' : 'end-of-stream')
  choice.assembler.finish(reason, undefined, { seals: choice.seals })
}

/** Closes all open blocks and calls, and emits the records that replay needs of the details. After a finish, the records count as late text. */
function close({ assembler, blocks, calls, details }: ChatChoice, boundary: 'wire' | 'end-of-stream'): void {
  closeBlock(blocks, boundary)
  calls?.finish()
  assembler.closeAll(boundary)
  if (details !== undefined && details.records.length > 0 && !assembler.finished)
    assembler.native('replay.reasoning_details', details.records)
}

const saidNothing = ({ assembler, calls }: ChatChoice): boolean => !assembler.answered && calls?.called() !== true

/** True if log probabilities beside this message may be those of reasoning tokens. */
const mayReason = (message: unknown): boolean => isLoose(message) && (hasReasoning(message) || !isText(message.content))
