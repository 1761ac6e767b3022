import type { Channel, WarningPart } from '@reason/core'
import { fallbackReasons, harmonyChannels, harmonyErrors, lowEfforts, other, snake } from './mappings.ts'
import type { MetricsRequest } from './request.ts'
import type { Series } from './series.ts'

/** Counts what is of Harmony: messages and their order where that adapter splits the text, its warnings wherever they come from. */
export function createHarmonyCounter(series: Series, { adapter, effort }: MetricsRequest) {
  const isHarmony = adapter === 'harmony'
  const low = effort !== undefined && lowEfforts.has(effort)
  const analysed = new Set<number>()
  const answered = new Set<number>()

  return { block, toolCall, warning }

  function block(choice: number, channel: Channel): void {
    if (!isHarmony) return
    series.count('harmony_channel_messages_total', { channel: harmonyChannels[channel] })
    if (channel === 'reasoning') {
      if (answered.has(choice)) series.count('harmony_unexpected_order_total', { type: 'analysis_after_final' })
      analysed.add(choice)
    } else if (channel === 'answer') {
      if (!analysed.has(choice) && !answered.has(choice) && !low) {
        series.count('harmony_unexpected_order_total', { type: 'final_before_analysis' })
      }
      answered.add(choice)
    }
  }

  function toolCall(): void {
    if (isHarmony) series.count('harmony_channel_messages_total', { channel: 'tool' })
  }

  function warning({ code, message }: WarningPart): void {
    if (harmonyErrors.has(code)) series.count('harmony_channel_parse_errors_total', { kind: snake(code) })
    else if (code === 'no-structure') series.count('harmony_marker_fallback_total', { reason: 'no_structure' })
    else if (code === 'fallback') {
      const [, reason = other] = fallbackReasons.find(([words]) => message.includes(words)) ?? []
      series.count('harmony_marker_fallback_total', { reason })
    }
  }
}
