import type { Channel, Observer, WarningPart } from '@reason/core'
import { fallbackReasons, harmonyChannels, harmonyErrors, lowEfforts, other, snake } from './mappings.ts'
import type { MetricsRequest } from './request.ts'
import type { Series } from './series.ts'

/** Counts what is of Harmony: messages and their order where that adapter splits the text, its warnings wherever they come from. */
export function createHarmonyCounter(series: Series, { adapter, effort }: MetricsRequest) {
  const low = effort !== undefined && lowEfforts.has(effort)
  /** Undefined: the text is split by another adapter. */
  const choices = adapter === 'harmony' ? createSeen() : undefined

  return { block, toolCall, warning }

  function block(choice: number, channel: Channel): void {
    if (choices === undefined || choices.unstructured.has(choice)) return
    const { analysed, answered } = choices
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
    if (choices !== undefined) series.count('harmony_channel_messages_total', { channel: 'tool' })
  }

  function warning({ code, message, choice = 0 }: WarningPart): void {
    if (code === 'fallback') choices?.unstructured.add(choice)
    else if (code === 'late-structure') choices?.unstructured.delete(choice)
    if (harmonyErrors.has(code)) series.count('harmony_channel_parse_errors_total', { kind: snake(code) })
    else if (code === 'no-structure') series.count('harmony_marker_fallback_total', { reason: 'no_structure' })
    else if (code === 'fallback') {
      const [, reason = other] = fallbackReasons.find(([words]) => message.includes(words)) ?? []
      series.count('harmony_marker_fallback_total', { reason })
    }
  }
}

/** What is known of choices, by their numbers. */
const createSeen = () => ({
  analysed: new Set<number>(),
  answered: new Set<number>(),
  /** Their text had no structure in time: what it is split with instead makes no messages. */
  unstructured: new Set<number>(),
})

/** The same for a parser of channels that runs beside what the client gets, and whose result nobody else sees. */
export function createChannelsObserver(series: Series, request: MetricsRequest): Observer {
  const counter = createHarmonyCounter(series, { ...request, adapter: 'harmony' })
  return {
    id: 'metrics-channels',
    when: 'before-policy',
    types: ['block-start', 'tool-call-start', 'warning'],
    onPart(part) {
      if (part.type === 'block-start') counter.block(part.choice ?? 0, part.channel)
      else if (part.type === 'tool-call-start') counter.toolCall()
      else if (part.type === 'warning') counter.warning(part)
    },
  }
}
