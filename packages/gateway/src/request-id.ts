import { randomUUID } from 'node:crypto'
import { isOurKey } from './our-key.ts'
import type { Head } from './head.ts'

/** Creates a request id that is unique across all gateways: a UUIDv7 (RFC 9562), which sorts by time. */
export function newRequestId(now: number = Date.now()): string {
  const time = Math.trunc(now).toString(16).padStart(12, '0')
  // In a UUIDv4, the variant and the random bits after the version have the same place as in a UUIDv7.
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${randomUUID().slice(15)}`
}

/** Ids of a request for the log: its own, and the client's if it sent one. */
export function loggedIds(reqId: string, headers: Head): { reqId: string; clientRequestId?: string } {
  const clientId = clientRequestId(headers['x-request-id'])
  return { reqId, ...(clientId !== undefined && { clientRequestId: clientId }) }
}

/** Characters of UUIDs, ULIDs, trace ids and base64, which need no escaping in a log or a URL. */
const clientIds = /^[\w.:+/=~-]{1,128}$/

/**
 * The id that a client gives its request (`x-request-id`), for logs and traces. Clients choose it, so it is not unique.
 *
 * @returns Undefined if it is missing, longer than 128 characters, a key of the gateway, or has characters other than `A-Z a-z 0-9 . _ : +
 * / = ~ -`.
 */
export function clientRequestId(header: string | readonly string[] | undefined): string | undefined {
  const id = typeof header === 'string' ? header : header?.length === 1 ? header[0] : undefined
  return id !== undefined && clientIds.test(id) && !isOurKey(id) ? id : undefined
}
