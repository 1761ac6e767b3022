import { measure, median, slope, type Measurement } from '../measure.ts'
import { cut, hostile, splitters, type Input } from './inputs.ts'
import { aiSdk, asyncLoop, iterated, pushed, syncLoop, type Outcome } from './runners.ts'

export interface SpeedRow {
  splitter: string
  chunkChars: number
  chars: number
  chunks: number
  measurements: Measurement[]
}

export interface GrowthRow {
  input: string
  points: { size: number; ms: number }[]
  slope: number
}

/** Measures every splitter at two chunk sizes, and the floors and the AI SDK on the same text. */
export async function speed(rounds: number): Promise<SpeedRow[]> {
  const rows: SpeedRow[] = []
  for (const [splitter, make] of Object.entries(splitters)) {
    for (const [chunkChars, chars] of [
      [4, 400_000],
      [4096, 4_096_000],
    ] as const) {
      const input = make(chars)
      const chunks = cut(input.text, chunkChars)
      const measurements = await measure(
        {
          'synchronous loop': () => expectChars(syncLoop(chunks), input.text.length),
          'async iterator loop': async () => expectChars(await asyncLoop(chunks), input.text.length),
          push: () => expectOutcome(pushed(input.adapter, chunks), input),
          split: async () => expectOutcome(await iterated(input.adapter, chunks), input),
          ...(splitter === 'think-tags' && { 'AI SDK': async () => expectOutcome(await aiSdk(chunks), input) }),
        },
        rounds,
      )
      rows.push({ splitter, chunkChars, chars: input.text.length, chunks: chunks.length, measurements })
    }
  }
  return rows
}

/** Measures time by length, from 10 K to 10 M characters in 4-character chunks. */
export function growth(rounds: number): GrowthRow[] {
  const inputs = { ...splitters, ...hostile }
  return Object.entries(inputs).map(([name, make]) => {
    const points = [10_000, 100_000, 1_000_000, 10_000_000].map((size) => {
      const input = make(size)
      const chunks = cut(input.text, 4)
      const times = Array.from({ length: size > 1_000_000 ? Math.min(rounds, 3) : rounds + 2 }, () => {
        const start = performance.now()
        expectOutcome(pushed(input.adapter, chunks), input)
        return performance.now() - start
      })
      return { size, ms: median(times) }
    })
    // The slope leaves out the shortest text, whose time is mostly compilation.
    return { input: name, points, slope: slope(points.slice(1)) }
  })
}

function expectOutcome(outcome: Outcome, { name, expected }: Input): void {
  if (outcome.reasoning !== expected.reasoning || outcome.answer !== expected.answer) {
    throw new Error(
      `${name}: expected ${JSON.stringify(expected)} characters, got ${JSON.stringify(outcome)}. The benchmark would measure a wrong answer.`,
    )
  }
}

function expectChars(chars: number, expected: number): void {
  if (chars !== expected) throw new Error(`expected ${expected} characters, got ${chars}`)
}
