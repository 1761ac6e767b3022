import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextEncoder } from 'node:util'
import { checkCapture, fromIndexRow, readPieces } from '@reason/conformance/captures'
import type { Capture, CaptureFailure, IndexRow, CaptureReadOptions } from '@reason/conformance/captures'
import { createAccumulator, type Registry, type StreamContext, type TextAdapter, type WireFormat } from '@reason/core'
import { knownWires } from '../adapters/known.ts'
import { loadBodyDecoder } from '../framing/codecs.ts'
import { bodyFramings } from '@reason/recording'
import { defined } from '@reason/wire-kit'
import { loadRegistry, loadWire } from '../registry.ts'
import { outcomeOf, type Case, type VerifyOutcome, type Problem } from './outcome.ts'
import type { VerifyFlags } from './run.ts'

export async function captureCases(rows: readonly IndexRow[], folder: string, flags: VerifyFlags): Promise<Case[]> {
  const { registry, named } = await loadRegistry(flags)
  const wires = new Set([...Object.keys(knownWires), ...(flags.wire === undefined ? [] : [flags.wire])])
  for (const wire of await Promise.all([...wires].map((name) => loadWire(name)))) registry.use(wire)
  const createBinaryDecoder = await loadBodyDecoder('aws-eventstream')
  const surroundings: Surroundings = {
    folder,
    registry,
    named,
    reading: { decoder: (format) => (format === 'aws-eventstream' ? createBinaryDecoder() : undefined) },
  }
  return rows.map((row) => ({ name: row.id, check: () => checkRecording(row, surroundings) }))
}

/** Shared data of all recordings of a folder. */
interface Surroundings {
  folder: string
  registry: Registry
  /** Id of the requested adapter. */
  named: string | undefined
  /** Decoders for framings that core does not have. */
  reading: Required<Pick<CaptureReadOptions, 'decoder'>>
}

async function checkRecording(row: IndexRow, { folder, registry, named, reading }: Surroundings): Promise<VerifyOutcome> {
  const wire = registry.wires.find(({ id }) => id === row.api)
  if (wire === undefined) return { status: 'skipped', reason: `no wire format "${row.api}" is registered` }
  const body = await readFile(join(folder, row.file)).catch((error: Error) => error)
  if (body instanceof Error) return outcomeOf([{ what: 'file', message: body.message }])
  const capture = fromIndexRow(row, body)
  if (!(bodyFramings as readonly string[]).includes(capture.format))
    return { status: 'skipped', reason: `bodies in the format "${capture.format}" cannot be read` }
  const adapter = capture.inlineTags === undefined ? undefined : adapterFor(capture, registry, named)
  const options = { ...reading, ...defined({ adapter }) }
  const failures = await checkCapture(wire, capture, options)
  return outcomeOf(failures.map((failure) => problemOf(failure, wire, capture, options)))
}

/** Problem of a failure. If the index contains the expected text and not its hash, shows both texts. */
function problemOf({ rule, message }: CaptureFailure, wire: WireFormat, capture: Capture, options: CaptureReadOptions): Problem {
  const expected = options.adapter === undefined ? (capture.inlineTags?.unsplit ?? capture.expected[0]) : capture.expected[0]
  const text = rule === 'reasoning' || rule === 'answer' ? expected?.[rule]?.[0] : undefined
  if (typeof text !== 'string' || capture.expected.length > 1) return { what: rule, message }
  const accumulator = createAccumulator()
  const body = typeof capture.body === 'string' ? new TextEncoder().encode(capture.body) : capture.body
  for (const part of readPieces(wire, capture, [body], options)) accumulator.push(part)
  return { what: rule, expected: text, got: accumulator.snapshot()[rule as 'reasoning' | 'answer'] }
}

/** Adapter for recordings with tags in their answer: the requested one, or the model's. Undefined for `plain`, which leaves the tags in the answer. */
function adapterFor({ source, inlineTags }: Capture, registry: Registry, named: string | undefined): TextAdapter | undefined {
  if (named === 'plain') return undefined
  const { model, provider } = source ?? {}
  // The provider's passport does not count, because this recording contains tags.
  const { adapter, context } = registry.resolve({
    ...defined({ model, provider }),
    hints: { ...defined({ adapter: named }), flags: { native: false } },
  })
  return withContext(adapter, inlineTags?.kind === 'no-open' ? { ...context, start: 'reasoning' } : context)
}

const withContext = (adapter: TextAdapter, context: StreamContext): TextAdapter => ({
  ...adapter,
  createSplitter: (own) => adapter.createSplitter({ ...context, ...own }),
})
