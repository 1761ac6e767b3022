import { existsSync } from 'node:fs'
import { keyRights, openKeyFile, type KeyFile, type KeyRecord, type KeyRightsOptions, type MadeKey } from '@reason/keys'
import { ReasonError } from '@reason/core'
import { defined } from '@reason/wire-kit'
import { inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { safeLine } from '../render/safe-text.ts'
import { paintFor, type Paint } from '../render/styles.ts'
import { dateOf, durationOf } from '../time.ts'

export interface KeysFlags {
  file: string
  json?: boolean
  name?: string
  visibility?: NonNullable<KeyRightsOptions['visibility']>
  models?: string[]
  admin?: boolean
  team?: string
  session?: string
  traceMode?: NonNullable<KeyRightsOptions['traceMode']>
  askEffort?: NonNullable<KeyRightsOptions['askEffort']>
  requestsPerMinute?: number
  tokensPerMinute?: number
  budget?: number
  wrapUp?: string
  expires?: string
  tags?: string[]
  grace?: string
}

/** @returns The exit code, like all functions below. */
export async function create(flags: KeysFlags, name: string): Promise<number> {
  return print(flags, await explained(flags, (file) => file.create({ name, ...rightsOf(flags) })))
}

export async function rotate(flags: KeysFlags, id: string): Promise<number> {
  const grace = durationOf('--grace', flags.grace ?? '0s')
  return print(flags, existing(id, await explained(flags, (file) => file.rotate(id, grace))))
}

export async function change(flags: KeysFlags, id: string): Promise<number> {
  const changed = await explained(flags, (file) => {
    const known = file.list().find((key) => key.id === id)
    return file.change(id, { ...rightsIn(existing(id, known)), ...defined({ name: flags.name }), ...rightsOf(flags) })
  })
  return printAll(flags, [existing(id, changed)])
}

export async function revoke(flags: KeysFlags, id: string): Promise<number> {
  return printAll(flags, [existing(id, await explained(flags, (file) => file.revoke(id)))])
}

export async function list(flags: KeysFlags): Promise<number> {
  const keys = await explained(flags, async (file) => file.list())
  const lack = existsSync(flags.file) ? 'are no keys in' : 'is no file'
  if (keys.length === 0 && flags.json !== true) process.stderr.write(`note: there ${lack} ${flags.file}\n`)
  return printAll(flags, keys)
}

async function explained<T>({ file }: KeysFlags, work: (keys: KeyFile) => Promise<T>): Promise<T> {
  try {
    return await work(openKeyFile(file))
  } catch (error) {
    if (ReasonError.is(error)) throw inputError(error.message, { cause: error })
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (code !== undefined && syscall !== undefined)
      throw inputError(`the keys in ${file} cannot be changed (${message}). Nothing has changed.`, { cause: error })
    throw error
  }
}

function rightsIn(record: KeyRecord): KeyRightsOptions {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name in keyRights.shape)) as KeyRightsOptions
}

function existing<T>(id: string, found: T | undefined): T {
  if (found === undefined) throw inputError(`there is no key ${id}. List the keys: reason keys list`)
  return found
}

function rightsOf(flags: KeysFlags): Omit<KeyRightsOptions, 'name'> {
  const { visibility, models, admin, team, session, traceMode, askEffort, wrapUp, tags } = flags
  const plain = { visibility, models, admin, team, session, traceMode, askEffort, wrapUp, tags }
  const { requestsPerMinute, tokensPerMinute, budget, expires } = flags
  const limits = defined({ requestsPerMinute, tokensPerMinute })
  return defined({
    ...plain,
    rateLimits: Object.keys(limits).length > 0 ? limits : undefined,
    budgets: budget === undefined ? undefined : { key: { tokens: budget } },
    expiresAt: expires === undefined ? undefined : expiryOf(expires),
  })
}

function expiryOf(text: string): number {
  const time = /^\d/.test(text) && /[smhdw]$/.test(text) ? Date.now() + durationOf('--expires', text) : dateOf(text)
  if (Number.isNaN(time)) throw usageError(`--expires is ${text}, but must be a date (2027-01-31) or a duration (90d).`)
  if (time <= Date.now()) throw usageError(`--expires is ${text}, which is in the past. Give a duration (90d) or a later date.`)
  return time
}

async function print({ json }: KeysFlags, { record, text }: MadeKey): Promise<number> {
  const output = createOutput()
  if (json === true) await output.write(`${JSON.stringify({ ...shown(record), key: text })}\n`)
  else {
    process.stderr.write(`note: this is the only time that the key ${record.id} is shown\n`)
    await output.write(`${text}\n`)
  }
  return exitCodes.ok
}

async function printAll({ json }: KeysFlags, keys: readonly KeyRecord[]): Promise<number> {
  const output = createOutput()
  const paint = paintFor(process.stdout)
  for (const key of keys) await output.write(json === true ? `${JSON.stringify(shown(key))}\n` : line(key, paint))
  return exitCodes.ok
}

/** The record without its hashes. A hash grants no access, but output may end up in logs. */
function shown(key: KeyRecord): object {
  const { hash: _, previous, ...rest } = key
  return { ...rest, ...(previous && { previousUntil: previous.until }) }
}

/** The latest time that `Date` can represent. A key may be set to expire even later. */
const lastTime = 8.64e15

function limitsOf({ rateLimits = {}, budgets }: KeyRecord): string[] {
  const { requestsPerMinute, tokensPerMinute } = rateLimits
  return [
    requestsPerMinute === undefined ? '' : `${requestsPerMinute} requests/min`,
    tokensPerMinute === undefined ? '' : `${tokensPerMinute} tokens/min`,
    ...Object.entries(budgets ?? {}).flatMap(([scope, limit]) =>
      limit === undefined ? [] : `budget of ${scope}${typeof limit['tokens'] === 'number' ? ` ${limit['tokens']}` : ''}`,
    ),
  ]
}

const dateOfTime = (time: number): string => new Date(Math.min(time, lastTime)).toISOString().split('T')[0]!

function stateOf({ expiresAt, revokedAt }: KeyRecord, paint: Paint): string {
  if (revokedAt !== undefined) return paint('red', `revoked ${dateOfTime(revokedAt)}`)
  if (expiresAt === undefined) return ''
  return expiresAt <= Date.now() ? paint('red', `expired ${dateOfTime(expiresAt)}`) : paint('dim', `until ${dateOfTime(expiresAt)}`)
}

function line(key: KeyRecord, paint: Paint): string {
  const { id, name, visibility, admin, models, team, tags, session, traceMode, askEffort, createdAt } = key
  const cells = [
    id,
    safeLine(name),
    `visibility ${visibility}`,
    admin === true ? paint('yellow', 'admin') : '',
    models === undefined ? '' : `models ${safeLine(models.join(' '))}`,
    team === undefined ? '' : `team ${safeLine(team)}`,
    ...limitsOf(key),
    session === undefined ? '' : `session ${safeLine(session)}`,
    tags === undefined ? '' : `tags ${safeLine(tags.join(' '))}`,
    traceMode === undefined ? '' : `traces ${traceMode}`,
    askEffort === undefined ? '' : `effort ${askEffort}`,
    paint('dim', `since ${dateOfTime(createdAt)}`),
    stateOf(key, paint),
  ]
  return `${cells.filter((cell) => cell !== '').join('  ')}\n`
}
