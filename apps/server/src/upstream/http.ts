import type { IncomingHttpHeaders } from 'node:http'
import { Pool, type Dispatcher } from 'undici'
import type { Config } from '../config/load.ts'
import { apis } from './apis.ts'
import { describeFailure } from './failures.ts'
import { forUpstream } from './headers.ts'
import { providerOf, providerOfEngine } from './providers.ts'
import type { AnswerListener, Exchange, Upstream } from './upstream.ts'

type HttpConfig = Pick<
  Config,
  'upstreamFormat' | 'upstreamProvider' | 'upstreamEngine' | 'upstreamKey' | 'connectTimeout' | 'responseTimeout' | 'idleTimeout'
>

/** An API over HTTP. The address is the operator's alone: redirects are not followed, and no request can name another. */
export function createHttpUpstream(address: string, config: HttpConfig): Upstream {
  const base = new URL(address)
  const api = apis[config.upstreamFormat]
  // Every server that speaks an API has it under the same path, and its address is often given without.
  const prefix = base.pathname === '/' ? api.base : base.pathname.replace(/\/$/, '')
  const name = base.origin + prefix
  const pool = new Pool(base.origin, { connections: null, connect: { timeout: config.connectTimeout } })

  return {
    name,
    provider: config.upstreamProvider ?? providerOfEngine(config.upstreamEngine) ?? providerOf(base.hostname),
    engine: config.upstreamEngine,
    api,
    chat: ({ body, headers, model, stream }, listener) => send('POST', api.path(model, stream), headers, body, listener),
    tell: (path, body, headers, listener) => send('POST', path, headers, body, listener),
    models: (headers, listener) => send('GET', api.models!.path, headers, null, listener),
    close: () => pool.destroy(),
  }

  function send(
    method: 'GET' | 'POST',
    path: string,
    client: IncomingHttpHeaders,
    body: Buffer | null,
    listener: AnswerListener,
  ): Exchange {
    let controller: Dispatcher.DispatchController | undefined
    let over = false
    const headers = forUpstream(client, api, config.upstreamKey)
    if (body !== null) headers['content-type'] = 'application/json'
    pool.dispatch(
      {
        method,
        path: prefix + path + (path.includes('?') ? base.search.replace('?', '&') : base.search),
        headers,
        body,
        headersTimeout: config.responseTimeout,
        bodyTimeout: config.idleTimeout,
      },
      {
        onRequestStart(started) {
          controller = started
          if (over) started.abort(new Error('The client has gone.'))
        },
        onResponseStart(_, status, responseHeaders) {
          if (!over && status >= 200) listener.onHead(status, responseHeaders)
        },
        onResponseData(_, bytes) {
          if (!over) listener.onData(bytes, hasMore(bytes))
        },
        onResponseEnd() {
          if (over) return
          over = true
          listener.onEnd()
        },
        onResponseError(_, error) {
          if (over) return
          over = true
          listener.onFailure(describeFailure(error, name, config))
        },
      },
    )
    return {
      pause: () => controller?.pause(),
      resume: () => controller?.resume(),
      abort() {
        if (over) return
        over = true
        controller?.abort(new Error('The client has gone.'))
      },
    }
  }
}

/**
 * Whether a read of the network holds more than these bytes and the line end of their chunk. They are a view of the whole read;
 * should that change, answers are written a little later or in more pieces, and are the same.
 */
const hasMore = ({ buffer, byteOffset, length }: Buffer): boolean => byteOffset + length + 2 < buffer.byteLength
