import type { Part } from '@reason/core'
import type { Channel, Count, ErrorPart, Seal, ToolCallStartPart, Usage } from '@reason/core/parts'
import type { GenerationRequest, Observer } from '@reason/core/pipeline'
import { createReasoningTally, usageOfChoices } from '@reason/core/reading'
import { createAnswerHash } from './answer-hash.ts'
import { createBlockDrafts, keyOf } from './block-drafts.ts'
import type { AnyJson, SealFingerprint, Timings, TracedCall, TracedWarning, TraceInput, TraceMode } from '../record/record.ts'
import { fingerprint } from './seal-fingerprint.ts'
import { newTraceId } from '../record/trace-id.ts'
import { sumOf, usageOf } from './traced-usage.ts'
import type { Kept } from '../writing/write-queue.ts'

/** Facts about a generation, and how its trace is stored. */
export interface RecordOptions {
  /** Lowers the store's mode. `none`: the trace is not stored. */
  mode?: TraceMode | undefined
  id?: string | undefined
  run?: string | undefined
  /** The client's name for the request. Default: the request's own id. */
  request?: string | undefined
  tenant?: string | undefined
  /** Retention class. Default `default`. */
  class?: string | undefined
  adapterVersion?: string | undefined
}

/** Details that are known only at the end. */
export interface FinishDetails {
  /** 0 to 1. */
  leakScore?: number | undefined
  policyVersion?: string | undefined
  /** Redactions made before, by type. */
  redactions?: Record<string, number> | undefined
  /** The prompt. Its beginning is stored as `prompt` in the metadata, if text is stored. */
  prompt?: string | undefined
  metadata?: { [key: string]: AnyJson } | undefined
  /** Default: the finish reason, or `error` or `aborted` without one. */
  outcome?: string | undefined
}

/** Outcome of storing a trace. Never rejects, because an answer must not fail if its trace cannot be stored. */
export interface Finished {
  id: string
  stored: boolean
  /** Location of a stored trace. */
  kept?: Kept
  error?: unknown
}

/** Records one generation. */
export interface TraceRecorder {
  id: string
  /** Observers for the pipeline: one sees parts before policies, the other the delivered parts. Pass both. */
  observers: readonly Observer[]
  /** Stores the trace. Further calls return the same result. */
  finish(details?: FinishDetails): Promise<Finished>
}

export interface RecorderClock {
  now: () => number
  monotonic: () => number
}

/** Characters of a message before redaction. A tighter cut could leave half of a secret, which the redactor would not recognise. */
const longestSaid = 8192
/** Maximum number of listed blocks, calls, seals and errors. */
const longestList = 1000

const deliveredTypes: readonly Part['type'][] = ['delta', 'warning', 'finish']

/** Collects the parts of a generation for its row. A delta costs one addition and, if text is stored, one array element. */
export function createRecorder(
  request: GenerationRequest,
  options: RecordOptions,
  keepsText: boolean,
  clock: RecorderClock,
  store: (record: TraceInput) => Promise<Kept | undefined>,
): TraceRecorder {
  const createdAt = clock.now()
  const started = clock.monotonic()
  const id = options.id ?? newTraceId(createdAt)
  const elapsed = (): number => Math.max(0, clock.monotonic() - started)

  const blocks = createBlockDrafts(keepsText)
  const chars: Record<Channel, number> = { reasoning: 0, commentary: 0, answer: 0 }
  const tally = createReasoningTally()
  // Created on demand, because most generations have none of these.
  let calls: Map<number, TracedCall> | undefined
  let seals: Map<string, SealFingerprint> | undefined
  let warnings: Map<string, TracedWarning> | undefined
  let errors: TraceInput['errors']
  const timings: Timings = {}
  const answer = createAnswerHash()
  /** Model name in the response. */
  let served: string | undefined
  /** Usage by choice. Providers may report each choice separately. */
  const usages = new Map<number, Usage>()
  let finish: string | undefined
  let isWhole = false
  let finished: Promise<Finished> | undefined

  const before: Observer = { id: 'trace', when: 'before-policy', onPart: see }
  const after: Observer = { id: 'trace-answer', when: 'after-policy', types: deliveredTypes, onPart: seeDelivered }

  return {
    id,
    observers: [before, after],
    finish: (details = {}) => (finished ??= outcomeOf(write(details), id)),
  }

  function see(part: Part): void {
    tally.see(part)
    switch (part.type) {
      case 'delta':
        chars[part.channel] += part.text.length
        blocks.add(part)
        if (part.channel === 'reasoning') timings.firstReasoningMs ??= elapsed()
        else if (part.channel === 'answer') timings.firstAnswerMs ??= elapsed()
        break
      case 'block-start':
        blocks.begin(part)
        break
      case 'block-end':
        blocks.end(part)
        if (part.channel === 'reasoning' && timings.firstReasoningMs !== undefined)
          timings.reasoningMs = elapsed() - timings.firstReasoningMs
        seal(part.seals)
        break
      case 'tool-call-start':
        timings.firstToolCallMs ??= elapsed()
        startCall(part)
        break
      case 'tool-call-delta': {
        const call = calls?.get(keyOf(part.choice, part.call))
        if (call !== undefined) call.chars += part.text.length
        break
      }
      case 'usage':
        usages.set(part.choice ?? 0, part.usage)
        break
      case 'error':
        addError(part.error)
        break
      case 'start':
        served = part.model ?? served
        break
      case 'end':
        isWhole = true
        break
      case 'tool-call-end':
      case 'native':
      case 'finish':
        seal(part.seals)
        break
    }
  }

  function seeDelivered(part: Part): void {
    if (part.type === 'delta') {
      if (part.channel === 'answer') answer.push(part.text)
    } else if (part.type === 'finish') {
      // The delivered finish reason, which a policy may have changed (`no-final`). With several choices, the first one with a problem wins.
      if (finish === undefined || finish === 'stop') finish = part.reason
    } else if (part.type === 'warning') {
      warnings ??= new Map()
      const known = warnings.get(part.code)
      if (known !== undefined) known.count++
      else warnings.set(part.code, { code: part.code, count: 1, message: part.message.slice(0, longestSaid) })
    }
  }

  function startCall({ choice, call, id: own, name }: ToolCallStartPart): void {
    calls ??= new Map()
    if (calls.size < longestList) calls.set(keyOf(choice, call), { ...(own !== undefined && { id: own }), name, chars: 0 })
  }

  function addError({ message, code, status }: ErrorPart['error']): void {
    errors ??= []
    if (errors.length >= longestList) return
    errors.push({
      message: message.slice(0, longestSaid),
      ...(code !== undefined && { code: String(code).slice(0, longestSaid) }),
      ...(status !== undefined && { status }),
    })
  }

  function seal(found: readonly Seal[] | undefined): void {
    if (found === undefined) return
    seals ??= new Map()
    for (const one of found) {
      if (seals.size >= longestList) return
      const print = fingerprint(one)
      seals.set(print.kind + print.sha256, print)
    }
  }

  function write(details: FinishDetails): Promise<Kept | undefined> {
    try {
      return store(row(details))
    } catch (error) {
      return Promise.reject(error)
    } finally {
      // Frees the pieces, so that the text is in memory only once while it waits.
      blocks.clear()
    }
  }

  function row({ outcome, leakScore, policyVersion, redactions, prompt, metadata }: FinishDetails): TraceInput {
    const usage = usageOfChoices(usages)
    const traced = usageOf(usage)
    const tokens = tally.tokens()
    return {
      id,
      createdAt,
      sessionKey: request.session,
      runId: options.run,
      requestId: options.request ?? request.id,
      tenant: options.tenant ?? request.team,
      model: request.model ?? served,
      provider: request.provider,
      adapter: request.adapter,
      adapterVersion: options.adapterVersion,
      class: options.class,
      policyVersion,
      outcome: outcome ?? finish ?? (errors !== undefined ? 'error' : isWhole ? 'unknown' : 'aborted'),
      reasoningText: blocks.text(),
      reasoningTokens: tokens?.value,
      reasoningTokensSource: tokens?.source,
      totalTokens: traced.total?.value ?? sumOf(traced),
      durationMs: elapsed(),
      answerHash: answer.chars() > 0 ? answer.digest() : null,
      answerChars: answer.chars(),
      channels: channelCounts(tokens),
      usage: traced,
      timings,
      boundaries: blocks.boundaries(longestList),
      warnings: warnings && [...warnings.values()],
      errors,
      toolCalls: calls && [...calls.values()],
      seals: seals && [...seals.values()],
      leakScore,
      redactions,
      metadata: {
        ...(prompt !== undefined && keepsText && { prompt: prompt.slice(0, longestSaid) }),
        ...(served !== undefined && served !== request.model && { servedModel: served }),
        ...metadata,
      },
    }
  }

  function channelCounts(tokens: Count | undefined): NonNullable<TraceInput['channels']> {
    const counts: NonNullable<TraceInput['channels']> = {}
    if (chars.reasoning > 0 || tokens !== undefined) counts.reasoning = { chars: chars.reasoning, ...(tokens && { tokens }) }
    if (chars.commentary > 0) counts.commentary = { chars: chars.commentary }
    if (chars.answer > 0) counts.answer = { chars: chars.answer }
    return counts
  }
}

/** Outside of the recorder, because a waiting trace would otherwise keep all of its recorder's data. */
async function outcomeOf(written: Promise<Kept | undefined>, id: string): Promise<Finished> {
  try {
    const kept = await written
    return { id, stored: true, ...(kept && { kept }) }
  } catch (error) {
    return { id, stored: false, error }
  }
}
