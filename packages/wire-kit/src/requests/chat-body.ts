import type { Conversation, Issuer, Message, Tool } from '@reason/core/conversation'
import type { ToolCall } from '@reason/core/result'
import type { WireSource } from '@reason/core/wire'
import { createFieldKeeper, without } from './field-keeper.ts'
import { asText, defined, isLoose, isText, type Loose } from '../values/loose.ts'
import { assertBody } from './request-body.ts'
import type { NotCarried } from '../values/not-carried.ts'

/** Functions of a format that read the rest of a request like one of Chat Completions. */
export interface ChatBodyReaders {
  message(message: Loose, issuer: Issuer): Message
  knobs(body: Loose): NonNullable<Conversation['knobs']>
  settings(body: Loose): Partial<Conversation>
}

/** A call that was read, and a record of its original spelling. */
export interface ReadCall {
  item: ToolCall
  record: Loose
}

/** Reads and writes requests with messages, functions and calls, and keeps all other fields for the same format. `wire` is its id. */
export function createChatBody(wire: string) {
  const { keptOf: kept, toExtra, isFromHere } = createFieldKeeper(wire)
  return { kept, toExtra, isFromHere, keep, readBody, readTools, writeTools, readCall }

  /** @throws {TypeError} for a body that is no object. Any content of the object is accepted. */
  function readBody(body: unknown, what: string, source: WireSource, read: ChatBodyReaders): Conversation {
    assertBody(body, what)
    const model = isText(body.model) ? body.model : source.model
    const issuer: Issuer = { ...source, wire, ...(model !== undefined && { model }) }
    const { messages, tools } = body
    const isList = Array.isArray(messages) && messages.every(isLoose)
    const knobs = read.knobs(body)
    return {
      ...(model !== undefined && { model }),
      origin: issuer,
      messages: isList ? messages.map((message) => read.message(message, issuer)) : [],
      ...(Array.isArray(tools) && { tools: readTools(tools) }),
      ...(Object.keys(knobs).length > 0 && { knobs }),
      ...read.settings(body),
      extra: toExtra(keep(body, [...(isList ? ['messages'] : []), ...(Array.isArray(tools) ? ['tools'] : [])])),
    }
  }

  function readTools(values: readonly unknown[]): Tool[] {
    return values.map((value): Tool => {
      const body = isLoose(value) && value.type === 'function' ? value.function : undefined
      if (!isLoose(value) || !isLoose(body) || !isText(body.name)) return { type: 'native', wire, value }
      const { name, description, parameters } = body
      const rest = keep(body, ['name', 'parameters', ...(isText(description) ? ['description'] : [])])
      return {
        type: 'function',
        name,
        ...(isText(description) && { description }),
        ...(parameters !== undefined && { parameters }),
        extra: toExtra({ ...keep(value, ['type', 'function']), $function: rest }),
      }
    })
  }

  /** @param fit - Parameters that the server accepts, for a tool of another format. Undefined: none. */
  function writeTools(tools: readonly Tool[], notCarried: NotCarried, fit: (parameters: unknown) => unknown): unknown[] {
    return tools.flatMap((tool): unknown[] => {
      if (tool.type === 'native') {
        if (tool.wire !== wire) notCarried(`tools that only ${tool.wire} has`)
        return tool.wire === wire ? [tool.value] : []
      }
      const { $function: rest, ...fields } = kept(tool)
      const { name, description, strict } = tool
      if (strict === true) notCarried('strict arguments of tools')
      const parameters = isFromHere(tool) ? tool.parameters : fit(tool.parameters)
      const body = {
        ...(isLoose(rest) && rest),
        name,
        ...defined({ description, parameters }),
      }
      return [{ type: 'function', ...fields, function: body }]
    })
  }

  /**
   * @param item - Number of the call among the items of its message.
   * @param isUsual - Whether arguments have the type that the format documents. Others are kept unchanged.
   */
  function readCall(call: FunctionCall, item: number, isUsual: (value: unknown) => boolean): ReadCall {
    const { id, function: body } = call
    const { name, arguments: value } = body
    return {
      item: {
        type: 'tool-call',
        ...(isText(id) && { id }),
        name,
        arguments: value === undefined || value === null ? '' : asText(value),
        boundary: 'wire',
      },
      record: {
        item,
        call: keep(call, ['function', ...(isText(id) ? ['id'] : [])]),
        function: keep(body, ['name', 'arguments']),
        ...(!isUsual(value) && { raw: { value } }),
      },
    }
  }
}

/** A call as Chat Completions has it. */
export type FunctionCall = Loose & { function: Loose & { name: string } }

export const isFunctionCall = (call: unknown): call is FunctionCall =>
  isLoose(call) && isLoose(call.function) && typeof call.function.name === 'string'

/** Returns the fields of an object that were not read, unchanged. */
const keep = (holder: Loose, read: readonly string[]): Loose => without(holder, ...read)

/** Removes our own notes on the original spelling, whose names begin with `$`. */
export const withoutNotes = (fields: Loose): Loose => Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith('$')))
