import { assertBody, isLoose, isText, withLastMarked } from '@reason/wire-kit'
import type { WireSource } from '@reason/core/wire'
import type { Conversation, Issuer } from '@reason/core/conversation'
import { WIRE } from '../../wire-id.ts'
import { oldFunctions } from '../../old-functions.ts'
import { keep } from '../fields.ts'
import { readKnobs } from '../knobs/knob-fields.ts'
import { readMessages } from './read-messages.ts'
import { readSettings } from '../settings.ts'
import { readTools } from '../tools.ts'

/**
 * Reads the body of a Chat Completions request. `extra` keeps the settings as they were written: the writer uses them as
 * long as they match the conversation.
 *
 * @param source - Addressee of the request. Reasoning in its messages counts as written by it, or by the model that the
 * body names.
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export function readChatRequest(body: unknown, source: WireSource = {}): Conversation {
  assertBody(body, 'a Chat Completions request')
  const { model, messages, tools } = body
  const functions = oldFunctions(body)
  const issuer: Issuer = { ...(isText(model) && { model }), ...source, wire: WIRE }
  const knobs = readKnobs(body)
  return {
    ...(isText(model) && { model }),
    origin: issuer,
    messages: Array.isArray(messages) ? withLastMarked(readMessages(messages, issuer), body) : [],
    ...(functions !== undefined
      ? { tools: readTools(functions.map((one) => ({ type: 'function', function: one }))) }
      : Array.isArray(tools) && { tools: readTools(tools) }),
    ...(Object.keys(knobs).length > 0 && { knobs }),
    ...readSettings(body),
    extra: keep(body, [
      ...(isText(model) ? ['model'] : []),
      // A message list with non-objects stays in `extra`, so that it shows there was something unreadable.
      ...(Array.isArray(messages) && messages.every(isLoose) ? ['messages'] : []),
      ...(Array.isArray(tools) && functions === undefined ? ['tools'] : []),
    ]),
  }
}
