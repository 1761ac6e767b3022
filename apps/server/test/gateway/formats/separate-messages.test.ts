import { expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

const message = (text: string) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
const result = { type: 'function_call_output', call_id: 'c', output: 'r' }

/** Items of a model in a row, and the one text that they become. */
const histories: Record<string, [items: readonly object[], text: string]> = {
  'two messages': [[message('x'), message('y')], 'x\n\ny'],
  'two that are texts': [
    [
      { role: 'assistant', content: 'x' },
      { role: 'assistant', content: 'y' },
    ],
    'x\n\ny',
  ],
  'a call between': [[message('x'), call, message('y')], 'x\n\ny'],
  'an empty one between': [[message('x'), message(''), message('y')], 'x\n\ny'],
  'two texts of one message': [[{ ...message('x'), content: [message('x'), message('y')].flatMap(({ content }) => content) }], 'xy'],
}

it.each(['openai-chat', 'ollama'])('messages of the model in Responses stay apart in one text of %s', async (format) => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"error":{"message":"none"}}', status: 400 })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', format)
  for (const [name, [items, text]] of Object.entries(histories)) {
    const input = [...question, ...items, ...(items.includes(call) ? [result] : question)]
    await postJson(`${url}/v1/responses`, { model: 'm', input })
    const { messages } = seen.pop()!.body as { messages: { role: string; content: string }[] }
    expect
      .soft(
        messages.filter(({ role }) => role === 'assistant').map(({ content }) => content),
        name,
      )
      .toEqual([text])
  }
})
