import { memoryStore } from '@reason/budget'
import type { Part } from '@reason/core'
import { runs } from '@reason/testkit/sampling'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway, type Gateway } from '../../src/gateway.ts'
import type { GatewayOptions } from '../../src/gateway-options.ts'
import type { GatewayRule } from '../../src/gateway-rule.ts'

type Json = Record<string, unknown>

/** A frame of Chat Completions. */
const frame = (delta: object, choice: object = {}, beside: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...choice }], ...beside })}\n\n`

const usage = { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 }
const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', ' the', 'word ', '42', 'é', '二', '🎉', '. ') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<think>', '</think>', '<', ' <', '\n\n', '"', '\\', '```\n', '<|end|>', '<|channel|>final<|message|>'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\u2028', '\u007f', '\ufffd', '\r\n', '\ud83d', '\ude00', 'x'.repeat(600), 'me@exa', 'mple.com '),
  },
)
const texts = fc.array(text, { minLength: 3, maxLength: 12 })
const index = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })
const call = (...pieces: string[]): string[] => [
  frame({ tool_calls: [{ index: 0, id: 'call_a', type: 'function', function: { name: 'f', arguments: '' } }] }),
  ...pieces.map((piece) => frame({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
]
/** Details that come alone, and repeat the thought before them. */
const detailsOf = (text: string) => ({ reasoning_details: [{ type: 'reasoning.text', text, index: 0 }] })
const group = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(texts, index).map(([some, of]) => some.map((content) => frame({ content }, { index: of }))) },
  { weight: 6, arbitrary: texts.map((some) => some.map((thought) => frame({ reasoning_content: thought }))) },
  {
    weight: 1,
    arbitrary: texts.map((some) => [...some.map((thought) => frame({ reasoning_content: thought })), frame(detailsOf(some.join('')))]),
  },
  { weight: 1, arbitrary: texts.map((some) => some.map((content) => frame({ content }, {}, { extra: 1 }))) },
  { weight: 1, arbitrary: texts.map((some) => some.map((content) => frame({ content }, {}, { usage }))) },
  {
    weight: 1,
    arbitrary: texts.map((some) => some.map((content) => frame({ content }, { logprobs: { content: [{ token: 'a', logprob: -1 }] } }))),
  },
  { weight: 1, arbitrary: text.map((content) => [frame({ content }).replaceAll('\n', '\r\n')]) },
  { weight: 1, arbitrary: text.map((content) => [`event: x\n${frame({ content })}`]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(call('{}'), call('{"a"', ':1}'), call('{'), [frame({})], [frame({ refusal: 'no' })], ['data: broken\n\n']),
  },
)
const ending = fc.constantFrom(
  [frame({}, { finish_reason: 'stop' }), 'data: [DONE]\n\n'],
  [frame({}, { finish_reason: 'length' }), frame({}, {}, { choices: [], usage }), 'data: [DONE]\n\n'],
  [],
)
const stream = fc.tuple(fc.array(group, { minLength: 1, maxLength: 6 }), ending).map(([groups, end]) => [...groups.flat(), ...end])
/** How many bytes each read of the network has, one after the other, and again; 0: one event. */
const reads = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 600 })), { minLength: 1, maxLength: 5 })

function cut(events: readonly string[], sizes: readonly number[]): Buffer[] {
  const bytes = Buffer.from(events.join(''))
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length;) {
    const size = sizes[pieces.length % sizes.length]!
    const next = bytes.indexOf('\n\n', from)
    const to = size > 0 || next === -1 ? from + (size || bytes.length) : next + 2
    pieces.push(bytes.subarray(from, to))
    from = to
  }
  return pieces
}

/** The upstream's next events, and the text that stages see of them: texts of a block joined, as the fast path joins them, members in one order. */
let pieces: Buffer[] = []
let seen: string[] = []

function see(part: Part): void {
  const { text: said = '', ...place } = part as Part & { text?: string }
  const at = JSON.stringify(Object.entries(place).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  if (part.type === 'delta' && seen.at(-1)?.startsWith(at) === true) seen[seen.length - 1] += said
  else if (part.type !== 'warning') seen.push(at + said)
}

const watches: GatewayRule = {
  kind: 'rule',
  id: 'watches',
  admit: () => ({ begin: () => ({ observers: [{ id: 'watches', when: 'before-policy', onPart: see }] }) }),
}

function open(options: Partial<GatewayOptions>, fastPath: boolean): Gateway {
  const gateway = createGateway({
    upstream: 'http://model.example/v1',
    startProbe: false,
    // How long text may be held is no matter of how busy the machine is.
    decideAfter: 60_000,
    ...options,
    budgetStore: memoryStore(),
    rules: [watches],
    fastPath,
    fetch: async () => {
      const left = [...pieces]
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const next = left.shift()
          if (next === undefined) controller.close()
          else controller.enqueue(new Uint8Array(next))
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  onTestFinished(() => gateway.close())
  return gateway
}

const messages = [{ role: 'user', content: 'x' }]
const apis = {
  'chat/completions': { messages },
  messages: { max_tokens: 100, messages },
  responses: { input: 'x' },
} as const

async function ask(gateway: Gateway, api: keyof typeof apis, model: string, session: string) {
  seen = []
  const response = await gateway.fetch(
    new Request(`http://app.example/v1/${api}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-reason-session': session },
      body: JSON.stringify({ model, stream: true, ...apis[api] }),
    }),
  )
  const body = await response.text()
  return { status: response.status, events: eventsIn(body), seen }
}

const textFields = new Set(['delta', 'text', 'thinking', 'content', 'reasoning_content'])

/** The call in an event of Chat Completions. Its first piece of arguments may be in the event that opens it, or in one of its own. */
const callIn = (event: Json): { id?: string; function?: { arguments: string } } =>
  (event as { choices?: { delta?: { tool_calls?: { id?: string; function: { arguments: string } }[] } }[] }).choices?.[0]?.delta
    ?.tool_calls?.[0] ?? {}

/** Events of a stream, adjacent text and arguments joined, without times, seals, and ids that the gateway makes. Numbers of events have to follow one another. */
function eventsIn(body: string): string[] {
  const out: string[] = []
  let place = ''
  let count = 0
  for (const event of body.split('\n\n')) {
    const [, name = '', data = ''] = /^(?:event: (\S+)\n)?data: (\{[^]*)$/.exec(event) ?? []
    if (data === '') {
      out.push((place = event))
      continue
    }
    const { sequence_number: number = count, ...value } = JSON.parse(data) as Json
    expect(number).toBe(count++)
    let said = ''
    const { id, function: called } = callIn(value)
    if (called !== undefined) {
      said = called.arguments
      called.arguments = ''
      if (id === undefined) {
        out[out.length - 1] += said
        continue
      }
    }
    const isDelta = name === '' || name.endsWith('delta')
    const written = JSON.stringify(value, (field, one: unknown) => {
      if (field === 'thinking_ms' || field === 'created_at' || field === 'created') return undefined
      if (typeof one !== 'string') return one
      if (!isDelta || one === '' || !textFields.has(field))
        return one.length > 40 && field !== 'text' ? '' : one.replace(/_[0-9a-f]{24}/, '')
      said += one
      return ''
    })
    const at = `${name} ${written}`
    if (said !== '' && at === place) out[out.length - 1] += said
    else out.push(at + said)
    place = said === '' ? '' : at
  }
  return out
}

describe('a random stream is the same with and without the fast path', { timeout: 120_000 }, () => {
  it.each<[string, string, Partial<GatewayOptions>]>([
    ['of a model with tags', 'qwen3:8b', {}],
    ['of a model of which nothing is known', 'some-model', { trim: false }],
    ['of a model that speaks Harmony', 'gpt-oss-20b', {}],
    ['that is not split', 'some-model', { adapter: 'plain' }],
    ['of which no reasoning is shown', 'qwen3:8b', { visibility: 'none' }],
    ['of which only labels are shown', 'some-model', { visibility: 'label' }],
    ['of which a summary is shown', 'deepseek-r1', { visibility: 'summary' }],
    ['whose reasoning is in tags', 'qwen3:8b', { style: 'tags' }],
    ['whose length is limited', 'some-model', { answerLimit: 1024 }],
  ])('%s', async (_, model, options) => {
    const [fast, slow] = [open(options, true), open(options, false)]
    let session = 0
    const property = fc.asyncProperty(
      stream,
      reads,
      fc.constantFrom(...(Object.keys(apis) as (keyof typeof apis)[])),
      async (events, sizes, api) => {
        pieces = cut(events, sizes)
        const name = `s${session++}`
        expect(await ask(fast, api, model, name)).toEqual(await ask(slow, api, model, name))
      },
    )
    await fc.assert(property, { numRuns: runs(240) })
  })
})
