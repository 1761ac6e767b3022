import { connect } from 'node:net'
import { once } from 'node:events'
import { describe, expect, inject, it } from 'vitest'
import { databaseMissing, redisMissing } from '../src/services.ts'

const database = inject('databaseUrl')
const redis = inject('redisUrl')

/** The server's first response to these bytes. */
async function ask(url: string, bytes: Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer
}

describe.skipIf(redis === undefined)(`Redis${redis === undefined ? ` (${redisMissing})` : ''}`, () => {
  it('answers', async () => expect(String(await ask(redis!, Buffer.from('PING\r\n')))).toBe('+PONG\r\n'))
})

describe.skipIf(database === undefined)(`PostgreSQL${database === undefined ? ` (${databaseMissing})` : ''}`, () => {
  // The question of a client whether it may speak TLS, which every server answers with one letter.
  it('answers', async () => expect(String(await ask(database!, Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))).toMatch(/^[NS]$/))
})
