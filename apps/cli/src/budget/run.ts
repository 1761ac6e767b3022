import { inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { paintFor, type Paint } from '../render/styles.ts'

export interface BudgetFlags {
  gateway?: string
  json?: boolean
}

/** As a gateway says how a budget stands. */
interface Balance {
  scope: string
  of: string
  limit: number
  used: number
  reserved: number
  available: number
  level: 'ok' | 'warning' | 'exceeded'
  action: string
  resetsAt?: number
}

const usual = 'http://127.0.0.1:8787'

/**
 * Asks a gateway how the budget of a session stands, or says how much is used.
 *
 * @param used - Undefined: it is only asked.
 * @returns The exit code.
 */
export async function runBudget(session: string, used: string | undefined, flags: BudgetFlags): Promise<number> {
  const tokens = used === undefined ? undefined : Number(used)
  if (tokens !== undefined && (!Number.isSafeInteger(tokens) || tokens < 0)) {
    throw usageError(`${used} are no tokens. Give a whole number, 0 or more.`)
  }
  const { budgets } = await ask(flags.gateway ?? process.env['REASON_GATEWAY'] ?? usual, session, tokens)
  const paint = paintFor(process.stdout)
  const text =
    budgets.length === 0 ? `No budget binds the session ${JSON.stringify(session)}.\n` : budgets.map((one) => render(one, paint)).join('')
  await createOutput().write(flags.json === true ? `${JSON.stringify(budgets)}\n` : text)
  return exitCodes.ok
}

async function ask(gateway: string, session: string, used: number | undefined): Promise<{ budgets: Balance[] }> {
  if (!URL.canParse(gateway)) throw usageError(`--gateway is ${gateway}, but must be an address like ${usual}.`)
  const address = `${gateway.replace(/\/+$/, '')}/api/sessions/${encodeURIComponent(session)}/budget`
  let response: Response
  try {
    response = await fetch(
      address,
      used === undefined ? {} : { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ used }) },
    )
  } catch (error) {
    throw inputError(`no gateway answers at ${gateway}. Start it, or say with --gateway where it is.`, { cause: error })
  }
  const body = (await response.json().catch(() => undefined)) as { budgets: Balance[]; error?: { message?: string } } | undefined
  if (response.ok && body !== undefined) return body
  throw inputError(`${gateway} answers with HTTP ${response.status}${body?.error?.message === undefined ? '' : `: ${body.error.message}`}`)
}

const styles = { ok: 'green', warning: 'yellow', exceeded: 'red' } as const
const barWidth = 24

function render({ scope, of, limit, used, reserved, available, level, action, resetsAt }: Balance, paint: Paint): string {
  const share = Math.min(1, used / limit)
  const bar = paint(styles[level], '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░'))
  const until = resetsAt === undefined ? '' : `, until ${new Date(resetsAt).toISOString()}`
  const then = level === 'exceeded' ? ` (${action}${until})` : ''
  return `${scope} ${of}  ${bar}  ${used} of ${limit} tokens used${reserved > 0 ? `, ${reserved} reserved` : ''}, ${available} left${then}\n`
}
