import { isEmpty, type Loose } from '@reason/wire-kit'
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

/** The fields of an assistant message without those that this provider does not write. An empty reasoning text says that there is none, and stays. */
export function withoutPlaceholders(fields: Loose, provider: string): Record<string, unknown> {
  const own = dialectOf(provider)?.fields.writesEmpty ?? []
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !ofLibraries.has(name) && (!isPlaceholder(name, value) || own.includes(name))),
  )
}

const isPlaceholder = (name: string, value: unknown): boolean =>
  placeholders.has(name) && isEmpty(value) && !(value === '' && name.startsWith('reasoning'))
