import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { messagesAnswer } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

/** Clients of Claude say of thinking what Claude understands. Others speak its format, and refuse some of it. */

it.each([
  ['dashscope', 'qwen3.5-plus', { type: 'adaptive' }, { type: 'enabled', budget_tokens: 8192 }],
  ['minimax', 'MiniMax-M3', { type: 'enabled', budget_tokens: 2000 }, { type: 'adaptive' }],
  ['minimax', 'MiniMax-M3', { type: 'disabled' }, { type: 'disabled' }],
  ['zai', 'glm-5.1', { type: 'adaptive' }, { type: 'adaptive' }],
])('what %s refuses for %s is said otherwise: %j', async (provider, model, thinking, sent) => {
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: messagesAnswer('Four.') })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--upstream-provider', provider)
  const body = { model, max_tokens: 20_000, thinking, messages: [{ role: 'user', content: 'What is 2+2?' }], a_new_field: { of: 'theirs' } }
  const response = await postJson(`${url}/v1/messages`, body)
  expect(response.status).toBe(200)
  expect(seen[0]!.body).toEqual({ ...body, thinking: sent })
})
