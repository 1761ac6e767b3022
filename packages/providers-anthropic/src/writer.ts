import type { Part } from '@reason/core'
import type { DeltaPart, FinishPart, NativePart, Refusal, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { createCallIds, createContentBlocks, endingMessage, SingleAnswer, isEmpty, writesNative, writtenModel } from '@reason/wire-kit'
import type { Loose, NotCarried } from '@reason/wire-kit'
import { placeOf } from './native-blocks.ts'
import type { MessageCounts, WrittenMessageSink } from './sink.ts'
import { writeStopReason } from './stop-reasons.ts'
import { stopSequenceOf } from './stop-sequence.ts'
import { startingUsage, writeUsage } from './usage.ts'
import { WIRE } from './wire-id.ts'

/** Writes parts as a message. Its head contains the usage, so it waits for the first part with content. */
export function createMessageWriter(sink: WrittenMessageSink, options: WriterOptions, notCarried: NotCarried) {
  const heldFields: [block: string, field: string, value: unknown][] = []
  const messageFields = new Map<string, unknown>()
  const answer = new SingleAnswer({ begin, write, end, fail: sink.fail }, notCarried)
  const blocks = createContentBlocks({ ...sink, openText, openCall }, options, {
    wire: WIRE,
    callId: createCallIds('toolu_', id, options),
    notCarried,
    fail: (message) => answer.fail({ message }),
  })
  let knownId: string | undefined
  let usage: Usage | undefined

  return { answer, openFor }

  /** Returns the block that a part's text would be added to, if nothing else has to be written. */
  function openFor(part: DeltaPart): number | undefined {
    return answer.isOpen() && (part.choice ?? 0) === 0 ? blocks.openFor(part) : undefined
  }

  function write(part: Part): void {
    switch (part.type) {
      case 'start':
        if (!isEmpty(part.native)) notCarried('constants of the response')
        return
      case 'usage':
        usage = part.usage
        if (answer.started() !== undefined) answer.begin()
        return
      case 'block-start':
      case 'delta':
      case 'block-end':
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        answer.begin()
        return blocks.push(part)
      case 'native':
        return writeNative(part)
    }
  }

  function end(finish: FinishPart | undefined): void {
    const stopReason = finish && writeStopReason(finish.reason, finish.native, blocks.called())
    if (stopReason === undefined) return sink.fail({ message: endingMessage(finish?.reason, finish?.native), code: 'api_error' })
    answer.begin()
    blocks.end()
    const stopped = stopSequenceOf(finish!, stopReason, options.request)
    if (stopped !== undefined && !messageFields.has('stop_sequence')) messageFields.set('stop_sequence', stopped)
    const refusal = finish!.refusal ?? (finish!.reason === 'content-filter' ? withheld : undefined)
    if (stopReason === 'refusal' && refusal !== undefined && !messageFields.has('stop_details')) {
      messageFields.set('stop_details', stopDetails(refusal))
    }
    const isStopped = stopped !== undefined && stopReason === 'end_turn'
    sink.stop({
      stopReason: isStopped ? 'stop_sequence' : stopReason,
      usage: usage && writeUsage(usage),
      fields: messageFields,
    })
  }

  function begin(): void {
    sink.start({ id: id(), model: writtenModel(answer.started(), options), counts })
  }

  function counts(): MessageCounts {
    return usage === undefined ? startingUsage(options) : { usage: writeUsage(usage), isEstimated: false }
  }

  /** Returns the message id. Responses without any id cannot be distinguished: set `id` or `createId` if that matters. */
  function id(): string {
    knownId ??= options.id ?? answer.started()?.id ?? options.createId?.('response', 0) ?? 'msg_0'
    return knownId
  }

  function writeNative(part: NativePart): void {
    const { wire, event, value } = part
    const place = placeOf(part)
    // A citation repeats its source and no reasoning, even if the citing text was split.
    const isWritten = writesNative(place === 'citation' ? {} : part, options)
    if (wire !== WIRE || !isWritten || place === undefined) {
      return notCarried('native parts that other formats have, or that may show reasoning')
    }
    if (place === 'message') messageFields.set(event.replace(/^message\./, ''), value)
    else if (place === 'citation') blocks.cite(value)
    else if (place === 'field') blocks.inTurn(() => heldFields.push([...split(event), value]))
    else {
      answer.begin()
      if (place === 'block') blocks.insert(value as Loose)
      else blocks.inTurn(() => sink.event(event, value) || notCarried('events that are no part of a message'))
    }
  }

  function openText(index: number): void {
    sink.openText(index, takeFields('text'))
  }

  function openCall(index: number, call: { id: string; name: string }): void {
    sink.openCall(index, call, takeFields('tool_use'))
  }

  function takeFields(block: string): Loose {
    if (heldFields.length === 0) return {}
    return Object.fromEntries(heldFields.splice(0).flatMap(([of, field, value]) => (of === block ? [[field, value]] : [])))
  }
}

/** Explanation for a provider's content filter, as Messages has no stop reason for it. */
const withheld: Refusal = { explanation: 'A content filter of the provider ended the answer.' }

/** Writes the refusal. Clients know a closed list of categories, so another provider's category goes into the explanation. */
function stopDetails({ category, explanation }: Refusal): Loose {
  const own = category !== undefined && ownCategories.includes(category)
  const text = [...(category !== undefined && !own ? [`Category: ${category}.`] : []), ...(explanation === undefined ? [] : [explanation])]
  return { type: 'refusal', category: own ? category : null, explanation: text.length > 0 ? text.join(' ') : null }
}

const ownCategories: readonly string[] = ['cyber', 'bio', 'frontier_llm', 'reasoning_extraction', 'general_harms']

const split = (event: string): [string, string] => {
  const at = event.indexOf('.')
  return [event.slice(0, at), event.slice(at + 1)]
}
