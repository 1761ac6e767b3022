import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Config } from '../config/load.ts'
import {
  type AnswerListener,
  type BodyBytes,
  type UpstreamCall,
  type UpstreamFailure,
  forUpstream,
  lingering,
  mostInterim,
  tellInTurn,
  tooManyInterim,
  type Upstream,
  upstreamAddress,
  type UpstreamIdentity,
  type UpstreamWire,
  newVia,
  viaOf,
} from '@reason/gateway/upstreams'
import { describeFailure, describeProxyFailure } from '@reason/gateway/errors'
import { isInPieces, lengthOf } from './body-pieces.ts'
import { wasStale } from './stale-connection.ts'
import { createStreamClient } from './stream-http.ts'
import { Pool, proxyAgent } from './undici-pool.ts'

/** Entry of this process in the header `via`. */
export const via: string = newVia()

type HttpConfig = UpstreamIdentity & Pick<Config, 'upstreamProxy' | 'connectTimeout' | 'responseTimeout' | 'idleTimeout' | 'readPastParser'>

/** Creates an upstream for an API over HTTP. Only the operator sets the address: redirects are not followed, and no request can name another address. */
export function createHttpUpstream(url: string, wire: Pick<UpstreamWire, 'id' | 'endpoint'>, config: HttpConfig): Upstream {
  const { base, facts, pathOf } = upstreamAddress(url, wire, config)
  const { api, name } = facts
  /** Number of connections opened: a request during which it stays the same was sent over a kept connection. Unknown with a proxy. */
  let connections = config.upstreamProxy === undefined ? 0 : Number.NaN
  /** Undici is fastest for whole answers. Streams are read past Node's parser (`docs/explanations/how-it-works.md`). */
  const pool = config.upstreamProxy === undefined ? createPool() : createProxied(config.upstreamProxy)
  const streams = config.readPastParser && config.upstreamProxy === undefined ? createStreamClient(base, config, describe) : undefined

  return {
    ...facts,
    chat({ body, headers, model, stream }, listener) {
      const path = pathOf(api.path(model, stream))
      if (!stream) return tellInTurn((inTurn) => send('POST', path, headers, body, inTurn), listener)
      if (streams === undefined) return send('POST', path, headers, body, listener)
      return streams.post({ path, headers: headersOf(headers, body), body }, listener)
    },
    tell: (path, body, headers, listener) => send('POST', pathOf(path), headers, body, listener),
    models: (headers, listener) => send('GET', pathOf(api.models!.path), headers, null, listener),
    ask: (path, body, listener) => send(body === undefined ? 'GET' : 'POST', path, {}, body ?? null, listener),
    async close() {
      streams?.close()
      await pool.destroy()
    },
  }

  function createPool(): Dispatcher {
    return new Pool(base.origin, { connections: null, connect: { timeout: config.connectTimeout } }).on('connect', () => void connections++)
  }

  function createProxied(proxy: string): Dispatcher {
    const ProxyAgent = proxyAgent()
    const { connectTimeout } = config
    // A tunnel only for TLS: many proxies allow tunnels only to port 443.
    return new ProxyAgent({ uri: proxy, connections: null, proxyTunnel: base.protocol === 'https:', connectTimeout })
  }

  function describe(error: unknown, hasBegun: boolean): UpstreamFailure {
    const proxy = config.upstreamProxy && new URL(config.upstreamProxy).origin
    return (proxy && describeProxyFailure(error, name, proxy)) || describeFailure(error, name, config, hasBegun)
  }

  function headersOf(client: IncomingHttpHeaders, body: BodyBytes | null): Record<string, string> {
    const headers = forUpstream(client, api, config.upstreamKey)
    headers['via'] = viaOf(client, via)
    if (body !== null) headers['content-type'] = 'application/json'
    if (isInPieces(body)) headers['content-length'] = String(lengthOf(body))
    return headers
  }

  function send(
    method: 'GET' | 'POST',
    path: string,
    client: IncomingHttpHeaders,
    body: BodyBytes | null,
    listener: AnswerListener,
  ): UpstreamCall {
    let controller: Dispatcher.DispatchController | undefined
    let over = false
    let hasBegun = false
    let interim = 0
    let timer: NodeJS.Timeout | undefined
    let connectionsBefore = connections
    const startedAt = performance.now()
    const request = {
      origin: base.origin,
      method,
      path,
      headers: headersOf(client, body),
      headersTimeout: config.responseTimeout,
      bodyTimeout: config.idleTimeout,
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        if (over) close()
      },
      onResponseStart(_, status, responseHeaders) {
        hasBegun = true
        if (status < 200) return void (++interim > mostInterim && controller?.abort(tooManyInterim()))
        if (!over) listener.onHead(status, responseHeaders)
      },
      onResponseData(_, bytes) {
        if (!over) listener.onData(bytes, hasMore(bytes))
      },
      onResponseEnd() {
        clearTimeout(timer)
        if (over) return
        over = true
        listener.onEnd()
      },
      onResponseError(_, error) {
        clearTimeout(timer)
        if (over) return
        if (!hasBegun && connections === connectionsBefore && wasStale(error, startedAt)) {
          // Only once.
          connectionsBefore = Number.NaN
          return dispatch()
        }
        over = true
        listener.onFailure(describe(error, hasBegun))
      },
    }
    dispatch()
    return {
      pause: () => controller?.pause(),
      resume: () => controller?.resume(),
      abort(why) {
        if (over) return
        over = true
        if (why === 'complete') timer = setTimeout(close, lingering)
        else close()
      },
    }

    function dispatch(): void {
      pool.dispatch({ ...request, body: isInPieces(body) ? Readable.from(body) : body }, handler)
    }

    function close(): void {
      controller?.abort(new Error('The client disconnected.'))
    }
  }
}

/**
 * Whether the network read holds more than these bytes and the line end of their chunk. Undici's pieces are views of the whole read. If that changes, answers
 * stay the same, but are written a little later or in more pieces.
 */
const hasMore = ({ buffer, byteOffset, length }: Buffer): boolean => byteOffset + length + 2 < buffer.byteLength
