import { expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

it('an answer that does not say which model it is of bears the name that was asked for', async () => {
  const body = JSON.stringify({
    id: 'c',
    message: { role: 'assistant', content: [{ type: 'text', text: 'So' }] },
    finish_reason: 'COMPLETE',
  })
  const { origin } = await rememberingUpstream({ type: 'application/json', body })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'cohere')
  const requests = {
    'chat/completions': { messages: question },
    responses: { input: 'Hi' },
    messages: { messages: question, max_tokens: 9 },
  }
  for (const [path, request] of Object.entries(requests)) {
    const response = await postJson(`${url}/v1/${path}`, { model: 'command-a-reasoning', ...request })
    expect(await response.json()).toMatchObject({ model: 'command-a-reasoning' })
  }
})
