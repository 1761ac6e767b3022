import type { Part } from '@reason/core'
import type { FinishPart, NativePart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import {
  createCallIds,
  createContentBlocks,
  endingMessage,
  isEmpty,
  writesNative,
  type Loose,
  SingleAnswer,
  type NotCarried,
} from '@reason/wire-kit'
import { placeOf } from './native-blocks.ts'
import type { ConverseSink } from './sink.ts'
import { writeStopReason } from './stop-reasons.ts'
import { writeUsage } from './usage.ts'
import { WIRE } from './wire-id.ts'

/** Writes parts as a response. */
export function createConverseWriter(sink: ConverseSink, options: WriterOptions, notCarried: NotCarried): SingleAnswer {
  const fields = new Map<string, unknown>()
  const answer = new SingleAnswer({ begin: sink.start, write, end, fail: sink.fail }, notCarried)
  const blocks = createContentBlocks(sink, options, {
    wire: WIRE,
    callId: createCallIds('tooluse_', id, options),
    notCarried,
    fail: (message) => answer.fail({ message }),
  })

  return answer

  function write(part: Part): void {
    switch (part.type) {
      case 'start':
        if (!isEmpty(part.native)) notCarried('constants of the response')
        return answer.begin()
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

  function end(finish: FinishPart | undefined, usage: Usage | undefined): void {
    const stopReason = finish && writeStopReason(finish.reason, finish.native, blocks.called())
    if (stopReason === undefined) return sink.fail({ message: endingMessage(finish?.reason, finish?.native) })
    answer.begin()
    blocks.end()
    if (usage?.reasoning !== undefined) notCarried('the count of reasoning tokens')
    sink.stop({ stopReason, usage: writeUsage(usage), fields })
  }

  /** Returns an id for deriving call ids, as responses of this format have none. */
  function id(): string {
    return options.id ?? answer.started()?.id ?? options.createId?.('response', 0) ?? 'response'
  }

  function writeNative(part: NativePart): void {
    const { wire, event, value } = part
    const place = placeOf(part)
    if (wire !== WIRE || !writesNative(part, options) || place === undefined) {
      return notCarried('native parts that other formats have, or that may show reasoning')
    }
    if (place === 'field') fields.set(event, value)
    else if (place === 'citation') blocks.cite(value)
    else {
      answer.begin()
      blocks.insert(value as Loose)
    }
  }
}
