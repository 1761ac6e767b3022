import { hasClientLines, withoutClientLines } from '@reason/claude'
import type { Target } from '@reason/core/conversation'
import type { RequestBody } from '@reason/core/wire'
import { asLoose, isLoose } from '@reason/wire-kit'

/** Who serves Claude, whose accounting the lines are for, or hands requests on to it. */
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
 * A request of Messages for a provider of other models, which speaks the same API. @returns The same object where nothing is to go. Of an
 * upstream whose provider is not known nothing goes: it may be Claude's.
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
