import type { WireSource } from '@reason/core/wire'
import type { Conversation, Issuer } from '@reason/core/conversation'
import { defined, assertBody, isText, readMetadata } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'
import { createTaker, isList, isLoose, isNumber, keptOf, without } from './fields.ts'
import { readFormat } from './format.ts'
import { pickKnobs, readKnobs } from './knob-fields.ts'
import { readMessages, readSystem } from './read-messages.ts'
import { readSampling } from './sampling.ts'
import { readToolChoice, readTools } from './tools.ts'

/**
 * Reads the body of a Converse request. The model is part of the URL or, in the official client's input, in `modelId`.
 * `extra` also keeps the thinking settings as they were written.
 *
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export function readRequest(body: unknown, source: WireSource = {}): Conversation {
  assertBody(body, 'a request to Converse')
  const from = createTaker(body)
  const model = isText(body.modelId) ? body.modelId : undefined
  const issuer: Issuer = { wire: WIRE, ...(model !== undefined && { model }), ...source }
  const messages = from.take('messages', isList) ?? []
  const system = from.take('system', (value): value is readonly unknown[] => isList(value) && value.length > 0)
  const config = from.take('inferenceConfig', isLoose)
  const { sampling, rest } = readSampling(config ?? {})
  const toolConfig = from.take('toolConfig', isLoose)
  const tools = isList(toolConfig?.tools) ? toolConfig.tools : undefined
  const toolChoice = readToolChoice(toolConfig?.toolChoice)
  const additional = isLoose(body.additionalModelRequestFields) ? body.additionalModelRequestFields : {}
  const knobs = readKnobs(pickKnobs(additional))
  const metadata = readMetadata(body.requestMetadata)
  const responseFormat = readFormat(body.outputConfig)
  const sampled = { ...sampling, ...(isNumber(additional.top_k) && { topK: additional.top_k }) }
  const besideTools = without(
    toolConfig ?? {},
    ...(tools === undefined ? [] : ['tools']),
    ...(toolChoice === undefined ? [] : ['toolChoice']),
  )
  return {
    ...(model !== undefined && { model }),
    origin: issuer,
    messages: [...(system === undefined ? [] : readSystem(system)), ...readMessages(messages, issuer)],
    ...(tools !== undefined && { tools: readTools(tools) }),
    ...(toolChoice !== undefined && { toolChoice }),
    ...(Object.keys(knobs).length > 0 && { knobs }),
    ...(Object.keys(sampled).length > 0 && { sampling: sampled }),
    ...defined({ metadata, responseFormat }),
    // Unknown members of these two fields. They are present even if empty, as in the request.
    extra: {
      wire: WIRE,
      fields: keptOf(
        from.rest({ ...(config !== undefined && { inferenceConfig: rest }), ...(toolConfig !== undefined && { toolConfig: besideTools }) }),
      ),
    },
  }
}
