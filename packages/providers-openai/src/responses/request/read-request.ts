import type { WireSource } from '@reason/core/wire'
import type { Conversation, Issuer, Message } from '@reason/core/conversation'
import { isLoose, isText } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { keep } from './extra.ts'
import { readKnobs } from './knob-fields.ts'
import { readInput } from './read-input.ts'
import { readSettings } from './settings.ts'
import { readTools } from './tools.ts'

/**
 * Reads the body of a Responses request. `extra` keeps the settings as they were written: the writer uses them as long
 * as they match the conversation.
 *
 * @param source - Addressee of the request. Its reasoning counts as written by the addressee, or by the model that the
 * body names.
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export function readResponsesRequest(body: unknown, config: { commentary: boolean }, source: WireSource = {}): Conversation {
  if (!isLoose(body)) {
    const found = Array.isArray(body) ? 'an array' : body === null ? 'null' : `a ${typeof body}`
    throw new TypeError(`The body of a Responses request is an object, and this is ${found}. Give it parsed.`)
  }
  const { model, input, instructions, tools } = body
  const issuer: Issuer = { ...(isText(model) && { model }), ...source, wire: WIRE }
  const knobs = readKnobs(body.reasoning)
  const isList = Array.isArray(input) && input.length > 0
  return {
    ...(isText(model) && { model }),
    origin: issuer,
    messages: [
      ...(isText(instructions) ? [{ role: 'system' as const, content: [{ type: 'text' as const, text: instructions }] }] : []),
      ...readWholeInput(),
    ],
    ...(Array.isArray(tools) && { tools: readTools(tools) }),
    ...(Object.keys(knobs).length > 0 && { knobs }),
    ...readSettings(body),
    extra: keep(body, [
      ...(isText(model) ? ['model'] : []),
      ...(isText(instructions) ? ['instructions'] : []),
      ...(isList ? ['input'] : []),
      ...(Array.isArray(tools) ? ['tools'] : []),
    ]),
  }

  function readWholeInput(): Message[] {
    if (isList) return readInput(input as readonly unknown[], { issuer, commentary: config.commentary })
    return typeof input === 'string' ? [{ role: 'user', content: [{ type: 'text', text: input }] }] : []
  }
}
