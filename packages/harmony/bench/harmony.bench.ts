import { createAccumulator, type TextAdapter } from '@reason/core'
import { harmony } from '../src/index.ts'
import { chunksOf, hostile, turn, type BenchInput } from './input.ts'

// node --conditions=@reason/source bench/harmony.bench.ts

const adapter = harmony()
const rounds = 15

async function* iterate(chunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield chunk
}

async function bareLoop(chunks: readonly string[]): Promise<number> {
  let units = 0
  for await (const chunk of iterate(chunks)) units += chunk.length
  return units
}

function pushAll(splitting: TextAdapter, chunks: readonly string[]): number {
  const splitter = splitting.createSplitter()
  let parts = 0
  for (const chunk of chunks) parts += splitter.push(chunk).length
  return parts + splitter.end().length
}

/** The fastest of several rounds, in nanoseconds: the one that the rest of the machine disturbed least. */
async function fastest(action: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const from = process.hrtime.bigint()
    await action()
    best = Math.min(best, Number(process.hrtime.bigint() - from))
  }
  return best
}

function check(chunks: readonly string[], expected: BenchInput): void {
  const accumulator = createAccumulator()
  const splitter = adapter.createSplitter()
  for (const chunk of chunks) for (const part of splitter.push(chunk)) accumulator.push(part)
  for (const part of splitter.end()) accumulator.push(part)
  const { reasoning, answer } = accumulator.snapshot()
  if (reasoning !== expected.reasoning || answer !== expected.answer) throw new Error('The splitter gave a wrong answer.')
}

console.log(`node ${process.version}, fastest of ${rounds}`)

for (const kind of ['mixed', 'plain'] as const) {
  const input = turn(400_000, kind)
  const chunks = chunksOf(input.text, 4)
  check(chunks, input)
  const bare = (await fastest(() => bareLoop(chunks))) / chunks.length
  const split = (await fastest(() => pushAll(adapter, chunks))) / chunks.length
  console.log(
    `${kind}, 4 characters: bare loop ${bare.toFixed(0)} ns, push ${split.toFixed(0)} ns a chunk, ratio ${(split / bare).toFixed(2)}`,
  )
}

for (const kind of ['mixed', 'plain'] as const) {
  const input = turn(16_000_000, kind)
  const chunks = chunksOf(input.text, 4096)
  check(chunks, input)
  const ns = await fastest(() => pushAll(adapter, chunks))
  console.log(`${kind}, 4 KiB: ${(input.text.length / ns).toFixed(2)} G characters/s, ${(ns / chunks.length).toFixed(0)} ns a chunk`)
}

for (const [name, make] of Object.entries(hostile)) {
  const line: string[] = []
  for (const length of [100_000, 1_000_000, 10_000_000]) {
    const text = make(length)
    const from = process.hrtime.bigint()
    pushAll(adapter, [text])
    const whole = Number(process.hrtime.bigint() - from)
    const chunks = chunksOf(text, 64)
    const again = process.hrtime.bigint()
    pushAll(adapter, chunks)
    const cut = Number(process.hrtime.bigint() - again)
    line.push(`${(length / 1e6).toFixed(1)} M: ${(whole / text.length).toFixed(1)} / ${(cut / text.length).toFixed(1)}`)
  }
  console.log(`${name}: ns a character, whole / in pieces of 64: ${line.join(', ')}`)
}
