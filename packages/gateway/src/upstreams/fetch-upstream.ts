import { Buffer } from 'node:buffer'
import { describeFailure } from '../errors/upstream-failures.ts'
import type { Head } from '../head.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import { forUpstream } from './headers.ts'
import { type AnswerListener, type BodyBytes, deaf, lingering, type UpstreamCall, type Upstream } from './upstream.ts'
import { upstreamAddress, type UpstreamIdentity } from './upstream-address.ts'
import { viaOf } from './via.ts'
import type { UpstreamWire } from '../wires.ts'

type FetchConfig = UpstreamIdentity & Pick<GatewayConfig, 'connectTimeout' | 'responseTimeout' | 'idleTimeout'>

/**
 * Creates an upstream over `fetch`. Only the operator sets the address: redirects are not followed, and requests cannot change it.
 *
 * @param via - The gateway's entry in the header of that name.
 */
export function createFetchUpstream(
  url: string,
  wire: Pick<UpstreamWire, 'id' | 'endpoint'>,
  config: FetchConfig,
  fetch: typeof globalThis.fetch,
  via: string,
): Upstream {
  const { base, facts, pathOf } = upstreamAddress(url, wire, config)
  const { api, name } = facts
  const open = new Set<AbortController>()

  return {
    ...facts,
    chat: ({ body, headers, model, stream }, listener) => send('POST', pathOf(api.path(model, stream)), headers, body, listener),
    tell: (path, body, headers, listener) => send('POST', pathOf(path), headers, body, listener),
    models: (headers, listener) => send('GET', pathOf(api.models!.path), headers, undefined, listener),
    ask: (path, body, listener) => send(body === undefined ? 'GET' : 'POST', path, {}, body, listener),
    async close() {
      for (const controller of open) controller.abort()
    },
  }

  function send(method: 'GET' | 'POST', path: string, client: Head, body: BodyBytes | undefined, asked: AnswerListener): UpstreamCall {
    let listener = asked
    const controller = new AbortController()
    open.add(controller)
    let isOver = false
    let isLeft = false
    let hasBegun = false
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Set while the client does not keep up. Resolves when it does. */
    let held: Promise<void> | undefined
    let release: (() => void) | undefined
    wait('FIRST_BYTE_TIMEOUT', config.responseTimeout)
    void sendAndRead().then(
      () => finish(() => listener.onEnd()),
      (error: unknown) => finish(() => listener.onFailure(describeFailure(causeOf(error), name, config, hasBegun))),
    )
    return {
      pause() {
        held ??= new Promise((resolve) => (release = resolve))
      },
      resume,
      abort(why) {
        if (why === 'complete') leave()
        else end(() => {})
        resume()
      },
    }

    function resume(): void {
      release?.()
      held = release = undefined
    }

    /** Reads the rest of a complete answer, so that its connection can be used again. */
    function leave(): void {
      if (isOver) return
      isLeft = true
      listener = deaf
      clearTimeout(timer)
      timer = setTimeout(() => end(() => {}), lingering)
    }

    function end(tell: () => void): void {
      finish(tell)
      controller.abort()
    }

    async function sendAndRead(): Promise<void> {
      const headers = forUpstream(client, api, config.upstreamKey)
      headers['via'] = viaOf(client, via)
      if (body !== undefined) headers['content-type'] = 'application/json'
      const response = await fetch(new URL(path, base), {
        method,
        // Intermediaries would buffer compressed events.
        headers: { ...headers, 'accept-encoding': 'identity' },
        redirect: 'manual',
        signal: controller.signal,
        ...(body !== undefined && { body: bytesOf(body) }),
      })
      hasBegun = true
      if (!isOver) listener.onHead(response.status, headOf(response.headers))
      const reader = response.body?.getReader()
      while (reader !== undefined && !isOver) {
        if (held !== undefined) {
          clearTimeout(timer)
          await held
        }
        wait('IDLE_TIMEOUT', config.idleTimeout)
        const { done, value } = await reader.read()
        if (done) return
        if (!isOver) listener.onData(Buffer.from(value.buffer, value.byteOffset, value.byteLength), false)
      }
    }

    function wait(code: string, ms: number): void {
      if (isOver || isLeft) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        end(() => listener.onFailure(describeFailure(Object.assign(new Error('timeout'), { code }), name, config)))
      }, ms)
    }

    /** Calls `tell` unless the call is over. Later events are ignored. */
    function finish(tell: () => void): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      open.delete(controller)
      tell()
    }
  }
}

const bytesOf = (body: BodyBytes): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.concat(body)
  return bytes as Uint8Array<ArrayBuffer>
}

/** Removes headers about the encoding, because `fetch` has decoded the body. */
function headOf(headers: Headers): Head {
  const { 'content-encoding': _, 'content-length': __, ...head } = Object.fromEntries(headers)
  return head
}

/** The actual error. Runtimes report "fetch failed" and put the error into `cause`. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause instanceof Error ? error.cause : error)
