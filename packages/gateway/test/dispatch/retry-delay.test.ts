import { describe, expect, it } from 'vitest'
import { withRetryDelay } from '../../src/dispatch/retry-delay.ts'
import { longestRefusal } from '../../src/dispatch/held-refusal.ts'
import type { Head } from '../../src/head.ts'
import type { AnswerListener } from '../../src/upstreams/upstream.ts'

/** Events of the listener for a refusal whose body comes in two pieces. */
function heard(status: number, headers: Head, text: string, end: (told: AnswerListener) => void = (told) => told.onEnd()): unknown[] {
  const all: unknown[] = []
  const call = { pause() {}, resume() {}, abort() {} }
  withRetryDelay((told) => {
    told.onHead(status, headers)
    told.onData(Buffer.from(text.slice(0, 5)), true)
    told.onData(Buffer.from(text.slice(5)), false)
    end(told)
    return call
  })({
    onHead: (...head) => void all.push(head),
    onData: (bytes) => void all.push(bytes.toString()),
    onEnd: () => void all.push('end'),
    onFailure: ({ message }) => void all.push(message),
  })
  return all
}

const google = (...details: object[]): object => ({ error: { code: 429, message: 'Quota', details } })
const retryInfo = (retryDelay: unknown): object => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay })
const router = (headers: object): object => ({ error: { code: 429, message: 'Slow down', metadata: { headers } } })

describe('a refusal whose body says when to ask again says it in its head', () => {
  it.each<[string, number, object, string | undefined]>([
    ['RetryInfo', 429, google({ '@type': 'QuotaFailure' }, retryInfo('39.5s')), '40'],
    ['RetryInfo of Chat Completions', 503, [google(retryInfo('45.837906927s'))], '46'],
    ['RetryInfo without a message', 429, { error: { details: [retryInfo('5s')] } }, '5'],
    ['no time to wait', 429, google(retryInfo('0s')), '0'],
    ['ErrorInfo', 429, google({ metadata: { quotaResetDelay: '373.8ms' } }), '1'],
    ['a header of the provider behind a router', 429, router({ 'Retry-After': 7 }), '7'],
    ['a time in seconds', 429, router({ 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) - 60) }), '0'],
    ['a time in milliseconds', 429, router({ 'x-ratelimit-reset': Date.now() - 60_000 }), '0'],
    ['a number that is no time', 429, router({ 'X-RateLimit-Reset': '60' }), undefined],
    ['a negative delay', 429, google(retryInfo('-3s')), undefined],
    ['a delay that is a number', 429, google(retryInfo(3)), undefined],
    ['no delay', 429, google(), undefined],
    ['a request that is wrong', 400, google(retryInfo('39s')), undefined],
  ])('%s', (_, status, body, delay) => {
    const text = JSON.stringify(body)
    expect(heard(status, { 'x-a': 'b' }, text)).toEqual([
      [status, { 'x-a': 'b', ...(delay !== undefined && { 'retry-after': delay }) }],
      text.slice(0, 5),
      text.slice(5),
      'end',
    ])
  })

  it.each(['retry-after', 'retry-after-ms'])('unless its head has %s', (name) => {
    expect(heard(429, { [name]: '3' }, JSON.stringify(google(retryInfo('39s'))))[0]).toEqual([429, { [name]: '3' }])
  })

  it('not of a body that breaks off, or goes on for long', () => {
    const failure = { status: 502, type: 't', code: 'c', message: 'gone' }
    expect(heard(429, {}, '{"error"', (told) => told.onFailure(failure))).toEqual([[429, {}], '{"err', 'or"', 'gone'])
    const all = heard(429, {}, ' '.repeat(longestRefusal + 1), (told) => {
      told.onData(Buffer.from(JSON.stringify(google(retryInfo('39s')))), false)
      told.onEnd()
    })
    expect([all[0], all.length]).toEqual([[429, {}], 5])
  })
})
