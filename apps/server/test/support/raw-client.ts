import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawClient {
  socket: Socket
  /** All received text. */
  heard(): string
  closed: Promise<unknown>
}

/** Opens a TCP connection, on which the test controls every byte of a request. */
export async function openRaw(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return { socket, heard: () => text, closed: new Promise((resolve) => socket.on('close', resolve)) }
}
