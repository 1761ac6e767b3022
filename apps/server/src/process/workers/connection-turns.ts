import { lookup } from 'node:dns/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Gives a connection to a process. Calls back when it has it, and never where it has ended before. */
export type Give = (socket: Socket, onTaken: () => void) => void

/** Connections of one port, for one process after the other. */
export interface Turns {
  /** @throws {Error} when it cannot be listened there */
  open(host: string, port: number): Promise<AddressInfo>
  /** It takes connections from now on. */
  add(worker: number, give: Give): void
  /** It takes no more than what is on its way to it. */
  rest(worker: number): void
  /** It has ended. */
  remove(worker: number): void
  /** Nobody gets in any more. Who is on the way to a process arrives there, before anything that it is told from now on. */
  close(): void
}

interface Taker {
  give: Give
  /** What is on its way, and still open here. */
  given: Socket | undefined
  rests: boolean
}

/**
 *   accepted ─▶ waiting ──turn of one that has nothing to take──▶ given ─▶ taken
 *                  ▲                                                │
 *                  └────────────────its process ends────────────────┘
 *
 * Node's cluster module does as much, but forgets a connection that is on its way to a process which dies, or closes its server as the last one
 * (https://github.com/nodejs/node/issues/21746, so until Node 24): it is neither answered nor closed until the process in which this runs has ended.
 */
export function createTurns(onError: (error: Error) => void): Turns {
  const servers: Server[] = []
  /** Who had its turn last is last. */
  const takers = new Map<number, Taker>()
  const waiting: Socket[] = []

  return {
    async open(host, port) {
      const [first = host, ...more] = await addressesOf(host)
      const where = await listen(first, port)
      for (const address of more) await listen(address, where.port).catch(() => {})
      return where
    },
    add(worker, give) {
      takers.set(worker, { give, given: undefined, rests: false })
      next()
    },
    rest(worker) {
      const taker = takers.get(worker)
      if (taker !== undefined) taker.rests = true
      next()
    },
    remove(worker) {
      const given = takers.get(worker)?.given
      takers.delete(worker)
      if (given !== undefined) waiting.unshift(given)
      next()
    },
    close() {
      for (const server of servers.splice(0)) server.close()
      for (const socket of waiting.splice(0)) socket.destroy()
    },
  }

  async function listen(host: string, port: number): Promise<AddressInfo> {
    // Nothing is read here: all of it is for whoever gets the connection. Without delays, as Node's own HTTP servers.
    const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
      waiting.push(socket)
      next()
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host, port }, () => {
        server.off('error', reject).on('error', onError)
        resolve()
      })
    })
    servers.push(server)
    return server.address() as AddressInfo
  }

  function next(): void {
    let isAnybodyThere = false
    for (const [worker, taker] of takers) {
      if (taker.rests) continue
      isAnybodyThere = true
      if (taker.given !== undefined) continue
      const socket = waiting.shift()
      if (socket === undefined) return
      takers.delete(worker)
      takers.set(worker, taker)
      taker.given = socket
      taker.give(socket, () => {
        taker.given = undefined
        // It is the other one's from now on: nothing of this is seen outside.
        socket.destroy()
        next()
      })
    }
    // Who comes while all of them start anew would wait for too long to be told so.
    if (!isAnybodyThere) for (const socket of waiting.splice(0)) socket.destroy()
  }
}

/** `localhost` is two addresses on most machines, and clients choose either. */
const addressesOf = async (host: string): Promise<string[]> =>
  host === 'localhost' ? [...new Set((await lookup(host, { all: true })).map(({ address }) => address))] : [host]
