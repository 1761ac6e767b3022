import type { Sample } from './sample.ts'

/** Samples of a while, for a page that was not open meanwhile: dense at the end, sparse before. */
export interface History {
  add(sample: Sample): void
  /** The oldest first. */
  samples(): readonly Sample[]
}

const keptMs = 15 * 60_000
const denseMs = 2 * 60_000
/** Before that, every so many are kept. */
const every = 5

export function createHistory(): History {
  let kept: { sample: Sample; number: number }[] = []
  let count = 0
  return {
    add(sample) {
      kept.push({ sample, number: count++ })
      kept = kept.filter(({ sample: { at }, number }) => {
        const age = sample.at - at
        return age < denseMs || (age < keptMs && number % every === 0)
      })
    },
    samples: () => kept.map(({ sample }) => sample),
  }
}
