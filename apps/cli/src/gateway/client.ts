import { createFrameDecoder, type Frame } from '@reason/core/framing'
import { describeNetworkFailure } from '@reason/doctor/http'
import { CliError, inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { keyFrom } from '../key-variable.ts'
import { plural } from '../render/plural.ts'
import { safeText } from '../render/safe-text.ts'

/** Flags that select a gateway and the key for it. */
export interface GatewayFlags {
  gateway?: string
  /** Name of an environment variable, because a key on the command line would be visible to others. */
  keyEnv?: string
}

/** The default address of a gateway. */
const usualGateway = 'http://127.0.0.1:8787'

const usualKey = 'REASON_KEY'

/** Error for a server that responds, but is not a gateway. */
export const noGateway = (url: string, path: string, what: string): CliError =>
  inputError(`${url} is no gateway of Reason: it answers ${path} with ${what}. Set its address with --gateway.`)

export class GatewayRefusal extends CliError {
  readonly status: number

  constructor(status: number, message: string) {
    super(exitCodes.input, message)
    this.status = status
  }
}

export interface GatewayRequest {
  /** Default `GET`. */
  method?: string
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
}

export interface GatewayClient {
  /** Address without a slash at the end. */
  readonly url: string
  /** @throws {CliError} if no gateway answers; {@link GatewayRefusal} on any status but 2xx, with the gateway's own message */
  send(path: string, request?: GatewayRequest): Promise<Response>
  /** Sends a request and parses the JSON response. */
  json<T>(path: string, request?: GatewayRequest): Promise<T>
  /** Sends a request, and reads the events of the response. */
  stream(path: string, request: GatewayRequest): Promise<{ headers: Headers; events: AsyncIterable<Frame> }>
}

/**
 * Creates a client of the gateway in `--gateway`, `REASON_GATEWAY`, or at the default address.
 *
 * @throws {CliError} if the address is invalid, or the variable of the key is empty
 */
export function createGatewayClient({ gateway, keyEnv }: GatewayFlags): GatewayClient {
  // Clients of its APIs use the address with /v1.
  const url = (gateway ?? process.env['REASON_GATEWAY'] ?? usualGateway).replace(/(?:\/v1)?\/*$/, '')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw usageError(`--gateway is ${url}, but must be an address like ${usualGateway}.`)
  const variable = keyEnv ?? usualKey
  const key = keyFrom(keyEnv) ?? process.env[usualKey]?.trim()
  if (key !== undefined && !/^[\u0020-\u007E]*$/.test(key))
    throw usageError(
      `the environment variable ${variable} holds no key: keys are one line of letters, digits and signs of ASCII. Copy it again.`,
    )
  return { url, send, json, stream }

  async function json<T>(path: string, request?: GatewayRequest): Promise<T> {
    const response = await send(path, request)
    const text = await response.text().catch((cause: Error) => {
      throw inputError(`the connection to the gateway broke: ${cause.message}.`, { cause })
    })
    try {
      return JSON.parse(text) as T
    } catch {
      throw noGateway(url, path, response.headers.get('content-type') ?? 'nothing')
    }
  }

  async function stream(path: string, request: GatewayRequest): ReturnType<GatewayClient['stream']> {
    const { headers, body } = await send(path, request)
    const type = headers.get('content-type') ?? 'nothing'
    if (body !== null && type.startsWith('text/event-stream')) return { headers, events: framesOf(body) }
    await body?.cancel()
    throw noGateway(url, path, type)
  }

  async function send(path: string, { method = 'GET', body, signal }: GatewayRequest = {}): Promise<Response> {
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

  /** Describes an error response. For 401 the gateway's message names headers, but this command reads the key from a variable. */
  async function refusalOf(response: Response): Promise<string> {
    if (response.status !== 401) return `answers with HTTP ${response.status}${await reasonOf(response)}`
    return key
      ? `refuses the key in ${variable}${await reasonOf(response)}`
      : `needs a key. Put one into ${usualKey}, or name its variable with --key-env.`
  }
}

async function* framesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Frame> {
  const decoder = createFrameDecoder('sse')
  for await (const text of body.pipeThrough(new TextDecoderStream())) yield* decoder.push(text)
}

/** Error for a redirect. Redirects are not followed, so that the key reaches no other server. */
function sentOn({ url, status }: Response, location: string): string {
  const [from, to] = [new URL(url), new URL(location, url)]
  const hint = from.origin === to.origin ? 'Set its address with --gateway.' : `If that is the gateway, use --gateway ${to.origin}.`
  return `${from.origin} sends on to ${to.origin}${to.pathname} (HTTP ${status}), and is no gateway of Reason itself. ${hint}`
}

/** Reason of a network error. Usually the gateway does not run. */
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
