import type { KeyRights, KeyView } from '@reason/gateway-api'

/** What a form holds: texts, as they are written. */
export interface Draft {
  name: string
  admin: boolean
  visibility: KeyRights['visibility']
  models: string
  team: string
  session: string
  /** Empty: as the gateway. */
  traceMode: KeyRights['traceMode'] | ''
  /** A day, as `input type="date"` has it. The key opens until its end, where the reader is. */
  expires: string
  requestsPerMinute: string
  tokensPerMinute: string
  keyTokens: string
  keyAction: string
  sessionTokens: string
  sessionAction: string
  /** `own`: the text of `wrapUpText`. Empty: as the gateway. */
  wrapUp: string
  wrapUpText: string
  /** Empty: as the gateway. */
  askEffort: NonNullable<KeyRights['askEffort']> | ''
}

export const emptyDraft: Draft = {
  name: '',
  admin: false,
  visibility: 'none',
  models: '',
  team: '',
  session: '',
  traceMode: '',
  expires: '',
  requestsPerMinute: '',
  tokensPerMinute: '',
  keyTokens: '',
  keyAction: 'reject',
  sessionTokens: '',
  sessionAction: 'reject',
  wrapUp: '',
  wrapUpText: '',
  askEffort: '',
}

const textOf = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise

export function draftOf(key: KeyRights): Draft {
  const { models = [], budgets = {}, rateLimits = {}, expiresAt } = key
  return {
    name: key.name,
    admin: key.admin === true,
    visibility: key.visibility,
    models: models.join(', '),
    team: textOf(key.team),
    session: textOf(key.session),
    traceMode: key.traceMode ?? '',
    expires: lastDayOf(expiresAt),
    requestsPerMinute: textOf(rateLimits.requestsPerMinute),
    tokensPerMinute: textOf(rateLimits.tokensPerMinute),
    keyTokens: textOf(budgets.key?.['tokens']),
    keyAction: textOf(budgets.key?.['action'], 'reject'),
    sessionTokens: textOf(budgets.session?.['tokens']),
    sessionAction: textOf(budgets.session?.['action'], 'reject'),
    ...wrapUpDraft(key.wrapUp),
    askEffort: key.askEffort ?? '',
  }
}

/** @param before - Of a key that is changed: what the form does not show stays as it is. */
export function rightsOf(draft: Draft, before?: KeyView): KeyRights {
  const models = draft.models
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const rateLimits = { ...numberOf('requestsPerMinute', draft.requestsPerMinute), ...numberOf('tokensPerMinute', draft.tokensPerMinute) }
  const key = budgetOf(draft.keyTokens, draft.keyAction, before?.budgets?.key)
  const session = budgetOf(draft.sessionTokens, draft.sessionAction, before?.budgets?.session)
  const wrapUp = draft.wrapUp === 'own' ? draft.wrapUpText.trim() : draft.wrapUp
  const budgets = { ...(before?.budgets?.team && { team: before.budgets.team }), ...(key && { key }), ...(session && { session }) }
  return {
    name: draft.name.trim(),
    visibility: draft.visibility,
    ...(draft.admin && { admin: true }),
    ...(models.length > 0 && { models }),
    ...(draft.team.trim() !== '' && { team: draft.team.trim() }),
    ...(draft.session.trim() !== '' && { session: draft.session.trim() }),
    ...(draft.traceMode !== '' && draft.traceMode !== undefined && { traceMode: draft.traceMode }),
    ...(draft.expires !== '' && { expiresAt: expiryOf(draft.expires, before?.expiresAt) }),
    ...(Object.keys(rateLimits).length > 0 && { rateLimits }),
    ...(Object.keys(budgets).length > 0 && { budgets }),
    ...(draft.askEffort !== '' && { askEffort: draft.askEffort }),
    ...(before?.tags !== undefined && { tags: before.tags }),
    ...(wrapUp !== '' && { wrapUp }),
  }
}

/** `on` and `off` are words of the setting; anything else is a message. */
const wrapUpDraft = (wrapUp = ''): Pick<Draft, 'wrapUp' | 'wrapUpText'> =>
  ['', 'on', 'off'].includes(wrapUp) ? { wrapUp, wrapUpText: '' } : { wrapUp: 'own', wrapUpText: wrapUp }

type Limit = NonNullable<KeyRights['budgets']>['key']

function budgetOf(tokens: string, action: string, before: Limit): Limit {
  if (tokens.trim() === '') {
    // A window or a warning of its own may stand there without a number.
    const { tokens: _, action: __, ...rest } = before ?? {}
    return Object.keys(rest).length > 0 ? rest : undefined
  }
  return { ...before, tokens: Number(tokens), action }
}

const numberOf = <Name extends string>(name: Name, text: string): { [K in Name]?: number } =>
  (text.trim() === '' ? {} : { [name]: Number(text) }) as { [K in Name]?: number }

/** A time that was set elsewhere, to the minute, holds for as long as its day is not changed: no key opens longer for having a new name. */
const expiryOf = (day: string, before: number | undefined): number =>
  before !== undefined && lastDayOf(before) === day ? before : endOf(day)

/** Empty: it does not expire. */
const lastDayOf = (expiresAt: number | undefined): string => (expiresAt === undefined ? '' : dayOf(expiresAt - 1))

/** `2026-11-20`, where the reader is. */
function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The beginning of the day after it. */
function endOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).getTime()
}
