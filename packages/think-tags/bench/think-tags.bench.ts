/**
 * Time of the splitter, per chunk and per character. In this package's folder:
 *
 *     node --conditions=@reason/source bench/think-tags.bench.ts
 */
import { cut, expectedUnits, hostileInputs, inputs, splitPieces, type Input } from './inputs.ts'

const million = 1_000_000

interface Measured {
  /** Once through the splitter, checked. Milliseconds. */
  run(): number
  units: number
  chunks: number
  pieces: ReturnType<typeof cut>
}

function prepare(input: Input, units: number, size: number): Measured {
  const times = Math.max(1, Math.round(units / input.body.length))
  const pieces = cut(input, times, size)
  const expected = expectedUnits(input, times)
  return { run, units: times * input.body.length, chunks: times * pieces.body.length, pieces }

  function run(): number {
    const from = performance.now()
    const { reasoning, answer } = splitPieces(input.adapter, pieces)
    const milliseconds = performance.now() - from
    if (reasoning === expected.reasoning && answer === expected.answer) return milliseconds
    throw new Error(`"${input.name}" gave ${reasoning} and ${answer} units, not ${expected.reasoning} and ${expected.answer}.`)
  }
}

/** The best of some runs: what the machine can do when nobody else wants it. In nanoseconds. */
function best(run: () => number, runs: number): number {
  let milliseconds = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i++) milliseconds = Math.min(milliseconds, run())
  return milliseconds * 1e6
}

/** What reading the same chunks costs without any splitter. Milliseconds. */
async function bareLoop({ body, times }: Measured['pieces']): Promise<number> {
  let units = 0
  const from = performance.now()
  for await (const piece of source()) units += piece.length
  const milliseconds = performance.now() - from
  if (units === 0) throw new Error('The bare loop read nothing.')
  return milliseconds

  async function* source() {
    for (let i = 0; i < times; i++) for (let j = 0; j < body.length; j++) yield body[j]!
  }
}

for (const input of inputs) {
  const small = prepare(input, million, 4)
  let [own, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // In turns: a machine is not equally fast all the time.
  for (let i = 0; i < 20; i++) {
    own = Math.min(own, small.run())
    bare = Math.min(bare, await bareLoop(small.pieces))
  }
  const large = prepare(input, 64 * million, 4096)
  const nanoseconds = (milliseconds: number): string => ((milliseconds * 1e6) / small.chunks).toFixed(0)
  console.log(
    `${input.name}: ${nanoseconds(own)} ns a 4-character chunk, ${(own / bare).toFixed(2)} of a bare async iterator loop ` +
      `(${nanoseconds(bare)} ns); 4 KiB chunks ${((large.units * 1000) / best(large.run, 5)).toFixed(0)} MB/s`,
  )
}

console.log('\nns a character in chunks of 4 and of 4096 characters, at 1 M and 10 M characters, and the slope')
for (const input of [...inputs, ...hostileInputs]) {
  const figures = [4, 4096].map((size) => {
    const [short, long] = [prepare(input, million, size), prepare(input, 10 * million, size)]
    let [ofShort, ofLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let i = 0; i < 4; i++) {
      ofShort = Math.min(ofShort, best(short.run, 4) / short.units)
      ofLong = Math.min(ofLong, best(long.run, 1) / long.units)
    }
    return `${ofShort.toFixed(2)} -> ${ofLong.toFixed(2)} (${(ofLong / ofShort).toFixed(2)})`
  })
  console.log(`  ${input.name}: ${figures.join(';  ')}`)
}
