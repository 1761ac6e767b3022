import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Connections of a server, so that none keeps it from ending. */
export interface Connections {
  /**
   * Resolves when all are closed. Those on which nothing was asked are closed soon, and what is still open after `ms`, whatever it is about: a
   * request that never comes as a whole, an answer that nobody reads.
   */
  close(ms: number): Promise<void>
}

/** How often it is looked for those on which nothing happens any more, in milliseconds. So long may one that is new take to ask something. */
const everyMs = 50

export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  return {
    async close(ms) {
      const until = performance.now() + ms
      for (;;) {
        // Only those that had an answer: a server takes one that has said nothing for busy.
        server.closeIdleConnections()
        if (open.size === 0) return
        await pause(Math.min(everyMs, Math.max(0, until - performance.now())))
        const isOver = performance.now() >= until
        for (const socket of open) if (isOver || socket.bytesRead === 0) socket.destroy()
      }
    },
  }
}
