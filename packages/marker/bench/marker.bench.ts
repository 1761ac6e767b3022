/** Nanoseconds a push, beside a bare loop over the same pieces: `node --conditions=@reason/source bench/marker.bench.ts` */
import { marker, type MarkerOptions } from '../src/index.ts'
import { cut, input } from './input.ts'

const { text } = input

for (const size of [4, 4096]) {
  const pieces = cut(text, size)
  const bare = await best(pieces, async () => {
    let chars = 0
    for await (const piece of source(pieces)) chars += piece.length
    return chars
  })
  report(size, 'bare async loop', bare, pieces)
  const modes: MarkerOptions[] = [
    { unclosed: 'reasoning' },
    { unclosed: 'reasoning', endTag: ['===FINAL===', 'Final Answer:'] },
    {},
    { caseInsensitive: true },
  ]
  for (const options of modes) {
    const adapter = marker(options)
    const time = await best(pieces, () => {
      const splitter = adapter.createSplitter()
      let parts = 0
      for (const piece of pieces) parts += splitter.push(piece).length
      return parts + splitter.end().length
    })
    report(size, JSON.stringify(options), time, pieces, bare)
  }
}

async function* source(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
}

/** The fastest of 15 runs, in nanoseconds a piece. */
async function best(pieces: readonly string[], run: () => number | Promise<number>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 15; round++) {
    const start = performance.now()
    await run()
    fastest = Math.min(fastest, performance.now() - start)
  }
  return (fastest * 1e6) / pieces.length
}

function report(size: number, name: string, time: number, pieces: readonly string[], bare?: number): void {
  const rate = (text.length / pieces.length / time).toFixed(2)
  console.log(
    `${size} characters, ${name}: ${time.toFixed(0)} ns a piece, ${rate} GB/s${bare ? `, ${(time / bare).toFixed(2)} of the bare loop` : ''}`,
  )
}
