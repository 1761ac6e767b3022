import { assertBody, isLoose, isText, withLastMarked } from '@reason/wire-kit'
import type { WireSource } from '@reason/core/wire'
import type { Conversation, Issuer } from '@reason/core/conversation'
import { WIRE } from '../wire-id.ts'
import { oldFunctions } from '../old-functions.ts'
import { keep } from './fields.ts'
import { readKnobs } from './knob-fields.ts'
import { readMessages } from './read-messages.ts'
import { readSettings } from './settings.ts'
import { readTools } from './tools.ts'

/**
 * The body of a Chat Completions request. Settings stay in `extra` too, as they were written: the writer takes them from there as long
 * as they still say what the conversation says.
 *
 * @param source - Whom the request is addressed to. What its messages hold of reasoning is taken for theirs, or for that of the model
 * that the body names.
 * @throws {TypeError} for a body that is no object. Whatever is in the object is no error.
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
      // What is no object is no message: it shows that something was there.
      ...(Array.isArray(messages) && messages.every(isLoose) ? ['messages'] : []),
      ...(Array.isArray(tools) && functions === undefined ? ['tools'] : []),
    ]),
  }
}
