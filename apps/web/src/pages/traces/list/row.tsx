import { formatCount, formatDuration } from '../../../words/numbers.ts'
import { visibleText } from '../../../text/visible.ts'
import { words } from '../../../words/en/traces.ts'
import { OutcomeBadge } from '../../../ui/outcome.tsx'
import { formatTime } from '../../../ui/times.ts'
import type { PagerLine } from './pager.ts'

interface Props {
  line: PagerLine
  href: string
  isCurrent: boolean
  isActive: boolean
  /** Number in the whole list, from 1. */
  number: number
  top: number
  height: number
  onFocus(): void
}

/** A trace in the list. The row is a link, so it can be opened in a new tab and copied. */
export function Row({ line, href, isCurrent, isActive, number, top, height, onFocus }: Props) {
  const { id, createdAt, model, sessionKey, outcome, reasoningTokens, isEstimate, totalTokens, durationMs } = line
  return (
    <li class="trace-line" style={{ top: `${top}px`, height: `${height}px` }} aria-posinset={number} aria-setsize={-1}>
      <a href={href} data-trace={id} tabIndex={isActive ? 0 : -1} onFocus={onFocus} {...(isCurrent && { 'aria-current': 'true' as const })}>
        <time class="number" dateTime={new Date(createdAt).toISOString()}>
          {formatTime(createdAt)}
        </time>
        <span class="trace-model mono">{model === null ? words.list.noModel : visibleText(model)}</span>
        <span class="trace-outcome">
          <OutcomeBadge outcome={outcome} />
        </span>
        <span class="trace-session mono">{sessionKey === null ? '' : visibleText(sessionKey)}</span>
        <span class="trace-numbers">
          <span class="trace-reasoning number" title={words.list.reasoning(reasoningTokens)}>
            {isEstimate && '≈ '}
            {reasoningTokens === null ? '–' : formatCount(reasoningTokens)}
          </span>
          <span class="trace-total number">{totalTokens === null ? '–' : formatCount(totalTokens)}</span>
          <span class="trace-duration number">{durationMs === null ? '' : formatDuration(durationMs)}</span>
        </span>
        <span class="trace-flags">
          <Flags line={line} />
        </span>
        {line.snippet !== undefined && <Found snippet={line.snippet} />}
      </a>
    </li>
  )
}

function Flags({ line: { leakScore, warnings, hasError, outcome } }: { line: PagerLine }) {
  return (
    <>
      {leakScore !== null && leakScore >= leastShown && (
        <Flag
          tone={leakScore >= leastLeak ? 'bad' : 'neutral'}
          text={`▲ ${words.list.leak(leakScore)}`}
          short={`▲ ${leakScore.toFixed(2)}`}
          title={words.list.leakHint}
        />
      )}
      {hasError && outcome !== 'error' && <span class="badge bad">{words.list.error}</span>}
      {warnings > 0 && (
        <Flag tone="warn" text={words.list.warnings(warnings)} short={`! ${warnings}`} title={words.list.warnings(warnings)} />
      )}
    </>
  )
}

/** Minimum leak score that is shown, and the score from which policies report a leak by default. Below the first, any two texts on one subject score. */
const leastShown = 0.1
const leastLeak = 0.35

/** A badge. Narrow lists show only `short`; screen readers always read `text`. */
function Flag({ tone, text, short, title }: { tone: string; text: string; short: string; title: string }) {
  return (
    <span class={`badge ${tone}`} title={title}>
      <span class="trace-flag-text">{text}</span>
      <span class="trace-flag-short" aria-hidden="true">
        {short}
      </span>
    </span>
  )
}

/** Model text with the matches of a search. Shown as text, never as markup. */
function Found({ snippet: { text, ranges, cutBefore, cutAfter } }: { snippet: NonNullable<PagerLine['snippet']> }) {
  let at = 0
  const pieces = ranges.flatMap(({ start, end }) => {
    const piece = [visibleText(text.slice(at, start)), <mark key={start}>{visibleText(text.slice(start, end))}</mark>]
    at = end
    return piece
  })
  return (
    <span class="trace-found" dir="auto">
      {cutBefore && '…'}
      {pieces}
      {visibleText(text.slice(at))}
      {cutAfter && '…'}
    </span>
  )
}
