import { hasClientLines, withoutClientLines } from '@reason/claude'
import type { Target } from '@reason/core/conversation'
import type { RequestBody } from '@reason/core/wire'
import { asLoose, isLoose } from '@reason/wire-kit'

/** Providers that serve Claude, whose accounting the lines are for, or that forward requests to it. */
const servesClaude: readonly string[] = [
  'anthropic',
  'bedrock',
  'vertex',
  'google',
  'azure',
  'openrouter',
  'vercel-gateway',
  'copilot',
  'databricks',
  'snowflake',
]

/**
 * Removes the lines from a Messages request for a provider of other models. @returns The same object if nothing was
 * removed. Requests for an unknown provider stay unchanged, as it may serve Claude.
 */
export function withoutForeignLines(json: RequestBody, { provider }: Target): RequestBody {
  if (provider === undefined || servesClaude.includes(provider)) return json
  const { system } = json
  if (typeof system === 'string') {
    const text = withoutClientLines(system)
    if (text === system) return json
    const { system: _, ...rest } = json
    return text === '' ? rest : { ...json, system: text }
  }
  if (!Array.isArray(system)) return json
  const blocks = system.flatMap((block: unknown) => {
    const { text } = asLoose(block)
    if (typeof text !== 'string' || !hasClientLines(text)) return [block]
    const left = withoutClientLines(text)
    return left === '' || !isLoose(block) ? [] : [{ ...block, text: left }]
  })
  return blocks.length === system.length && blocks.every((block, index) => block === system[index]) ? json : { ...json, system: blocks }
}
