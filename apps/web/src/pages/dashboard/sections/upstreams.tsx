import type { GatewayState, LiveUpstream } from '@reason/gateway-api'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount, formatDuration, formatShare } from '../../../words/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'

const tones = { up: 'good', degraded: 'warn', down: 'bad', draining: '' } as const
const marks = { up: '●', degraded: '◐', down: '■', draining: '○' } as const

/** State of the upstreams. For a single upstream, the outcomes of its requests. */
export function Upstreams({ state: { upstreams, sample } }: { state: GatewayState }) {
  return (
    <section class="panel-box card wide" aria-labelledby="upstreams-title">
      <h2 id="upstreams-title">{words.upstreams.title}</h2>
      {upstreams.length === 0 ? <Single outcomes={sample.upstreamOutcomes} /> : <Table upstreams={upstreams} />}
      {(sample.generations['error'] ?? 0) > 0 && (
        <p class="small">
          <a href={tracesHref({ outcome: 'error' })}>{words.upstreams.traces}</a>
        </p>
      )}
    </section>
  )
}

function Single({ outcomes }: { outcomes: Readonly<Record<string, number>> }) {
  const rows = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a)
  if (rows.length === 0) return <p class="soft">{words.upstreams.noneYet}</p>
  return (
    <>
      <p class="soft small">{words.upstreams.single}</p>
      <ul class="odds">
        {rows.map(([outcome, count]) => (
          <li key={outcome}>
            <b class="number">{formatCount(count)}</b> <code class={`badge ${outcome === 'ok' ? 'good' : 'bad'}`}>{outcome}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

function Table({ upstreams }: { upstreams: readonly LiveUpstream[] }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-labelledby="upstreams-title">
      <table class="table">
        <thead>
          <tr>
            <th>{words.upstreams.upstream}</th>
            <th>{words.upstreams.health}</th>
            <th class="number">{words.upstreams.load}</th>
            <th class="number">{words.upstreams.failures}</th>
            <th class="number">{words.upstreams.firstByte}</th>
            <th>{words.upstreams.last}</th>
          </tr>
        </thead>
        <tbody>
          {upstreams.map((one) => (
            <tr key={one.upstream}>
              <td class="mono">{one.upstream}</td>
              <td>
                <span class={`badge ${tones[one.health]}`}>
                  <span aria-hidden="true">{marks[one.health]} </span>
                  {words.upstreams.states[one.health]}
                </span>
                <span class="small soft"> {whyOf(one)}</span>
              </td>
              <td class="number">
                {formatCount(one.inFlight)}
                {one.queued > 0 && <span class="small soft"> · {words.upstreams.queued(formatCount(one.queued))}</span>}
              </td>
              <td class="number">{formatShare(one.failureRate)}</td>
              <td class="number">{one.firstByteMs === undefined ? words.notKnown : formatDuration(one.firstByteMs)}</td>
              <td class="small">
                {one.lastFailure === undefined
                  ? words.none
                  : words.upstreams.ago(one.lastFailure.kind, formatDuration(one.lastFailure.agoMs))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function whyOf({ circuit, openForMs, asideForMs }: LiveUpstream): string {
  const said = [
    ...(circuit === 'closed' ? [] : [words.upstreams.circuit(circuit)]),
    ...(openForMs === undefined ? [] : [words.upstreams.trying(formatDuration(openForMs))]),
    ...(asideForMs === undefined ? [] : [words.upstreams.aside(formatDuration(asideForMs))]),
  ]
  return said.join(', ')
}
