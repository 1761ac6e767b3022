import './dashboard.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { announce } from '../../ui/announcer.tsx'
import { hrefOf } from '../../navigation/route.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Problem } from '../../ui/problem.tsx'
import { words } from '../../words/en/dashboard.ts'
import type { Live } from './live/state.ts'
import { useLive } from './live/use-live.ts'
import { sumOf } from '@reason/gateway-api/figures'
import { lastOf, type TimeSpan } from './numbers/series.ts'
import { Budgets } from './sections/budgets.tsx'
import { Charts } from './sections/charts.tsx'
import { Head } from './sections/head.tsx'
import { ModelsTable } from './sections/models-table.tsx'
import { Oddities } from './sections/oddities.tsx'
import { Recent } from './sections/recent.tsx'
import { Tiles } from './sections/tiles.tsx'
import { TodoList } from './sections/todo/todo-list.tsx'
import { Upstreams } from './sections/upstreams.tsx'
import { Usage } from './usage/usage.tsx'

/**
 * Time spans of the page. The gateway sends a sample every two seconds. It keeps one per ten seconds after two minutes, and one per two minutes after fifteen.
 */
const spans = {
  short: { ms: 2 * 60_000, stepMs: 1000 },
  long: { ms: 15 * 60_000, stepMs: 15_000 },
  hours: { ms: 6 * 3_600_000, stepMs: 240_000 },
} as const satisfies Record<string, TimeSpan>

export default function DashboardPage() {
  const watched = useLive()
  const { live, problem, retry } = watched
  const [span, setSpan] = useState<keyof typeof spans>('short')
  const isSilent = problem !== undefined
  useEffect(() => {
    if (live !== undefined) announce(isSilent ? words.announce.silent : words.announce.live)
  }, [isSilent, live === undefined])
  const latest = live?.budgetEvents[0]
  useEffect(() => {
    // Refusals are too frequent to be announced.
    if (latest?.of != null && latest.what !== 'refused')
      announce(words.announce.budget(latest.scope ?? '', latest.of, words.budgets.what[latest.what]))
  }, [latest?.at, latest?.of])

  if (live === undefined) {
    return (
      <div class="stack page dashboard">
        <h1>{words.title}</h1>
        {isSilent ? (
          <Problem title={words.notThere} error={problem} action={{ label: words.now, act: retry }} />
        ) : (
          <Loading what={words.loading} />
        )}
      </div>
    )
  }
  return (
    <div class="stack page dashboard">
      <Head watched={{ ...watched, live }}>
        <div class="span-choice" role="group" aria-label={words.span}>
          {(Object.keys(spans) as (keyof typeof spans)[]).map((name) => (
            <button key={name} type="button" class="button small" aria-pressed={name === span} onClick={() => setSpan(name)}>
              {words.spans[name]}
            </button>
          ))}
        </div>
      </Head>
      <Body live={live} span={spans[span]} />
    </div>
  )
}

function Body({ live, span }: { live: Live; span: TimeSpan }) {
  const { samples: all, state, generations, budgetEvents } = live
  const samples = useMemo(() => lastOf(all, span), [all, span])
  const isFresh = sumOf(state.sample.requests) === 0 && state.sample.inFlight === 0
  return (
    <>
      {isFresh && (
        <Empty title={words.nothingYet}>
          <p>{words.nothingYetHow}</p>
          <a class="button primary" href={hrefOf('playground')}>
            {words.toPlayground}
          </a>
        </Empty>
      )}
      {!isFresh && <TodoList live={live} />}
      <Tiles samples={samples} generations={generations} spanMs={span.ms} state={state} />
      <Charts samples={samples} generations={generations} span={span} />
      <div class="boxes">
        <ModelsTable sample={state.sample} behind={state.behind} />
        <div class="stack boxes-column">
          <Budgets budgets={state.budgets} events={budgetEvents} />
          <Oddities sample={state.sample} behind={state.behind} />
        </div>
        <Upstreams state={state} />
        <Recent generations={generations} />
        <Usage />
      </div>
    </>
  )
}
