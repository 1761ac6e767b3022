import type { BlockKind } from '@reason/core/parts'
import type { ReaderOptions, WireReader } from '@reason/core/wire'
import { createResponseReader, isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'
import { createBlockReader } from './block-reader.ts'
import { findError, isException, readError } from './errors.ts'
import { DAMAGED } from './event-stream/damage.ts'
import { isHarmlessField } from './native-blocks.ts'
import { reasoningKindOf } from './reasoning-kind.ts'
import { readStopReason } from './stop-reasons.ts'
import { readUsage } from './usage.ts'
import { WIRE } from './wire-id.ts'

/**
 * Reads the events of ConverseStream. A whole body is one event.
 *
 *   messageStart ▶ { (contentBlockStart) ▶ contentBlockDelta* ▶ contentBlockStop }* ▶ messageStop ▶ metadata
 *
 * An event is an object with one field, named after it (as in the official client), or a frame with that name. Only
 * tools have a block start. An exception may come at any time.
 */
export function createConverseReader(options: ReaderOptions, config: { reasoningKind?: BlockKind | undefined }): WireReader {
  const kind = config.reasoningKind ?? reasoningKindOf(options.model)

  return createResponseReader(WIRE, options, (context) => {
    const blocks = createBlockReader(context, kind)
    let finished = false
    return { argumentsField: '"input"', read, readText, beforeEnd: () => blocks.flush(finished) }

    function read(event: unknown, name: string | undefined): void {
      if (name === DAMAGED) return damaged(event)
      if (name !== undefined && (name === 'error' || isException(name))) return context.fail(readError(event, name))
      if (event instanceof Error) return context.fail(readError(event))
      if (!isLoose(event)) return isEmpty(event) ? undefined : context.unknownEvent(name ?? typeof event, event)
      if (name !== undefined) return readEvent(name, event)
      if (isLoose(event.output)) return readBody(event)
      const known = Object.keys(event).find((field) => events.has(field) || (isException(field) && isLoose(event[field])))
      if (known !== undefined) return isException(known) ? context.fail(readError(event[known], known)) : readEvent(known, event[known])
      const error = findError(event)
      if (error !== undefined) return context.fail(error)
      const guess = nameOf(event)
      if (guess === undefined) context.unknownEvent(Object.keys(event)[0] ?? 'object', event)
      else readEvent(guess, event)
    }

    function readText(data: string, name: string | undefined): boolean {
      const isError = name !== undefined && (name === 'error' || isException(name))
      if (isError) context.fail(readError(data, name))
      return isError
    }

    function readEvent(name: string, payload: unknown): void {
      const event = isLoose(payload) ? payload : {}
      if (!isLoose(payload) && !isEmpty(payload)) context.warn('wrong-type', `"${name}" was no object; it was ignored.`, name)
      switch (name) {
        case 'contentBlockDelta':
          return blocks.delta(event)
        case 'contentBlockStart':
          return blocks.start(event)
        case 'contentBlockStop':
          return blocks.stop(event)
        case 'messageStart':
          return start()
        case 'messageStop':
          stop(event)
          return readFields(event)
        case 'metadata':
          readCounts(event.usage)
          return readFields(event)
        default:
          return context.unknownEvent(name, payload)
      }
    }

    function readBody(body: Loose): void {
      const message = isLoose(body.output) && isLoose(body.output.message) ? body.output.message : {}
      start()
      blocks.whole(message.content)
      readCounts(body.usage)
      readFields(body)
      stop(body)
      context.complete()
      const error = findError(body)
      if (error !== undefined) context.fail(error)
    }

    function start(): void {
      context.start({})
    }

    function stop({ stopReason }: Loose): void {
      if (!isText(stopReason)) return
      finished = true
      blocks.flush(true)
      context.choice().finish(readStopReason(stopReason), stopReason)
    }

    function readCounts(value: unknown): void {
      const usage = readUsage(value)
      if (usage !== undefined) context.choice().usage(usage)
    }

    function readFields(holder: Loose): void {
      for (const field in holder) {
        const value = holder[field]
        if (ownFields.has(field) || isEmpty(value)) continue
        context.choice().native(field, value, isHarmlessField(field) ? {} : { channel: 'reasoning' })
      }
    }

    function damaged(event: unknown): void {
      const { message, fatal, rest } = isLoose(event) ? event : {}
      const said = isText(message) ? message : 'A frame was damaged.'
      if (isText(rest)) context.choice().native('frame.damaged', rest, { channel: 'reasoning' })
      context.warn('invalid-frame', said, fatal === true ? 'stream' : 'frame')
      if (fatal === true) context.fail({ message: said, code: 'invalid-frame' })
    }
  })
}

const events = new Set(['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'messageStop', 'metadata'])

/** Fields that are read individually. `p` is padding, and `$metadata` is added by the client. */
const ownFields = new Set(['output', 'stopReason', 'usage', 'role', 'p', '$metadata', 'message', 'Message', '__type', 'contentBlockIndex'])

/** Derives the name of a payload that lost it. */
function nameOf(event: Loose): string | undefined {
  if (isLoose(event.delta)) return 'contentBlockDelta'
  if (isLoose(event.start)) return 'contentBlockStart'
  if (isText(event.stopReason)) return 'messageStop'
  if (isLoose(event.usage)) return 'metadata'
  if (event.role === 'assistant') return 'messageStart'
  return typeof event.contentBlockIndex === 'number' ? 'contentBlockStop' : undefined
}
