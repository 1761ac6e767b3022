import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clientRequestId } from '@reason/gateway/src/request-id'
import { newRequestId } from '@reason/gateway/host'
import { connectGenerate } from '../support/generate.ts'
import { question, startGateway, type Gateway } from '../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../support/upstream.ts'

const uuidv7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describe('ids of requests', () => {
  it('are UUIDs of version 7: 48 bits of time, then chance', () => {
    const id = newRequestId(0x0123_4567_89ab)
    expect(id).toMatch(uuidv7)
    expect(id.startsWith('01234567-89ab-7')).toBe(true)
    expect(newRequestId(5).startsWith('00000000-0005-7')).toBe(true)
  })

  it('are never the same, and sort by time', () => {
    const ids = Array.from({ length: 2000 }, (_, time) => newRequestId(1_800_000_000_000 + time))
    expect(new Set(ids).size).toBe(2000)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(Array.from({ length: 2000 }, () => newRequestId(1))).size).toBe(2000)
  })
})

describe("a client's own id", () => {
  it.each<[string, string | string[] | undefined, string | undefined]>([
    ['a UUID', '0192f3a4-5b6c-7d8e-9f01-23456789abcd', '0192f3a4-5b6c-7d8e-9f01-23456789abcd'],
    ['an id of a proxy', 'Root=1-67891233-abcdef012345678912345678', 'Root=1-67891233-abcdef012345678912345678'],
    ['in a list of one', ['a-1'], 'a-1'],
    ['of 128 characters', 'a'.repeat(128), 'a'.repeat(128)],
    ['that is longer is not kept', 'a'.repeat(129), undefined],
    ['that is none is not kept', '', undefined],
    ['with a line break is not kept', 'a\nb', undefined],
    ['with markup is not kept', '<b>', undefined],
    ['with blanks, as of two headers, is not kept', 'a, b', undefined],
    ['given twice is not kept', ['a', 'b'], undefined],
    ['with letters beyond ASCII is not kept', 'ä', undefined],
    ['that is a key of the gateway is not kept', 'rsk_0123456789', undefined],
    ['is not asked for', undefined, undefined],
  ])('%s', (_, header, expected) => expect(clientRequestId(header)).toBe(expected))
})

interface Listed {
  runId: string
  requestId: string
}

async function listed({ url }: Gateway, query: string, count: number): Promise<Listed[]> {
  const ask = async (): Promise<Listed[]> => ((await (await fetch(`${url}/api/traces?${query}`)).json()) as { items: Listed[] }).items
  await expect.poll(async () => (await ask()).length).toBe(count)
  return ask()
}

describe('traces', () => {
  const model = 'embedded/qwen3-tags'

  it('are of one run each, over restarts, also where clients use one id twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-ids-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const flags = ['--data-dir', folder, '--traces', 'sqlite']
    const headers = { 'content-type': 'application/json', 'x-request-id': 'mine' }
    let last: Gateway | undefined
    for (let start = 0; start < 2; start++) {
      await last?.close()
      last = await startGateway(...flags)
      await (await last.chat({ model, messages: question }, { headers })).text()
      await (await last.chat({ model, messages: question }, { headers: { ...headers, 'x-request-id': '<script>' } })).text()
    }
    const all = await listed(last!, '', 4)
    expect(new Set(all.map(({ runId }) => runId)).size).toBe(4)
    for (const { runId } of all) {
      expect(runId).toMatch(uuidv7)
      expect(await listed(last!, `run=${runId}`, 1)).toHaveLength(1)
    }
    expect((await listed(last!, 'request=mine', 2)).map(({ requestId }) => requestId)).toEqual(['mine', 'mine'])
    expect(all.filter(({ runId, requestId }) => runId === requestId)).toHaveLength(2)
  })

  it('of one connection have ids of their own', async () => {
    const gateway = await startGateway('--traces', 'sqlite')
    const { send, rest } = await connectGenerate(gateway.url, { 'x-request-id': 'socket-1' })
    for (let times = 0; times < 2; times++) {
      send({ model, prompt: 'Q' })
      await rest()
    }
    const all = await listed(gateway, 'request=socket-1', 2)
    expect(new Set(all.map(({ runId }) => runId)).size).toBe(2)
  })
})

it('goes on to the upstream, and what comes back is of the upstream', async () => {
  let seen: unknown
  const upstream = await startUpstream((request, response) => {
    seen = request.headers['x-request-id']
    response.setHeader('x-request-id', 'theirs')
    sendStream(response)
    response.end(chunk({ content: 'Hello.' }, { finish_reason: 'stop' }) + done)
  })
  const { chat } = await startGateway('--upstream', upstream)
  const response = await chat(
    { model: 'm', stream: true, messages: question },
    { headers: { 'content-type': 'application/json', 'x-request-id': 'mine' } },
  )
  await response.text()
  expect([seen, response.headers.get('x-request-id')]).toEqual(['mine', 'theirs'])
})
