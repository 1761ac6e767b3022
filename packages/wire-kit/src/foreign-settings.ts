import type { Extra } from '@reason/core/conversation'
import { isEmpty, isLoose, isText } from './loose.ts'
import { readMetadata } from './metadata.ts'
import { problemOf } from './usable-settings.ts'

/**
 * Lists settings that are lost when a request is written in another format, by path (`text.verbosity`). Formats keep their own settings
 * beside the neutral ones. Settings with a neutral form are no loss, unless their value is invalid; the list then contains the reason:
 * `max_tokens ("100" is no number)`.
 */
export function foreignSettings(extra: Extra | undefined, wire: string): string[] {
  if (extra === undefined || extra.wire === wire) return []
  return beyond(extra.fields, '')
}

function beyond(fields: Readonly<Record<string, unknown>>, path: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    // Skips placeholders, and notes that a format leaves for itself.
    if (name.startsWith('$') || isEmpty(value)) return []
    if (containers.has(name) && isLoose(value)) return beyond(value, `${path}${name}.`)
    // A conversation has a field for a required call, but none for a selection among its tools.
    if (name === 'tool_choice' && isLoose(value) && value.type === 'allowed_tools') return [`${path}${name}.allowed_tools`]
    if (path === '' && (isMetadata.has(name) ? readMetadata(value) !== undefined : isUser.has(name) && isText(value))) return []
    const problem = problemOf(name, value, path)
    return problem === undefined ? [] : [path + name + problem]
  })
}

/** Fields that a conversation has, if their values are valid. */
const isMetadata: ReadonlySet<string> = new Set(['metadata', 'requestMetadata'])
const isUser: ReadonlySet<string> = new Set(['safety_identifier', 'user'])

/** Objects that contain settings. A conversation has fields for some of them. */
const containers: ReadonlySet<string> = new Set([
  'additionalModelRequestFields',
  'chat_template_args',
  'chat_template_kwargs',
  'extra_body',
  'generationConfig',
  'generation_config',
  'google',
  'inferenceConfig',
  'options',
  'outputConfig',
  'output_config',
  'reasoning',
  'reasoning_config',
  'reasoningConfig',
  'text',
  'thinking',
  'thinkingConfig',
  'thinking_config',
  'toolConfig',
])
