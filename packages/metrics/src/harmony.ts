import type { BlockStartPart, WarningPart } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import { fallbackReasons, harmonyChannels, harmonyErrors, lowEfforts, other, snake } from './mappings.ts'
import type { MetricsRequest } from './request.ts'
import type { Series } from './series.ts'

/** Counts Harmony metrics while that adapter splits the text: messages, their order, and its warnings. */
export interface HarmonyCounter {
  block(part: BlockStartPart): void
  toolCall(): void
  warning(part: WarningPart): void
}

export function createHarmonyCounter(series: Series, { effort }: MetricsRequest): HarmonyCounter {
  const low = effort !== undefined && lowEfforts.has(effort)
  /** Facts by choice number. */
  const analysed = new Set<number>()
  const answered = new Set<number>()
  /** Choices whose text had no structure in time. Another splitter handles them, and it makes no messages. */
  const unstructured = new Set<number>()

  return { block, toolCall, warning }

  function block({ choice = 0, channel, from }: BlockStartPart): void {
    if (unstructured.has(choice)) return
    series.count('harmony_channel_messages_total', { channel: harmonyChannels[channel] })
    if (channel === 'reasoning') {
      // A server that splits reasoning itself may send reasoning after a preamble.
      if (answered.has(choice) && from !== undefined) series.count('harmony_unexpected_order_total', { type: 'analysis_after_final' })
      analysed.add(choice)
    } else if (channel === 'answer') {
      if (!analysed.has(choice) && !answered.has(choice) && !low) {
        series.count('harmony_unexpected_order_total', { type: 'final_before_analysis' })
      }
      answered.add(choice)
    }
  }

  function toolCall(): void {
    series.count('harmony_channel_messages_total', { channel: 'tool' })
  }

  function warning(part: WarningPart): void {
    if (part.code === 'fallback') unstructured.add(part.choice ?? 0)
    else if (part.code === 'late-structure') unstructured.delete(part.choice ?? 0)
    countHarmonyWarning(series, part)
  }
}

/** Counts a Harmony warning, whichever component it comes from. */
export function countHarmonyWarning(series: Series, { code, message }: WarningPart): void {
  if (harmonyErrors.has(code)) series.count('harmony_channel_parse_errors_total', { kind: snake(code) })
  else if (code === 'no-structure') series.count('harmony_marker_fallback_total', { reason: 'no_structure' })
  else if (code === 'fallback') {
    const [, reason = other] = fallbackReasons.find(([words]) => message.includes(words)) ?? []
    series.count('harmony_marker_fallback_total', { reason })
  }
}

/** Counts the channels of a parser that runs for metrics alone, beside the client's own response. */
export function createChannelsObserver(series: Series, request: MetricsRequest): Observer {
  const counter = createHarmonyCounter(series, request)
  return {
    id: 'metrics-channels',
    when: 'before-policy',
    types: ['block-start', 'tool-call-start', 'warning'],
    onPart(part) {
      if (part.type === 'block-start') counter.block(part)
      else if (part.type === 'tool-call-start') counter.toolCall()
      else if (part.type === 'warning') counter.warning(part)
    },
  }
}
