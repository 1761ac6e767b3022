import type { Conversation, Sampling } from '@reason/core/conversation'
import { isLoose, isSame, isText, lostSettings, type Loose, type NotCarried } from '@reason/wire-kit'

const samplings: readonly [keyof Sampling, string][] = [
  ['maxOutputTokens', 'max_tokens'],
  ['temperature', 'temperature'],
  ['topP', 'p'],
  ['topK', 'k'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presencePenalty', 'presence_penalty'],
  ['seed', 'seed'],
  ['stop', 'stop_sequences'],
]

const known = samplings.map(([name]) => name)

type Settings = Pick<Conversation, 'sampling' | 'toolChoice' | 'responseFormat' | 'stream'>

export function readSettings(body: Loose): Settings {
  const isValue = (value: unknown) => typeof value === 'number' || (Array.isArray(value) && value.length > 0 && value.every(isText))
  const sampling = Object.fromEntries(samplings.flatMap(([name, field]) => (isValue(body[field]) ? [[name, body[field]]] : []))) as Sampling
  const { tool_choice: choice, response_format: format, stream } = body
  const schema = isLoose(format) ? (format.json_schema ?? format.schema) : undefined
  return {
    ...(Object.keys(sampling).length > 0 && { sampling }),
    ...((choice === 'REQUIRED' || choice === 'NONE') && { toolChoice: choice === 'NONE' ? ('none' as const) : ('required' as const) }),
    ...(isLoose(format) &&
      format.type === 'json_object' && {
        responseFormat: schema === undefined ? { type: 'json' as const } : { type: 'json-schema' as const, schema },
      }),
    ...(typeof stream === 'boolean' && { stream }),
  }
}

/** Writes settings. Fields of the body that already match stay unchanged. */
export function writeSettings(body: Loose, asked: Conversation, notCarried: NotCarried): Record<string, unknown> {
  const { sampling = {}, toolChoice, responseFormat: format, stream } = asked
  const said = readSettings(body)
  const result: Record<string, unknown> = { ...body }
  const put = (field: string, value: unknown) => {
    delete result[field]
    if (value !== undefined) result[field] = value
  }
  for (const [name, field] of samplings) if (!isSame(said.sampling?.[name], sampling[name])) put(field, sampling[name])
  for (const what of lostSettings(asked, known)) notCarried(what)
  if (asked.parallelToolCalls === false) notCarried('one call at a time')
  // Cohere chooses tools by default, and cannot be forced to call a specific one.
  const choice = toolChoice === 'auto' ? undefined : isLoose(toolChoice) ? 'required' : toolChoice
  if (isLoose(toolChoice)) notCarried('the choice of one tool (any was required)')
  if (said.toolChoice !== choice) put('tool_choice', choice?.toUpperCase())
  const plain = format?.type === 'json-schema' ? { type: format.type, schema: format.schema } : format
  if (!isSame(said.responseFormat, plain)) {
    put('response_format', plain && { type: 'json_object', ...(plain.type === 'json-schema' && { json_schema: plain.schema }) })
  }
  if (said.stream !== stream) put('stream', stream)
  return result
}
