import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject, isObject, type Json } from '@reason/gateway/json'
import { startScripted, type Scripted } from '../matrix/upstream.ts'
import { startGateway } from '../support/gateway.ts'
import { eventsIn, toldOf, type Told } from './wire-drive.ts'
import { requestOf } from './wire-rows.ts'
import { wireSiblings, type WireSibling } from './wire-siblings.ts'
import { withThought } from './with-thought.ts'

const paths = { completions: '/v1/chat/completions', messages: '/v1/messages', responses: '/v1/responses' } as const

let upstream: Scripted
beforeAll(async () => void (upstream = await startScripted()))
afterAll(() => upstream.close())

const upstreams = new Map<string, WireSibling[]>()
for (const row of wireSiblings) {
  const name = `${row.upstream} ${row.provider ?? ''}`.trim()
  upstreams.set(name, [...(upstreams.get(name) ?? []), row])
}

describe('siblings of traffic from the field', () => {
  test.each([...upstreams])('%s', async (_, rows) => {
    const { upstream: format, provider } = rows[0]!
    const own = provider === undefined ? [] : ['--upstream-provider', provider]
    const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', format, ...own)
    const seen: Record<string, object> = {}
    for (const row of rows) seen[row.id] = await ask(url, row)
    const expected = rows.map(({ id, told = {}, usage = {}, asked = {}, head = {}, notes }) => [
      id,
      { told, usage, asked, head, ...(notes && { notes }) },
    ])
    expect(seen).toMatchObject(Object.fromEntries(expected))
  })

  test.each([...upstreams])('%s: who may not see the thought gets all but it', async (_, rows) => {
    const { upstream: format, provider } = rows[0]!
    const own = provider === undefined ? [] : ['--upstream-provider', provider]
    const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', format, ...own)
    let thoughts = 0
    const seen: Record<string, object> = {}
    const expected: Record<string, object> = {}
    for (const row of rows) {
      const answer = withThought(format, row.answer, thought)
      if (answer === undefined) continue
      thoughts++
      for (const visibility of ['none', 'label', 'summary']) {
        const { raw, told } = await askFor(url, { ...row, answer }, visibility)
        const name = `${row.id}, at ${visibility}`
        seen[name] = { told: codeOnly(told), leaks: raw.includes(marker) }
        // A whole answer that fails is an error, and nothing else.
        const isError = row.told?.error !== undefined && answer.type === 'application/json'
        expected[name] = { told: codeOnly(row.told ?? {}), leaks: visibility === 'summary' && showsSummaries(format, row) && !isError }
      }
    }
    expect(seen).toMatchObject(expected)
    expect(thoughts > 0 || rows.every(({ told }) => told?.error !== undefined)).toBe(true)
  })

  test('have names of their own', () => {
    expect(new Set(wireSiblings.map(({ id }) => id)).size).toBe(wireSiblings.length)
    expect(wireSiblings.length).toBeGreaterThan(200)
  })
})

const marker = 'quixotic'
const thought = `First the ${marker} sum, then the rest.`
/** Whose providers show summaries as thoughts. */
const showsSummaries = (format: string, { request = {} }: WireSibling): boolean =>
  format.startsWith('gemini') || (format === 'bedrock-converse' && String(request['model']).includes('claude'))

async function ask(url: string, row: WireSibling): Promise<object> {
  const { told, usage, notes, headers } = await askFor(url, row, 'full')
  const head = Object.fromEntries(Object.keys(row.head ?? {}).map((name) => [name, headers.get(name) ?? undefined]))
  return { told, usage, notes, head, asked: (upstream.seen.at(-1) ?? {}) as Json }
}

/** Below full, failures inside an answer have only their code, and thoughts are absent. */
function codeOnly(whole: Partial<Told>): Partial<Told> {
  const { thought: _, ...told } = whole
  return told.error === undefined ? told : { ...told, error: told.error.replace(/^.* \/ /, '') }
}

async function askFor(
  url: string,
  { endpoint, request = {}, answer }: WireSibling,
  visibility: string,
): Promise<{ raw: string; told: Told; usage: Json; notes: number; headers: Headers }> {
  upstream.play([answer])
  const stream = request['stream'] === true
  const row = {
    id: '',
    endpoint: paths[endpoint],
    upstream: '',
    visibility: 'full' as const,
    stream,
    request,
    upstreamBody: '',
    expected: '',
  }
  const response = await fetch(`${url}${paths[endpoint]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-reason-visibility': visibility },
    body: JSON.stringify(requestOf(row, 'm')),
  })
  const raw = await response.text()
  const events = stream ? eventsIn(raw) : []
  const whole = stream ? {} : asObject(JSON.parse(raw))
  const usage = [whole, ...events].map((one) => one['usage']).findLast(isObject)
  const notes = Number(response.headers.get('x-reason-notes'))
  return {
    raw: raw + JSON.stringify([...response.headers]),
    told: toldOf(endpoint, whole, events),
    usage: usage ?? {},
    notes,
    headers: response.headers,
  }
}
