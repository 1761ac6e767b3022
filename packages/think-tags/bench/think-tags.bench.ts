/**
 * Time of the splitter, per chunk and per character. In this package's folder:
 *
 *     node --conditions=@reason/source bench/think-tags.bench.ts
 */
import { cut, expectedUnits, hostileInputs, inputs, splitPieces, type Input } from './inputs.ts'

/** Nanoseconds for each character, in the best of some runs: what the machine can do when nobody else wants it. */
function measure(input: Input, units: number, size: number, runs: number): number {
  const times = Math.max(1, Math.round(units / input.body.length))
  const pieces = cut(input, times, size)
  const expected = expectedUnits(input, times)
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i++) {
    const from = performance.now()
    const { reasoning, answer } = splitPieces(input.adapter, pieces)
    best = Math.min(best, performance.now() - from)
    if (reasoning !== expected.reasoning || answer !== expected.answer) {
      throw new Error(`"${input.name}" gave ${reasoning} and ${answer} units, not ${expected.reasoning} and ${expected.answer}.`)
    }
  }
  return (best * 1e6) / (times * input.body.length)
}

async function* source(pieces: readonly string[], times: number) {
  for (let i = 0; i < times; i++) for (let j = 0; j < pieces.length; j++) yield pieces[j]!
}

/** What reading the same chunks costs without any splitter, in nanoseconds a chunk. */
async function measureBareLoop(input: Input): Promise<number> {
  const { body } = cut(input, 1, 4)
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 15; i++) {
    let units = 0
    const from = performance.now()
    for await (const piece of source(body, 16)) units += piece.length
    best = Math.min(best, performance.now() - from)
    if (units !== 16 * input.body.length) throw new Error('The bare loop lost text.')
  }
  return (best * 1e6) / (16 * body.length)
}

const million = 1_000_000
for (const input of inputs) {
  // Each beside its own bare loop: a machine is not equally fast all the time.
  const bare = await measureBareLoop(input)
  const chunk = measure(input, million, 4, 25) * 4
  const large = measure(input, 64 * million, 4096, 5)
  console.log(
    `${input.name}: ${chunk.toFixed(1)} ns a 4-character chunk, ${(chunk / bare).toFixed(2)} of a bare async iterator loop (${bare.toFixed(0)} ns); ` +
      `4 KiB chunks ${(1000 / large).toFixed(0)} MB/s`,
  )
}

console.log('\nns a character in chunks of 4 and of 4096 characters, at 1 M and 10 M characters, and the slope')
for (const input of [...inputs, ...hostileInputs]) {
  const figures = [4, 4096].map((size) => {
    const [short, long] = [measure(input, million, size, 9), measure(input, 10 * million, size, 3)]
    return `${short.toFixed(2)} -> ${long.toFixed(2)} (${(long / short).toFixed(2)})`
  })
  console.log(`  ${input.name}: ${figures.join(';  ')}`)
}
