import type { ComponentChildren } from 'preact'
import { messageOf } from '../../../api/api-call-error.ts'
import { words } from '../../../words/en/dashboard.ts'
import type { Live } from '../live/state.ts'
import type { LiveData } from '../live/use-live.ts'
import { formatRecent } from '../../../ui/times.ts'

/** Head of the dashboard: connection state, version, stores, and a button to reconnect. */
export function Head({ watched: { live, problem, retry }, children }: { watched: LiveData & { live: Live }; children: ComponentChildren }) {
  const { version, configuration, since, state } = live
  const { traces, budgets } = state
  return (
    <>
      <div class="row dashboard-head">
        <h1>{words.title}</h1>
        <span class={`badge ${problem === undefined ? 'good' : 'bad'}`}>
          <span aria-hidden="true">{problem === undefined ? '● ' : '■ '}</span>
          {problem === undefined ? words.live : `${words.silent}, ${words.asOf(formatRecent(state.sample.at))}`}
        </span>
        <span class="soft small">
          {words.about(version, configuration, formatRecent(since))} · {words.stores.traces(traces.status)} ·{' '}
          {words.stores.budgets(budgets.store)}
          {budgets.unsettled > 0 && ` · ${words.stores.unsettled(String(budgets.unsettled))}`}
        </span>
        {children}
      </div>
      {problem !== undefined && (
        <p class="notice bad row">
          <span class="grow">
            {messageOf(problem)} {words.reconnecting}
          </span>
          <button type="button" class="button small" onClick={retry}>
            {words.now}
          </button>
        </p>
      )}
    </>
  )
}
