import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'

/** The cookie by which the browser of a page is recognised. */
export interface SessionCookie {
  read(headers: IncomingHttpHeaders): string | undefined
  /** For `set-cookie`. @param seconds - 0 takes it away. */
  write(value: string, seconds: number, headers: IncomingHttpHeaders): string
}

/** @param keysPath - Gateways on one machine share a browser's cookies, whatever their ports: each has a name of its own. */
export function createSessionCookie(keysPath: string): SessionCookie {
  const name = `reason_${createHash('sha256').update(resolve(keysPath)).digest('hex').slice(0, 8)}`
  const form = new RegExp(`(?:^|; ?)${name}=([\\w-]{43})(?:;|$)`)
  return {
    read: ({ cookie }) => (cookie === undefined ? undefined : form.exec(cookie)?.[1]),
    // Behind something that speaks TLS, the page still knows where it is from.
    write: (value, seconds, { origin }) =>
      `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${origin?.startsWith('https:') === true ? '; Secure' : ''}`,
  }
}
