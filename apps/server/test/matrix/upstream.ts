import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Served } from '@reason/exchanges/described'

export type { Served }

export interface Scripted {
  origin: string
  /** What it will say, one answer for each request; what it was asked until now is forgotten. */
  play(answers: readonly Served[]): void
  /** The bodies that came since. */
  seen: Record<string, unknown>[]
  close(): void
}

/** A real upstream on loopback that says what it is told to, cut into pieces. */
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
