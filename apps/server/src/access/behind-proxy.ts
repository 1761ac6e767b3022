import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'

/** In which proxies say for whom they ask. */
const forOthers = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host'] as const

/**
 * Where no keys are needed, whoever comes from this machine may ask everything, and through a proxy on this machine everybody does. Whether the proxy
 * asks them who they are cannot be seen, so it is said, once.
 */
export function createProxyNotice(log: Pick<FastifyBaseLogger, 'warn'>): (headers: IncomingHttpHeaders) => void {
  let isSaid = false
  return (headers) => {
    const header = isSaid ? undefined : forOthers.find((name) => headers[name] !== undefined)
    if (header === undefined) return
    isSaid = true
    log.warn(
      { header },
      'requests come through a proxy, and no key is required: start with --require-keys, unless the proxy authenticates clients',
    )
  }
}
