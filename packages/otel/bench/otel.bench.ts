import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import type { Part } from '@reason/core'
import { createOtel, type OtelOptions } from '../src/index.ts'
import { stream } from './input.ts'

// node --conditions=@reason/source bench/otel.bench.ts

const rounds = 9
const tracer = new TracerProvider().getTracer('bench')
const meter = new MeterProvider().getMeter('bench')

/** The fastest of several rounds, in nanoseconds a part: the one that the rest of the machine disturbed least. */
function fastest(parts: readonly Part[], options: OtelOptions): number {
  const otel = createOtel({ tracer, meter, ...options })
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    // As a pipeline does it: each observer gets only what it asked for.
    const { observers } = otel.generation({ model: 'm', provider: 'p' })
    const from = process.hrtime.bigint()
    for (const part of parts) for (const observer of observers) if (observer.types?.includes(part.type) !== false) observer.onPart(part)
    best = Math.min(best, Number(process.hrtime.bigint() - from))
  }
  return best / parts.length
}

const parts = stream(100_000)
const cases: Record<string, OtelOptions> = {
  'no content': {},
  'answer and reasoning captured': { capture: { answer: true, reasoning: true }, maxContentChars: 1_000_000 },
  'time between chunks': { perChunk: true },
}
console.log(`node ${process.version}, fastest of ${rounds}, ${parts.length} parts`)
for (const [name, options] of Object.entries(cases)) console.log(`${name}: ${fastest(parts, options).toFixed(1)} ns a delta`)
