import { openKeyFile } from '@reason/keys'
import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { openPage, type Page } from '../support/page.ts'

const model = 'embedded/qwen3-tags'

const session = async (page: Page): Promise<Record<string, unknown>> => (await (await page.ask('/api/session')).json()) as never

const signIn = (page: Page, key: string): Promise<Response> => page.ask('/api/session', { method: 'POST', body: { key } })

const generate = (page: Page, headers: Record<string, string> = {}): Promise<Response> =>
  page.ask('/v1/generate', { method: 'POST', body: { model, prompt: 'Q' }, headers })

describe('a page, where keys are required', () => {
  it('signs in with a key, which opens everything that the key opens, until it signs out', async () => {
    const { path, make } = keyFile()
    const { text, id } = await make({ name: 'ops', admin: true, visibility: 'full' })
    const { url } = await startGateway('--keys', path, '--require-keys')
    const page = openPage(url)
    expect(await session(page)).toEqual({
      required: true,
      signedIn: false,
      administrator: false,
      visibility: 'none',
      traces: 'off',
      key: null,
      until: null,
      problem: null,
    })
    expect((await generate(page)).status).toBe(401)

    const response = await signIn(page, ` ${text} `)
    expect(response.status).toBe(200)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^reason_[0-9a-f]{8}=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain(text.slice(4, 20))
    const view = (await response.json()) as { until: number }
    expect(view).toMatchObject({ signedIn: true, administrator: true, visibility: 'full', key: { id, name: 'ops' } })
    expect(view.until).toBeGreaterThan(Date.now())
    expect(await session(page)).toEqual(view)

    for (const address of ['/v1/models', '/metrics', '/api/sessions/alice/budget'])
      expect((await page.ask(address)).status, address).toBe(200)
    const answer = (await (await generate(page)).json()) as { analysis: string }
    expect(answer.analysis).not.toBe('')

    const stolen = page.cookie
    expect(await (await page.ask('/api/session', { method: 'DELETE' })).json()).toMatchObject({ signedIn: false })
    expect(page.cookie).toBe('')
    page.cookie = stolen
    expect((await page.ask('/v1/models')).status).toBe(401)
    expect(await session(page)).toMatchObject({ signedIn: false, problem: expect.stringContaining('Sign in') as string })
  })

  it('ends its session when it signs in anew', async () => {
    const { path, make } = keyFile()
    const { text } = await make({})
    const page = openPage((await startGateway('--keys', path, '--require-keys')).url)
    await signIn(page, text)
    const { cookie: earlier } = page
    await signIn(page, text)
    expect(page.cookie).not.toBe(earlier)
    expect(await session(page)).toMatchObject({ signedIn: true })
    page.cookie = earlier
    expect(await session(page)).toMatchObject({ signedIn: false })
  })

  it('may do what its key may, and no more', async () => {
    const { path, make } = keyFile()
    const { text } = await make({ models: ['qwen3*'], visibility: 'none' })
    const { url } = await startGateway('--keys', path, '--require-keys')
    const page = openPage(url)
    expect(await (await signIn(page, text)).json()).toMatchObject({ administrator: false, visibility: 'none', key: { models: ['qwen3*'] } })
    expect((await page.ask('/metrics')).status).toBe(403)
    expect(await (await generate(page)).json()).toMatchObject({ analysis: null, answer: 'The answer is 51.' })
    const other = { model: 'embedded/gpt-oss-tool', messages: question }
    expect((await page.ask('/v1/chat/completions', { method: 'POST', body: other })).status).toBe(403)
  })

  it('is out when its key is', async () => {
    const { path, make } = keyFile()
    const { text, id } = await make()
    const { url } = await startGateway('--keys', path, '--require-keys')
    const page = openPage(url)
    await signIn(page, text)
    expect((await page.ask('/v1/models')).status).toBe(200)
    await openKeyFile(path).revoke(id)
    // The gateway is told by the file system.
    let status = 200
    while (status === 200) ({ status } = await page.ask('/v1/models'))
    expect(status).toBe(401)
    expect(await session(page)).toMatchObject({ signedIn: false, problem: expect.stringContaining('revoked') as string })
  })

  it('is refused with what is no key, and remembers nothing', async () => {
    const { path, make } = keyFile()
    await make()
    const { url } = await startGateway('--keys', path, '--require-keys')
    const page = openPage(url)
    for (const [key, status] of [
      ['sk-somebody', 401],
      ['', 400],
      [5, 400],
    ] as const) {
      const response = await page.ask('/api/session', { method: 'POST', body: { key } })
      expect([key, response.status, response.headers.getSetCookie()]).toEqual([key, status, []])
    }
  })

  it('is told to wait where too many keys were none; with one that is it signs in all the same, as all users of a proxy have one address', async () => {
    const { path, make } = keyFile()
    const { text, id } = await make()
    const { url } = await startGateway('--keys', path, '--require-keys')
    const [guessing, other] = [openPage(url), openPage(url)]
    // A wrong secret with the id of an existing key counts like any other.
    const guesses = Array.from({ length: 22 }, (_, index) => (index % 2 === 0 ? `rsk_guess${index}` : `rsk_${id}_${'x'.repeat(43)}`))
    const statuses: number[] = []
    for (const guess of guesses) statuses.push((await signIn(guessing, guess)).status)
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429])
    const refused = await signIn(guessing, 'rsk_guess')
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([429, []])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const page of [guessing, other]) {
      expect((await signIn(page, text)).status).toBe(200)
      expect((await page.ask('/v1/models')).status).toBe(200)
    }
  })

  it('is what the cookie counts for: no other page, no form, no image and no script has its rights', async () => {
    const { path, make } = keyFile()
    const { text } = await make({ admin: true, visibility: 'full' })
    const { url } = await startGateway('--keys', path, '--require-keys')
    const page = openPage(url)
    await signIn(page, text)
    const { cookie } = page
    const status = async (address: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
      (await fetch(url + address, { method, headers: { cookie, ...headers } })).status
    const own = { 'x-reason-page': '1', 'sec-fetch-site': 'same-origin' }
    expect(await status('/metrics', own)).toBe(200)
    // A browser that says nothing of the page: our header, which no other page can send, says it.
    expect(await status('/metrics', { 'x-reason-page': '1' })).toBe(200)
    expect(await status('/metrics', { 'x-reason-page': '1', origin: url })).toBe(200)
    // A link, an image, a form, a script of another page or of another port of this machine.
    expect(await status('/metrics', { 'sec-fetch-site': 'same-origin' })).toBe(401)
    expect(await status('/metrics', { 'sec-fetch-site': 'none' })).toBe(401)
    for (const site of ['same-site', 'cross-site']) {
      expect(await status('/metrics', { 'x-reason-page': '1', 'sec-fetch-site': site })).toBe(403)
      expect(await status('/v1/models', { 'x-reason-page': '1', 'sec-fetch-site': site })).toBe(401)
    }
    const local = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site', 'x-reason-page': '1' }
    expect(await status('/api/session', local, 'DELETE')).toBe(403)
    expect(await status('/v1/models', local)).toBe(401)
    expect(await status('/v1/models', { ...local, origin: 'https://example.com' })).toBe(403)
    expect(await status('/api/session', { ...own, origin: url, 'x-reason-page': '1' }, 'DELETE')).toBe(200)
  })

  it('changes nothing without our header', async () => {
    const { url } = await startGateway()
    const headers = { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const put = (more: Record<string, string>): Promise<Response> =>
      fetch(`${url}/api/sessions/alice/budget`, { method: 'PUT', headers: { ...headers, ...more }, body: '{"used":5}' })
    const refused = await put({})
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { code: 'page_header_missing' } })
    expect((await put({ 'x-reason-page': '1' })).status).toBe(200)
  })

  it('is behind something that speaks TLS the same page, and its cookie goes nowhere else', async () => {
    const { path, make } = keyFile()
    const { text } = await make()
    const { url } = await startGateway('--keys', path, '--require-keys')
    const page = openPage(url)
    const headers = { origin: 'https://gateway.example.com' }
    const response = await page.ask('/api/session', { method: 'POST', body: { key: text }, headers })
    expect(response.headers.getSetCookie()[0]).toMatch(/; Secure$/)
    expect((await generate(page, headers)).status).toBe(200)
  })
})

describe('a page, where no keys are needed', () => {
  it('needs none, and may do everything', async () => {
    const { url } = await startGateway()
    const page = openPage(url)
    expect(await session(page)).toEqual({
      required: false,
      signedIn: true,
      administrator: true,
      visibility: 'full',
      traces: 'off',
      key: null,
      until: null,
      problem: null,
    })
    expect((await page.ask('/metrics')).status).toBe(200)
    expect((await generate(page)).status).toBe(200)
  })

  it('may sign in all the same', async () => {
    const { path, make } = keyFile()
    const { text } = await make({ visibility: 'label' })
    const { url } = await startGateway('--keys', path)
    const page = openPage(url)
    expect(await (await signIn(page, text)).json()).toMatchObject({ required: false, administrator: false, visibility: 'label' })
    expect((await page.ask('/metrics')).status).toBe(403)
    await page.ask('/api/session', { method: 'DELETE' })
    expect((await page.ask('/metrics')).status).toBe(200)
  })

  it('is on this machine: a page that gives its own name to this machine is refused', async () => {
    const { app } = await startGateway()
    const ask = async (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET'): Promise<[number, unknown]> => {
      const payload = method === 'POST' ? { payload: {} } : {}
      const response = await app.inject({ method, url, headers: { host: 'rebound.example.com:8787', ...headers }, ...payload })
      return [response.statusCode, response.statusCode === 200 ? undefined : response.json<{ error: { code: string } }>().error.code]
    }
    // Browsers send neither origin nor site with these.
    expect(await ask('/api/sessions/alice/budget', {})).toEqual([403, 'host_not_allowed'])
    expect(await ask('/metrics', { 'sec-fetch-site': 'same-origin' })).toEqual([403, 'host_not_allowed'])
    const origin = 'http://rebound.example.com:8787'
    expect(await ask('/v1/generate', { origin, 'x-reason-page': '1' }, 'POST')).toEqual([403, 'origin_not_allowed'])
    for (const host of ['localhost:8787', '127.0.0.1', '[::1]:8787']) expect(await ask('/metrics', { host })).toEqual([200, undefined])
  })
})
