import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import type { LoadSample } from '../src/gateway/results.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../src/gateway/client.mjs', import.meta.url))

const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`
const events = [event({ reasoning_content: '000 001 ' }), event({ content: '002 003 ' }), 'data: [DONE]\n\n']
const message = { reasoning_content: 'reason '.repeat(40), content: 'answer '.repeat(20) }
const json = (change: object) => JSON.stringify({ choices: [{ message: { ...message, ...change } }] })

/** Answers of a target, and whether all of its replies are bad, or none. */
const replies: [name: string, kind: 'stream' | 'json', bad: boolean, listener: RequestListener][] = [
  ['a whole stream', 'stream', false, (_, reply) => events.forEach((one, index) => reply[index === 2 ? 'end' : 'write'](one))],
  [
    'a whole stream in chunks that end inside of events',
    'stream',
    false,
    (_, reply) => {
      const text = events.join('')
      for (let at = 0; at < text.length; at += 7) reply.write(text.slice(at, at + 7))
      reply.end()
    },
  ],
  ['a stream without its last token', 'stream', true, (_, reply) => reply.end(`${events[0]}${event({ content: '002 ' })}${events[2]}`)],
  ['reasoning as answer', 'stream', true, (_, reply) => reply.end(`${event({ content: '000 001 002 003 ' })}${events[1]}${events[2]}`)],
  ['an error', 'stream', true, (_, reply) => reply.writeHead(500).end(events.join(''))],
  ['a stream that breaks off', 'stream', true, (_, reply) => reply.write(events[0], () => reply.destroy())],
  ['a whole body', 'json', false, (_, reply) => reply.end(json({}))],
  ['a body without reasoning', 'json', true, (_, reply) => reply.end(json({ reasoning_content: undefined }))],
]

it.each(replies)('%s', async (_, kind, bad, listener) => {
  const server = createServer((request, reply) => request.resume().on('end', () => listener(request, reply))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { stdout } = await run(process.execPath, [client, `${port}`, '2', '0.2', kind, '--tokens=4'], {
    env: { ...process.env, WARM: '0.1' },
  })
  const sample = JSON.parse(stdout) as LoadSample
  if (bad) expect(sample.bad).toBeGreaterThan(0)
  else expect([sample.bad, sample.rps > 0]).toEqual([0, true])
})

it('goes to several ports in turn', async () => {
  const asked = [0, 0]
  const ports = await Promise.all(
    asked.map(async (_, index) => {
      const server = createServer((request, reply) => request.resume().on('end', () => (asked[index]!++, reply.end(json({}))))).listen(
        0,
        '127.0.0.1',
      )
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      return (server.address() as AddressInfo).port
    }),
  )
  await run(process.execPath, [client, ports.join(','), '2', '0.2', 'json', '--tokens=4'], { env: { ...process.env, WARM: '0.1' } })
  expect(asked.every((times) => times > 0)).toBe(true)
})
