import { describe, expect, it } from 'vitest'
import { createGateway } from '../../src/index.ts'

type Json = any

const image = Buffer.from('\u0089PNG, and what a picture consists of').toString('base64')
const address = `data:image/png;base64,${image}`

const gemini = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          { text: 'A cat, then.', thought: true },
          { inlineData: { mimeType: 'image/png', data: image }, thought: true },
          { text: 'Here it is.' },
          { inlineData: { mimeType: 'image/png', data: image }, thoughtSignature: 'Q0FU' },
          { functionCall: { name: 'keep', args: { a_b: { c_d: 1 } } } },
        ],
      },
      finishReason: 'STOP',
      groundingMetadata: { groundingChunks: [{ web: { uri: 'https://cats.example/', title: 'Cats' } }] },
    },
  ],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1290, totalTokenCount: 1293 },
  modelVersion: 'gemini-3-pro-image',
}

const claude = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [
    { type: 'text', text: 'First. ' },
    {
      type: 'text',
      text: 'Cited.',
      citations: [
        { type: 'web_search_result_location', url: 'https://cats.example/', title: 'Cats', cited_text: 'x', encrypted_index: 'E' },
        {
          type: 'page_location',
          document_index: 0,
          document_title: 'Book',
          cited_text: 'y',
          file_id: 'file_1',
          start_page_number: 1,
          end_page_number: 2,
        },
      ],
    },
  ],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 9 },
}

const snake = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      /"(inlineData|mimeType|thoughtSignature|functionCall|finishReason|\w*Metadata|\w+Count|modelVersion|groundingChunks)":/g,
      (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ),
  )

interface Setup {
  format?: string
  visibility?: 'full' | 'none'
  answer: Json
  stream?: boolean
}

/** A gateway before an upstream that says the same each time. */
function gatewayBefore({ format = 'gemini', visibility = 'full', answer, stream = false }: Setup) {
  const asked: Json[] = []
  const gateway = createGateway({
    upstream: 'http://127.0.0.1:9',
    upstreamFormat: format as 'gemini',
    visibility,
    startProbe: false,
    fetch: async (_: unknown, init?: RequestInit) => {
      asked.push(JSON.parse(await new Response(init?.body).text()))
      return stream
        ? new Response(`data: ${JSON.stringify(answer)}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
        : Response.json(answer)
    },
  })
  const ask = async (path: string, body: Json): Promise<Json> => {
    const headers = { 'content-type': 'application/json' }
    const response = await gateway.fetch(
      new Request(`http://app${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: answer.model ?? 'gemini-3-pro-image', stream, ...body }),
      }),
    )
    const text = await response.text()
    if (!stream) return JSON.parse(text)
    return text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
  }
  return { ask, asked }
}

const question = { role: 'user', content: 'A cat?' }
const chat = '/v1/chat/completions'
const responses = '/v1/responses'

describe.each(['full', 'none'] as const)('an image that a model created, at %s', (visibility) => {
  it.each([
    ['whole', gemini],
    ['whole, in the names of the definition', snake(gemini)],
  ])('is in a message of Chat Completions: %s', async (_, answer) => {
    const { ask } = gatewayBefore({ answer, visibility })
    const { message, finish_reason: finish } = (await ask(chat, { messages: [question] })).choices[0]
    expect(message.content).toBe('Here it is.')
    expect(message.images).toEqual([{ type: 'image_url', image_url: { url: address }, index: 0 }])
    // Below `full` only where nothing splits the text: what is cited may belong to a thought.
    expect(message.annotations).toEqual(
      visibility === 'full'
        ? [{ type: 'url_citation', url_citation: { url: 'https://cats.example/', title: 'Cats', start_index: 0, end_index: 11 } }]
        : undefined,
    )
    expect(JSON.parse(message.tool_calls[0].function.arguments)).toEqual({ a_b: { c_d: 1 } })
    expect(finish).toBe('tool_calls')
  })

  it('is in one delta of a stream', async () => {
    const { ask } = gatewayBefore({ answer: gemini, visibility, stream: true })
    const events: Json[] = await ask(chat, { messages: [question] })
    expect(events.flatMap(({ choices }) => choices[0]?.delta.images ?? [])).toEqual([
      { type: 'image_url', image_url: { url: address }, index: 0 },
    ])
  })

  it.each([false, true])('is an item of Responses (stream: %s)', async (stream) => {
    const { ask } = gatewayBefore({ answer: gemini, visibility, stream })
    const answered = await ask(responses, { input: 'A cat?' })
    const { output } = stream ? answered.at(-1).response : answered
    expect(output.filter(({ type }: Json) => type === 'image_generation_call')).toEqual([
      { id: expect.stringMatching(/^ig_/), type: 'image_generation_call', status: 'completed', result: image, output_format: 'png' },
    ])
  })

  it.each([
    ['/v1/messages', { max_tokens: 9, messages: [question] }],
    ['/v1/generate', { prompt: 'A cat?' }],
  ])('is left out with a warning in %s', async (path, body) => {
    for (const stream of [false, true]) {
      const said = JSON.stringify(await gatewayBefore({ answer: gemini, visibility, stream }).ask(path, body))
      expect(said.match(/This API has no field for images/g)).toHaveLength(1)
      expect(said).not.toContain(image)
    }
  })

  it('comes back to Gemini once, with its signature', async () => {
    const { ask, asked } = gatewayBefore({ answer: gemini, visibility })
    const first = await ask(chat, { messages: [question] })
    const { message } = first.choices[0]
    const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'kept' }
    await ask(chat, { messages: [question, message, result] })
    const parts = asked[1].contents.flatMap(({ parts }: Json) => parts).filter((part: Json) => part.inlineData && !part.thought)
    expect(parts).toEqual([{ inlineData: { mimeType: 'image/png', data: image }, thoughtSignature: 'Q0FU' }])
  })
})

it('an image of another model goes to Gemini as an image', async () => {
  const { ask, asked } = gatewayBefore({ answer: gemini })
  const message = { role: 'assistant', content: 'Here.', images: [{ type: 'image_url', image_url: { url: address } }] }
  await ask(chat, { messages: [question, message, { role: 'user', content: 'Bluer.' }] })
  expect(asked[0].contents[1].parts).toEqual([{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data: image } }])
})

describe.each(['full', 'none'] as const)('a citation of Claude, at %s', (visibility) => {
  const setup = { format: 'anthropic-messages', answer: claude, visibility }

  it('is an annotation in Chat Completions, except for files', async () => {
    const answered = await gatewayBefore(setup).ask(chat, { messages: [question] })
    expect(answered.choices[0].message.annotations).toEqual([
      { type: 'url_citation', url_citation: { url: 'https://cats.example/', title: 'Cats', start_index: 7, end_index: 13 } },
    ])
  })

  it('is an annotation in Responses', async () => {
    const { output } = await gatewayBefore(setup).ask(responses, { input: 'A cat?' })
    expect(output.flatMap(({ content }: Json) => content.flatMap(({ annotations }: Json) => annotations))).toEqual([
      { type: 'url_citation', url: 'https://cats.example/', title: 'Cats', start_index: 0, end_index: 6 },
      { type: 'file_citation', file_id: 'file_1', filename: 'Book', index: 1 },
    ])
  })
})

it('citations of a text that is split stay at full, and are left out at none', async () => {
  const answer = { ...claude, model: 'an-alias' }
  const body = { max_tokens: 9, messages: [question] }
  const [full, none] = await Promise.all(
    (['full', 'none'] as const).map((visibility) =>
      gatewayBefore({ format: 'anthropic-messages', answer, visibility }).ask('/v1/messages', body),
    ),
  )
  expect(full.content).toEqual(claude.content)
  expect(none.content).toEqual([
    { type: 'text', text: 'First. ' },
    { type: 'text', text: 'Cited.' },
  ])
})

it('usage without a count of reasoning tokens gets an estimate, not zero', async () => {
  const answered = await gatewayBefore({ answer: gemini }).ask(responses, { input: 'A cat?' })
  expect(answered.usage).toMatchObject({
    output_tokens: 1290,
    output_tokens_details: { reasoning_tokens: 3 },
    reasoning_tokens_source: 'estimated',
  })
})

it('an image stands between the texts around it, also where these are held', async () => {
  const [candidate] = gemini.candidates
  const parts = [{ text: 'First.' }, { inlineData: { mimeType: 'image/png', data: image } }, { text: 'Then.' }]
  const answer = { ...gemini, candidates: [{ ...candidate, content: { role: 'model', parts } }], modelVersion: 'an-alias' }
  const { output } = await gatewayBefore({ answer }).ask(responses, { input: 'A cat?' })
  expect(output).toMatchObject([{ content: [{ text: 'First.' }] }, { type: 'image_generation_call' }, { content: [{ text: 'Then.' }] }])
})
