import { lookup } from 'node:dns/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Sends a connection to a process. `onTaken` is called when the process has it, and never if the process ends before. */
export type Give = (socket: Socket, onTaken: () => void) => void

/** Distributes the connections of one port to processes in turn. */
export interface ConnectionTurns {
  /** Listens on a port. @throws {Error} If it cannot listen there. */
  open(host: string, port: number): Promise<AddressInfo>
  /** Adds a process that takes connections. */
  add(worker: number, give: Give): void
  /** Sends the process no more connections; those on their way still arrive. */
  rest(worker: number): void
  /** Removes a process that has ended. */
  remove(worker: number): void
  /** Stops listening. Connections on their way to a process still arrive, before any later message. */
  close(): void
}

interface Taker {
  give: Give
  /** The connection on its way to the process, still open here. */
  given: Socket | undefined
  rests: boolean
}

/**
 *   accepted ─▶ waiting ──turn of an idle worker──▶ given ─▶ taken
 *                  ▲                              │
 *                  └───────its process ends───────┘
 *
 * A worker is idle if no connection is on its way to it.
 *
 * Node's cluster module does the same, but loses a connection on its way to a process that dies, or closes its server as the last one
 * (https://github.com/nodejs/node/issues/21746, before Node 24). Such a connection is neither answered nor closed until the primary process ends.
 */
export function createTurns(onError: (error: Error) => void): ConnectionTurns {
  const servers: Server[] = []
  /** In the order of turns: the worker with the latest connection is last. */
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
    // This process reads nothing, as all bytes are for the worker that gets the connection. No delay, like Node's own HTTP servers.
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
    let hasTaker = false
    for (const [worker, taker] of takers) {
      if (taker.rests) continue
      hasTaker = true
      if (taker.given !== undefined) continue
      const socket = waiting.shift()
      if (socket === undefined) return
      takers.delete(worker)
      takers.set(worker, taker)
      taker.given = socket
      taker.give(socket, () => {
        taker.given = undefined
        // The worker owns the connection now, so closing this copy of the socket does not close the connection.
        socket.destroy()
        next()
      })
    }
    // While all workers restart, a client would wait too long, so its connection is closed.
    if (!hasTaker) for (const socket of waiting.splice(0)) socket.destroy()
  }
}

/** Addresses of a host. On most machines, `localhost` has two addresses, and clients choose either. */
const addressesOf = async (host: string): Promise<string[]> =>
  host === 'localhost' ? [...new Set((await lookup(host, { all: true })).map(({ address }) => address))] : [host]
