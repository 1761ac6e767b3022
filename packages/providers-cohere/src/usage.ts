import type { Usage } from '@reason/core/parts'
import { isLoose, reportedUsage, tokenCount, wholeInput, type Loose } from '@reason/wire-kit'

/** Reads `tokens`, and not the billed units. The output includes the reasoning. Undefined without counts. */
export function readUsage(raw: unknown, reasoningVisible: boolean): Usage | undefined {
  if (!isLoose(raw)) return undefined
  const tokens = isLoose(raw.tokens) ? raw.tokens : {}
  const input = tokenCount(tokens.input_tokens)
  const output = tokenCount(tokens.output_tokens)
  const reasoning = tokenCount(tokens.reasoning_tokens)
  const cached = tokenCount(raw.cached_tokens)
  if (input === undefined && output === undefined && reasoning === undefined && raw.billed_units === undefined) return undefined
  return reportedUsage(raw, { input, output, reasoning, cached, reasoningVisible })
}

/** Writes usage. Cohere's own object stays unchanged. */
export function writeUsage(usage: Usage): Loose {
  const { input, output, reasoning, cached, raw } = usage
  if (isLoose(raw) && isLoose(raw.tokens)) return raw
  return {
    tokens: {
      ...(input !== undefined && { input_tokens: wholeInput(usage).input }),
      ...(output !== undefined && { output_tokens: output.value }),
      ...(reasoning !== undefined && { reasoning_tokens: reasoning.value }),
    },
    ...(cached !== undefined && { cached_tokens: cached.value }),
  }
}
