import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Served } from '@reason/exchanges/described'

export type { Served }

export interface Scripted {
  origin: string
  /** Sets the answers to the following requests, one each, and clears `seen`. */
  play(answers: readonly Served[]): void
  /** Request bodies since the last `play`. */
  seen: Record<string, unknown>[]
  close(): void
}

/** Starts an upstream on loopback that sends scripted answers, cut into pieces. */
export async function startScripted(): Promise<Scripted> {
  let script: Served[] = []
  const seen: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      seen.push(JSON.parse(Buffer.concat(pieces).toString('utf8')) as Record<string, unknown>)
      const {
        status = 200,
        type,
        body,
      } = script.shift() ?? { status: 418, type: 'text/plain', body: Buffer.from('Nothing is left to say.') }
      response.writeHead(status, { 'content-type': type })
      const third = Math.ceil(body.length / 3)
      const write = (from: number): void => {
        if (from >= body.length) return void response.end()
        response.write(body.subarray(from, from + third))
        setImmediate(write, from + third)
      }
      write(0)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play(answers) {
      script = [...answers]
      seen.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
