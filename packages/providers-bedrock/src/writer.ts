import type { Part } from '@reason/core'
import type { ErrorPart, FinishPart, NativePart, StartPart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { createCallIds, createContentBlocks, isEmpty, writesNative, type Loose } from '@reason/wire-kit'
import { endingError } from './errors.ts'
import { placeOf } from './native-blocks.ts'
import type { ConverseSink } from './sink.ts'
import { writeStopReason } from './stop-reasons.ts'
import { writeUsage } from './usage.ts'
import { WIRE } from './wire-id.ts'

/**
 * Writes parts as a response.
 *
 *   start ──▶ { blocks }* ──finish──▶ { late blocks }* ──end──▶ stop reason, usage
 *     └──────────┴──error, or an aborted generation──▶ exception
 */
export function createConverseWriter(sink: ConverseSink, options: WriterOptions, notCarried: (what: string) => void) {
  const heldCitations: unknown[] = []
  const fields = new Map<string, unknown>()
  const blocks = createContentBlocks({ ...sink, openText }, options, {
    wire: WIRE,
    callId: createCallIds('tooluse_', id, options),
    notCarried,
    fail: (message) => fail({ message }),
  })
  let started: StartPart | undefined
  let usage: Usage | undefined
  let finish: FinishPart | undefined
  let begun = false
  let ended = false

  return { push, end }

  function push(part: Part): void {
    if (ended) {
      if (part.type === 'delta' || part.type === 'tool-call-delta') notCarried('text after an error')
      return
    }
    if ((part.choice ?? 0) !== 0) return notCarried('a second choice')
    switch (part.type) {
      case 'start':
        if (!isEmpty(part.native)) notCarried('constants of the response')
        started ??= part
        return begin()
      case 'usage':
        usage = part.usage
        return
      case 'block-start':
      case 'delta':
      case 'block-end':
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        begin()
        return blocks.push(part)
      case 'native':
        return writeNative(part)
      case 'finish':
        if (!isEmpty(part.seals)) notCarried('seals of a message')
        finish ??= part
        return
      case 'error':
        return fail(part.error)
      case 'end':
        return end()
    }
  }

  function end(): void {
    if (ended) return
    const stopReason = finish && writeStopReason(finish.reason, finish.native, blocks.called())
    if (stopReason !== undefined) {
      begin()
      blocks.end()
    }
    ended = true
    if (heldCitations.length > 0) notCarried('citations without a text')
    if (stopReason === undefined) return sink.fail(endingError(finish?.reason, finish?.native))
    if (usage?.reasoning !== undefined) notCarried('the count of reasoning tokens')
    sink.stop({ stopReason, usage: writeUsage(usage), fields })
  }

  function fail(error: ErrorPart['error']): void {
    ended = true
    sink.fail(error)
  }

  function begin(): void {
    if (begun) return
    begun = true
    sink.start()
  }

  /** Returns an id for deriving call ids, as responses of this format have none. */
  function id(): string {
    return options.id ?? started?.id ?? options.createId?.('response', 0) ?? 'response'
  }

  function writeNative(part: NativePart): void {
    const { wire, event, value } = part
    const place = placeOf(part)
    if (wire !== WIRE || !writesNative(part, options) || place === undefined) {
      return notCarried('native parts that other formats have, or that may show reasoning')
    }
    if (place === 'field') fields.set(event, value)
    else blocks.inTurn(() => writeInTurn(place, value))
  }

  function writeInTurn(place: 'block' | 'citation', value: unknown): void {
    if (place === 'citation' && blocks.openText() === undefined) heldCitations.push(value)
    else {
      begin()
      if (place === 'citation') sink.citation(blocks.openText()!, value)
      else sink.block(blocks.insert(), value as Loose)
    }
  }

  function openText(index: number): void {
    sink.openText(index)
    for (const citation of heldCitations.splice(0)) sink.citation(index, citation)
  }
}
