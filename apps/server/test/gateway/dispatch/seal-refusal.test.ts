import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { fakeUpstream, refuses, upstreams, type Behave } from '../../support/several-upstreams.ts'

type Body = Record<string, unknown>

const json = (body: unknown): string => JSON.stringify(body)

/** As OpenAI and Azure answer: the reasoning sealed, and nothing that says by whom. */
const thought = (name: string): Body => ({ type: 'reasoning', id: `rs_${name}`, summary: [], encrypted_content: `sealed by ${name}` })
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}', status: 'completed' }
const loop = (name: string): Body[] => [
  { role: 'user', content: 'Look.' },
  thought(name),
  call,
  { type: 'function_call_output', call_id: 'call_1', output: 'Seen.' },
]

const answered = {
  responses: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'm',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Fine.', annotations: [] }],
      },
    ],
  },
  messages: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Fine.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
}

/** Opens what it sealed itself, and remembers what it was asked. */
function opens(name: string, api: keyof typeof answered, refusal: unknown): { behave: Behave; asked: Body[] } {
  const asked: Body[] = []
  const behave: Behave = (response, body) => {
    asked.push(body as unknown as Body)
    const isForeign = json(body)
      .match(/sealed by \w+/g)
      ?.some((seal) => seal !== `sealed by ${name}`)
    const head = { 'content-type': 'application/json' }
    if (isForeign === true) response.writeHead(400, head).end(json(refusal))
    else response.writeHead(200, head).end(json(answered[api]))
  }
  return { behave, asked }
}

async function start(format: string, behaves: Record<string, Behave>, isAlone = false) {
  const entries = await Promise.all(
    Object.entries(behaves).map(async ([name, behave], priority) => ({
      name,
      url: (await fakeUpstream(name, behave)).url,
      format,
      priority,
    })),
  )
  const alone = ['--upstream', entries[0]!.url, '--upstream-format', format]
  const { url } = await startGateway(...(isAlone ? alone : upstreams(...entries)))
  return async (api: keyof typeof answered, body: Body) => {
    const response = await fetch(`${url}/v1/${api}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: json(body),
    })
    const { status, headers } = response
    return { status, by: headers.get('x-reason-upstream'), notes: headers.get('x-reason-notes'), text: await response.text() }
  }
}

/** As OpenAI says it, as Azure did, and behind a gateway that puts one error into another. */
const refusals: [string, unknown][] = [
  [
    'OpenAI',
    {
      error: {
        message:
          'The encrypted content for item rs_away could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_encrypted_content',
      },
    },
  ],
  ['Azure', { error: { message: 'The encrypted content gAAA...xWBV could not be verified.', type: 'invalid_request_error', code: null } }],
  ['vLLM', { error: { message: 'Encrypted content is not supported.', type: 'BadRequestError', param: null, code: 400 } }],
  [
    'OpenAI, of what a proxy has sealed',
    {
      error: {
        message:
          "Item with id 'rs_away' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true.",
        type: 'invalid_request_error',
        param: 'input',
        code: null,
      },
    },
  ],
  [
    'a router',
    { error: { message: 'Upstream request failed: [invalid_request_error] reasoning `encrypted_content` was not issued to this caller' } },
  ],
  ['a gateway', { error: { message: 'BadRequest: {\\"error\\": {\\"code\\": \\"invalid_encrypted_content\\"}}', code: '400' } }],
]

describe('a conversation with seals of an unknown issuer', () => {
  const request = { model: 'gpt-5', input: loop('away'), store: false, include: ['reasoning.encrypted_content'] }

  it.each(refusals)('goes on without what was sealed, where who is asked cannot open it: %s', async (_, refusal) => {
    const other = opens('other', 'responses', refusal)
    const ask = await start('openai-responses', { away: refuses(503), other: other.behave })
    expect(await ask('responses', request)).toMatchObject({ status: 200, by: 'other', notes: '1' })
    expect(other.asked).toHaveLength(2)
    const { input, ...rest } = other.asked[1]!
    expect(input).toMatchObject([{ role: 'user' }, { type: 'function_call' }, { type: 'function_call_output', output: 'Seen.' }])
    expect(rest).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
  })

  /** As OpenAI says it of items that it looks for among its own. */
  const ofIds = [
    "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    "Referenced reasoning item 'rs_1' was not found or has expired.",
    'Duplicate item found with id rs_1. Remove duplicate items from your input and try again.',
    "Invalid 'input[2].id': 'fc_1'. Expected an ID that begins with 'rs'.",
    "Invalid 'input[1].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.",
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
  ]

  it.each(ofIds.flatMap((message) => [1, 2].map((count) => [message, count] as const)))(
    'goes on without ids of items that are not kept: %s (%i upstreams)',
    async (message, count) => {
      const asked: Body[] = []
      const behave: Behave = (response, body) => {
        asked.push(body as unknown as Body)
        const isRefused = /rs_1|fc_1/.test(json(body))
        response
          .writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' })
          .end(json(isRefused ? { error: { message, type: 'invalid_request_error', param: 'input', code: null } } : answered.responses))
      }
      const ask = await start(
        'openai-responses',
        Object.fromEntries(['one', 'two'].slice(0, count).map((name) => [name, behave])),
        count === 1,
      )
      const [user, , called, result] = loop('one')
      const input = [user, { type: 'reasoning', id: 'rs_1', summary: [] }, called, result]
      expect(await ask('responses', { model: 'gpt-5', input })).toMatchObject({ status: 200 })
      expect(asked.map((body) => (body['input'] as Body[]).map(({ type }) => type))).toEqual([
        [undefined, 'reasoning', 'function_call', 'function_call_output'],
        [undefined, 'function_call', 'function_call_output'],
      ])
      expect(asked[1]!['input']).toMatchObject([{}, { call_id: 'call_1', name: 'look', arguments: '{}' }, { output: 'Seen.' }])
    },
  )

  it.each(['event-stream', 'json'].flatMap((type) => [1, 2].map((count) => [type, count] as const)))(
    'goes on without what was sealed, where a relay refuses it with HTTP 200: %s (%i upstreams)',
    async (type, count) => {
      const asked: Body[] = []
      const behave: Behave = (response, body) => {
        asked.push(body as unknown as Body)
        const isRefused = json(body).includes('sealed by')
        const isEvent = isRefused && type === 'event-stream'
        const text = json(isRefused ? refusals[0]![1] : answered.responses)
        const head = { 'content-type': isEvent ? 'text/event-stream' : 'application/json' }
        response.writeHead(200, head).end(isEvent ? `data: ${text}\n\n` : text)
      }
      const ask = await start(
        'openai-responses',
        Object.fromEntries(['one', 'two'].slice(0, count).map((name) => [name, behave])),
        count === 1,
      )
      const { status, text } = await ask('responses', { ...request, stream: type === 'event-stream' })
      expect([status, text.includes('Fine.'), asked.length]).toEqual([200, true, count + 1])
    },
  )

  it('goes to who can open it, where that one can be asked', async () => {
    const first = opens('first', 'responses', refusals[0]![1])
    const issuer = opens('issuer', 'responses', refusals[0]![1])
    const ask = await start('openai-responses', { first: first.behave, issuer: issuer.behave })
    expect(await ask('responses', { ...request, input: loop('issuer') })).toMatchObject({ status: 200, by: 'issuer', notes: null })
    expect(json(issuer.asked)).toContain('sealed by issuer')
    expect([first.asked.length, issuer.asked.length]).toEqual([1, 1])
  })

  it('is told of any other refusal as it came, and is not asked again', async () => {
    const other = { error: { message: `No such tool: ${'x'.repeat(100_000)}`, type: 'invalid_request_error', param: null, code: 'bad' } }
    for (const refusal of [other, { error: { ...other.error, message: 'No such tool.' } }]) {
      const { behave, asked } = opens('one', 'responses', refusal)
      const ask = await start('openai-responses', { one: behave, two: behave })
      const { status, text } = await ask('responses', request)
      expect([status, JSON.parse(text)]).toMatchObject([400, refusal])
      expect(asked).toHaveLength(1)
    }
  })

  it('does not think on in the tool loop of another Claude', async () => {
    const message = 'messages.1.content.0: Invalid `signature` in `thinking` block'
    const claude = opens('claude', 'messages', { type: 'error', error: { type: 'invalid_request_error', message } })
    const ask = await start('anthropic-messages', { claude: claude.behave })
    const signed = { type: 'thinking', thinking: 'Hm.', signature: 'sealed by MiniMax' }
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [signed, { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Seen.' }] },
    ]
    const tools = [{ name: 'look', input_schema: { type: 'object' } }]
    const thinking = { type: 'enabled', budget_tokens: 1024 }
    const body = { model: 'claude-sonnet-4-5', max_tokens: 2000, messages, tools, thinking }
    expect(await ask('messages', body)).toMatchObject({ status: 200 })
    expect(claude.asked).toHaveLength(2)
    expect(json(claude.asked[1])).not.toMatch(/sealed by|"enabled"/)
    expect(claude.asked[1]).toMatchObject({ tools, messages: [{}, { content: [{ type: 'tool_use', id: 'toolu_1' }] }, {}] })
  })

  it('gives a client of Claude the refusal that it asks for', async () => {
    const message = 'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.'
    const claude = opens('claude', 'messages', { type: 'error', error: { type: 'invalid_request_error', message } })
    const ask = await start('anthropic-messages', { claude: claude.behave })
    const messages = [
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'sealed by others' },
          { type: 'text', text: 'Yes.' },
        ],
      },
      { role: 'user', content: 'And now?' },
    ]
    const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } }
    const { status, text } = await ask('messages', { model: 'claude-opus-5-5', max_tokens: 2000, messages, thinking })
    expect([status, text]).toEqual([400, expect.stringContaining('different conversation')])
    expect(claude.asked).toHaveLength(1)
  })

  const looked = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 'sealed by MiniMax' }
  const unsigned = { type: 'thinking', thinking: 'Hm.', signature: '' }
  const redacted = { type: 'redacted_thinking', data: 'Hm.' }

  it.each([
    ['The model returned the following errors: messages.1.content.0.thinking.signature: Field required', [unsigned, looked]],
    [
      'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
      [thought, looked],
    ],
    ['messages.1.content.0.thinking.thinking: each thinking block must contain thinking', [{ ...thought, thinking: '' }, looked]],
    ['messages.1.content.0: Invalid `data` in `redacted_thinking` block', [redacted, looked]],
    ['messages.1.content.0.redacted_thinking.data: Field required', [{ ...redacted, data: undefined }, looked]],
    ['messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.', [looked]],
    [
      'If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
      [looked],
    ],
    ["messages.1.content.0: the first block must be 'thinking' or 'redacted_thinking'. Found 'text'.", [looked]],
  ])('does without thinking where Claude refuses what there is of it: %s', async (message, content) => {
    const asked: Body[] = []
    const head = { 'content-type': 'application/json' }
    const behave: Behave = (response, body) => {
      asked.push(body as unknown as Body)
      if (asked.length > 1) return void response.writeHead(200, head).end(json(answered.messages))
      response.writeHead(400, head).end(json({ type: 'error', error: { type: 'invalid_request_error', message } }))
    }
    const ask = await start('anthropic-messages', { claude: behave })
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Seen.' }] },
    ]
    const body = { model: 'claude-sonnet-4-5', max_tokens: 2000, messages, thinking: { type: 'enabled', budget_tokens: 1024 } }
    expect(await ask('messages', body)).toMatchObject({ status: 200, notes: expect.stringMatching(/^[1-3]$/) })
    expect(asked).toHaveLength(2)
    expect(json(asked[1])).not.toMatch(/Hm\.|"enabled"/)
  })
})
