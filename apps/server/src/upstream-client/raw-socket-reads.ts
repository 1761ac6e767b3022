import type { Socket } from 'node:net'

/**
 * Reads bytes of a connection.
 *
 * @param buffer - Shared by all connections, so its content is overwritten after the call.
 */
export type SocketReader = (buffer: Buffer, length: number) => void

const current = Symbol('reader')
type ReadSocket = Socket & { [current]?: SocketReader | undefined }

/** As much as Node reads at a time. */
const shared = Buffer.allocUnsafeSlow(65_536)

/**
 * For an agent: its connections read into one buffer, and tell their reader at once. Node's own way makes a buffer for each read, which
 * then passes a stream and its queue.
 */
export const onread = {
  buffer: shared,
  callback(this: unknown, length: number): boolean {
    const socket = this as ReadSocket
    const reader = socket[current]
    // No request is running. These bytes must not be taken for the answer to the next one.
    if (reader === undefined) socket.destroy()
    else reader(shared, length)
    return true
  },
}

/** @param reader - Undefined: nothing is expected. */
export function readWith(socket: Socket, reader: SocketReader | undefined): void {
  ;(socket as ReadSocket)[current] = reader
}

/** To the parser of Node that belongs to a connection, and keeps what it is given. */
export function toParser(socket: Socket, bytes: Buffer): void {
  socket.emit('data', Buffer.from(bytes))
}
