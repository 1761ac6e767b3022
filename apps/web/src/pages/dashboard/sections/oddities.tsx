import type { Counts, Examples, Sample } from '@reason/gateway-api'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount } from '../../../words/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'

interface Group {
  title: string
  counts: Counts
  tone: string
  /** The code as traces and the documentation spell it. Default: as in metrics. */
  spelt?(reason: string): string
  /** Link to the traces behind a count. Undefined if no trace was stored, or it is unknown. */
  href(reason: string): string | undefined
}

/** Leaks, anomalies, truncations and warnings, by reason. */
export function Oddities({ sample, behind }: { sample: Sample; behind: Examples }) {
  const latest = (reason: string): string | undefined => {
    const trace = behind.traces[reason]
    return trace === undefined ? undefined : tracesHref({}, [trace])
  }
  const ended = (cause: string): string => tracesHref({ outcome: hyphened(cause) })
  const groups: readonly Group[] = [
    { title: words.odd.leaks, counts: sample.leaks, tone: 'bad', href: latest },
    { title: words.odd.anomalies, counts: sample.anomalies, tone: 'bad', href: latest },
    { title: words.odd.truncations, counts: sample.truncations, tone: 'warn', spelt: hyphened, href: ended },
    { title: words.odd.warnings, counts: sample.warnings, tone: '', spelt: hyphened, href: latest },
  ]
  const seen = groups.filter(({ counts }) => Object.keys(counts).length > 0)
  return (
    <section class="panel-box card" aria-labelledby="odd-title">
      <h2 id="odd-title">{words.odd.title}</h2>
      {seen.length === 0 ? <p class="soft">{words.odd.none}</p> : seen.map((group) => <Reasons key={group.title} {...group} />)}
      {seen.length > 0 && <p class="small soft">{words.odd.explained}</p>}
    </section>
  )
}

/** Metrics use underscores in outcomes and warnings, traces use hyphens. */
const hyphened = (code: string): string => code.replaceAll('_', '-')

function Reasons({ title, counts, tone, spelt = String, href }: Group) {
  return (
    <div>
      <h3>{title}</h3>
      <ul class="odds">
        {Object.entries(counts)
          .toSorted(([, a], [, b]) => b - a)
          .map(([reason, count]) => (
            <li key={reason}>
              <b class="number">{formatCount(count)}</b> <Code reason={spelt(reason)} tone={tone} href={href(reason)} />
            </li>
          ))}
      </ul>
    </div>
  )
}

function Code({ reason, tone, href }: { reason: string; tone: string; href: string | undefined }) {
  const code = <code class={`badge ${tone}`}>{reason}</code>
  return href === undefined ? code : <a href={href}>{code}</a>
}
