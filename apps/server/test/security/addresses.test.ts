import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { question, startGateway } from '../support/gateway.ts'

/** Characters with a special meaning to databases, templates, file systems and terminals. */
const hostile = [
  `' OR 1=1 --`,
  `"; DROP TABLE reasoning_traces; --`,
  `x" OR reasoning_text:* NEAR(`,
  `* - " ( ) ^ AND NOT`,
  `%' ESCAPE '_`,
  `a:* & !b <-> 'c`,
  `${'('.repeat(5000)}`,
  `\u0000\u001b[2J\r\nset-cookie: a=b`,
  `../../../../etc/passwd`,
  `%2e%2e%2f%00`,
  `__proto__`,
  `constructor`,
  `{{7*7}}\${7*7}`,
  `\u202e\ud83d`.toWellFormed(),
]

function withTraces() {
  const folder = mkdtempSync(join(tmpdir(), 'reason-addresses-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return startGateway('--data-dir', folder, '--traces', 'sqlite')
}

describe('addresses with hostile text in them', () => {
  it('are answered or refused, and change nothing', async () => {
    const { url, chat } = await withTraces()
    await chat({ model: 'embedded/qwen3-tags', messages: question })
    const list = async () => ((await (await fetch(`${url}/api/traces`)).json()) as { items: unknown[] }).items.length
    await expect.poll(list).toBe(1)
    for (const text of hostile) {
      const value = encodeURIComponent(text)
      for (const path of [
        ...['q', 'after', 'session', 'sessionKey', 'runId', 'model', 'provider', 'outcome', 'limit', 'minLeakScore', 'since', text].map(
          (name) => `/api/traces?${encodeURIComponent(name)}=${value}`,
        ),
        `/api/traces?q=a&after=${value}`,
        `/api/traces/${value}`,
        `/api/traces/export?format=${value}`,
        `/api/sessions/${value}/budget`,
        `/api/explain?model=${value}`,
        `/api/keys/${value}`,
        `/assets/${value}`,
        `/v1/models/${value}`,
        `/${value}`,
      ]) {
        const response = await fetch(url + path)
        expect([path, response.status]).toEqual([path, expect.toSatisfy((status: number) => status < 500)])
        expect(response.headers.get('set-cookie')).toBeNull()
        expect(response.headers.get('content-type')).toMatch(/^(?:application\/(?:json|x-ndjson)|text\/(?:plain|csv))/)
        await response.arrayBuffer()
      }
    }
    expect(await list()).toBe(1)
  })

  it.each([
    '/../../../../etc/passwd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html',
    '//etc/passwd',
    '/assets\\..\\package.json',
  ])('%s leads to no file', async (path) => {
    const { port } = await startGateway()
    // As it is written: fetch would tidy it up.
    const status = await new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(404)
  })

  it('of sessions and runs, from headers and bodies, are kept as text', async () => {
    const { url, chat } = await withTraces()
    for (const [index, text] of hostile.entries()) {
      const response = await chat({
        model: 'embedded/qwen3-tags',
        messages: question,
        metadata: { session_id: text },
        user: text,
        [text]: text,
        seed: index,
      })
      expect([text, response.status]).toEqual([text, expect.toSatisfy((status: number) => status === 200 || status === 400)])
      expect(JSON.stringify([...response.headers])).not.toContain('a=b')
    }
    expect((await fetch(`${url}/api/traces`)).status).toBe(200)
    expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('DROP TABLE')
  })
})

it.each(['/v1/models%ff', '/v1/messages/%', '/api/sessions/%E0%A4%A/budget'])(
  'an address that cannot be decoded is refused in the format of its API: %s',
  async (path) => {
    const { url } = await startGateway()
    const response = await fetch(url + path)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: `The address "${path}" cannot be decoded. Correct its percent signs.` },
    })
  },
)
