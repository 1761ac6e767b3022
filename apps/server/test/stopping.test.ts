import { describe, expect, it } from 'vitest'
import { run } from './support/program.ts'
import { openRaw } from './support/raw-client.ts'
import { chunk, done, sendStream, startUpstream } from './support/upstream.ts'

const quiet = ['--port', '0', '--traces', 'off']
const anHour = String(3_600_000)

// Whole programs start here, from their sources, on machines that may be busy.
describe.each([1, 2])('a gateway of %i that is told to stop', (workers) => {
  const start = async (...flags: string[]) => {
    const program = run([...quiet, '--workers', String(workers), ...flags])
    const [, address = ''] = await program.says(/listening at (http:\S+?),?\s/)
    return { program, address, port: Number(new URL(address).port) }
  }

  it('waits for no connection on which nothing is asked', async () => {
    const { program, port } = await start('--shutdown-timeout', anHour)
    const silent = await openRaw(port)
    const kept = await openRaw(port)
    kept.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await expect.poll(kept.heard).toContain('200 OK')
    program.child.kill('SIGTERM')
    await Promise.all([silent.closed, kept.closed])
    expect(await program.exit).toBe(0)
  })

  it('answers a request of which the rest comes by then, and waits no longer for the rest of another', async () => {
    const { program, port, address } = await start('--shutdown-timeout', '5000', '--pace', '0')
    const body = '{"model":"embedded/qwen3-tags","messages":[{"role":"user","content":"What is 17 * 3?"}]}'
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    const slow = await openRaw(port)
    const slower = await openRaw(port)
    for (const { socket } of [slow, slower]) socket.write(head + body.slice(0, 20))
    // Both are there when it is told to.
    expect((await fetch(`${address}/healthz`, { headers: { connection: 'close' } })).status).toBe(200)
    program.child.kill('SIGTERM')
    slow.socket.write(body.slice(20))
    await Promise.all([slow.closed, slower.closed])
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 (?:200|503) /)
    expect(slower.heard()).toBe('')
    expect(await program.exit).toBe(0)
  })

  it('does not wait when it is told once more', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
    })
    const { program, address } = await start('--upstream', upstream, '--adapter', 'plain', '--shutdown-timeout', anHour)
    const answer = await fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: '{"model":"m","stream":true}',
    })
    program.child.kill('SIGTERM')
    const refused = (): Promise<boolean> =>
      fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      )
    while (!(await refused()));
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(1)
    await expect(answer.text()).rejects.toThrow()
  })
})

it('waits for an answer longer than the 10 s that Fastify gives to a hook', { timeout: 60_000 }, async () => {
  const upstream = await startUpstream((_, response) => {
    sendStream(response)
    response.write(chunk({ content: 'Hello' }))
    setTimeout(() => response.end(chunk({ content: ' there' }, { finish_reason: 'stop' }) + done), 11_000)
  })
  const program = run([...quiet, '--upstream', upstream, '--adapter', 'plain', '--shutdown-timeout', anHour])
  const [, address = ''] = await program.says(/listening at (http:\S+?),?\s/)
  const answer = await fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: '{"model":"m","stream":true}',
  })
  program.child.kill('SIGTERM')
  expect(await answer.text()).toContain('[DONE]')
  expect(await program.exit).toBe(0)
})
