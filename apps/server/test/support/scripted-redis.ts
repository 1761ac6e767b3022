import { startTcpUpstream } from './upstream.ts'

/**
 * Starts a server that greets clients as a Redis does. The test scripts its other replies.
 *
 * @param answer - Returns the reply to any other command on a connection (counted from 1), or undefined for no reply.
 * @param isFrozen - The server sends no replies while this returns true.
 * @returns The URL of the server.
 */
export async function scriptedRedis(
  answer: (command: string, connection: number) => string | undefined,
  isFrozen: () => boolean = () => false,
): Promise<string> {
  let connections = 0
  const address = await startTcpUpstream((socket) => {
    const connection = ++connections
    socket.on('data', (bytes) => {
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) {
        const reply = greeting(command) ?? answer(command, connection)
        if (reply !== undefined && !isFrozen()) socket.write(reply)
      }
    })
  })
  return `redis://${new URL(address).host}`
}

function greeting(command: string): string | undefined {
  if (/\r\ninfo\r\n/i.test(command)) return '$9\r\nloading:0\r\n'
  if (/\r\nhello\r\n/i.test(command)) return '%1\r\n$6\r\nserver\r\n$5\r\nredis\r\n'
  return /\r\nclient\r\n/i.test(command) ? '+OK\r\n' : undefined
}
