import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Open connections of a server, to close them when it stops. */
export interface Connections {
  /**
   * Resolves when all connections are closed. Unused ones are closed soon. After `ms` milliseconds the rest is closed, too, even with an
   * incomplete request or an answer that its client does not read.
   */
  close(ms: number): Promise<void>
}

/** Milliseconds between two checks for unused connections. A new connection has so long to send its first byte. */
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
        // Closes only connections that had an answer: Node counts a connection without a request as busy.
        server.closeIdleConnections()
        if (open.size === 0) return
        await pause(Math.min(everyMs, Math.max(0, until - performance.now())))
        const isOver = performance.now() >= until
        for (const socket of open) if (isOver || socket.bytesRead === 0) socket.destroy()
      }
    },
  }
}
