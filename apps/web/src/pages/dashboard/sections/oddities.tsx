import { words } from '../../../words/en/dashboard.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import type { Counts, Sample } from '../live/state.ts'

/** Leaks, anomalies, truncations and warnings, by reason. */
export function Oddities({ sample }: { sample: Sample }) {
  const groups: readonly [title: string, counts: Counts, tone: string][] = [
    [words.odd.leaks, sample.leaks, 'bad'],
    [words.odd.anomalies, sample.anomalies, 'bad'],
    [words.odd.truncations, sample.truncations, 'warn'],
    [words.odd.warnings, sample.warnings, ''],
  ]
  const seen = groups.filter(([, counts]) => Object.keys(counts).length > 0)
  return (
    <section class="panel-box card" aria-labelledby="odd-title">
      <h2 id="odd-title">{words.odd.title}</h2>
      {seen.length === 0 && <p class="soft">{words.odd.none}</p>}
      {seen.map(([title, counts, tone]) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul class="odds">
            {Object.entries(counts)
              .toSorted(([, a], [, b]) => b - a)
              .map(([reason, count]) => (
                <li key={reason}>
                  <b class="number">{formatCount(count)}</b> <code class={`badge ${tone}`}>{reason}</code>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {Object.keys(sample.leaks).length > 0 && (
        <p>
          <a href={tracesHref({ minLeakScore: '0.000001' })}>{words.odd.traces}</a>
        </p>
      )}
      {seen.length > 0 && <p class="small soft">{words.odd.explained}</p>}
    </section>
  )
}
