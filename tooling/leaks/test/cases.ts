import { readFileSync } from 'node:fs'
import {
  fromHarmonyVector,
  fromThinkTagsVector,
  readVectors,
  type HarmonyVector,
  type Row,
  type ThinkTagsVector,
} from '@reason/conformance'
import { fromRecordedRow, fromServerRow, readPieces, type Capture, type RecordedRow, type ServerRow } from '@reason/conformance/captures'
import { createPipeline, createRegistry, type StreamContext, type TextAdapter, type WireFormat } from '@reason/core'
import { harmony, type HarmonyDialect } from '@reason/harmony'
import { marker } from '@reason/marker'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse, createEventStreamDecoder } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { sharedPath } from '@reason/testkit/shared'
import { thinkTags, type ThinkTagsOptions } from '@reason/think-tags'
import type { Case } from './counted.ts'

const registry = createRegistry().use(harmony()).use(thinkTags()).use(marker())
const wires: WireFormat[] = [
  anthropicMessages(),
  bedrockConverse(),
  cohere(),
  gemini(),
  geminiInteractions(),
  ollama(),
  openaiChat(),
  openaiResponses(),
]
for (const wire of wires) registry.use(wire)

const gptOss = registry.resolve({ model: 'gpt-oss-20b' }).passport.serviceTokens

/** Case with the text of a format. */
export function ofText(name: string, text: string, adapter: TextAdapter, context: StreamContext = {}): Case {
  return { ...ofRow(name, { name, input: text, expect: {}, context }, adapter), serviceTokens: gptOss }
}

function ofRow(name: string, { input, context }: Row, adapter: TextAdapter): Case {
  const splitter = adapter.createSplitter(context)
  const split = (typeof input === 'string' ? [input] : input).flatMap((text) => [...splitter.push(text)])
  return { name, parts: [...split, ...splitter.end(), { type: 'finish', reason: 'stop' }, { type: 'end' }], adapter: adapter.id }
}

const read = <Row extends object>(...path: string[]): Row[] => readVectors<Row>(readFileSync(sharedPath(...path), 'utf8'))

export function vectorCases(): Case[] {
  return [
    ...read<HarmonyVector>('conformance', 'harmony.jsonl').map((vector) => {
      const { row, options } = fromHarmonyVector(vector)
      const dialect = (options.dialect ?? 'harmony') as HarmonyDialect
      return { ...ofRow(vector.id, row, harmony({ dialect })), serviceTokens: gptOss }
    }),
    ...read<ThinkTagsVector>('conformance', 'think-tags.jsonl').map((vector) => {
      const { row, options } = fromThinkTagsVector(vector)
      const { startTag, ...rest } = options
      const given = { ...rest, startTag: startTag.length === 0 ? null : startTag } as ThinkTagsOptions
      return ofRow(vector.id, row, thinkTags(given))
    }),
  ]
}

export function recordedCases(): Case[] {
  const captures = [
    ...read<RecordedRow & { file: string }>('captures', 'index.jsonl').map((row) =>
      fromRecordedRow(row, readFileSync(sharedPath('captures', row.file))),
    ),
    ...read<ServerRow>('llama-server', 'captures', 'index.jsonl').map((row) =>
      fromServerRow(row, readFileSync(sharedPath('llama-server', 'captures', row.file))),
    ),
  ]
  // Bare completions of llama-server have no wire format here.
  return captures.filter(({ wire }) => wires.some(({ id }) => id === wire)).map(ofCapture)
}

function ofCapture(capture: Capture): Case {
  const { model, provider } = capture.source ?? {}
  const { adapter, context, passport } = registry.resolve({
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    // The recording has tags in its text, so the server did not split it, whatever the provider usually does.
    ...(capture.inlineTags !== undefined && { hints: { flags: { native: false } } }),
  })
  const start = capture.inlineTags?.kind === 'no-open' ? { start: 'reasoning' as const } : {}
  const pipeline = createPipeline({ split: { adapter, context: { ...context, ...start } } })
  const parts = readCapture(capture).flatMap((part) => [...pipeline.push(part)])
  return { name: capture.id, parts, adapter: adapter.id, serviceTokens: passport.serviceTokens }
}

function readCapture(capture: Capture) {
  const wire = registry.wire(capture.wire)
  const bytes = typeof capture.body === 'string' ? new TextEncoder().encode(capture.body) : capture.body
  if (capture.format === 'json') return [...wire.readResponse(JSON.parse(new TextDecoder().decode(bytes)), capture.source)]
  const decoder = (format: string) => (format === 'aws-eventstream' ? createEventStreamDecoder() : undefined)
  return readPieces(wire, capture, [bytes], { decoder })
}
