import './tiles.css'
import type { GatewayState, GenerationLine, Sample } from '@reason/gateway-api'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount, formatShare } from '../../../words/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import { added, between, firstTimes, median, medianRange, percentile, sumOf } from '@reason/gateway-api/figures'
import { formatRange, formatRate, formatSeconds } from '../numbers/format.ts'
import { allTokens } from '../numbers/series.ts'

interface TileProps {
  name: string
  value: string
  hint?: string
  href?: string
  isBad?: boolean
}

function Tile({ name, value, hint, href, isBad = false }: TileProps) {
  return (
    <div class="tile card">
      <dt>{name}</dt>
      <dd>
        <span class={`tile-value number${isBad ? ' bad' : ''}`}>
          {isBad && <span aria-hidden="true">▲ </span>}
          {href === undefined ? value : <a href={href}>{value}</a>}
        </span>
        {hint !== undefined && <span class="tile-hint">{hint}</span>}
      </dd>
    </div>
  )
}

/** Tile with the median of times. @param times - In seconds. */
function FirstTile({ name, times }: { name: string; times: readonly number[] }) {
  const middle = median(times)
  return (
    <Tile
      name={name}
      value={middle === undefined ? words.notKnown : formatSeconds(middle)}
      hint={[words.tiles.median(times.length, formatCount(times.length)), ...p95Of(times)].join(' · ')}
    />
  )
}

/** 95th percentile. Left out for fewer than ten values, where it would mean little. */
const p95Of = (times: readonly number[]): string[] => (times.length < 10 ? [] : [words.tiles.p95(formatSeconds(percentile(times, 0.95)!))])

interface Props {
  /** Samples of the selected time span. */
  samples: readonly Sample[]
  generations: readonly GenerationLine[]
  spanMs: number
  state: GatewayState
}

/** Key numbers of the dashboard. */
export function Tiles({ samples, generations, spanMs, state: { sample: now, behind } }: Props) {
  const first = samples[0]!
  const last = samples.at(-1)!
  const minutes = Math.max(1 / 60, (last.at - first.at) / 60_000)
  const [from, to] = [allTokens(first), allTokens(last)]
  const reasoning = added(from.reasoning, to.reasoning)
  const answer = added(from.answer, to.answer) + added(from.commentary, to.commentary)
  const leaks = sumOf(now.leaks)
  const leaked = Object.keys(now.leaks).find((reason) => behind.traces[reason] !== undefined)
  const counted = Object.values(allTokens(now)).reduce((sum, count) => sum + count, 0)
  const after = last.overhead['first_event']
  const overhead = after && medianRange(between(first.overhead['first_event'], after))
  const inSpan = generations.filter(({ at }) => at > last.at - spanMs)
  return (
    <dl class="tiles">
      <Tile name={words.tiles.inFlight} value={formatCount(now.inFlight)} hint={words.tiles.inFlightHint} />
      <Tile
        name={words.tiles.requests}
        value={formatRate(added(sumOf(first.requests), sumOf(last.requests)) / minutes)}
        hint={words.tiles.total(formatCount(sumOf(now.requests)))}
      />
      <Tile
        name={words.tiles.tokens}
        value={formatRate((reasoning + answer) / minutes / 60)}
        hint={words.tiles.total(formatCount(counted))}
      />
      <Tile
        name={words.tiles.ratio}
        value={reasoning + answer === 0 ? words.notKnown : formatShare(reasoning / (reasoning + answer))}
        hint={words.tiles.ratioHint}
      />
      <FirstTile name={words.tiles.firstReasoning} times={firstTimes(inSpan, 'firstReasoningMs')} />
      <FirstTile name={words.tiles.firstAnswer} times={firstTimes(inSpan, 'firstAnswerMs')} />
      <Tile
        name={words.tiles.overhead}
        value={overhead === undefined ? words.notKnown : formatRange(overhead)}
        hint={words.tiles.overheadHint}
      />
      <Tile
        name={words.tiles.leaks}
        value={leaks === 0 ? words.none : formatCount(leaks)}
        hint={words.tiles.leaksHint}
        isBad={leaks > 0}
        {...(leaked !== undefined && { href: tracesHref({}, [behind.traces[leaked]!]) })}
      />
    </dl>
  )
}
