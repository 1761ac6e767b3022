import type { Channel } from '@reason/core/parts'
import type { ReaderOptions, WireReader } from '@reason/core/wire'
import {
  asLoose,
  asText,
  createExtras,
  createResponseReader,
  inSnakeCase,
  isEmpty,
  isLoose,
  isText,
  listOf,
  type EventReader,
  type Loose,
  type ResponseContext,
} from '@reason/wire-kit'
import { findError } from './errors.ts'
import { clientFields, ownFields } from './fields.ts'
import { readFinish } from './finish.ts'
import { readUsage } from './usage.ts'
import { WIRE } from './wire.ts'

/** Key of the tool plan's block, which no event ends. */
const PLAN = 'plan'

/** Reads the events of a streamed chat, or a whole chat response. `message-end` is the last event. */
export const createCohereReader = (options: ReaderOptions = {}): WireReader => createResponseReader(WIRE, options, createEventReader)

function createEventReader(context: ResponseContext): EventReader {
  const choice = context.choice()
  const responseExtras = createExtras(ownFields.response, (name, value) =>
    choice.native(`response.${name}`, value, { channel: 'reasoning' }),
  )
  const messageExtras = createExtras(ownFields.message, (name, value) => choice.native(`message.${name}`, value, { channel: 'reasoning' }))
  const current = { content: -1, call: -1 }
  /** Arguments of open calls that may still become `null`, which Cohere sends for none. Other APIs expect an object. */
  const held = new Map<number, string>()
  /** Contents of other types than text. Their text is no answer. */
  const hidden = new Set<number>()
  let showsReasoning = false

  return { read, fromClient: (event) => inSnakeCase(event, clientFields) }

  function read(event: unknown, name: string | undefined): void {
    if (!isLoose(event)) return context.unknownEvent(name ?? 'event', event)
    const type = isText(event.type) ? event.type : name
    const message = asLoose(asLoose(event.delta).message)
    const error = findError(event, name)
    switch (type) {
      case 'message-start':
        context.start(isText(event.id) ? { id: event.id } : {})
        break
      case 'content-start':
        current.content = indexOf(event, current.content + 1)
        startContent(current.content, message.content)
        break
      case 'content-delta':
        content(indexOf(event, Math.max(current.content, 0)), message.content)
        break
      case 'content-end':
        choice.closeBlock(`c${indexOf(event, current.content)}`)
        break
      case 'tool-plan-delta':
        plan(message.tool_plan)
        break
      case 'tool-call-start':
        current.call = indexOf(event, current.call + 1)
        for (const call of listOf(message.tool_calls)) startCall(current.call, call)
        break
      case 'tool-call-delta':
        for (const call of listOf(message.tool_calls)) callText(indexOf(event, Math.max(current.call, 0)), call)
        break
      case 'tool-call-end':
        closeCall(indexOf(event, current.call))
        break
      case 'citation-start':
        for (const citation of listOf(message.citations)) cite(citation)
        break
      case 'citation-end':
      case 'debug':
        break
      case 'message-end':
        if (error !== undefined) context.fail(error)
        context.lastEvent()
        finish(isLoose(event.delta) ? event.delta : {})
        return
      default:
        if (isLoose(event.message)) readWhole(event, event.message)
        else if (error === undefined && !Object.values(event).every(isEmpty)) return context.unknownEvent(type ?? 'event', event)
    }
    responseExtras(event)
    if (error !== undefined) context.fail(error)
  }

  /** Reads the fields that a whole body and a stream share, in the order of a stream. */
  function readWhole(body: Loose, message: Loose): void {
    context.start(isText(body.id) ? { id: body.id } : {})
    for (const [index, item] of listOf(message.content).entries()) {
      startContent(index, item)
      choice.closeBlock(`c${index}`)
    }
    plan(message.tool_plan)
    for (const [index, call] of listOf(message.tool_calls).entries()) {
      startCall(index, call)
      closeCall(index)
    }
    for (const citation of listOf(message.citations)) cite(citation)
    messageExtras(message)
    finish(body)
  }

  /** Begins a content. Thinking becomes a block even if no text follows. */
  function startContent(index: number, value: unknown): void {
    choice.closeBlock(PLAN)
    choice.closeBlock(`c${index}`)
    if (isLoose(value) && (value.type === 'thinking' || typeof value.thinking === 'string'))
      choice.openBlock(`c${index}`, 'reasoning', 'raw')
    hidden.delete(index)
    if (isLoose(value) && !isEmpty(value.type) && value.type !== 'text') hidden.add(index)
    content(index, value)
  }

  function content(index: number, value: unknown): void {
    if (typeof value === 'string') return text(`c${index}`, 'answer', value)
    if (!isLoose(value)) return isEmpty(value) ? undefined : oddity('content', value)
    const { type, thinking, text: answer } = value
    if (typeof thinking === 'string') text(`c${index}`, 'reasoning', thinking)
    if (typeof answer === 'string') answerText(index, answer)
    if (typeof thinking === 'string' || typeof answer === 'string') return
    if (type === 'thinking' || type === 'text') return
    choice.native('content', value, { item: index, channel: 'reasoning' })
  }

  /** Reads text of the answer. In a content block of unknown type, the text may be reasoning and counts as such. */
  function answerText(index: number, answer: string): void {
    if (answer === '' || !hidden.has(index)) return text(`c${index}`, 'answer', answer)
    context.warn('wrong-type', 'Text came in a content part of another type; it counts as reasoning.', 'content')
    text(`c${index}`, 'reasoning', answer)
  }

  function text(key: string, channel: Channel, text: string): void {
    if (text === '') return
    choice.closeBlock(PLAN)
    showsReasoning ||= channel === 'reasoning'
    choice.text(key, channel, text, channel === 'reasoning' ? 'raw' : undefined)
  }

  /** Reads the tool plan: commentary on the model's next steps, neither thinking nor the answer. */
  function plan(value: unknown): void {
    if (typeof value === 'string') choice.text(PLAN, 'commentary', value)
    else if (!isEmpty(value)) oddity('tool_plan', value)
  }

  function startCall(index: number, call: unknown): void {
    if (!isLoose(call)) return oddity('tool_calls', call)
    choice.closeBlock(PLAN)
    const body = isLoose(call.function) ? call.function : {}
    closeCall(index)
    choice.openCall(index, { name: isText(body.name) ? body.name : '', ...(isText(call.id) && { id: call.id }) })
    held.set(index, '')
    callText(index, call)
  }

  function callText(index: number, call: unknown): void {
    if (!isLoose(call)) return oddity('tool_calls', call)
    if (!choice.hasCall(index)) return startCall(index, call)
    const text = isLoose(call.function) ? call.function.arguments : undefined
    if (!isEmpty(text) || isLoose(text)) argumentText(index, asText(text))
  }

  function argumentText(index: number, text: string): void {
    const before = held.get(index)
    if (before === undefined) return void choice.callText(index, text)
    if ('null'.startsWith(before + text)) return void held.set(index, before + text)
    held.delete(index)
    choice.callText(index, before + text)
  }

  function closeCall(index: number): void {
    const text = held.get(index)
    held.delete(index)
    if (text !== undefined && text !== '') choice.callText(index, text === 'null' ? '{}' : text)
    choice.closeCall(index)
  }

  function cite(citation: unknown): void {
    choice.native('citation', citation, { channel: citedChannel(citation) })
  }

  /** Returns the channel of a citation. Older citations have no type. They belong to answers, from before models could think. */
  function citedChannel(citation: unknown): Channel {
    const type = isLoose(citation) ? citation.type : undefined
    if (type === 'TEXT_CONTENT') return 'answer'
    if (type === 'PLAN') return 'commentary'
    return isEmpty(type) && !choice.reasoned ? 'answer' : 'reasoning'
  }

  function finish(holder: Loose): void {
    for (const index of held.keys()) closeCall(index)
    const usage = readUsage(holder.usage, showsReasoning)
    if (usage !== undefined) choice.usage(usage)
    if (usage?.reasoning?.source === 'implausible') {
      context.warn('implausible-usage', `The reported number of reasoning tokens, ${usage.reasoning.value}, is impossible.`)
    }
    const native = holder.finish_reason
    context.complete()
    if (isText(native)) choice.finish(readFinish(native, choice.called), native)
  }

  function oddity(name: string, value: unknown): void {
    context.warn('wrong-type', `"${name}" had another type than the format says; it was kept as a native part.`, name)
    choice.native(`odd.${name}`, value, { channel: 'reasoning' })
  }
}

const indexOf = ({ index }: Loose, otherwise: number): number => (Number.isSafeInteger(index) ? (index as number) : otherwise)
