import type { Socket } from 'node:net'

/**
 * Reads bytes of a connection.
 *
 * @param buffer - Shared by all connections, so its content is overwritten after the call.
 */
export type SocketReader = (buffer: Buffer, length: number) => void

const current = Symbol('reader')
type ReadSocket = Socket & { [current]?: SocketReader | undefined }

/** Size of Node's own read buffer. */
const shared = Buffer.allocUnsafeSlow(65_536)

/**
 * Socket option for an agent. All its connections read into one buffer, and call their reader at once. Node's default creates a buffer for each read, and
 * passes it through a stream and its queue.
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

/** Sets the reader of a connection. @param reader - Undefined if no data is expected. */
export function readWith(socket: Socket, reader: SocketReader | undefined): void {
  ;(socket as ReadSocket)[current] = reader
}

/** Gives a copy of the bytes to Node's parser of the connection, which may keep them. */
export function toParser(socket: Socket, bytes: Buffer): void {
  socket.emit('data', Buffer.from(bytes))
}
