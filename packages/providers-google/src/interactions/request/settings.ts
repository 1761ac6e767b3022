import type { Conversation, Sampling } from '@reason/core/conversation'
import { defined, isLoose, isSame, isText, lostSettings, type Loose, type LostSettingName, type NotCarried } from '@reason/wire-kit'
import type { ThinkingPaths } from '../../shared/knobs.ts'
import { getPath, withPath } from '../../shared/request-fields.ts'

export const thinkingPaths: ThinkingPaths = {
  level: 'generation_config.thinking_level',
  shown: { path: 'generation_config.thinking_summaries', on: 'auto', off: 'none' },
}

const samplings: readonly [keyof Sampling, string][] = [
  ['maxOutputTokens', 'generation_config.max_output_tokens'],
  ['temperature', 'generation_config.temperature'],
  ['topP', 'generation_config.top_p'],
  ['seed', 'generation_config.seed'],
]
const known: readonly LostSettingName[] = [...samplings.map(([name]) => name), 'stop']
const stopPath = 'generation_config.stop_sequences'
const choicePath = 'generation_config.tool_choice'

export function readSettings(body: Loose): Pick<Conversation, 'sampling' | 'toolChoice' | 'responseFormat' | 'stream'> {
  const stop = getPath(body, stopPath)
  const numbers = samplings.flatMap(([name, path]) => (typeof getPath(body, path) === 'number' ? [[name, getPath(body, path)]] : []))
  const isStop = Array.isArray(stop) && stop.length > 0 && stop.every(isText)
  const sampling = { ...Object.fromEntries(numbers), ...(isStop && { stop }) } as Sampling
  return {
    ...(Object.keys(sampling).length > 0 && { sampling }),
    ...defined({ toolChoice: readChoice(getPath(body, choicePath)), responseFormat: readFormat(body) }),
    ...(typeof body.stream === 'boolean' && { stream: body.stream }),
  }
}

function readChoice(value: unknown): Conversation['toolChoice'] {
  if (value === 'auto' || value === 'none') return value
  if (value === 'validated') return 'auto'
  if (value === 'any') return 'required'
  const allowed = isLoose(value) ? value.allowed_tools : undefined
  const names = isLoose(allowed) && allowed.mode === 'any' ? allowed.tools : undefined
  return Array.isArray(names) && names.length === 1 && isText(names[0]) ? { name: names[0] } : undefined
}

function readFormat({ response_format: format, response_mime_type: mime }: Loose): Conversation['responseFormat'] {
  if (isLoose(format) && format.type === 'text' && format.mime_type === 'application/json') {
    return format.schema === undefined ? { type: 'json' } : { type: 'json-schema', schema: format.schema }
  }
  if (mime !== 'application/json') return undefined
  if (format === undefined || format === null) return { type: 'json' }
  return isLoose(format) && format.mime_type === undefined ? { type: 'json-schema', schema: format } : undefined
}

/** Writes settings. Fields of the body that already match stay unchanged. */
export function writeSettings(body: Loose, asked: Conversation, notCarried: NotCarried): Record<string, unknown> {
  const { sampling = {}, toolChoice, responseFormat, stream } = asked
  const said = readSettings(body)
  let result: Record<string, unknown> = { ...body }
  for (const [name, path] of [...samplings, ['stop', stopPath] as const]) {
    if (!isSame(said.sampling?.[name], sampling[name])) result = withPath(result, path, sampling[name])
  }
  for (const what of lostSettings(asked, known)) notCarried(what)
  if (asked.parallelToolCalls === false) notCarried('one call at a time')
  if (!isSame(said.toolChoice, toolChoice)) {
    const word = toolChoice === 'required' ? 'any' : toolChoice
    result = withPath(result, choicePath, isLoose(word) ? { allowed_tools: { mode: 'any', tools: [word.name] } } : word)
  }
  const format = responseFormat?.type === 'json-schema' ? { type: responseFormat.type, schema: responseFormat.schema } : responseFormat
  if (!isSame(said.responseFormat, format)) {
    const written = format && {
      type: 'text',
      mime_type: 'application/json',
      ...(format.type === 'json-schema' && { schema: format.schema }),
    }
    result = withPath(withPath(result, 'response_mime_type', undefined), 'response_format', written)
  }
  return isSame(said.stream, stream) ? result : withPath(result, 'stream', stream)
}
