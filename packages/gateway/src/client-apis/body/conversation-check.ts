import { excerptOf } from '@reason/wire-kit'
import { asList, asObject, isObject, type Json } from '../../json.ts'
import { badRequest, type ApiError } from '../../errors/api-error.ts'

/**
 * Checks a conversation for errors before it is written in another API, where they would be dropped silently. An upstream of the client's
 * own API gets the request unchanged and reports errors itself.
 *
 * @returns The first error, with the value and a fix. Undefined: the conversation is valid.
 */
export type FindMalformed = (json: Json) => ApiError | undefined

export const malformedChat: FindMalformed = (json) =>
  listProblem(json, 'messages', 'messages') ??
  first(json['messages'], 'messages', (one, place) =>
    isObject(one) ? contentProblem(one['content'], `${place}.content`, isUsers(one)) : entryProblem(one, place),
  )

export const malformedMessages: FindMalformed = (json) =>
  contentProblem(json['system'], 'system', false) ??
  listProblem(json, 'messages', 'messages') ??
  first(json['messages'], 'messages', (one, place) => {
    if (!isObject(one)) return entryProblem(one, place)
    const { content } = one
    return (
      contentProblem(content, `${place}.content`, true) ??
      first(content, `${place}.content`, (block, at) =>
        asObject(block)['type'] === 'tool_result' ? contentProblem(asObject(block)['content'], `${at}.content`, false) : undefined,
      )
    )
  })

export const malformedResponses: FindMalformed = (json) => {
  const { input, instructions } = json
  if (isSaid(instructions) && typeof instructions !== 'string') return wrong('instructions', instructions, 'text')
  if (typeof input === 'string') return undefined
  return listProblem(json, 'input', 'items, or text') ?? first(input, 'input', itemProblem)
}

function itemProblem(item: unknown, place: string): ApiError | undefined {
  if (!isObject(item)) return entryProblem(item, place)
  const { type, role, output } = item
  if (!isSaid(type) && !isSaid(role))
    return wrong(place, item, `an item with a "type", or a message with a "role", such as ${exampleMessage}`)
  if (outputs.has(type)) return contentProblem(output, `${place}.output`, false)
  return !isSaid(type) || type === 'message' ? contentProblem(item['content'], `${place}.content`, isUsers(item)) : undefined
}

const outputs: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output'])

const exampleMessage = '{"role": "user", "content": "…"}'

/** True for user messages, which must have content. Clients omit empty content in other messages, such as an answer with only tool calls. */
const isUsers = ({ role }: Json): boolean => role === 'user'

const isSaid = (value: unknown): boolean => value !== undefined && value !== null

/** @param kind - Type of the list's entries. */
function listProblem(json: Json, field: 'messages' | 'input', kind: string): ApiError | undefined {
  const value = json[field]
  if (Array.isArray(value)) return undefined
  const other = field === 'input' ? 'messages' : 'input'
  if (!isSaid(value) && isSaid(json[other])) return badRequest(elsewhere[field], other, 'missing_required_parameter')
  return wrong(field, value, `a list of ${kind}, such as [${exampleMessage}]`)
}

/** Errors for a body that belongs to the other one of OpenAI's APIs. */
const elsewhere = {
  input:
    '`messages` is there, and no `input`, which this endpoint reads. Put the conversation into `input`, or send it to /v1/chat/completions.',
  messages:
    '`input` is there, and no `messages`, which this endpoint reads. Put the conversation into `messages`, or send it to /v1/responses.',
} as const

const entryProblem = (value: unknown, place: string): ApiError => wrong(place, value, `an object, such as ${exampleMessage}`)

/** @param isNeeded - Whether the message is invalid without content. */
function contentProblem(content: unknown, place: string, isNeeded: boolean): ApiError | undefined {
  if (typeof content === 'string' || (!isNeeded && !isSaid(content))) return undefined
  if (!Array.isArray(content)) return wrong(place, content, `text, or a list of parts, such as ${part}`)
  return first(content, place, (one, at) => {
    if (!isObject(one)) return wrong(at, one, `an object: ${part} is a list of text`)
    const { type, text } = one
    return texts.has(type) && isSaid(text) && typeof text !== 'string' ? wrong(`${at}.text`, text, 'text') : undefined
  })
}

const part = '[{"type": "text", "text": "…"}]'
const texts: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

function first(list: unknown, place: string, find: (one: unknown, place: string) => ApiError | undefined): ApiError | undefined {
  for (const [index, one] of asList(list).entries()) {
    const found = find(one, `${place}[${index}]`)
    if (found !== undefined) return found
  }
  return undefined
}

const wrong = (place: string, value: unknown, rule: string): ApiError =>
  value === undefined
    ? badRequest(`\`${place}\` is missing: it must be ${rule}.`, place, 'missing_required_parameter')
    : badRequest(`\`${place}\` is ${excerptOf(value)}: it must be ${rule}.`, place, 'invalid_type')
