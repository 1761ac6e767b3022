import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTraceStore } from '@reason/trace-store'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { listen } from '@reason/testkit/model-servers'
import { reason } from './reason.ts'

/** Clears the screen, retitles the window and asks what is typed next; in one character, too. */
const hostile = 'x\u001B[2J\u001B]0;owned\u0007\u009B6n\rover'

const folder = mkdtempSync(join(tmpdir(), 'reason-hostile-'))
const env = { REASON_TRACES: `sqlite:${join(folder, 'traces.db')}`, FORCE_COLOR: '1' }
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(async () => {
  const store = await openTraceStore({ url: env.REASON_TRACES, mode: 'full', journal: false })
  await store.append({
    id: `id ${hostile}`,
    sessionKey: `session ${hostile}`,
    runId: hostile,
    model: hostile,
    provider: hostile,
    outcome: hostile,
    mode: 'full',
    adapter: hostile,
    reasoningText: `A thought ${hostile}`,
    warnings: [{ code: hostile, message: hostile, count: 2 }],
    errors: [{ code: hostile, message: hostile }],
    toolCalls: [{ name: hostile, id: hostile, chars: 2 }],
  } as never)
  await store.close()
})

/** Ours are colours alone. */
function expectHarmless(text: string): void {
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  expect(text.replaceAll(/\u001B\[\d{1,2}m/g, '').match(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g)).toBeNull()
}

it.each([
  ['list', []],
  ['search', ['thought']],
  ['show', [`id ${hostile}`]],
])('traces %s paints in its own colours only', async (command, args) => {
  const { code, stdout, stderr } = await reason(['traces', command, ...args], { env })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/\u001B\[\d+m/) // oxlint-disable-line no-control-regex
  expect(stdout).toContain('␛[2J')
  expectHarmless(stdout)
})

it('a gateway cannot paint over a terminal with what it says, in answers or in refusals', async () => {
  const json = (value: object): string => JSON.stringify(value)
  const { url, close } = await listen((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/api/sessions')) {
      const budget = { scope: 'session', of: hostile, limit: 9, used: 3, reserved: 0, available: 6, level: 'ok', action: 'warn' }
      return void response.end(json({ budgets: [budget] }))
    }
    response.writeHead(500).end(json({ error: { message: `It failed: ${hostile}` } }))
  })
  onTestFinished(close)
  const flags = { env: { REASON_GATEWAY: url, FORCE_COLOR: '1' } }
  const budget = await reason(['budget', 'show', 's'], flags)
  expect(budget.stdout).toContain('3 of 9 tokens used')
  expectHarmless(budget.stdout)
  const refused = await reason(['chat', '-m', 'm', 'Q'], flags)
  expect(refused.stderr).toContain('It failed: x␛[2J')
  expectHarmless(refused.stderr)
  const unknown = await reason(['traces', 'show', hostile], { env })
  expect(unknown.code).not.toBe(0)
  expectHarmless(unknown.stderr)
})
