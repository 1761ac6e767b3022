import './tiles.css'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount, formatShare } from '../../../ui/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import type { GatewayState, Sample } from '../live/state.ts'
import { between, quantile } from '../numbers/distribution.ts'
import { formatRate, formatSeconds } from '../numbers/format.ts'
import { added, allTokens, sumOf } from '../numbers/series.ts'

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

/** The numbers that say at a glance how it goes. @param samples - Of the span that is looked at. */
export function Tiles({ samples, state: { sample: now, behind } }: { samples: readonly Sample[]; state: GatewayState }) {
  const first = samples[0]!
  const last = samples.at(-1)!
  const minutes = Math.max(1 / 60, (last.at - first.at) / 60_000)
  const [from, to] = [allTokens(first), allTokens(last)]
  const reasoning = added(from.reasoning, to.reasoning)
  const answer = added(from.answer, to.answer) + added(from.commentary, to.commentary)
  const leaks = sumOf(now.leaks)
  const leaked = Object.keys(now.leaks).find((reason) => behind.traces[reason] !== undefined)
  const written = allTokens(now)
  const seconds = (value: number | undefined): string => (value === undefined ? words.notKnown : formatSeconds(value))
  const median = (before: Sample['firstAnswer'] | undefined, after: Sample['firstAnswer'] | undefined): string =>
    seconds(after && quantile(between(before, after), 0.5))
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
        hint={words.tiles.total(formatCount(written.reasoning + written.commentary + written.answer))}
      />
      <Tile
        name={words.tiles.ratio}
        value={reasoning + answer === 0 ? words.notKnown : formatShare(reasoning / (reasoning + answer))}
        hint={words.tiles.ratioHint}
      />
      <Tile name={words.tiles.firstReasoning} value={median(first.firstReasoning, last.firstReasoning)} hint={words.tiles.median} />
      <Tile name={words.tiles.firstAnswer} value={median(first.firstAnswer, last.firstAnswer)} hint={words.tiles.median} />
      <Tile
        name={words.tiles.overhead}
        value={median(first.overhead['first_event'], last.overhead['first_event'])}
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
