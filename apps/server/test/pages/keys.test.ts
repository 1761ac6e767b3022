import { readFileSync } from 'node:fs'
import { openKeyFile } from '@reason/keys'
import { describe, expect, it } from 'vitest'
import type { KeyView } from '@reason/gateway-api'
import { startGateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { openPage, type Page } from '../support/page.ts'

interface Answer {
  status: number
  body: { key: KeyView; text: string; keys: KeyView[]; required: boolean; error: { message: string; code: string } }
}

async function ask(page: Page, path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const response = await page.ask(`/api/keys${path}`, { method, ...(body !== undefined && { body }) })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function administrator(...flags: string[]): Promise<{ page: Page; path: string; url: string }> {
  const { path, make } = keyFile()
  const { text } = await make({ name: 'ops', admin: true })
  const { url } = await startGateway('--keys', path, '--require-keys', ...flags)
  const page = openPage(url)
  await page.ask('/api/session', { method: 'POST', body: { key: text } })
  return { page, path, url }
}

const opens = async (url: string, key: string): Promise<boolean> => (await fetch(`${url}/v1/models`, { headers: { 'x-api-key': key } })).ok

describe('keys, for administrators', () => {
  it('are made, and open at once; their text is shown once, and nothing of it later', async () => {
    const { page, path, url } = await administrator()
    const made = await ask(page, '', 'POST', {
      name: 'chat',
      visibility: 'label',
      models: ['qwen3*'],
      rateLimits: { requestsPerMinute: 5 },
    })
    expect(made.status).toBe(201)
    expect(made.body.text).toMatch(/^rsk_/)
    expect(await opens(url, made.body.text)).toBe(true)
    const { status, body } = await ask(page, '')
    expect([status, body.required, body.keys.map(({ name, state }) => [name, state])]).toEqual([
      200,
      true,
      [
        ['ops', 'active'],
        ['chat', 'active'],
      ],
    ])
    expect(body.keys[1]).toEqual({ ...made.body.key, models: ['qwen3*'], rateLimits: { requestsPerMinute: 5 } })
    const secret = made.body.text.slice(15)
    const { hash } = openKeyFile(path).list()[1]!
    for (const kept of [secret, hash, 'sha256']) expect(JSON.stringify(body)).not.toContain(kept)
    expect(readFileSync(path, 'utf8')).not.toContain(secret)
  })

  it('are changed, rotated and revoked', async () => {
    const { page, url } = await administrator()
    const { key, text } = (await ask(page, '', 'POST', { name: 'app' })).body
    const changed = await ask(page, `/${key.id}`, 'PUT', { name: 'app 2', visibility: 'full' })
    expect(changed.body.key).toMatchObject({ id: key.id, name: 'app 2', visibility: 'full', createdAt: key.createdAt })

    const second = await ask(page, `/${key.id}/rotate`, 'POST', { graceMs: 60_000 })
    expect(second.body.key.previousUntil).toBeGreaterThan(Date.now())
    expect([await opens(url, text), await opens(url, second.body.text)]).toEqual([true, true])
    const third = await ask(page, `/${key.id}/rotate`, 'POST', {})
    expect(third.body.key.previousUntil).toBeUndefined()
    expect([await opens(url, second.body.text), await opens(url, third.body.text)]).toEqual([false, true])

    const gone = await ask(page, `/${key.id}`, 'DELETE')
    expect(gone.body.key).toMatchObject({ state: 'revoked', revokedAt: expect.any(Number) as number })
    expect(await opens(url, third.body.text)).toBe(false)
    expect((await ask(page, '')).body.keys.find(({ id }) => id === key.id)).toMatchObject({ state: 'revoked' })
  })

  it('show how their budgets stand', async () => {
    const { page } = await administrator()
    const { key } = (await ask(page, '', 'POST', { name: 'app', budgets: { key: { tokens: 1000 } } })).body
    const [, shown] = (await ask(page, '')).body.keys
    expect(shown!.balances).toMatchObject([{ scope: 'key', of: key.id, limit: 1000, used: 0, available: 1000, level: 'ok' }])
  })

  it.each([
    ['no name', {}, 'name'],
    ['a right that there is not', { name: 'x', visibilty: 'full' }, 'visibilty'],
    ['a budget that there is not', { name: 'x', budgets: { key: { token: 5 } } }, 'token'],
    ['rights that are none', [], 'name'],
  ])('are refused with %s', async (_, rights, said) => {
    const { page } = await administrator()
    const refused = await ask(page, '', 'POST', rights)
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(said)])
    expect((await ask(page, '')).body.keys).toHaveLength(1)
  })

  it('that do not exist are not found, and no time is no grace', async () => {
    const { page } = await administrator()
    for (const [method, path] of [
      ['PUT', '/nobody0000'],
      ['DELETE', '/nobody0000'],
      ['POST', '/nobody0000/rotate'],
    ] as const) {
      const refused = await ask(page, path, method, method === 'PUT' ? { name: 'x' } : method === 'POST' ? {} : undefined)
      expect([method, refused.status, refused.body.error.code]).toEqual([method, 404, 'key_not_found'])
    }
    for (const graceMs of [-1, 1.5, '60', 1e12]) expect((await ask(page, '/nobody0000/rotate', 'POST', { graceMs })).status).toBe(400)
  })

  it('are for administrators only', async () => {
    const { url, page } = await administrator()
    const { text } = (await ask(page, '', 'POST', { name: 'app', visibility: 'full' })).body
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', '/abcdefghij'],
    ] as const) {
      const headers = { 'x-api-key': text, 'content-type': 'application/json' }
      const refused = await fetch(`${url}/api/keys${path}`, {
        method,
        headers,
        ...(method === 'POST' && { body: '{"name":"x","admin":true}' }),
      })
      expect([method, refused.status]).toEqual([method, 403])
    }
    expect((await ask(page, '')).body.keys).toHaveLength(2)
  })
})
