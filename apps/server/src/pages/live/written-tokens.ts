import type { Sample, WrittenTokens } from './sample.ts'

/** Tokens by model since the start, with those of running generations. They never decrease, so that their differences are rates. */
export type Written = Readonly<Record<string, WrittenTokens>>

const channels = ['reasoning', 'commentary', 'answer'] as const

/**
 * Adds what runs to what is counted. At the end of a generation the provider may report fewer tokens than its text seemed to have: the sum then
 * stays where it was.
 */
export function createWrittenTokens(): (sample: Pick<Sample, 'tokens' | 'running'>) => Written {
  let last: Written = {}
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
