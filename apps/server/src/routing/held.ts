import type { IncomingHttpHeaders } from 'node:http'
import type { ClientRequest } from '../clients/client-request.ts'

/** Bytes of an answer that nobody has read yet. */
export interface Held {
  /** @returns Whether they are held: not once there are too many, or those before were released. */
  keeps(bytes: Buffer): boolean
  /** In their order, once. */
  release(): readonly Buffer[]
}

/** @param most - In bytes. */
export function createHeld(most: number): Held {
  const pieces: Buffer[] = []
  let length = 0
  return {
    keeps(bytes) {
      length += bytes.length
      if (length > most) return false
      pieces.push(Buffer.from(bytes))
      return true
    },
    release() {
      length = Infinity
      return pieces.splice(0)
    },
  }
}

/** Neither the client nor the upstream speaks in events, which are acted upon while they come. */
export const comesWhole = ({ stream }: Pick<ClientRequest, 'stream'>, { 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  !stream && /^application\/json\b/i.test(type)
