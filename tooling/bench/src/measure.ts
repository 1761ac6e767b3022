import { Bench } from 'tinybench'

export interface Measurement {
  name: string
  /** Milliseconds of each run. */
  samples: number[]
  medianMs: number
}

/**
 * Runs the cases in turn, round after round, so that a slowdown of the machine affects all of them.
 *
 * @param rounds - Number of rounds. Each has one warm-up run and `runs` counted runs of every case.
 */
export async function measure(cases: Record<string, () => unknown>, rounds: number, runs = 2): Promise<Measurement[]> {
  const samples = new Map(Object.keys(cases).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ iterations: runs, time: 0, warmupIterations: 1, warmupTime: 0, retainSamples: true, throws: true })
    for (const [name, run] of Object.entries(cases)) bench.add(name, run)
    for (const { name, result } of await bench.run()) {
      if (!('latency' in result) || result.latency.samples === undefined) throw new Error(`"${name}" was not measured: ${result.state}`)
      samples.get(name)!.push(...result.latency.samples)
    }
  }
  return [...samples].map(([name, all]) => ({ name, samples: all, medianMs: median(all) }))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Growth of time with size: 1 is linear, 2 quadratic. It is the slope of the least-squares line through the logarithms. */
export function slope(points: readonly { size: number; ms: number }[]): number {
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }))
  const mean = (pick: (point: { x: number; y: number }) => number) => logs.reduce((sum, point) => sum + pick(point), 0) / logs.length
  const mx = mean((point) => point.x)
  const my = mean((point) => point.y)
  const covariance = logs.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0)
  return covariance / logs.reduce((sum, { x }) => sum + (x - mx) ** 2, 0)
}
