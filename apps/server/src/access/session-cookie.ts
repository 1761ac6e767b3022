import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'

/** The cookie with the session token of a page. */
export interface SessionCookie {
  read(headers: IncomingHttpHeaders): string | undefined
  /** @returns Value for `set-cookie`. @param seconds - Lifetime; 0 removes the cookie. */
  write(value: string, seconds: number, headers: IncomingHttpHeaders): string
}

/** @param keysPath - Determines the cookie's name. A browser sends its cookies to all ports of a machine, so each gateway needs its own name. */
export function createSessionCookie(keysPath: string): SessionCookie {
  const name = `reason_${createHash('sha256').update(resolve(keysPath)).digest('hex').slice(0, 8)}`
  const form = new RegExp(`(?:^|; ?)${name}=([\\w-]{43})(?:;|$)`)
  return {
    read: ({ cookie }) => (cookie === undefined ? undefined : form.exec(cookie)?.[1]),
    // Behind a TLS proxy, `origin` is still the https address of the page.
    write: (value, seconds, { origin }) =>
      `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${origin?.startsWith('https:') === true ? '; Secure' : ''}`,
  }
}
