import type { Extra } from '@reason/core/conversation'
import { isEmpty, isLoose, isText } from '../values/loose.ts'
import { readMetadata } from './metadata.ts'
import { problemOf } from './usable-settings.ts'

/**
 * Lists settings that are lost when a request is written in another format, by path (`text.verbosity`). Formats keep their own settings
 * beside the neutral ones. Settings with a neutral form are no loss, unless their value is invalid; the list then contains the reason:
 * `max_tokens ("100" is no number)`.
 */
export function foreignSettings(extra: Extra | undefined, wire: string): string[] {
  if (extra === undefined || extra.wire === wire) return []
  const found: string[] = []
  collect(extra.fields, '', found)
  return found
}

/** Most settings that are listed. No request has as many, unless it is an attack. */
const mostListed = 200

function collect(fields: Readonly<Record<string, unknown>>, path: string, found: string[]): void {
  // Pairs of name and value of an object with tens of thousands of fields would take milliseconds.
  for (const name in fields) {
    if (found.length === mostListed) return
    const value = fields[name]
    // Skips placeholders, and notes that a format leaves for itself.
    if (name.startsWith('$') || isEmpty(value) || defaults.get(name)?.includes(value) === true) continue
    if (containers.has(name) && isLoose(value)) collect(value, `${path}${name}.`, found)
    // A conversation has a field for a required call, but none for a selection among its tools.
    else if (name === 'tool_choice' && isLoose(value) && value.type === 'allowed_tools') found.push(`${path}${name}.allowed_tools`)
    else if (path !== '' || !(isMetadata.has(name) ? readMetadata(value) !== undefined : isUser.has(name) && isText(value))) {
      const problem = problemOf(name, value, path)
      if (problem !== undefined) found.push(path + name + problem)
    }
  }
}

/** Defaults of settings that only one format has. Without such a setting, a request means the same. */
const defaults: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['background', [false]],
  ['logprobs', [false]],
  ['service_tier', ['auto', 'default']],
  ['speed', ['standard']],
  ['store', [false]],
  ['top_logprobs', [0]],
  ['truncation', ['disabled']],
  ['verbosity', ['medium']],
])

/** Fields that a conversation has, if their values are valid. */
const isMetadata: ReadonlySet<string> = new Set(['metadata', 'requestMetadata'])
const isUser: ReadonlySet<string> = new Set(['safety_identifier', 'user'])

/** Objects that contain settings. A conversation has fields for some of them. */
const containers: ReadonlySet<string> = new Set(
  (
    'additionalModelRequestFields chat_template_args chat_template_kwargs extra_body generationConfig ' +
    'generation_config google inferenceConfig options outputConfig output_config reasoning reasoning_config ' +
    'reasoningConfig text thinking thinkingConfig thinking_config toolConfig'
  ).split(' '),
)
