import { createHash, hash as hashOf, type Hash } from 'node:crypto'
import { type Channel, type Count, type GenerationRequest, type Observer, type Part, type Seal, type Usage } from '@reason/core'
import { newTraceId } from './normalize.ts'
import type {
  Json,
  SealFingerprint,
  Timings,
  TracedBoundary,
  TracedCall,
  TracedUsage,
  TracedWarning,
  TraceInput,
  TraceMode,
} from './record.ts'
import { fingerprint } from './seal-fingerprint.ts'
import { without } from './without.ts'

export interface RecordOptions {
  /** Less than the store's mode; `none`: nothing of it is kept. More is not possible. */
  mode?: TraceMode | undefined
  id?: string | undefined
  run?: string | undefined
  tenant?: string | undefined
  /** Retention class. Default `default`. */
  class?: string | undefined
  adapterVersion?: string | undefined
}

/** What is known only when it is over. */
export interface FinishDetails {
  /** 0 to 1. */
  leakScore?: number | undefined
  policyVersion?: string | undefined
  /** What others took out before, by type. */
  redactions?: Record<string, number> | undefined
  metadata?: { [key: string]: Json } | undefined
  /** Default: the finish reason; `error` or `aborted` where there was none. */
  outcome?: string | undefined
}

/** Whether the trace is safe. A store that cannot take it is no reason for an answer to fail: nothing rejects. */
export interface Finished {
  id: string
  stored: boolean
  error?: unknown
}

export interface TraceRecorder {
  id: string
  /** Give all of them to the pipeline: one looks before policies, one at what the client gets. */
  observers: readonly Observer[]
  /** Writes the row. Called again, it answers the same. */
  finish(details?: FinishDetails): Promise<Finished>
}

export interface RecorderClock {
  now: () => number
  monotonic: () => number
}

/** More of one generation is not kept; it is counted all the same. */
const maxReasoningChars = 33_554_432
/** Hashing a little at a time costs more than the hash. */
const hashedAtOnce = 16_384

type Draft = TracedBoundary & { pieces: string[] | undefined }

/** Adds the parts of a generation up to its row. For a delta that is a sum and, where text is kept, one more element of an array. */
export function createRecorder(
  request: GenerationRequest,
  options: RecordOptions,
  keepsText: boolean,
  clock: RecorderClock,
  store: (record: TraceInput) => Promise<void>,
): TraceRecorder {
  const createdAt = clock.now()
  const started = clock.monotonic()
  const id = options.id ?? newTraceId(createdAt)
  const elapsed = (): number => Math.max(0, clock.monotonic() - started)

  const blocks = new Map<number, Draft>()
  const calls = new Map<number, TracedCall>()
  const chars: Record<Channel, number> = { reasoning: 0, commentary: 0, answer: 0 }
  const seals = new Map<string, SealFingerprint>()
  const warnings = new Map<string, TracedWarning>()
  const errors: NonNullable<TraceInput['errors']> = []
  const timings: Timings = {}
  const answer = createAnswerHash()
  let current: Draft | undefined
  let currentKey = -1
  let keptChars = 0
  /** The name by which it answered. */
  let served: string | undefined
  let usage: Usage | undefined
  let finish: string | undefined
  let isWhole = false
  let isDigest = false
  let finished: Promise<Finished> | undefined

  const before: Observer = { id: 'trace', when: 'before-policy', onPart: see }
  const after: Observer = { id: 'trace-answer', when: 'after-policy', types: ['delta', 'warning'], onPart: seeDelivered }

  return {
    id,
    observers: [before, after],
    finish: (details = {}) => (finished ??= write(details)),
  }

  function see(part: Part): void {
    switch (part.type) {
      case 'delta': {
        const { length } = part.text
        chars[part.channel] += length
        const block = blockOf(part)
        block.chars += length
        if (part.channel === 'reasoning') {
          timings.firstReasoningMs ??= elapsed()
          if (block.pieces !== undefined && keptChars < maxReasoningChars) {
            keptChars += length
            block.pieces.push(part.text)
          }
        } else if (part.channel === 'answer') timings.firstAnswerMs ??= elapsed()
        break
      }
      case 'block-start':
        blockOf(part)
        if (part.kind === 'summary' || part.kind === 'hidden') isDigest = true
        break
      case 'block-end': {
        const block = blockOf(part)
        block.boundary = part.boundary
        if (part.terminator !== undefined) block.terminator = part.terminator.slice(0, 64)
        if (part.channel === 'reasoning' && timings.firstReasoningMs !== undefined)
          timings.reasoningMs = elapsed() - timings.firstReasoningMs
        seal(part.seals)
        break
      }
      case 'tool-call-start':
        timings.firstToolCallMs ??= elapsed()
        calls.set(keyOf(part.choice, part.call), { ...(part.id !== undefined && { id: part.id }), name: part.name, chars: 0 })
        break
      case 'tool-call-delta': {
        const call = calls.get(keyOf(part.choice, part.call))
        if (call !== undefined) call.chars += part.text.length
        break
      }
      case 'usage':
        usage = part.usage
        break
      case 'error': {
        const { message, code, status } = part.error
        errors.push({
          message: message.slice(0, 1000),
          ...(code !== undefined && { code: String(code) }),
          ...(status !== undefined && { status }),
        })
        break
      }
      case 'start':
        served = part.model ?? served
        break
      case 'finish':
        // Of several choices one that did not end well says most.
        if (finish === undefined || finish === 'stop') finish = part.reason
        seal(part.seals)
        break
      case 'end':
        isWhole = true
        break
      case 'tool-call-end':
      case 'native':
        seal(part.seals)
        break
    }
  }

  function seeDelivered(part: Part): void {
    if (part.type === 'delta') {
      if (part.channel === 'answer') answer.push(part.text)
    } else if (part.type === 'warning') {
      const known = warnings.get(part.code)
      if (known !== undefined) known.count++
      else warnings.set(part.code, { code: part.code, count: 1, message: part.message.slice(0, 500) })
    }
  }

  function blockOf(part: Extract<Part, { type: 'delta' | 'block-start' | 'block-end' }>): Draft {
    const key = keyOf(part.choice, part.block)
    if (key === currentKey) return current!
    let draft = blocks.get(key)
    if (draft === undefined) {
      draft = {
        ...(part.choice !== undefined && part.choice !== 0 && { choice: part.choice }),
        block: part.block,
        channel: part.channel,
        ...(part.type === 'block-start' && part.kind !== undefined && { kind: part.kind }),
        boundary: 'end-of-stream',
        chars: 0,
        pieces: keepsText && part.channel === 'reasoning' ? [] : undefined,
      }
      blocks.set(key, draft)
    }
    current = draft
    currentKey = key
    return draft
  }

  function seal(found: readonly Seal[] | undefined): void {
    for (const one of found ?? []) {
      const print = fingerprint(one)
      seals.set(print.kind + print.sha256, print)
    }
  }

  async function write({ outcome, ...details }: FinishDetails): Promise<Finished> {
    try {
      const metadata = { ...(served !== undefined && served !== request.model && { servedModel: served }), ...details.metadata }
      const whole = { ...row(), ...details, metadata, ...(outcome !== undefined && { outcome }) }
      // Its text waits for the store once, and not once more in pieces.
      blocks.clear()
      current = undefined
      currentKey = -1
      await store(whole)
      return { id, stored: true }
    } catch (error) {
      return { id, stored: false, error }
    }
  }

  function row(): TraceInput {
    const drafts = [...blocks.values()]
    const texts = drafts.flatMap(({ pieces }) => (pieces === undefined || pieces.length === 0 ? [] : [pieces.join('')]))
    const tokens = reasoningTokens()
    const counted = (channel: Channel, count: Count | undefined) =>
      chars[channel] > 0 || count !== undefined ? { [channel]: { chars: chars[channel], ...(count && { tokens: count }) } } : {}
    return {
      id,
      createdAt,
      sessionKey: request.session,
      runId: options.run,
      requestId: request.id,
      tenant: options.tenant ?? request.team,
      model: request.model ?? served,
      provider: request.provider,
      adapter: request.adapter,
      adapterVersion: options.adapterVersion,
      class: options.class,
      outcome: finish ?? (errors.length > 0 ? 'error' : isWhole ? 'unknown' : 'aborted'),
      reasoningText: texts.length > 0 ? texts.join('\n\n') : null,
      reasoningTokens: tokens?.value,
      reasoningTokensSource: tokens?.source,
      totalTokens: usage?.total?.value ?? sum(usage),
      durationMs: elapsed(),
      answerHash: answer.chars() > 0 ? answer.digest() : null,
      answerChars: answer.chars(),
      channels: { ...counted('reasoning', tokens), ...counted('commentary', undefined), ...counted('answer', undefined) },
      usage: usageOf(usage),
      timings,
      boundaries: drafts.map((draft) => without(draft, 'pieces')),
      warnings: [...warnings.values()],
      errors,
      toolCalls: [...calls.values()],
      seals: [...seals.values()],
    }
  }

  /** As core's stats have it: estimated at four characters a token, but never from a summary. */
  function reasoningTokens(): Count | undefined {
    if (usage?.reasoning?.source === 'reported') return usage.reasoning
    if (isDigest) return usage?.reasoning
    return { value: Math.ceil(chars.reasoning / 4), source: 'estimated' }
  }
}

const keyOf = (choice = 0, number: number): number => choice * 1_000_000 + number

const sum = (usage: Usage | undefined): number | undefined =>
  usage?.input === undefined || usage.output === undefined ? undefined : usage.input.value + usage.output.value

function usageOf(usage: Usage | undefined): TracedUsage {
  if (usage === undefined) return {}
  return without(usage, 'raw')
}

function createAnswerHash() {
  /** Of an answer that is longer than what is hashed at once. */
  let hash: Hash | undefined
  let waiting = ''
  let chars = 0
  return {
    push(text: string): void {
      chars += text.length
      waiting += text
      if (waiting.length < hashedAtOnce) return
      // A surrogate pair that is not whole yet would be hashed as two broken halves.
      const end = isHigh(waiting.charCodeAt(waiting.length - 1)) ? waiting.length - 1 : waiting.length
      hash ??= createHash('sha256')
      hash.update(waiting.slice(0, end))
      waiting = waiting.slice(end)
    },
    chars: () => chars,
    // An object of Node's for each hash is what most of a short one would cost.
    digest: () => hash?.update(waiting).digest('hex') ?? hashOf('sha256', waiting),
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
