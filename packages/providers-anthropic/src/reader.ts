import type { BlockKind } from '@reason/core/parts'
import type { ReaderOptions, WireReader } from '@reason/core/wire'
import { asText, createResponseReader, isEmpty, isLoose, isScalar, isText, refusalOf, type Loose } from '@reason/wire-kit'
import { createBlockReader } from './block-reader.ts'
import { findError, readError } from './errors.ts'
import { createFirstBlocks } from './first-blocks.ts'
import { harmlessMessageFields } from './native-blocks.ts'
import { readStopReason } from './stop-reasons.ts'
import { thinkingKindOf } from './thinking-kind.ts'
import { createUsageReader } from './usage.ts'
import { WIRE } from './wire-id.ts'

/**
 * Reads the events of a Messages stream. A whole message is one event.
 *
 *   message_start ▶ { content_block_start ▶ content_block_delta* ▶ content_block_stop }* ▶ message_delta ▶ message_stop
 *
 * Blocks are identified by their index and may overlap. Starts and stops may be missing or come twice. An error may come
 * at any time. Pings are ignored.
 */
export function createMessagesReader(options: ReaderOptions, config: { thinkingKind?: BlockKind | undefined }): WireReader {
  let model = options.model

  return createResponseReader(WIRE, options, (context) => {
    const blocks = createBlockReader(context, () => config.thinkingKind ?? thinkingKindOf(model))
    const first = createFirstBlocks(blocks)
    const usage = createUsageReader()
    const seen = new Map<string, unknown>()
    return { argumentsField: '"input"', read, readText, beforeEnd }

    function read(event: unknown, name: string | undefined): void {
      if (!isLoose(event)) {
        if (name === 'error') context.fail(readError(event))
        else if (!isEmpty(event)) context.unknownEvent(name ?? typeof event, event)
        return
      }
      switch (event.type ?? name) {
        case 'content_block_delta':
          first.readThrough(event.index)
          return blocks.delta(event)
        case 'content_block_start':
          first.readBefore(event)
          return blocks.start(event)
        case 'content_block_stop':
          return blocks.stop(event)
        case 'message_start':
          if (isLoose(event.message)) return startMessage(event.message)
          return context.warn('wrong-type', '"message" of an event was no object; it was ignored.', 'message')
        case 'message_delta':
          return endMessage(event, isLoose(event.delta) ? event.delta : {})
        case 'message_stop':
          first.readAll()
          return context.lastEvent()
        case 'message':
          return readMessage(event)
        case 'ping':
          return
        default:
          return readOther(event, name)
      }
    }

    function beforeEnd(): void {
      first.readAll()
      blocks.flush(false)
    }

    function readText(data: string, name: string | undefined): boolean {
      if (name === 'error') context.fail(readError(data))
      return name === 'error'
    }

    function readOther(event: Loose, name: string | undefined): void {
      const error = name === 'error' ? (findError(event) ?? readError(event)) : findError(event)
      if (error !== undefined) return context.fail(error)
      if (event.type === undefined && Array.isArray(event.content)) return readMessage(event)
      context.unknownEvent(name ?? (isText(event.type) ? event.type : 'object'), event)
    }

    function startMessage(message: Loose): void {
      start(message)
      if (Array.isArray(message.content)) first.take(message.content)
      else blocks.whole(message.content)
      readFields(message)
      readUsage(message.usage)
    }

    function readMessage(message: Loose): void {
      start(message)
      blocks.whole(message.content)
      endMessage(message, message)
      context.complete()
      const error = isEmpty(message.error) ? undefined : findError({ error: message.error })
      if (error !== undefined) context.fail(error)
    }

    function start(message: Loose): void {
      if (isText(message.model)) model = message.model
      const constants = Object.entries(message).filter(([field, value]) => isConstant(field, value))
      for (const [field, value] of constants) seen.set(field, value)
      context.start({
        ...(isText(message.id) && { id: message.id }),
        ...(isText(message.model) && { model: message.model }),
        ...(constants.length > 0 && { native: Object.fromEntries(constants) }),
      })
    }

    /** @param delta - Object with the stop reason: the event's `delta`, or a whole message itself. */
    function endMessage(event: Loose, delta: Loose): void {
      first.readAll()
      readFields(event)
      if (delta !== event) readFields(delta)
      const counts = readUsage(event.usage)
      if (!isText(delta.stop_reason)) return
      if (counts?.reasoning?.source === 'implausible') {
        context.warn('implausible-usage', `The reported number of thinking tokens, ${counts.reasoning.value}, is impossible.`)
      }
      blocks.flush(true)
      const reason = readStopReason(delta.stop_reason)
      if (delta.stop_reason === 'pause_turn') context.warn('turn-paused', pausedTurn)
      if (reason === 'unknown') context.choice().native('stop_reason', delta.stop_reason)
      const { category, explanation } = isLoose(delta.stop_details) ? delta.stop_details : {}
      context.choice().finish(reason, delta.stop_reason, { refusal: reason === 'refusal' ? refusalOf(category, explanation) : undefined })
    }

    function readUsage(value: unknown) {
      const counts = usage.read(value, blocks.rawShown())
      if (counts !== undefined) context.choice().usage(counts)
      return counts
    }

    /** Emits the fields of the message beside its content. A repeated value is emitted once. */
    function readFields(holder: Loose): void {
      for (const field in holder) {
        if (ownFields.has(field)) continue
        const value = holder[field]
        if (isEmpty(value) || isSeen(field, value)) continue
        if (harmlessMessageFields.has(field)) context.choice().native(field, value)
        else context.choice().native(`message.${field}`, value, { channel: 'reasoning' })
      }
    }

    function isSeen(field: string, value: unknown): boolean {
      const before = seen.get(field)
      seen.set(field, value)
      return before === value || (typeof value === 'object' && before !== undefined && asText(before) === asText(value))
    }
  })
}

const pausedTurn =
  'Anthropic paused a long turn with tools of its own. To go on, send the conversation again with this answer at its end, as it came.'

/** Fields of events and messages that are read individually. */
const ownFields = new Set(['id', 'type', 'role', 'model', 'content', 'usage', 'delta', 'message', 'index', 'stop_reason', 'error'])

const isConstant = (field: string, value: unknown): boolean =>
  !ownFields.has(field) && !harmlessMessageFields.has(field) && isScalar(value) && value !== ''
