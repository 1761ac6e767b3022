import type { Extra } from '@reason/core/conversation'
import type { Loose } from '@reason/wire-kit'

/** Settings that only OpenAI is known to accept, in both of its APIs: the path in Chat Completions, and in Responses. */
const rows: readonly (readonly [chat: string, responses: string])[] = [
  ['moderation', 'moderation'],
  ['prompt_cache_key', 'prompt_cache_key'],
  ['prompt_cache_options', 'prompt_cache_options'],
  ['prompt_cache_retention', 'prompt_cache_retention'],
  ['safety_identifier', 'safety_identifier'],
  ['service_tier', 'service_tier'],
  ['user', 'user'],
  ['verbosity', 'text.verbosity'],
]

const columns: Readonly<Record<string, 0 | 1>> = { 'openai-chat': 0, 'openai-responses': 1 }

export interface SisterSettings {
  /** Settings by path, in the names of the format that is written. */
  settings: readonly (readonly [path: string, value: unknown])[]
  /** Remaining settings of the other format. */
  rest: Extra | undefined
}

/**
 * Converts settings of one OpenAI API that the other one has as well.
 *
 * @param wire - Format that is written.
 */
export function sisterSettings(extra: Extra | undefined, wire: string, provider: string | undefined): SisterSettings {
  const from = extra === undefined ? undefined : columns[extra.wire]
  const to = columns[wire]
  if (extra === undefined || extra.wire === wire || from === undefined || to === undefined || provider !== 'openai')
    return { settings: [], rest: extra }
  const settings: [string, unknown][] = []
  let fields: Loose = extra.fields
  for (const row of rows) {
    const [name, inner] = row[from].split('.') as [string, string | undefined]
    const value = inner === undefined ? fields[name] : (fields[name] as Loose | null | undefined)?.[inner]
    if (value === undefined || value === null) continue
    settings.push([row[to], value])
    const { [name]: _, ...others } = fields
    if (inner === undefined) fields = others
    else {
      const { [inner]: __, ...left } = fields[name] as Loose
      fields = { ...others, [name]: left }
    }
  }
  return { settings, rest: { wire: extra.wire, fields } }
}
