import type { WireSource } from '@reason/core/wire'
import type { Conversation, Issuer } from '@reason/core/conversation'
import { defined, assertBody, isText, withLastMarked } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'
import { createTaker, isBoolean, isList, isLoose, keptOf } from './fields.ts'
import { readKnobs } from './knob-fields.ts'
import { readMessages, readSystem } from './read-messages.ts'
import { readSampling } from './sampling.ts'
import { readParallelToolCalls, readTool, readToolChoice } from './tools.ts'
import { readUser } from './user.ts'

/**
 * Reads the body of a Messages request. `extra` also keeps the thinking settings as they were written. Seals count as
 * issued by the request's model and addressee.
 *
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export function readRequest(body: unknown, source: WireSource = {}): Conversation {
  assertBody(body, 'a request to Messages')
  const from = createTaker(body)
  const model = from.take('model', isText)
  const system = from.take('system', (value): value is unknown => readSystem(value).length > 0)
  const issuer: Issuer = { wire: WIRE, ...(model !== undefined && { model }), ...source }
  // A list with non-objects stays in `extra`, so that it shows there was something unreadable.
  const messages = from.take('messages', isObjects) ?? (isList(body.messages) ? body.messages : [])
  const tools = from.take('tools', isList)
  const toolChoice = readToolChoice(body.tool_choice)
  const parallelToolCalls = readParallelToolCalls(body.tool_choice)
  const knobs = readKnobs(body)
  const sampling = readSampling(from)
  // `output_format` is the name of the first beta.
  const format = (isLoose(body.output_config) ? body.output_config.format : undefined) ?? body.output_format
  const stream = from.take('stream', isBoolean)
  const user = readUser(body.metadata)
  return {
    ...(model !== undefined && { model }),
    origin: issuer,
    messages: withLastMarked([...readSystem(system), ...readMessages(messages, issuer)], body),
    ...(tools !== undefined && { tools: tools.map(readTool) }),
    ...defined({ toolChoice, parallelToolCalls }),
    ...(Object.keys(knobs).length > 0 && { knobs }),
    ...(Object.keys(sampling).length > 0 && { sampling }),
    ...(isLoose(format) && format.type === 'json_schema' && { responseFormat: { type: 'json-schema', schema: format.schema } as const }),
    ...defined({ user, stream }),
    // `extra` is present even if empty, as it names the source format.
    extra: { wire: WIRE, fields: keptOf(from.rest()) },
  }
}

const isObjects = (value: unknown): value is readonly unknown[] => isList(value) && value.every(isLoose)
