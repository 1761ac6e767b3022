import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyFile } from '@reason/keys'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GenerateAnswer } from '@reason/gateway-api/generate'
import { recordedFiles } from '../../../support/recorded-files.ts'
import { connectGenerate, finalOf, postGenerate, streamed, textOf } from '../../../support/generate.ts'
import { startGateway } from '../../../support/gateway.ts'
import { chunk, done, sendStream, startReadingUpstream } from '../../../support/upstream.ts'

const request = { model: 'embedded/qwen3-native', prompt: 'What is 17 * 3?' }
const { reasoning } = recordedFiles[request.model]!.said
/** Pieces of what was thought that the answer has not. */
const secrets = ['17 * 3', '10 * 3', '30 + 21', 'Okay']

describe('visibility', () => {
  it('none: nothing of it, over any way', async () => {
    const { url } = await startGateway('--visibility', 'none')
    const { send, rest } = await connectGenerate(url)
    send(request)
    const whole = await (await postGenerate(url, request)).text()
    const all = [JSON.stringify(await streamed(url, request)), whole, JSON.stringify(await rest())]
    for (const text of all) {
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      expect(text).not.toContain('"analysis","block"')
      expect(text).toContain('The answer is 51.')
    }
    expect((JSON.parse(whole) as GenerateAnswer).analysis).toBeNull()
  })

  it('label: that it thinks, and for how long', async () => {
    const { url } = await startGateway()
    const events = await streamed(url, { ...request, visibility: 'label' })
    expect(events.filter(({ type }) => type === 'analysis')).toEqual([
      { type: 'analysis', block: 0, text: '', kind: 'hidden', origin: 'provider' },
      { type: 'analysis', block: 0, text: '', kind: 'hidden', ms: expect.any(Number) as number },
    ])
    expect(secrets.filter((secret) => JSON.stringify(events).includes(secret))).toEqual([])
  })

  it('can only be lowered by a request', async () => {
    const { url } = await startGateway('--visibility', 'label')
    expect(textOf(await streamed(url, { ...request, visibility: 'full' }), 'analysis')).toBe('')
    const open = await startGateway()
    const ask = async (visibility: string | undefined, header?: string): Promise<string> =>
      textOf(
        await streamed(open.url, { ...request, visibility }, header === undefined ? {} : { 'x-reason-visibility': header }),
        'analysis',
      )
    expect(await ask(undefined)).toBe(reasoning)
    expect(await ask('full', 'none')).toBe('')
    expect(await ask('none', 'full')).toBe('')
  })
})

describe('keys', () => {
  async function keyed(): Promise<{ url: string; key: string }> {
    const folder = mkdtempSync(join(tmpdir(), 'reason-generate-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'keys.json')
    const { text: key } = await openKeyFile(file).create({ name: 'test', visibility: 'none', models: ['embedded/qwen3*'] })
    const { url } = await startGateway('--keys', file, '--require-keys')
    return { url, key }
  }

  it('are asked for, and say what may be seen and asked', async () => {
    const { url, key } = await keyed()
    const headers = { authorization: `Bearer ${key}` }
    expect((await postGenerate(url, request)).status).toBe(401)
    expect(textOf(await streamed(url, request, headers), 'analysis')).toBe('')
    expect((await postGenerate(url, { ...request, model: 'embedded/gpt-oss-raw' }, headers)).status).toBe(403)
  })

  it('are asked for before a connection is there', async () => {
    const { url, key } = await keyed()
    await expect(connectGenerate(url)).rejects.toThrow('401')
    const { send, rest } = await connectGenerate(url, { authorization: `Bearer ${key}` })
    send(request)
    const events = await rest()
    expect(finalOf(events).answer).toBe('The answer is 51.')
    expect(textOf(events, 'analysis')).toBe('')
    send({ ...request, model: 'embedded/gpt-oss-raw' })
    expect(await rest()).toMatchObject([{ type: 'error', error: { status: 403, code: 'not_allowed' } }])
  })
})

describe('a budget', () => {
  it('ends the reasoning where it is to stop, and says so', async () => {
    const { url } = await startGateway('--session-budget', '4', '--budget-action', 'stop')
    const asked = { model: 'embedded/qwen3-tags', prompt: 'Q', session: 'alice' }
    const events = await streamed(url, asked)
    expect(textOf(events, 'analysis').length).toBeLessThan(40)
    expect(textOf(events, 'token')).toBe('')
    expect(events.flatMap((event) => (event.type === 'warning' ? [event.code] : []))).toEqual([
      'budget-exceeded',
      'reasoning-stopped',
      // The recording thinks the second time, too: that no answer came of it is said as well.
      'rescued',
      'rescued',
    ])
    expect(finalOf(events)).toMatchObject({ finish_reason: 'reasoning_exhausted', answer: '', reasoning: null })
    expect(finalOf(events)).not.toHaveProperty('reason')

    const other = (await (await postGenerate(url, { ...asked, session: 'bob' })).json()) as GenerateAnswer
    expect(other).toMatchObject({ warnings: ['budget-exceeded', 'reasoning-stopped', 'rescued', 'rescued'].map((code) => ({ code })) })
    expect(other).not.toHaveProperty('reason')
  })

  it('refuses the next request when it is used up', async () => {
    const { url } = await startGateway('--session-budget', '4')
    const asked = { model: 'embedded/qwen3-tags', prompt: 'Q', session: 'alice' }
    await streamed(url, asked)
    let refused = await postGenerate(url, asked)
    while (refused.status === 200) refused = await postGenerate(url, asked)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: { code: 'reasoning_budget_exceeded', budget: { of: 'alice', limit: 4 } } })
    const { send, rest } = await connectGenerate(url)
    send(asked)
    expect(await rest()).toMatchObject([{ type: 'error', error: { status: 429, code: 'reasoning_budget_exceeded' } }])
  })
})

it('a rescue is one generation', async () => {
  const bodies: Record<string, unknown>[] = []
  const address = await startReadingUpstream((text, response) => {
    bodies.push(JSON.parse(text) as Record<string, unknown>)
    sendStream(response)
    if (bodies.length === 1) response.end(chunk({ reasoning_content: 'Hm, hm, hm.' }) + chunk({}, { finish_reason: 'length' }) + done)
    else response.end(chunk({ content: '51.' }) + chunk({}, { finish_reason: 'stop' }) + done)
  })
  const { url } = await startGateway('--upstream', address, '--rescue', 'lower')
  const events = await streamed(url, { model: 'gpt-5', prompt: 'Q', effort: 'high', max_tokens: 20 })
  expect(bodies).toHaveLength(2)
  expect(textOf(events, 'token')).toBe('51.')
  expect(events.filter(({ type }) => type === 'warning')).toMatchObject([{ code: 'rescued' }])
  expect(finalOf(events)).toMatchObject({ finish_reason: 'stop', answer: '51.' })
})
