import type { Balance, KeyView } from '@reason/gateway-api'
import type { ComponentChildren } from 'preact'
import { session } from '../../../api/session.ts'
import { visibleText } from '../../../text/visible.ts'
import { formatCount } from '../../../words/numbers.ts'
import { formatDate, formatMinute } from '../../../ui/times.ts'
import { words } from '../../../words/en/keys.ts'

export type KeyAction = 'edit' | 'rotate' | 'revoke'

const tones = { active: 'good', expired: 'warn', revoked: 'bad' } as const
const marks = { active: '●', expired: '◐', revoked: '■' } as const
const levels = { ok: 'good', warning: 'warn', exceeded: 'bad' } as const
const actions: readonly KeyAction[] = ['edit', 'rotate', 'revoke']

interface KeyRowProps {
  of: KeyView
  act(what: KeyAction): void
  reset(balance: Balance): void
}

export function KeyRow({ of: key, act, reset }: KeyRowProps) {
  const { id, name, admin, state, visibility, models, createdAt, expiresAt, previousUntil, team } = key
  return (
    <tr class={state === 'active' ? '' : 'gone'}>
      <td>
        <b>{visibleText(name)}</b>{' '}
        <span class={`badge ${tones[state]}`}>
          <span aria-hidden="true">{marks[state]} </span>
          {words.keys.states[state]}
        </span>{' '}
        {admin === true && <span class="badge">{words.keys.administrator}</span>}{' '}
        {session.value?.key?.id === id && <span class="badge">{words.keys.you}</span>}
        <div class="small soft">
          <code>{id}</code>
          {team !== undefined && ` · ${words.form.team} ${visibleText(team)}`}
        </div>
        {previousUntil !== undefined && <div class="small">{words.keys.previous(formatMinute(previousUntil))}</div>}
      </td>
      <td data-label={words.keys.sees} title={words.keys.visibilities[visibility]}>
        {words.keys.visibilityShort[visibility]}
      </td>
      <td data-label={words.keys.models}>
        {models === undefined
          ? words.keys.allModels
          : models.map((model) => (
              <code key={model} class="pattern">
                {visibleText(model)}
              </code>
            ))}
      </td>
      <td data-label={words.keys.limits}>
        <Limits of={key} reset={reset} />
      </td>
      <td class="small" data-label={words.keys.made}>
        <div>
          <time dateTime={new Date(createdAt).toISOString()}>{formatDate(createdAt)}</time>
          {expiresAt !== undefined && <div>{words.keys.expires(formatDate(expiresAt - 1))}</div>}
        </div>
      </td>
      <td class="key-actions">
        {state === 'active' &&
          actions.map((what) => (
            <button
              key={what}
              type="button"
              class={`button small ${what === 'revoke' ? 'danger' : ''}`}
              aria-label={words.keys.actionOn(words.keys[what], name)}
              onClick={() => act(what)}
            >
              {words.keys[what]}
            </button>
          ))}
      </td>
    </tr>
  )
}

function Limits({ of: { name, state, rateLimits = {}, budgets, balances = [] }, reset }: Pick<KeyRowProps, 'of' | 'reset'>) {
  const { requestsPerMinute, tokensPerMinute } = rateLimits
  const sessionTokens = budgets?.session?.['tokens']
  const said = [
    ...(requestsPerMinute === undefined ? [] : [words.keys.requests(formatCount(requestsPerMinute))]),
    ...(tokensPerMinute === undefined ? [] : [words.keys.tokens(formatCount(tokensPerMinute))]),
    ...(typeof sessionTokens === 'number' ? [words.keys.budget('session', formatCount(sessionTokens))] : []),
  ]
  if (said.length === 0 && balances.length === 0) return <span class="soft">{words.keys.noLimits}</span>
  return (
    <div class="small">
      {said.map((one) => (
        <div key={one}>{one}</div>
      ))}
      {balances.map((balance) => (
        <BalanceBar key={balance.scope} balance={balance}>
          {state === 'active' && balance.used > 0 && (
            <button
              type="button"
              class="button small"
              aria-label={words.keys.actionOn(
                words.keys.reset,
                words.keys.budgetOf(balance.scope, balance.scope === 'key' ? name : balance.of),
              )}
              onClick={() => reset(balance)}
            >
              {words.keys.reset}
            </button>
          )}
        </BalanceBar>
      ))}
    </div>
  )
}

function BalanceBar({ balance: { scope, used, limit, level }, children }: { balance: Balance; children: ComponentChildren }) {
  return (
    <div class="key-balance">
      <span>{words.keys.budget(scope, `${formatCount(used)} / ${formatCount(limit)}`)}</span>
      <svg class={`key-meter ${levels[level]}`} viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
        <rect x="0" y="0" width={Math.min(100, (100 * used) / Math.max(1, limit))} height="5" />
      </svg>
      {children}
    </div>
  )
}
