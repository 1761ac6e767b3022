import { startTcpUpstream } from './upstream.ts'

/**
 * Speaks as a Redis does to whoever connects, and then as the test says.
 *
 * @param answer - To any other command, of which connection (from 1). Undefined: nothing.
 * @param isFrozen - While it is, it says nothing to anybody.
 * @returns its address
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
