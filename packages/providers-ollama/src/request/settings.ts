import type { Conversation, Sampling } from '@reason/core/conversation'
import { isLoose, isSame, isText, lostSettings, type Loose, type NotCarried } from '@reason/wire-kit'
import { isFromHere } from './fields.ts'

const samplings: readonly [keyof Sampling, string][] = [
  ['maxOutputTokens', 'num_predict'],
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presencePenalty', 'presence_penalty'],
  ['minP', 'min_p'],
  ['repetitionPenalty', 'repeat_penalty'],
  ['seed', 'seed'],
  ['stop', 'stop'],
]

const known = samplings.map(([name]) => name)

export function readSettings({ options, format, stream }: Loose): Pick<Conversation, 'sampling' | 'responseFormat' | 'stream'> {
  const said = isLoose(options) ? options : {}
  const sampling = Object.fromEntries(
    samplings.flatMap(([name, field]) => (isValue(name, said[field]) ? [[name, said[field]]] : [])),
  ) as Sampling
  return {
    ...(Object.keys(sampling).length > 0 && { sampling }),
    ...(format === 'json' && { responseFormat: { type: 'json' as const } }),
    ...(isLoose(format) && { responseFormat: { type: 'json-schema' as const, schema: format } }),
    ...(typeof stream === 'boolean' && { stream }),
  }
}

/** True for a usable value. A negative limit means no limit. */
function isValue(name: keyof Sampling, value: unknown): boolean {
  if (name === 'stop') return Array.isArray(value) && value.length > 0 && value.every(isText)
  return typeof value === 'number' && (name !== 'maxOutputTokens' || value >= 0)
}

/** Writes the settings. Fields of the body that already match stay unchanged. Ollama streams by default; other formats do not. */
export function writeSettings(body: Loose, asked: Conversation, notCarried: NotCarried): Record<string, unknown> {
  const { sampling = {}, responseFormat } = asked
  const said = readSettings(body)
  const options: Record<string, unknown> = isLoose(body.options) ? { ...body.options } : {}
  const changed = samplings.filter(([name]) => !isSame(said.sampling?.[name], sampling[name]))
  for (const [name, field] of changed) {
    if (sampling[name] === undefined) delete options[field]
    else options[field] = sampling[name]
  }
  const result: Record<string, unknown> = { ...body, ...(changed.length > 0 && { options }) }
  for (const what of lostSettings(asked, known)) notCarried(what)
  if (asked.parallelToolCalls === false) notCarried('one call at a time')
  const format = responseFormat?.type === 'json-schema' ? { type: responseFormat.type, schema: responseFormat.schema } : responseFormat
  if (!isSame(said.responseFormat, format)) {
    delete result.format
    if (format !== undefined) result.format = format.type === 'json' ? 'json' : format.schema
  }
  const stream = asked.stream ?? (isFromHere(asked) ? undefined : false)
  if (!isSame(said.stream, stream)) {
    delete result.stream
    if (stream !== undefined) result.stream = stream
  }
  return result
}
