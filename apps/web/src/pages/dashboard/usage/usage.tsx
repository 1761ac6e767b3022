import './usage.css'
import type { GroupUsage, UsageFigures, UsageReport } from '@reason/gateway-api'
import { useState } from 'preact/hooks'
import { ApiCallError } from '../../../api/api-call-error.ts'
import { Loading } from '../../../ui/loading.tsx'
import { formatCount, formatShare } from '../../../words/numbers.ts'
import { SortHead, useSort } from '../../../ui/sort.tsx'
import { sorted } from '../../../ui/sorted.ts'
import { Problem } from '../../../ui/problem.tsx'
import { Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/dashboard.ts'
import { tracesHref, type Filters } from '../../traces/list/filters.ts'
import { useUsage, type UsageGrouping, type UsageQuery } from './use-usage.ts'

/** Token usage of all stored traces, by model, key or another grouping. */
export function Usage() {
  const [asked, ask] = useState<UsageQuery>({ by: 'model', since: '7d' })
  const { told, problem, isAsking, retry } = useUsage(asked)
  const isOff = problem instanceof ApiCallError && problem.code === 'traces_off'
  return (
    <section class="panel-box card wide" aria-labelledby="usage-title" aria-busy={isAsking}>
      <div class="row usage-head">
        <h2 id="usage-title">{words.usage.title}</h2>
        <Select
          class="usage-choice"
          label={words.usage.by}
          value={asked.by}
          options={words.usage.ways}
          onChange={(by) => ask({ ...asked, by })}
        />
        <Select
          class="usage-choice"
          label={words.usage.since}
          value={asked.since}
          options={words.usage.spans}
          onChange={(since) => ask({ ...asked, since })}
        />
      </div>
      {isOff ? (
        <p class="soft">{problem.message}</p>
      ) : problem !== undefined ? (
        <Problem title={words.usage.notThere} error={problem} action={{ label: words.now, act: retry }} />
      ) : told === undefined ? (
        <Loading what={words.usage.loading} />
      ) : (
        <>
          {told.groups === 0 ? <p class="soft">{words.usage.none}</p> : <Table key={told.by} {...told} />}
          {told.unreadable !== undefined && (
            <p class="notice warn small" role="status">
              {words.usage.unreadable(told.unreadable)}
            </p>
          )}
        </>
      )}
    </section>
  )
}

const columns = ['traces', 'input', 'cached', 'output', 'reasoning', 'share'] as const
type UsageColumn = 'of' | (typeof columns)[number]

function valueOf(group: GroupUsage, column: UsageColumn): number | string | undefined {
  if (column === 'of') return group.name ?? group.of ?? undefined
  if (column !== 'share') return group[column]
  return group.written === 0 ? undefined : group.reasoning / group.written
}

function Table({ items, all, groups, by, since }: UsageReport & UsageQuery) {
  const sort = useSort<UsageColumn>(by === 'day' ? 'of' : 'reasoning')
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="usage-title">
        <table class="table usage-table">
          <thead>
            <tr>
              <SortHead sort={sort} column="of">
                {words.usage.ways[by]}
              </SortHead>
              {columns.map((column) => (
                <SortHead key={column} sort={sort} column={column} isNumber>
                  {words.usage[column]}
                </SortHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(items, sort, valueOf).map((group) => (
              <tr key={group.of}>
                <td>
                  <Name group={group} by={by} since={since} />
                </td>
                <Numbers of={group} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.usage.all}</th>
              <Numbers of={all} />
            </tr>
          </tfoot>
        </table>
      </div>
      {groups > items.length && <p class="small soft">{words.usage.more(formatCount(groups - items.length))}</p>}
      {isEstimate(all) && <p class="small soft">{words.usage.estimated}</p>}
      {all.unreported > 0 && <p class="small soft">{words.usage.unreported(formatCount(all.unreported), formatCount(all.traces))}</p>}
    </>
  )
}

/** Filter for the traces of a group. Undefined if the list of traces has no such filter. */
const filterOf: Readonly<Record<UsageGrouping, ((of: string) => Filters) | undefined>> = {
  model: (model) => ({ model }),
  team: (tenant) => ({ tenant }),
  session: (session) => ({ session }),
  key: (key) => ({ key }),
  upstream: undefined,
  day: (day) => ({ since: String(Date.parse(day)), until: String(Date.parse(day) + 86_400_000) }),
}

function Name({ group: { of, name }, by, since }: { group: GroupUsage } & UsageQuery) {
  if (of === null) return <span class="soft">{words.usage.unnamed}</span>
  const filters = filterOf[by]?.(of)
  const href = filters === undefined ? undefined : tracesHref(since === '' ? filters : { since, ...filters })
  const text = name ?? of
  return href === undefined ? (
    <span class="mono">{text}</span>
  ) : (
    <a class="mono" href={href}>
      {text}
    </a>
  )
}

/** Whether the share of reasoning is an estimate. It is exact if providers report both counts. */
const isEstimate = ({ written, output }: UsageFigures): boolean => written !== output

function Numbers({ of }: { of: UsageFigures }) {
  const { traces, input, cached, output, reasoning, written } = of
  const mark = isEstimate(of) ? '≈ ' : ''
  return (
    <>
      <td class="number">{formatCount(traces)}</td>
      {[input, cached, output].map((value, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns stay where they are
        <td key={index} class="number">
          {value === 0 ? words.notKnown : formatCount(value)}
        </td>
      ))}
      <td class="number">{reasoning === 0 ? words.notKnown : mark + formatCount(reasoning)}</td>
      <td class="number">{written === 0 ? words.notKnown : mark + formatShare(reasoning / written)}</td>
    </>
  )
}
