/** Memory in use after a garbage collection, in bytes, at a time in milliseconds. */
export interface Sample {
  at: number
  bytes: number
}

export interface Flatness {
  /** Bytes per minute, by least squares. */
  slope: number
  /** Growth by this slope over the measured time, in bytes. */
  growth: number
  /** Growth that counts as noise: a tenth of the mean, and at least 8 MB. */
  allowed: number
  isFlat: boolean
  samples: number
}

const leastAllowed = 8 * 1_048_576

/** Judges whether memory is flat. Leaves out the first third of the samples, in which code is compiled and caches fill. */
export function flatness(all: readonly Sample[]): Flatness {
  const samples = all.slice(Math.floor(all.length / 3))
  const mean = (pick: (sample: Sample) => number): number => samples.reduce((sum, one) => sum + pick(one), 0) / Math.max(1, samples.length)
  const [at, bytes] = [mean((one) => one.at), mean((one) => one.bytes)]
  const spread = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  const perMs = spread === 0 ? 0 : samples.reduce((sum, one) => sum + (one.at - at) * (one.bytes - bytes), 0) / spread
  const growth = samples.length < 2 ? 0 : perMs * (samples.at(-1)!.at - samples[0]!.at)
  const allowed = Math.max(leastAllowed, bytes / 10)
  return { slope: perMs * 60_000, growth, allowed, isFlat: growth <= allowed, samples: samples.length }
}
