/** Samples of the last hours, for pages that open later. Recent samples are dense, older ones sparse. */
export interface History<Sample> {
  add(sample: Sample): void
  /** Samples, the oldest first. */
  samples(): readonly Sample[]
}

/** Distance between samples by age, in milliseconds. 0: all are kept. Older samples are dropped. */
const tiers = [
  { upToAge: 2 * 60_000, step: 0 },
  { upToAge: 15 * 60_000, step: 10_000 },
  { upToAge: 6 * 3_600_000, step: 120_000 },
] as const

/** @param compact - Removes details that pages do not need of older samples. */
export function createHistory<Sample extends { at: number }>(compact: (sample: Sample) => Sample): History<Sample> {
  let kept: { sample: Sample; isCompact: boolean }[] = []
  return {
    add(sample) {
      kept.push({ sample, isCompact: false })
      kept = kept.filter((one, index) => {
        const { at } = one.sample
        const tier = tiers.find(({ upToAge }) => sample.at - at < upToAge)
        if (tier === undefined) return false
        if (tier.step === 0) return true
        if (!one.isCompact) {
          one.sample = compact(one.sample)
          one.isCompact = true
        }
        // Keeps the last sample of each step.
        return Math.floor(at / tier.step) !== Math.floor(kept[index + 1]!.sample.at / tier.step)
      })
    },
    samples: () => kept.map(({ sample }) => sample),
  }
}
