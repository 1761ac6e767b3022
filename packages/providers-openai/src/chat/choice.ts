import type { BlockKind, FinishPart, FinishReason, Part, Seal } from '@reason/core'
import { createBlocks } from './blocks.ts'
import { createCalls, signatureOf } from './calls.ts'
import { readContentParts, reasoningFields, type ContentPiece } from './carriers.ts'
import { of, WIRE, type ReadContext } from './context.ts'
import { createDetailRecords, readDetail, type Detail } from './details.ts'
import { createExtras } from './extras.ts'
import { readFinish, stopSequenceOf } from './finish.ts'
import { isEmpty, isLoose, isText, type Loose } from '@reason/core/wire-kit'

/**
 * One generation of a response: what its deltas, or its whole message, say.
 *
 *   open ──finish_reason──▶ finished ──text──▶ finished, with late text
 *     │
 *     └─`length`, nothing visible──▶ withheld ──usage or end──▶ finished
 */
export interface Choice {
  readonly index: number
  /** @returns The finish word, where it came with this piece. To be given to `finish` when the frame's usage was read. */
  read(out: Part[], choice: Loose): string | undefined
  finish(out: Part[], native: string, reasoningTokens: number | undefined): void
  /** What usage says of hidden reasoning decides a finish that waited for it. */
  settle(out: Part[], reasoningTokens: number | undefined): void
  /** No more will come. `reason` is for a choice that had no finish. */
  end(out: Part[], reason: FinishReason): void
  finished(): boolean
  /** A finish word has come. */
  ending(): boolean
  /** There was reasoning that can be read. */
  shown(): boolean
}

export function createChoice(index: number, context: ReadContext): Choice {
  const blocks = createBlocks(index, context, (out) => {
    if (finished) context.warn(out, 'late-part', 'Text came after the finish of its choice; it was kept.', index, 'text')
  })
  const calls = createCalls(index, context, (out) => {
    blocks.close(out, 'tool')
    if (finished) context.warn(out, 'late-part', 'A tool call came after the finish of its choice; it was kept.', index, 'call')
  })
  const choiceExtras = createExtras('choice', index)
  const messageExtras = createExtras('message', index)
  const details = createDetailRecords()
  /** Seals of the message as a whole. */
  const seals: Seal[] = []
  let finished = false
  let withheld: string | undefined
  let stopSequence: string | undefined
  /** Pieces came: a whole message beside them repeats them. */
  let streamed = false

  return {
    index,
    read,
    finish,
    settle,
    end,
    finished: () => finished,
    ending: () => finished || withheld !== undefined,
    shown: () => blocks.shown(),
  }

  function read(out: Part[], choice: Loose): string | undefined {
    const { delta, message } = choice
    choiceExtras.read(out, choice, blocks.reasoned() || (!isEmpty(choice.logprobs) && mayReason(delta ?? message)))
    if (isLoose(delta)) {
      streamed = true
      readMessage(out, delta, false)
    } else if (isLoose(message)) {
      if (!streamed) readMessage(out, message, true)
    } else if (!isEmpty(delta)) wrongType(out, 'delta', delta)
    else if (!isEmpty(message)) wrongType(out, 'message', message)
    else if (isText(choice.text)) blocks.text(out, 'answer', undefined, choice.text)
    if (!isText(choice.finish_reason)) return undefined
    stopSequence ??= stopSequenceOf(choice)
    return choice.finish_reason
  }

  function readMessage(out: Part[], message: Loose, whole: boolean): void {
    messageExtras.read(out, message, blocks.reasoned() || hasReasoning(message))
    const { content } = message
    const pieces = Array.isArray(content) ? readContentParts(content) : undefined
    const had = readReasoning(out, message, whole)
    if (isText(message.reasoning_opaque)) blocks.seal(out, { kind: 'encrypted', value: message.reasoning_opaque, joins: !whole }, undefined)
    if (pieces !== undefined) readPieces(out, pieces, had, whole)

    if (isText(content)) blocks.text(out, 'answer', undefined, content)
    else if (pieces === undefined && !isEmpty(content)) wrongType(out, 'content', content)
    if (isText(message.refusal)) blocks.text(out, 'answer', 'refusal', message.refusal)
    if (Array.isArray(message.tool_calls)) calls.read(out, message.tool_calls, whole)
    else if (isLoose(message.tool_calls)) calls.read(out, [message.tool_calls], whole)
    else if (!isEmpty(message.tool_calls)) wrongType(out, 'tool_calls', message.tool_calls)
    if (isLoose(message.function_call)) calls.readFunction(out, message.function_call)
    readSeals(message)
  }

  /** The first carrier that has text counts; the others repeat it. @returns Whether there was any. */
  function readReasoning(out: Part[], message: Loose, whole: boolean): boolean {
    const text = readFields(out, message)
    const { reasoning_details: values } = message
    if (Array.isArray(values)) return readDetails(out, values, text, whole)
    if (!isEmpty(values)) wrongType(out, 'reasoning_details', values)
    if (text !== '') blocks.text(out, 'reasoning', undefined, text)
    return text !== ''
  }

  function readFields(out: Part[], message: Loose): string {
    let text = ''
    for (const field of reasoningFields) {
      const value = message[field]
      if (value === undefined || value === null || value === '') continue
      if (typeof value !== 'string') wrongType(out, field, value)
      else if (text === '') text = value
      else differs(out, text, value, field)
    }
    return text
  }

  /**
   * Where the details repeat the text of a field, as they nearly always do, they say it better: with kinds, borders and seals.
   *
   * @param text - What a field already said. `''`: nothing.
   * @returns Whether there was any text, here or in the field.
   */
  function readDetails(out: Part[], values: readonly unknown[], text: string, whole: boolean): boolean {
    const read: { detail: Detail; value: Loose }[] = []
    for (const value of values) {
      const detail = readDetail(value)
      if (detail !== undefined) read.push({ detail, value: value as Loose })
      else if (!isEmpty(value)) unknownPart(out, 'message.reasoning_details', value, true)
    }
    const own = read.length === 1 ? read[0]!.detail.text : read.map(({ detail }) => detail.text).join('')
    const repeats = text === '' || own === text
    if (!repeats) {
      if (own !== '') differs(out, text, own, 'reasoning_details')
      const first = read.find(({ detail }) => detail.text !== '')?.detail
      blocks.text(out, 'reasoning', first?.kind, text, first?.key)
    }
    for (const { detail, value } of read) {
      if (repeats && detail.text !== '') blocks.text(out, 'reasoning', detail.kind, detail.text, detail.key)
      if (detail.signature !== '') blocks.seal(out, { kind: 'signature', value: detail.signature, joins: !whole }, detail.key)
      if (detail.encrypted !== '')
        blocks.seal(out, { kind: 'encrypted', value: detail.encrypted, item: detail.id, joins: !whole }, detail.key)
      if (blocks.current() >= 0) details.note(value, blocks.current())
    }
    return own !== '' || text !== ''
  }

  /** @param taken - The reasoning of this piece was in another carrier: thinking parts repeat it. */
  function readPieces(out: Part[], pieces: readonly ContentPiece[], taken: boolean, whole: boolean): void {
    for (const piece of pieces) {
      if (piece.kind === 'unknown') unknownPart(out, 'message.content', piece.value, piece.inThinking)
      else if (piece.kind === 'text') blocks.text(out, 'answer', undefined, piece.text)
      else if (piece.kind === 'refusal') blocks.text(out, 'answer', 'refusal', piece.text)
      else if (piece.kind === 'signature') blocks.seal(out, { kind: 'signature', value: piece.text, joins: !whole }, undefined)
      else if (!taken) blocks.text(out, 'reasoning', kindOf(piece), piece.text)
    }
  }

  /** Google says a message's signature twice. */
  function readSeals(message: Loose): void {
    if (message.extra_content === undefined && message.thought_signature === undefined) return
    const value = signatureOf(message)
    if (value === undefined || seals.some((known) => known.value === value)) return
    seals.push({ kind: 'thought-signature', value, issuer: context.issuer() })
  }

  function finish(out: Part[], native: string, reasoningTokens: number | undefined): void {
    if (finished) return
    withheld = native
    const reason = readFinish(native)
    // Where nothing at all can be seen, the model may have thought out of sight: only usage can tell.
    const wait = reason === 'length' && reasoningTokens === undefined && !blocks.reasoned() && !blocks.answered() && !calls.called()
    if (!wait) settle(out, reasoningTokens)
  }

  function settle(out: Part[], reasoningTokens: number | undefined): void {
    if (withheld === undefined) return
    const native = withheld
    withheld = undefined
    let reason = readFinish(native)
    const thought = blocks.reasoned() || (reasoningTokens ?? 0) > 0
    if (reason === 'length' && thought && !blocks.answered() && !calls.called()) reason = 'reasoning-exhausted'
    // A text that was cut was not ended by the wire: reasoning that ran out of tokens was never closed.
    const stopped = reason === 'stop' && stopSequence !== undefined ? { stopSequence } : {}
    finishWith(
      out,
      { type: 'finish', ...of(index), reason, native, ...stopped },
      readFinish(native) === 'length' ? 'end-of-stream' : 'wire',
    )
  }

  function end(out: Part[], reason: FinishReason): void {
    settle(out, undefined)
    if (finished) {
      // Late text
      blocks.close(out, 'end-of-stream')
      calls.finish(out, 'end-of-stream')
      return
    }
    finishWith(out, { type: 'finish', ...of(index), reason }, reason === 'unknown' ? 'wire' : 'end-of-stream')
  }

  function finishWith(out: Part[], finish: FinishPart, boundary: 'wire' | 'end-of-stream'): void {
    blocks.close(out, boundary)
    calls.finish(out, boundary)
    if (details.records.length > 0) {
      out.push({ type: 'native', ...of(index), wire: WIRE, event: 'replay.reasoning_details', value: details.records })
    }
    if (seals.length > 0) finish.seals = seals
    finished = true
    out.push(finish)
  }

  function differs(out: Part[], taken: string, other: string, field: string): void {
    if (taken === other) return
    unknownPart(out, `message.${field}`, other, true)
    context.warn(out, 'duplicate-carrier', `Reasoning came in two fields that differ; "${field}" was kept beside, as a native part.`, index)
  }

  function wrongType(out: Part[], field: string, value: unknown): void {
    unknownPart(out, `message.${field}`, value, true)
    context.warn(out, 'wrong-type', `"${field}" had an unexpected type; it was kept as a native part.`, index, field)
  }

  function unknownPart(out: Part[], event: string, value: unknown, isReasoning: boolean): void {
    out.push({ type: 'native', ...of(index), wire: WIRE, event, channel: isReasoning ? 'reasoning' : 'answer', value })
  }
}

const kindOf = (piece: ContentPiece): BlockKind | undefined => (piece.kind === 'summary' ? 'summary' : undefined)

/** Log probabilities that come with it are of its tokens. */
const mayReason = (message: unknown): boolean => isLoose(message) && (hasReasoning(message) || !isText(message.content))

const hasReasoning = (message: Loose): boolean =>
  reasoningFields.some((field) => !isEmpty(message[field])) || !isEmpty(message.reasoning_details)
