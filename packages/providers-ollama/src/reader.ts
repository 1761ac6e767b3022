import type { Channel } from '@reason/core/parts'
import type { ReaderOptions, WireReader } from '@reason/core/wire'
import {
  asText,
  createExtras,
  createResponseReader,
  isEmpty,
  isLabelledThought,
  isLoose,
  isText,
  reportedUsage,
  tokenCount,
  type EventReader,
  type Loose,
  type ResponseContext,
} from '@reason/wire-kit'
import { findError } from './errors.ts'
import { readFinish } from './finish.ts'
import { channelOf, ownFields } from './natives.ts'
import { WIRE } from './wire.ts'

/** Reads responses of the chat and generate endpoints, whole or as lines. The line with `done` is the last. */
export const createOllamaReader = (options: ReaderOptions = {}): WireReader => createResponseReader(WIRE, options, createEventReader)

function createEventReader(context: ResponseContext): EventReader {
  const choice = context.choice()
  const responseExtras = createExtras(ownFields.response, (field, value) => keep(`response.${field}`, value))
  const messageExtras = createExtras(ownFields.message, (field, value) => keep(`message.${field}`, value))
  let started = false
  let calls = 0

  return { argumentsField: '"arguments"', read }

  function read(event: unknown): void {
    if (!isLoose(event)) return context.unknownEvent('line', event)
    const error = findError(event)
    if (isResponse(event)) readResponse(event)
    else if (error === undefined && !Object.values(event).every(isEmpty)) return context.unknownEvent('line', event)
    if (error !== undefined) context.fail(error)
    if (event.done === true) finish(event)
  }

  function readResponse(event: Loose): void {
    if (!started) context.start(headOf(event))
    started = true
    // The generate endpoint has no message.
    readText(event.thinking, 'reasoning', 'thinking')
    readText(event.response, 'answer', 'response')
    if (isLoose(event.message)) readMessage(event.message)
    else if (!isEmpty(event.message)) oddity('message', event.message)
    responseExtras(event)
    const [input, output] = [tokenCount(event.prompt_eval_count), tokenCount(event.eval_count)]
    if (input !== undefined || output !== undefined) {
      const { prompt_eval_count, eval_count } = event
      const raw = { ...(input !== undefined && { prompt_eval_count }), ...(output !== undefined && { eval_count }) }
      choice.usage(reportedUsage(raw, { input, output }))
    }
  }

  function readMessage(message: Loose): void {
    readText(message.thinking, 'reasoning', 'message.thinking')
    readText(message.content, isLabelledThought(message) ? 'reasoning' : 'answer', 'message.content')
    if (Array.isArray(message.tool_calls)) message.tool_calls.forEach(readCall)
    else if (!isEmpty(message.tool_calls)) oddity('message.tool_calls', message.tool_calls)
    messageExtras(message)
  }

  function readText(text: unknown, channel: Channel, field: string): void {
    if (typeof text !== 'string') return isEmpty(text) ? undefined : oddity(field, text)
    if (text === '') return
    choice.closeOtherBlocks(channel)
    choice.text(channel, channel, text, channel === 'reasoning' ? 'raw' : undefined)
  }

  /** Reads a call, which comes whole. Its arguments are an object, and text is accepted unchanged. */
  function readCall(call: unknown): void {
    const body = isLoose(call) ? call.function : undefined
    if (!isLoose(call) || !isLoose(body)) return oddity('message.tool_calls', call)
    choice.closeOtherBlocks()
    const key = calls++
    choice.openCall(key, { name: isText(body.name) ? body.name : '', ...(isText(call.id) && { id: call.id }) })
    choice.callText(key, asText(body.arguments ?? {}))
    choice.closeCall(key)
  }

  function finish({ done_reason }: Loose): void {
    context.lastEvent()
    const native = isText(done_reason) ? done_reason : undefined
    const reason = native === undefined && context.failed ? 'error' : readFinish(native, choice.called)
    choice.finish(reason, native)
  }

  function keep(event: string, value: unknown): void {
    choice.native(event, value, channelOf(event))
  }

  function oddity(field: string, value: unknown): void {
    context.warn('wrong-type', `"${field}" had another type than the format says; it was kept as a native part.`, field)
    choice.native(`odd.${field}`, value, { channel: 'reasoning' })
  }
}

const isResponse = (event: Loose): boolean => event.message !== undefined || event.response !== undefined || event.done !== undefined

function headOf({ model, created_at }: Loose) {
  const milliseconds = isText(created_at) ? Date.parse(created_at) : Number.NaN
  return {
    ...(isText(model) && { model }),
    ...(!Number.isNaN(milliseconds) && { created: Math.floor(milliseconds / 1000), native: { created_at } }),
  }
}
