import type { Channel, Observer, Part, WarningPart } from '@reason/core'
import { warningCodes } from '@reason/core/warnings'
import { labelValues } from './definitions.ts'
import type { Counting, Generation } from './generation.ts'
import { oneOf } from './labels.ts'
import { leakReasons, other, snake } from './mappings.ts'
import type { MetricsRequest } from './request.ts'
import type { Exemplar } from './series.ts'

/**
 * Watches what the client got, after policies: leaks, text where it does not belong, all warnings, and how the generation ended. A delta of
 * the block that is open, on its channel, costs three comparisons.
 */
export function createClientObserver(
  { series }: Counting,
  request: MetricsRequest,
  exemplar: Exemplar | undefined,
  generation: Pick<Generation, 'told' | 'over'>,
): Observer {
  /** Channel of each block, as it was announced; by choice and block. */
  const announced = new Map<number, Channel>()
  /** Choices that are over, and those of them that went on all the same. */
  const finished: number[] = []
  let late: Set<number> | undefined
  /** The block of the last delta that was found to be in order. */
  let block = -1
  let channel: Channel | undefined
  let choice = 0

  return { id: 'metrics of the client', when: 'after-policy', types, onPart }

  function onPart(part: Part): void {
    switch (part.type) {
      case 'delta':
        if (part.block === block && part.channel === channel && (part.choice ?? 0) === choice) return
        return checkDelta(part.choice ?? 0, part.block, part.channel)
      case 'block-start':
        announced.set(key(part.choice ?? 0, part.block), part.channel)
        return
      case 'finish':
        finished.push(part.choice ?? 0)
        block = -1
        return generation.told(part)
      case 'warning':
        return warning(part)
      case 'end':
        return generation.over()
    }
  }

  function checkDelta(ofChoice: number, ofBlock: number, on: Channel): void {
    if (finished.includes(ofChoice)) return afterFinish(ofChoice)
    const expected = announced.get(key(ofChoice, ofBlock)) ?? on
    if (expected === on) {
      block = ofBlock
      channel = on
      choice = ofChoice
    } else if (on === 'answer') {
      const type = expected === 'reasoning' ? 'analysis_token_emitted_as_delta' : 'commentary_token_in_final'
      series.count('channel_merge_anomaly_total', { type }, 1, exemplar)
    }
  }

  /** Once for a generation, however much came, and whether a reader or we noticed. */
  function afterFinish(ofChoice: number): void {
    if (late?.has(ofChoice) === true) return
    late ??= new Set()
    late.add(ofChoice)
    series.count('channel_merge_anomaly_total', { type: 'post_finalize_emission' }, 1, exemplar)
  }

  function warning(part: WarningPart): void {
    const { code } = part
    series.count('generation_warnings_total', { code: Object.hasOwn(warningCodes, code) ? snake(code) : other })
    if (code === 'late-part') afterFinish(part.choice ?? 0)
    const on = part.block === undefined ? undefined : announced.get(key(part.choice ?? 0, part.block))
    if (code === 'repetition-suppressed') series.count('ngram_suppressions_total', { channel: on ?? other })
    if (!Object.hasOwn(leakReasons, code)) return
    if (code === 'service-token' && on !== undefined && on !== 'answer') return
    const mode = oneOf(modes, request.mode ?? other)
    const reason = leakReasons[code as keyof typeof leakReasons]
    series.count('reasoning_leak_total', { mode, reason }, 1, exemplar)
  }
}

const types = ['delta', 'block-start', 'warning', 'finish', 'end'] as const satisfies readonly Part['type'][]

const modes = labelValues('reasoning_leak_total', 'mode')

/** One number for both, as long as no choice has a million blocks. */
const key = (choice: number, block: number): number => choice * 1_000_000 + block
