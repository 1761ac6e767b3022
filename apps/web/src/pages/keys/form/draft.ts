import type { KeyRights, KeyView } from '@reason/gateway-api'

/** Values of the form, as text. */
export interface KeyDraft {
  name: string
  admin: boolean
  visibility: KeyRights['visibility']
  models: string
  team: string
  session: string
  /** Empty: the gateway's default. */
  traceMode: KeyRights['traceMode'] | ''
  /** Last day of the key, as in `input type="date"`. The key is valid until its end, in the local time zone. */
  expires: string
  requestsPerMinute: string
  tokensPerMinute: string
  keyTokens: string
  keyAction: string
  sessionTokens: string
  sessionAction: string
  /** `own`: the text of `wrapUpText`. Empty: the gateway's default. */
  wrapUp: string
  wrapUpText: string
  /** Empty: the gateway's default. */
  askEffort: NonNullable<KeyRights['askEffort']> | ''
}

export const emptyDraft: KeyDraft = {
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

export function draftOf(key: KeyRights): KeyDraft {
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

/** Converts a draft to rights. @param before - The key that is edited. Fields that are not in the form keep its values. */
export function rightsOf(draft: KeyDraft, before?: KeyView): KeyRights {
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

/** `on` and `off` are values of the setting. Any other text is a message. */
const wrapUpDraft = (wrapUp = ''): Pick<KeyDraft, 'wrapUp' | 'wrapUpText'> =>
  ['', 'on', 'off'].includes(wrapUp) ? { wrapUp, wrapUpText: '' } : { wrapUp: 'own', wrapUpText: wrapUp }

type KeyLimit = NonNullable<KeyRights['budgets']>['key']

function budgetOf(tokens: string, action: string, before: KeyLimit): KeyLimit {
  if (tokens.trim() === '') {
    // A budget without a number may still have a window or a warning level.
    const { tokens: _, action: __, ...rest } = before ?? {}
    return Object.keys(rest).length > 0 ? rest : undefined
  }
  return { ...before, tokens: Number(tokens), action }
}

const numberOf = <Name extends string>(name: Name, text: string): { [K in Name]?: number } =>
  (text.trim() === '' ? {} : { [name]: Number(text) }) as { [K in Name]?: number }

/** Expiry of a day. If the day is unchanged, the previous expiry stays, to the millisecond, so that editing does not extend a key. */
const expiryOf = (day: string, before: number | undefined): number =>
  before !== undefined && lastDayOf(before) === day ? before : endOf(day)

/** Last day on which a key is valid. Empty if it does not expire. */
const lastDayOf = (expiresAt: number | undefined): string => (expiresAt === undefined ? '' : dayOf(expiresAt - 1))

/** Date in the local time zone: `2026-11-20`. */
function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Start of the next day, in the local time zone. */
function endOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).getTime()
}
