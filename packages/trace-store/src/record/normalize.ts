import { cleanText, mapJson } from './clean-text.ts'
import type { AnyJson, TraceInput, TraceRecord } from './record.ts'
import { newTraceId } from './trace-id.ts'

/** Maximum length of ids, keys and names, in UTF-16 units. */
const maxNameChars = 512
/** Maximum length of metadata as JSON, in UTF-16 units. */
const maxMetadataChars = 262_144
/** Latest time that both databases can sort: 1970 to 2089. */
const latest = 3_755_000_000_000

/**
 * Makes a complete record that either database can store.
 *
 * @throws {TypeError} for an id that is not a string, is empty or is longer than 512 characters
 */
export function normalize(input: TraceInput, mode: TraceRecord['mode'], now: () => number): TraceRecord {
  const createdAt = timeOf(input.createdAt, now)
  return {
    id: idOf(input.id, createdAt),
    createdAt,
    sessionKey: name(input.sessionKey),
    runId: name(input.runId),
    requestId: name(input.requestId),
    tenant: name(input.tenant),
    model: name(input.model),
    provider: name(input.provider),
    adapter: name(input.adapter),
    adapterVersion: name(input.adapterVersion),
    policyVersion: name(input.policyVersion),
    class: name(input.class) ?? 'default',
    mode,
    outcome: name(input.outcome) ?? 'unknown',
    reasoningText: typeof input.reasoningText === 'string' ? cleanText(input.reasoningText) : null,
    reasoningTokens: count(input.reasoningTokens),
    reasoningTokensSource: source(input.reasoningTokensSource),
    totalTokens: count(input.totalTokens),
    durationMs: count(input.durationMs),
    answerHash: name(input.answerHash),
    answerChars: count(input.answerChars),
    channels: object(input.channels) as TraceRecord['channels'],
    usage: object(input.usage) as TraceRecord['usage'],
    timings: object(input.timings) as TraceRecord['timings'],
    boundaries: json(list(input.boundaries)) as unknown as TraceRecord['boundaries'],
    warnings: json(list(input.warnings)) as unknown as TraceRecord['warnings'],
    errors: json(list(input.errors)) as unknown as TraceRecord['errors'],
    toolCalls: json(list(input.toolCalls)) as unknown as TraceRecord['toolCalls'],
    seals: json(list(input.seals)) as unknown as TraceRecord['seals'],
    leakScore: score(input.leakScore),
    redactions: object(input.redactions) as TraceRecord['redactions'],
    redactedBy: name(input.redactedBy),
    metadata: metadataOf(input.metadata),
  }
}

function idOf(id: unknown, createdAt: number): string {
  if (id === undefined) return newTraceId(createdAt)
  if (typeof id !== 'string' || id === '' || id.length > maxNameChars)
    throw new TypeError(
      `The id of a trace is a string of 1 to ${maxNameChars} characters, not ${describe(id)}. Leave it out to get a new one.`,
    )
  return cleanText(id)
}

const describe = (value: unknown): string => (typeof value === 'string' ? `one of ${value.length} characters` : `a ${typeof value}`)

/** Clamps any time, so that a wrong clock does not lose a record. */
function timeOf(given: unknown, now: () => number): number {
  const time = typeof given === 'number' && Number.isFinite(given) ? given : now()
  return Math.min(latest, Math.max(0, Math.trunc(Number.isFinite(time) ? time : 0)))
}

/** Normalises a key or name, for storing and searching. */
export function name(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? cleanText(value.slice(0, maxNameChars)) : null
}

function count(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(value)))
}

const source = (value: unknown): TraceRecord['reasoningTokensSource'] =>
  value === 'reported' || value === 'implausible' || value === 'estimated' ? value : null

function score(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : null
}

const json = (value: unknown): AnyJson => mapJson(value, cleanText)

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function object(value: unknown): { [key: string]: AnyJson } {
  const mapped = json(value ?? {})
  return typeof mapped === 'object' && mapped !== null && !Array.isArray(mapped) ? mapped : {}
}

function metadataOf(value: unknown): TraceRecord['metadata'] {
  const metadata = object(value)
  const { length } = JSON.stringify(metadata)
  return length <= maxMetadataChars ? metadata : { omitted: `metadata of ${length} characters, more than ${maxMetadataChars}` }
}
