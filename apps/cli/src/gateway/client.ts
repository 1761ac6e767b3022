import { describeNetworkFailure } from '@reason/doctor/http'
import { CliError, inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { plural } from '../render/plural.ts'
import { safeText } from '../render/safe-text.ts'

/** Which gateway, and how it knows who asks. */
export interface GatewayFlags {
  gateway?: string
  /** The name of an environment variable: keys stand on no command line. */
  keyEnv?: string
}

/** The default address of a gateway. */
const usualGateway = 'http://127.0.0.1:8787'

const usualKey = 'REASON_KEY'

/** It answers, but as no gateway does. */
export const noGateway = (url: string, path: string, what: string): CliError =>
  inputError(`${url} is no gateway of Reason: it answers ${path} with ${what}. Set its address with --gateway.`)

/** It answers, and says no. */
export class GatewayRefusal extends CliError {
  readonly status: number

  constructor(status: number, message: string) {
    super(exitCodes.input, message)
    this.status = status
  }
}

/** A gateway that runs. */
export interface GatewayClient {
  /** Its address, without a slash at the end. */
  readonly url: string
  /** @throws {CliError} if no gateway answers; {@link GatewayRefusal} on any status but 2xx, with the gateway's own message */
  send(path: string, init?: { method?: string; body?: unknown; signal?: AbortSignal }): Promise<Response>
  /** The same, for an answer in JSON. */
  json<T>(path: string, init?: { method?: string; body?: unknown }): Promise<T>
}

/**
 * Asks the gateway that is meant: by `--gateway`, else `REASON_GATEWAY`, else the usual one.
 *
 * @throws {CliError} when the address is none, or the variable of the key is empty
 */
export function createGatewayClient({ gateway, keyEnv }: GatewayFlags): GatewayClient {
  // Clients of its APIs are given it with /v1.
  const url = (gateway ?? process.env['REASON_GATEWAY'] ?? usualGateway).replace(/(?:\/v1)?\/*$/, '')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw usageError(`--gateway is ${url}, but must be an address like ${usualGateway}.`)
  const variable = keyEnv ?? usualKey
  const key = process.env[variable]?.trim()
  if (keyEnv !== undefined && !key)
    throw usageError(
      `--key-env names the environment variable ${keyEnv}, which is not set or empty. Put the key there, and not on the command line.`,
    )
  if (key !== undefined && !/^[\u0020-\u007E]*$/.test(key))
    throw usageError(
      `the environment variable ${variable} holds no key: keys are one line of letters, digits and signs of ASCII. Copy it again.`,
    )
  return { url, send, json }

  async function json<T>(path: string, init?: { method?: string; body?: unknown }): Promise<T> {
    const response = await send(path, init)
    const text = await response.text().catch((cause: Error) => {
      throw inputError(`the connection to the gateway broke: ${cause.message}.`, { cause })
    })
    try {
      return JSON.parse(text) as T
    } catch {
      throw noGateway(url, path, response.headers.get('content-type') ?? 'nothing')
    }
  }

  async function send(path: string, { method = 'GET', body, signal }: Parameters<GatewayClient['send']>[1] = {}): Promise<Response> {
    let response: Response
    try {
      response = await fetch(url + path, {
        method,
        headers: { ...(key && { authorization: `Bearer ${key}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
        redirect: 'manual',
      })
    } catch (error) {
      if (signal?.aborted === true) throw error
      throw inputError(`no gateway answers at ${url}${whyNot(error)}`, { cause: error })
    }
    if (response.ok) return response
    const elsewhere = response.headers.get('location')
    if (elsewhere !== null && URL.canParse(elsewhere, url + path)) throw new GatewayRefusal(response.status, sentOn(response, elsewhere))
    throw new GatewayRefusal(response.status, `${url} ${await refusalOf(response)}`)
  }

  /** The gateway's own message for a missing key names headers: this command sets them from a variable. */
  async function refusalOf(response: Response): Promise<string> {
    if (response.status !== 401) return `answers with HTTP ${response.status}${await reasonOf(response)}`
    return key
      ? `refuses the key in ${variable}${await reasonOf(response)}`
      : `needs a key. Put one into ${usualKey}, or name its variable with --key-env.`
  }
}

/** No key goes where an answer sends it. */
function sentOn({ url, status }: Response, location: string): string {
  const [from, to] = [new URL(url), new URL(location, url)]
  const hint = from.origin === to.origin ? 'Set its address with --gateway.' : `If that is the gateway, say --gateway ${to.origin}.`
  return `${from.origin} sends on to ${to.origin}${to.pathname} (HTTP ${status}), and is no gateway of Reason itself. ${hint}`
}

/** Mostly it does not run; where there is more to know, that is said. */
function whyNot(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  if (cause?.code === undefined || cause.code === 'ECONNREFUSED') return '. Start it, or set its address with --gateway.'
  return `: ${describeNetworkFailure(error, { timeoutMs: 0, timeoutOption: '', begun: false })}.`
}

async function reasonOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: unknown } } | undefined
  const message = body?.error?.message
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const later = Number.isFinite(wait) ? ` Try again in ${plural(wait, 'second')}.` : ''
  return `${typeof message === 'string' ? `: ${safeText(message)}` : ''}${later}`
}
