import { randomUUID } from 'node:crypto'
import { isOurKey } from './our-key.ts'
import type { Head } from './head.ts'

/** Id of a request that no process of any gateway gives twice: a UUIDv7 (RFC 9562), which sorts by time. */
export function newRequestId(now: number = Date.now()): string {
  const time = Math.trunc(now).toString(16).padStart(12, '0')
  // What is behind the version in a UUIDv4, variant and 74 random bits, stands at the same place in a UUIDv7.
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${randomUUID().slice(15)}`
}

/** What the log says of a request, beside its own id: the client's, where it gives one. */
export function loggedIds(reqId: string, headers: Head): { reqId: string; clientRequestId?: string } {
  const clientId = clientRequestId(headers['x-request-id'])
  return { reqId, ...(clientId !== undefined && { clientRequestId: clientId }) }
}

/** Characters of UUIDs, ULIDs, trace ids and Base64, which need no escaping in a log or an address. */
const clientIds = /^[\w.:+/=~-]{1,128}$/

/**
 * The id that a client gives its request (`x-request-id`), for logs and traces. It is not unique: clients choose it.
 *
 * @returns Undefined where there is none, or it is longer than 128 characters, has others than `A-Z a-z 0-9 . _ : + / = ~ -`, or is a key of ours.
 */
export function clientRequestId(header: string | readonly string[] | undefined): string | undefined {
  const id = typeof header === 'string' ? header : header?.length === 1 ? header[0] : undefined
  return id !== undefined && clientIds.test(id) && !isOurKey(id) ? id : undefined
}
