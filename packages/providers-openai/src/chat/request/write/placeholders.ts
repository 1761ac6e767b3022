import { isEmpty, type Loose, type NotCarried } from '@reason/wire-kit'
import type { DialectRequestFacts } from '../../dialect/request-facts.ts'
import { reasoningFields } from '../../carriers.ts'
import { dialectOf } from '../../find-dialect.ts'

/**
 * Fields of an assistant message that are mostly empty. Clients add them from their own types (`model_dump` of `openai`
 * for Python, whole responses of gateways), and providers that check their input refuse unknown ones.
 */
const placeholders: ReadonlySet<string> = new Set([
  'refusal',
  'annotations',
  'audio',
  'function_call',
  'tool_calls',
  ...reasoningFields,
  'reasoning_details',
])

/** The field in which `openai` returns the parsed answer to its caller. No provider has it, with any value. */
const ofLibraries: ReadonlySet<string> = new Set(['parsed'])

/** Fields in responses of other providers and routers that clients send back. Providers that check their input refuse each of them. */
const ofOthers: ReadonlySet<string> = new Set([
  'annotations',
  'audio',
  'citations',
  'images',
  'provider_specific_fields',
  'thinking_blocks',
  'videos',
])

/**
 * Removes fields of an assistant message that this provider does not write. An empty reasoning text stays, as it states
 * that there is no reasoning.
 */
export function withoutPlaceholders(fields: Loose, provider: string, notCarried?: NotCarried): Record<string, unknown> {
  const { fields: { writesEmpty = [] } = {}, request } = dialectOf(provider) ?? {}
  const { strict = false, refusal = false } = (request ?? {}) as DialectRequestFacts
  const isTaken = (name: string, value: unknown): boolean => {
    if (ofLibraries.has(name)) return false
    if (isPlaceholder(name, value)) return writesEmpty.includes(name)
    if (!strict || !ofOthers.has(name) || writesEmpty.includes(name)) return true
    // OpenAI's own `audio` has the id of the spoken output.
    if (name === 'audio' && refusal) return true
    if (!isEmpty(value)) notCarried?.(`"${name}" of what the assistant said`)
    return false
  }
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => isTaken(name, value)))
}

const isPlaceholder = (name: string, value: unknown): boolean =>
  placeholders.has(name) && isEmpty(value) && !(value === '' && name.startsWith('reasoning'))
