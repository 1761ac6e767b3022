import { describe, expect, it } from 'vitest'
import { outcomeOf, type Headers, type AttemptOutcome } from '../src/index.ts'

const now = Date.parse('Fri, 20 Nov 2026 12:00:00 GMT')

describe('the head of a response', () => {
  it.each<[string, number, Headers, AttemptOutcome]>([
    ['is success', 200, {}, { kind: 'success' }],
    ['is a redirect, which the gateway does not follow', 302, {}, { kind: 'invalid' }],
    ['blames the client', 400, {}, { kind: 'client-error' }],
    ["refuses the gateway's key", 401, {}, { kind: 'unauthorized' }],
    ['is an error of the server', 500, {}, { kind: 'server-error' }],
    ['is a server that gave up waiting', 408, {}, { kind: 'server-error' }],
    ['is overload', 503, {}, { kind: 'overloaded' }],
    ['is overload in other words', 529, { 'retry-after': '3' }, { kind: 'overloaded', retryAfterMs: 3000 }],
    ['limits the rate, for seconds', 429, { 'retry-after': '2' }, { kind: 'rate-limited', retryAfterMs: 2000 }],
    [
      'limits the rate, more precisely',
      429,
      { 'retry-after-ms': '1500', 'retry-after': '2' },
      { kind: 'rate-limited', retryAfterMs: 1500 },
    ],
    [
      'limits the rate, until a date',
      429,
      { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' },
      { kind: 'rate-limited', retryAfterMs: 30_000 },
    ],
    [
      'limits the rate, until a date gone by',
      429,
      { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' },
      { kind: 'rate-limited', retryAfterMs: 0 },
    ],
    ['limits the rate, for nonsense', 429, { 'retry-after': 'soon' }, { kind: 'rate-limited' }],
    ['limits the rate, for less than nothing', 429, { 'retry-after': '-5' }, { kind: 'rate-limited' }],
    ['limits the rate, twice', 429, { 'retry-after': ['1', '2'] }, { kind: 'rate-limited' }],
  ])('%s', (_, status, headers, outcome) => {
    expect(outcomeOf(status, headers, { now })).toEqual(outcome)
  })

  it.each([401, 403, 429])('of %i says nothing about an upstream that was shown the credential of a client', (status) => {
    expect(outcomeOf(status, { 'retry-after': '2' }, { ownCredential: false })).toEqual({ kind: 'client-error' })
  })
})
