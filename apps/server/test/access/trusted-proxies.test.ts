import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { startGateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'

const wrong = `rsk_0123456789_${'a'.repeat(43)}`

/** Signs in as the page does. @returns The status. */
async function signIn(url: string, forwarded: string | undefined, key = wrong): Promise<number> {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-reason-page': '1', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    body: JSON.stringify({ key }),
  })
  return response.status
}

/** The status of the last of 21 failed sign-ins, from addresses that `forwarded` gives, and that of one more from another address. */
async function afterMany(flags: readonly string[], forwarded: (at: number) => string, other: string) {
  const keys = keyFile()
  const { text: valid } = await keys.make({ admin: true })
  const { url } = await startGateway('--keys', keys.path, '--require-keys', ...flags)
  const statuses: number[] = []
  for (let at = 0; at < 21; at++) statuses.push(await signIn(url, forwarded(at)))
  return { first: statuses[0], last: statuses.at(-1), other: await signIn(url, other), valid: await signIn(url, forwarded(0), valid) }
}

const trusted = ['--trusted-proxies', '["127.0.0.1","::1"]']

describe('failed sign-ins', () => {
  it.each([
    ['are counted by the address that connects, whatever a header says', [], (at: number) => `203.0.113.${at}`, '198.51.100.1', 429, 429],
    ['are those of the client that a trusted proxy names', trusted, () => '203.0.113.1', '198.51.100.1', 429, 401],
    [
      'are those of the last address before the proxy: a client adds what it likes',
      trusted,
      (at: number) => `192.0.2.${at}, 203.0.113.1`,
      '198.51.100.1',
      429,
      401,
    ],
    [
      'of several proxies are those of the first that is not trusted',
      ['--trusted-proxies', '["127.0.0.0/8","10.0.0.0/8"]'],
      () => '203.0.113.1, 10.1.2.3',
      '198.51.100.1, 10.1.2.4',
      429,
      401,
    ],
    ['are of the proxy where it names no address', trusted, (at: number) => `unknown-${at}`, 'x'.repeat(5000), 429, 429],
    [
      'are of the address that connects where another proxy is trusted',
      ['--trusted-proxies', '["10.0.0.0/8"]'],
      (at: number) => `203.0.113.${at}`,
      '198.51.100.1',
      429,
      429,
    ],
    ['of several clients do not add up', trusted, (at: number) => `203.0.113.${at}`, '198.51.100.1', 401, 401],
  ] as const)('%s', async (_, flags, forwarded, other, last, others) => {
    expect(await afterMany(flags, forwarded, other)).toEqual({ first: 401, last, other: others, valid: 200 })
  })
})

it.each([
  ['["10.0.0.0/33"]', 'like 10.0.0.1 or 10.0.0.0/8'],
  ['["0.0.0.0/0"]', 'like 10.0.0.1 or 10.0.0.0/8'],
  ['["nginx"]', 'like 10.0.0.1 or 10.0.0.0/8'],
  ['["10.0.0.1/8/9"]', 'like 10.0.0.1 or 10.0.0.0/8'],
  ['"10.0.0.1"', 'must be a list of addresses'],
])('%s is no list of proxies', async (value, words) => {
  await expect(loadConfig(['--trusted-proxies', value], {})).rejects.toThrow(words)
})
