import type { Sample, WrittenTokens } from '@reason/gateway-api'
import type { MetricsSample } from './sample.ts'

const channels = ['reasoning', 'commentary', 'answer'] as const

/**
 * Adds the tokens of running generations to those counted. If the provider reports fewer tokens at the end than estimated, the sum keeps
 * its previous value.
 */
export function createWrittenTokens(): (sample: Pick<MetricsSample, 'tokens' | 'running'>) => Sample['written'] {
  let last: Sample['written'] = {}
  return ({ tokens, running }) => {
    const models = new Set([...Object.keys(tokens), ...Object.keys(running)])
    last = Object.fromEntries(
      [...models].map((model) => {
        const of: WrittenTokens = { reasoning: 0, commentary: 0, answer: 0 }
        for (const channel of channels) {
          const now = (tokens[model]?.[channel] ?? 0) + (running[model]?.[channel] ?? 0)
          of[channel] = Math.max(now, last[model]?.[channel] ?? 0)
        }
        return [model, of]
      }),
    )
    return last
  }
}
