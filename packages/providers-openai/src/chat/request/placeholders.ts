import { isEmpty, type Loose } from '@reason/wire-kit'
import type { RequestFacts } from '../dialect/request-facts.ts'
import { dialectOf } from '../find-dialect.ts'

/**
 * Fields of an assistant message that hold nothing in most of them. Clients add them from their own types (`model_dump` of `openai` for
 * Python, whole answers of gateways), and a provider that checks its input refuses those that it does not know.
 */
const placeholders: ReadonlySet<string> = new Set([
  'refusal',
  'annotations',
  'audio',
  'function_call',
  'tool_calls',
  'reasoning',
  'reasoning_content',
  'reasoning_text',
  'reasoning_details',
])

/** A field in which `openai` puts what it has parsed of an answer for its caller. No provider has it, whatever is in it. */
const ofLibraries: ReadonlySet<string> = new Set(['parsed'])

/** Fields that answers of other providers and of routers have, and that clients bring back whole. What checks its input refuses each of them. */
const ofOthers: ReadonlySet<string> = new Set([
  'annotations',
  'audio',
  'citations',
  'images',
  'provider_specific_fields',
  'thinking_blocks',
  'videos',
])

/** The fields of an assistant message without those that this provider does not write. An empty reasoning text says that there is none, and stays. */
export function withoutPlaceholders(fields: Loose, provider: string, notCarried?: (what: string) => void): Record<string, unknown> {
  const { fields: { writesEmpty = [] } = {}, request } = dialectOf(provider) ?? {}
  const { strict = false, refusal = false } = (request ?? {}) as RequestFacts
  const isTaken = (name: string, value: unknown): boolean => {
    if (ofLibraries.has(name)) return false
    if (isPlaceholder(name, value)) return writesEmpty.includes(name)
    if (!strict || !ofOthers.has(name) || writesEmpty.includes(name)) return true
    // OpenAI's own has the id of what the model said.
    if (name === 'audio' && refusal) return true
    if (!isEmpty(value)) notCarried?.(`"${name}" of what the assistant said`)
    return false
  }
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => isTaken(name, value)))
}

const isPlaceholder = (name: string, value: unknown): boolean =>
  placeholders.has(name) && isEmpty(value) && !(value === '' && name.startsWith('reasoning'))
