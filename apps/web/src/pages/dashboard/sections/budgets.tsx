import './budgets.css'
import type { BudgetLine, GatewayState, LiveBalance } from '@reason/gateway-api'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount } from '../../../words/numbers.ts'
import { hrefOf } from '../../../navigation/route.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import { formatRecent } from '../../../ui/times.ts'

const tones = { ok: 'good', warning: 'warn', exceeded: 'bad' } as const
const marks = { ok: '●', warning: '◐', exceeded: '■' } as const

const levels = ['exceeded', 'warning', 'ok'] as const

/** Sorts exceeded budgets first, then warnings. Within a level the order is stable, so rows do not jump. */
const byUrgency = (a: LiveBalance, b: LiveBalance): number =>
  levels.indexOf(a.level) - levels.indexOf(b.level) || a.scope.localeCompare(b.scope) || a.of.localeCompare(b.of)

/** Budgets of sessions, keys and teams, and their recent events. */
export function Budgets({ budgets, events }: { budgets: GatewayState['budgets']; events: readonly BudgetLine[] }) {
  const stopped = budgets.counts['stopped'] ?? 0
  return (
    <section class="panel-box card" aria-labelledby="budgets-title">
      <h2 id="budgets-title">{words.budgets.title}</h2>
      {budgets.balances.length === 0 ? (
        <p class="soft">{words.budgets.none}</p>
      ) : (
        <ul class="stack balances">
          {budgets.balances.toSorted(byUrgency).map((balance) => (
            <BalanceRow key={`${balance.scope} ${balance.of} ${balance.key ?? ''}`} balance={balance} />
          ))}
        </ul>
      )}
      <h3>{words.budgets.events}</h3>
      {stopped > 0 && <p>{words.budgets.stopped(formatCount(stopped))}</p>}
      {events.length === 0 ? (
        <p class="soft">{words.budgets.noEvents}</p>
      ) : (
        <ol class="lines">
          {events.slice(0, 8).map((event) => (
            <li key={`${event.at} ${event.what} ${event.of}`}>
              <time class="soft number" dateTime={new Date(event.at).toISOString()}>
                {formatRecent(event.at)}
              </time>{' '}
              {event.of === null ? '' : `${words.budgets.scopes[event.scope ?? ''] ?? ''} ${event.of} `}
              <span class={`badge ${event.what === 'warning' ? 'warn' : 'bad'}`}>{words.budgets.what[event.what]}</span>
              {event.times > 1 && <span class="soft number"> {words.budgets.times(formatCount(event.times))}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function BalanceRow({ balance }: { balance: LiveBalance }) {
  const { scope, of, used, reserved, limit, level, action, resetsAt, forgottenAt, key } = balance
  const width = (tokens: number): number => Math.min(100, (100 * tokens) / Math.max(1, limit))
  const href = scope === 'session' ? tracesHref({ session: of }) : hrefOf('keys')
  return (
    <li class="balance">
      <div class="balance-head">
        <span>
          <span class="soft">{words.budgets.scopes[scope]}</span> <a href={href}>{of}</a>
          {scope === 'session' && key != null && <span class="soft small"> · {key}</span>}
        </span>
        <span class="number small">
          {words.budgets.of(formatCount(used), formatCount(limit))}
          {reserved > 0 && <span class="soft"> {words.budgets.held(formatCount(reserved))}</span>}{' '}
          <span class={`badge ${tones[level]}`}>
            <span aria-hidden="true">{marks[level]} </span>
            {words.budgets.levels[level]}
          </span>
        </span>
      </div>
      <svg class={`meter ${tones[level]}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="meter-reserved" x="0" y="0" width={width(used + reserved)} height="6" />
        <rect class="meter-used" x="0" y="0" width={width(used)} height="6" />
      </svg>
      {level !== 'ok' && (
        <p class="small soft">
          {words.budgets.actions[action]}
          {resetsAt !== undefined && ` · ${words.budgets.resets(formatRecent(resetsAt))}`}
          {forgottenAt !== undefined && ` · ${words.budgets.forgotten(formatRecent(forgottenAt))}`}
        </p>
      )}
    </li>
  )
}
