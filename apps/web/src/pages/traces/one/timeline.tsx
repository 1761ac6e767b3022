import type { TraceSummary } from '@reason/gateway-api'
import { formatDuration } from '../../../words/numbers.ts'
import { words } from '../../../words/en/traces.ts'

interface TimelinePhase {
  kind: 'waiting' | 'reasoning' | 'answer' | 'tool'
  from: number
  to: number
}

interface Moment {
  what: string
  at: number
  kind: 'reasoning' | 'answer' | 'tool' | 'end'
}

/**
 * Timeline of a trace, in milliseconds since the request. @param scale - Duration of the full width. Default: that of the trace. @param cursor - Moment to
 * mark.
 */
export function Timeline({ trace, scale = lengthOf(trace), cursor }: { trace: TraceSummary; scale?: number; cursor?: number | undefined }) {
  const length = lengthOf(trace)
  if (length === 0) return <p class="soft small">{words.one.noTimeline}</p>
  const phases = phasesOf(trace, length)
  const moments = momentsOf(trace, length)
  const at = (ms: number): string => `${((ms / scale) * 100).toFixed(3)}%`
  return (
    <figure class="trace-timeline">
      <svg class="trace-bar" role="img" aria-label={moments.map(({ what, at: ms }) => `${what}: ${formatDuration(ms)}`).join(', ')}>
        <defs>
          <pattern id="trace-waiting" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="1.5" height="6" class="waiting-line" />
          </pattern>
        </defs>
        {phases.map(({ kind, from, to }) => (
          <rect key={kind} class={`phase ${kind}`} x={at(from)} width={at(Math.max(to - from, scale / 500))} y="6" height="22" />
        ))}
        {moments.map(({ what, at: ms, kind }) => (
          <line key={what} class={`moment ${kind}`} x1={at(ms)} x2={at(ms)} y1="0" y2="34" />
        ))}
        {cursor !== undefined && <line class="moment cursor" x1={at(cursor)} x2={at(cursor)} y1="0" y2="34" />}
      </svg>
      <figcaption>
        <dl class="trace-moments">
          {moments.map(({ what, at: ms, kind }) => (
            <div key={what} class={kind}>
              <dt>{what}</dt>
              <dd class="number">{formatDuration(ms)}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  )
}

/** Time of the last known event, in milliseconds. */
export function lengthOf({ durationMs, timings }: TraceSummary): number {
  const { firstReasoningMs = 0, reasoningMs = 0, firstAnswerMs = 0, firstToolCallMs = 0 } = timings
  return Math.max(durationMs ?? 0, firstReasoningMs + reasoningMs, firstAnswerMs, firstToolCallMs)
}

function phasesOf({ timings }: TraceSummary, length: number): TimelinePhase[] {
  const { firstReasoningMs, reasoningMs = 0, firstAnswerMs, firstToolCallMs } = timings
  const spoken = Math.min(firstAnswerMs ?? Infinity, firstToolCallMs ?? Infinity)
  const begun = Math.min(firstReasoningMs ?? Infinity, spoken)
  const phases: TimelinePhase[] = [{ kind: 'waiting', from: 0, to: Math.min(begun, length) }]
  if (firstReasoningMs !== undefined) phases.push({ kind: 'reasoning', from: firstReasoningMs, to: firstReasoningMs + reasoningMs })
  if (firstAnswerMs !== undefined) phases.push({ kind: 'answer', from: firstAnswerMs, to: endOf(firstAnswerMs, firstToolCallMs) })
  if (firstToolCallMs !== undefined) phases.push({ kind: 'tool', from: firstToolCallMs, to: endOf(firstToolCallMs, firstAnswerMs) })
  return phases

  /** Start of the other phase, if that is later. */
  function endOf(from: number, other: number | undefined): number {
    return other !== undefined && other > from ? other : length
  }
}

function momentsOf({ timings }: TraceSummary, length: number): Moment[] {
  const { firstReasoningMs, firstAnswerMs, firstToolCallMs } = timings
  const moments: (Omit<Moment, 'at'> & { at: number | undefined })[] = [
    { what: words.one.firstReasoning, at: firstReasoningMs, kind: 'reasoning' },
    { what: words.one.firstToolCall, at: firstToolCallMs, kind: 'tool' },
    { what: words.one.firstAnswer, at: firstAnswerMs, kind: 'answer' },
    { what: words.one.end, at: length, kind: 'end' },
  ]
  return moments.filter((moment): moment is Moment => moment.at !== undefined).toSorted((a, b) => a.at - b.at)
}
