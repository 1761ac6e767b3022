import type { ReaderOptions, WireReader } from '@reason/core/wire'
import { createResponseReader, inSnakeCase, isEmpty, isLoose, isText } from '@reason/wire-kit'
import type { EventReader, Loose, ResponseContext } from '@reason/wire-kit'
import { findError, readError } from '../../shared/errors.ts'
import { findUsage, readUsage } from '../../shared/usage.ts'
import { createItemEvents } from './events.ts'
import { clientItems, eventFields, harmlessEventFields, isListedEvent } from '../fields.ts'
import { readOutcome } from '../finish.ts'
import { createItems } from './items.ts'
import { createResponseFields } from './response-fields.ts'
import { WIRE } from '../wire.ts'

/** Fields of OpenRouter's client. Each event has the first one, and a whole body has the second. */
const clientFields = new Set(['sequenceNumber', 'createdAt'])

export interface ReadConfig {
  /** True if messages of the phase `commentary` go to the commentary channel. */
  commentary: boolean
}

/** Reads events of a Responses stream. A whole body is read as the last event of a stream. */
export const createResponsesReader = (config: ReadConfig, options: ReaderOptions = {}): WireReader =>
  createResponseReader(WIRE, options, (context) => createEventReader(config, context))

/**
 * Reads the events of a response.
 *
 *   created ▶ in_progress ▶ { item added ▶ { part, text }* ▶ item done }* ▶ completed | incomplete | failed
 *
 * Every event except a last one may be missing. Text is taken from the first event that has it, which may be the last
 * one.
 */
function createEventReader(config: ReadConfig, context: ResponseContext): EventReader {
  const choice = context.choice()
  const fields = createResponseFields(choice)
  let keys = 0
  let begun = false
  let raw = false
  let refused = false
  let finished = false
  let failure: string | undefined
  const items = createItems({
    choice,
    commentary: config.commentary,
    warn: context.warn,
    nextKey: () => keys++,
    sawRawReasoning() {
      raw = true
    },
    sawRefusal() {
      refused = true
    },
  })
  const ofItems = createItemEvents(items, context)

  return {
    read,
    fromClient: (event) => inSnakeCase(event, clientFields),
    readText(data, name) {
      if (name === 'error') fail(readError(data))
      return name === 'error'
    },
    beforeEnd() {
      if (!finished) items.finish([])
    },
  }

  function read(event: unknown, name: string | undefined): void {
    if (Array.isArray(event)) for (const one of event) readOne(one, name)
    else readOne(event, name)
  }

  /** Reads an element of an event list. A nested list is unknown, and may have any depth. */
  function readOne(event: unknown, name: string | undefined): void {
    if (isLoose(event)) readEvent(event, name)
    else if (event !== undefined && event !== null) context.unknownEvent(name ?? typeof event, event)
  }

  function readEvent(event: Loose, name: string | undefined): void {
    const type = isText(event.type) ? event.type : (name ?? '')
    const handle = ofItems.get(type)
    if (handle !== undefined) {
      handle(event)
      return readExtras(event)
    }
    switch (type) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        if (isLoose(event.response)) begin(event.response)
        return readExtras(event)
      case 'response.completed':
      case 'response.incomplete':
      case 'response.cancelled':
      // ChatGPT's own endpoint and the Realtime API use this name. The outcome is in the response.
      case 'response.done':
        if (isLoose(event.response)) complete(event.response, type === 'response.done' ? 'completed' : type.slice('response.'.length))
        else context.unknownEvent(type, event)
        context.lastEvent()
        return readExtras(event)
      case 'response.failed':
        context.lastEvent()
        return readFailed(event)
      case 'error':
        return fail(findError(event) ?? readError(event))
      case 'ping':
      case 'keepalive':
      case 'response.keepalive':
        return
      default:
        return readOther(event, type)
    }
  }

  function readOther(event: Loose, type: string): void {
    if (type.startsWith('response.reasoning.')) return readProgress(event, type)
    if (isListedEvent(type)) return readListed(event, type.slice('response.'.length))
    if (isBody(event)) return complete(event, undefined)
    const error = findError(event)
    if (error !== undefined) return fail(error)
    // Other events are not searched for parts of a response.
    context.unknownEvent(type === '' ? 'object' : type, event)
  }

  /** Emits events of tools that the provider ran, and of audio, unchanged. Spoken text counts as the answer. */
  function readListed(event: Loose, name: string): void {
    const value = withoutPadding(event)
    if (name.startsWith('audio.')) return choice.native(name, value, { channel: 'answer' })
    const item = items.of(event, name.replace(/_(?:arguments|code|command|content|operation_diff)(?=\.)/, '').split('.')[0]!)
    if (item.kind === 'other') item.event(name, value)
    else choice.native(name, value, { item: item.index, channel: 'reasoning' })
  }

  /** Reads Perplexity's progress of a search, in events without an item: thoughts, queries and results. */
  function readProgress({ thought, ...event }: Loose, type: string): void {
    if (isText(thought)) {
      const key = keys++
      choice.closeOtherBlocks()
      choice.text(key, 'reasoning', thought, 'summary')
      choice.closeBlock(key)
    }
    choice.native(type, withoutPadding(event), { channel: 'reasoning' })
  }

  function begin(response: Loose): void {
    if (begun) return
    const start = fields.start(response)
    if (start === undefined) return
    begun = true
    context.start(start)
  }

  /** @param status - Status from the event name, for a response without one. */
  function complete(response: Loose, status: string | undefined): void {
    if (finished) return
    finished = true
    begin(response)
    items.finish(response.output)
    fields.finish(response)
    readTokens(response)
    const said = isText(response.status) ? response.status : status
    if (!isEmpty(response.error)) fail(readError(response.error))
    if (said === undefined) return
    const called = ['function_call', 'custom_tool_call', ...clientItems].some((type) => items.types.has(type))
    const { reason, native } = readOutcome(response, said, { called, refused })
    choice.finish(reason, native)
  }

  function readTokens(response: Loose): void {
    const tokens = findUsage(response)
    if (tokens === undefined) return
    const usage = readUsage(tokens, { outputExcludesReasoning: false, reasoned: raw })
    choice.usage(usage)
    if (usage.reasoning?.source !== 'implausible') return
    context.warn('implausible-usage', `The reported number of reasoning tokens, ${usage.reasoning.value}, is impossible.`)
  }

  /** Reads a failed response. Relays put the error beside a response that states only its failure, or send no response at all. */
  function readFailed({ error, ...event }: Loose): void {
    if (isLoose(event.response)) complete(isEmpty(event.response.error) ? { ...event.response, error } : event.response, 'failed')
    else if (isEmpty(error)) context.unknownEvent('response.failed', event)
    else fail(readError(error))
    readExtras(event)
  }

  /** Reports a failure once, although the failure comes twice: as an event, and in the failed response. */
  function fail(error: ReturnType<typeof readError>): void {
    if (failure === error.message) return
    failure = error.message
    context.fail(error)
  }

  function readExtras(event: Loose): void {
    for (const field in event) {
      if (eventFields.has(field) || isEmpty(event[field])) continue
      choice.native(`event/${field}`, event[field], harmlessEventFields.has(field) ? {} : { channel: 'reasoning' })
    }
  }
}

/** Fields that differ in every transmission. */
const padding: ReadonlySet<string> = new Set(['type', 'sequence_number', 'obfuscation'])

const withoutPadding = (event: Loose) => Object.fromEntries(Object.entries(event).filter(([field]) => !padding.has(field)))

const isBody = ({ object, output, error, status }: Loose): boolean =>
  Array.isArray(output) || object === 'response' || (isText(status) && error === null)
