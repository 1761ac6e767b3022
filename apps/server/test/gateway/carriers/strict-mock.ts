import { chunk, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'

type Fields = Readonly<Record<string, unknown>>

/** A provider's fields for a thought in its answers, and the message that it accepts in return. */
export interface StrictProvider {
  provider: string
  model: string
  /** Fields of its answers. In a stream, each is one delta. */
  says: Fields
  /** The exact message that must come back, without its calls. */
  wants: Fields
}

const call = { id: 'abcDEF123', type: 'function', function: { name: 'look', arguments: '{}' } }

/** Starts an upstream that refuses a request if the assistant's message differs from `wants`, as strict providers do. */
export async function strictUpstream({ model, says, wants }: StrictProvider): Promise<{ url: string; refused: string[] }> {
  const refused: string[] = []
  const url = await startReadingUpstream((text, response, request) => {
    if (request.method === 'GET') return void response.writeHead(404).end()
    const { messages, stream } = JSON.parse(text) as { messages: Fields[]; stream?: boolean }
    const steps = messages.filter(({ role }) => role === 'assistant')
    const expected = JSON.stringify(sorted({ role: 'assistant', ...wants, tool_calls: [call] }))
    const wrong = steps.map((step) => JSON.stringify(sorted(step))).find((step) => step !== expected)
    if (wrong !== undefined) {
      refused.push(wrong)
      const error = { message: `${wrong} is not ${expected}`, type: 'invalid_request_error', code: 'wrong_api_format' }
      return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    }
    const message = steps.length < 2 ? { ...says, tool_calls: [call] } : { content: 'Done.' }
    const finish = steps.length < 2 ? 'tool_calls' : 'stop'
    if (stream === true) {
      sendStream(response)
      const deltas = Object.entries(message).map(([field, value]) =>
        chunk({ [field]: field === 'tool_calls' ? [{ index: 0, ...call }] : value }),
      )
      return void response.end(deltas.join('') + chunk({}, { finish_reason: finish }) + done)
    }
    const body = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model,
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { url, refused }
}

const sorted = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const details = [{ type: 'reasoning.text', id: 'r1', format: 'MiniMax-response-v1', index: 0, text: 'R' }]
const parts = [
  { type: 'thinking', thinking: [{ type: 'text', text: 'R' }] },
  { type: 'text', text: 'Look.' },
]

export const strictProviders: readonly StrictProvider[] = [
  {
    provider: 'cerebras',
    model: 'gpt-oss-120b',
    says: { reasoning: 'R', content: 'Look.' },
    wants: { reasoning: 'R', content: 'Look.' },
  },
  {
    provider: 'cerebras',
    model: 'zai-glm-4.7',
    says: { reasoning: 'R', content: 'Look.' },
    wants: { content: '<think>\nR\n</think>\n\nLook.' },
  },
  {
    provider: 'groq',
    model: 'openai/gpt-oss-120b',
    says: { reasoning: 'R', content: 'Look.' },
    wants: { reasoning: 'R', content: 'Look.' },
  },
  { provider: 'mistral', model: 'mistral-medium-latest', says: { content: parts }, wants: { content: parts } },
  {
    provider: 'minimax',
    model: 'MiniMax-M3',
    says: { reasoning_details: details, content: 'Look.' },
    wants: { reasoning_details: details, content: 'Look.' },
  },
  {
    provider: 'deepseek',
    model: 'deepseek-v4-pro',
    says: { reasoning_content: 'R', content: 'Look.' },
    wants: { reasoning_content: 'R', content: 'Look.' },
  },
]
