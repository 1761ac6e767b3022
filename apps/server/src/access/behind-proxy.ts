import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'

/** Headers in which proxies name the original client. */
const forOthers = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host'] as const

/**
 * Warns once of a proxy in front of a gateway that requires no keys. Such a gateway trusts every client on this machine, and through a
 * proxy on this machine all clients seem local. The gateway cannot see whether the proxy authenticates them.
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
