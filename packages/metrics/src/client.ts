import type { Part } from '@reason/core'
import type { Channel, DeltaPart, WarningPart } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import { warningCodes } from '@reason/core/warnings'
import { labelValues } from './definitions.ts'
import type { MeasuredGeneration } from './generation.ts'
import type { Counting } from './metered-run.ts'
import { oneOf } from './labels.ts'
import { anomalies, harmonyErrors, leakReasons, other, snake, splitters, type AnomalyType } from './mappings.ts'
import type { MetricsRequest } from './request.ts'
import type { Exemplar, Series } from './series.ts'

/** State of one generation as its client got it. */
interface Got {
  readonly series: Series
  readonly request: MetricsRequest
  readonly exemplar: Exemplar | undefined
  readonly generation: Pick<MeasuredGeneration, 'sentFinish' | 'over'>
  /** Announced channel of each block, by choice and block. */
  readonly announced: Map<number, Channel>
  /** Choices that have finished, and those that continued after their finish. */
  readonly finished: number[]
  late: Set<number> | undefined
  /** True once a commentary block or a Harmony warning came. The watched text then uses a format with channels. */
  hasChannels: boolean
  /** The block of the last valid delta. */
  block: number
  channel: Channel | undefined
  choice: number
}

/**
 * Observes the client's response, after policies: leaks, misplaced text, all warnings, and the end of the generation. A
 * delta of the open block, on its channel, costs three comparisons.
 */
export function createClientObserver(
  { series }: Counting,
  request: MetricsRequest,
  exemplar: Exemplar | undefined,
  generation: Pick<MeasuredGeneration, 'sentFinish' | 'over'>,
): Observer {
  const got: Got = {
    series,
    request,
    exemplar,
    generation,
    announced: new Map(),
    finished: [],
    late: undefined,
    hasChannels: false,
    block: -1,
    channel: undefined,
    choice: 0,
  }
  return { id: 'metrics of the client', when: 'after-policy', types, onPart: (part) => onPart(got, part) }
}

function onPart(got: Got, part: Part): void {
  switch (part.type) {
    case 'delta':
      if (part.block === got.block && part.channel === got.channel && (part.choice ?? 0) === got.choice) return
      return checkDelta(got, part)
    case 'block-start':
      got.announced.set(key(part.choice ?? 0, part.block), part.channel)
      got.hasChannels ||= part.channel === 'commentary'
      return
    case 'finish':
      got.finished.push(part.choice ?? 0)
      got.block = -1
      return got.generation.sentFinish(part)
    case 'warning':
      return warn(got, part)
    case 'end':
      return got.generation.over()
  }
}

function checkDelta(got: Got, { choice = 0, block, channel }: DeltaPart): void {
  if (got.finished.includes(choice)) return anomaly(got, choice, 'post_finalize_emission')
  const expected = got.announced.get(key(choice, block)) ?? channel
  if (expected === channel) {
    got.block = block
    got.channel = channel
    got.choice = choice
  } else if (channel === 'answer') {
    anomaly(got, choice, expected === 'reasoning' ? 'analysis_token_emitted_as_delta' : 'commentary_token_in_final')
  }
}

/**
 * Counts an anomaly. Content after the finish counts once per choice, whatever its amount, and whether a reader, a
 * policy or this observer noticed it.
 */
function anomaly(got: Got, choice: number, type: AnomalyType): void {
  if (type === 'post_finalize_emission') {
    if (got.late?.has(choice) === true) return
    got.late ??= new Set()
    got.late.add(choice)
  }
  got.series.count('channel_merge_anomaly_total', { type }, 1, got.exemplar)
}

function warn(got: Got, { code, choice = 0, block }: WarningPart): void {
  const { series, request, exemplar, announced } = got
  series.count('generation_warnings_total', { code: Object.hasOwn(warningCodes, code) ? snake(code) : other })
  if (Object.hasOwn(anomalies, code)) anomaly(got, choice, anomalies[code as keyof typeof anomalies])
  got.hasChannels ||= harmonyErrors.has(code) || code === 'reasoning-after-answer'
  const on = block === undefined ? undefined : announced.get(key(choice, block))
  if (code === 'repetition-suppressed') series.count('ngram_suppressions_total', { channel: on ?? other })
  if (!Object.hasOwn(leakReasons, code)) return
  if (code === 'service-token' && on !== undefined && on !== 'answer') return
  const mode = oneOf(modes, request.mode ?? other)
  const reason = leakReasons[code as keyof typeof leakReasons]
  const splitter = oneOf(splitters, splitterOf(got, code) ?? other)
  series.count('reasoning_leak_total', { mode, reason, splitter }, 1, exemplar)
}

/** Returns the adapter that split the text. With `auto`, it counts as tags until a channel comes. A late closer always belongs to tags. */
function splitterOf({ request: { adapter }, hasChannels }: Got, code: WarningPart['code']): string | undefined {
  return adapter !== 'auto' ? adapter : hasChannels && code !== 'late-closer' ? 'harmony' : 'think-tags'
}

const types = ['delta', 'block-start', 'warning', 'finish', 'end'] as const satisfies readonly Part['type'][]

const modes = labelValues('reasoning_leak_total', 'mode')

/** Combines choice and block into one number. Unique as long as no choice has a million blocks. */
const key = (choice: number, block: number): number => choice * 1_000_000 + block
