import type { Explanation, GenerationLine, LiveBalance, LiveUpstream } from '@reason/gateway-api'
import { describe, expect, test } from 'vitest'
import { explainedBy, findTodos, type Explained, type Todo } from '../src/pages/dashboard/sections/todo/todo.ts'

const line = (more: Partial<GenerationLine>): GenerationLine => ({
  trace: null,
  at: 0,
  model: 'm',
  session: null,
  key: null,
  outcome: 'stop',
  status: 200,
  ms: 1000,
  firstReasoningMs: null,
  firstAnswerMs: null,
  reasoningTokens: 10,
  reasoningTokensSource: 'reported',
  totalTokens: 100,
  warnings: [],
  ...more,
})
const times = (count: number, more: Partial<GenerationLine>): GenerationLine[] => Array.from({ length: count }, () => line(more))
const balance = (more: Partial<LiveBalance>): LiveBalance => ({
  scope: 'key',
  of: 'k',
  limit: 100,
  used: 50,
  reserved: 0,
  running: 0,
  available: 50,
  window: 'lifetime',
  level: 'ok',
  action: 'reject',
  key: null,
  ...more,
})
const upstream = (health: LiveUpstream['health']): LiveUpstream => ({
  upstream: health,
  health,
  circuit: 'closed',
  inFlight: 0,
  queued: 0,
  priority: 0,
  weight: 1,
  concurrency: 0,
  failureRate: 0,
  counts: { sent: 0, succeeded: 0, failed: 0, turnedAway: 0, slowStarts: 0 },
})
type Splitting = Explanation['upstreams'][number]['splitting']
const explanation = (model: string, splitting: Partial<Splitting>, by = 'nothing'): Explanation => ({
  model,
  upstreams: [
    {
      upstream: 'local',
      address: 'http://127.0.0.1/v1',
      format: 'openai-chat',
      provider: null,
      model,
      limits: [],
      splitting: { adapter: 'auto', native: false, candidates: [], flags: {}, ...splitting },
      // Where reasoning is hidden, the first answers do not count as evidence yet.
      start: { full: { start: 'unknown', by }, none: { start: 'unknown', by: 'nothing' }, seen: null, server: null },
      verdict: 'taken',
      reason: 'is the only one',
    },
  ],
})
const known = new Map<string, Explained>([
  ['m', { upstream: 'local', isGuessed: false, asOf: 1 }],
  ['house-model', { upstream: 'local', isGuessed: true, asOf: 1 }],
])

interface Row {
  what: string
  generations?: GenerationLine[]
  balances?: LiveBalance[]
  upstreams?: LiveUpstream[]
  todos: Partial<Todo>[]
}

const rows: Row[] = [
  { what: 'nothing happened', todos: [] },
  { what: 'all is well', generations: times(9, { key: 'k' }), balances: [balance({})], upstreams: [upstream('up')], todos: [] },
  {
    what: 'upstreams are unwell; one that drains is meant to',
    upstreams: [upstream('degraded'), upstream('down'), upstream('draining')],
    todos: [
      { kind: 'upstream', upstream: upstream('degraded') },
      { kind: 'upstream', upstream: upstream('down') },
    ],
  },
  {
    what: 'answers leak: counted by model, the latest trace first',
    generations: [
      line({ warnings: ['reasoning-overlap'] }),
      line({ warnings: ['late-closer', 'budget-warning'], trace: 'newer' }),
      line({ warnings: ['mixed-markup'], trace: 'older' }),
      line({ warnings: ['stray-token'] }),
    ],
    todos: [{ kind: 'leaks', model: 'm', upstream: 'local', count: 3, requests: 4, latest: 'newer' }],
  },
  {
    what: 'each warning of a leak counts',
    generations: ['answer-guarded', 'late-closer', 'reasoning-in-answer', 'mixed-markup', 'reasoning-repeated', 'reasoning-overlap'].map(
      (code) => line({ warnings: [code] }),
    ),
    todos: [{ kind: 'leaks', model: 'm', upstream: 'local', count: 6, requests: 6, latest: undefined }],
  },
  {
    what: 'a model that nothing is known of yet leaks',
    generations: [line({ model: 'new', warnings: ['answer-guarded'] })],
    todos: [{ kind: 'leaks', model: 'new', upstream: undefined, count: 1, requests: 1, latest: undefined }],
  },
  {
    what: 'budgets, those that are used up first',
    balances: [balance({ level: 'warning', used: 85 }), balance({ scope: 'session', of: 's', level: 'exceeded', used: 120 })],
    todos: [
      { kind: 'budget', balance: balance({ scope: 'session', of: 's', level: 'exceeded', used: 120 }) },
      { kind: 'budget', balance: balance({ level: 'warning', used: 85 }) },
    ],
  },
  {
    what: 'thinking takes all of the output',
    generations: [line({ outcome: 'reasoning-exhausted' }), line({ outcome: 'length' })],
    todos: [{ kind: 'exhausted', model: 'm', count: 1, requests: 2 }],
  },
  {
    what: 'a key thinks much',
    generations: times(5, { key: 'k', reasoningTokens: 80 }),
    todos: [{ kind: 'thinks-much', key: 'k', share: 0.8, requests: 5 }],
  },
  { what: 'a little less is not much', generations: times(5, { key: 'k', reasoningTokens: 79 }), todos: [] },
  { what: 'four requests say little', generations: times(4, { key: 'k', reasoningTokens: 99 }), todos: [] },
  {
    what: 'requests without counts do not count',
    generations: [...times(4, { key: 'k', reasoningTokens: 99 }), ...times(3, { key: 'k', totalTokens: null })],
    todos: [],
  },
  { what: 'without a key, no key is to blame', generations: times(9, { reasoningTokens: 99 }), todos: [] },
  {
    what: 'the format of a model is detected',
    generations: times(2, { model: 'house-model' }),
    todos: [{ kind: 'guessed', model: 'house-model', upstream: 'local' }],
  },
  {
    what: 'a model that only failed has no format',
    generations: times(2, { model: 'house-model', outcome: 'error', status: 429 }),
    todos: [],
  },
  {
    what: 'all at once: the most urgent first',
    generations: [
      line({ model: 'house-model', warnings: ['late-closer'], outcome: 'reasoning-exhausted' }),
      ...times(5, { key: 'k', reasoningTokens: 90 }),
    ],
    balances: [balance({ level: 'exceeded' })],
    upstreams: [upstream('down')],
    todos: [
      { kind: 'upstream' },
      { kind: 'leaks' },
      { kind: 'budget' },
      { kind: 'exhausted' },
      { kind: 'thinks-much' },
      { kind: 'guessed' },
    ],
  },
]

describe('what an operator has to do', () => {
  test.each(rows)('$what', ({ generations = [], balances = [], upstreams = [], todos }) => {
    const found = findTodos({ generations, balances, upstreams, explained: known })
    expect(found).toHaveLength(todos.length)
    expect(found).toMatchObject(todos)
  })
})

test.each([
  ['nothing is known', explanation('new', {}), true],
  ['earlier answers had a field for reasoning', explanation('new', {}, 'fields seen'), false],
  ['the API has a field for reasoning', explanation('new', { native: true }), false],
  ['an adapter knows the name', explanation('gpt-oss:20b', { flags: { harmony: { value: true, source: 'its name' } } }), false],
  ['an adapter knows that the name is none of its', explanation('new', { flags: { harmony: { value: false, source: 'its name' } } }), true],
  ['a recording of the gateway', explanation('embedded/new', {}), false],
])('whether a format is guessed: %s', (_what, found, isGuessed) => {
  expect(explainedBy(found, 7)).toEqual({ upstream: 'local', isGuessed, asOf: 7 })
})
