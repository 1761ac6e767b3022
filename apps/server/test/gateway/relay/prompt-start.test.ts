import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { completion } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

/** Templates of a few models look into the conversation to say whether the model thinks, and where its text begins. */

async function ask(body: Record<string, unknown>, content: string, path = '/v1/chat/completions', flags: string[] = []): Promise<string> {
  const { origin } = await rememberingUpstream({ type: 'application/json', body: completion({ content }) })
  const { url } = await startGateway('--upstream', origin, ...flags)
  const response = await postJson(`${url}${path}`, body)
  const answer = (await response.json()) as { choices?: { message: { content: string } }[]; content?: { type: string; text?: string }[] }
  return answer.choices?.[0]?.message.content ?? answer.content!.find(({ type }) => type === 'text')?.text ?? ''
}

const user = (content: string) => ({ role: 'user', content })
const system = (content: string) => ({ role: 'system', content })

describe('a model whose thinking a word switches off', () => {
  const model = 'nvidia/NVIDIA-Nemotron-Nano-9B-v2'
  const plain = 'It is sunny.'
  const thought = 'Look outside.</think>It is sunny.'

  it.each([
    ['in the instructions', [system('Be brief. /no_think'), user('Hi')], plain],
    ['by the user', [user('Hi /no_think')], plain],
    ['of its parts', [{ role: 'user', content: [{ type: 'text', text: 'Hi /no_think' }] }], plain],
    ['with the last word', [system('/think'), user('Hi /no_think')], plain],
    ['and on again', [system('/no_think'), user('Hi /think')], thought],
    ['by no instruction', [user('Hi')], thought],
    ['in what it said itself, which counts for nothing', [user('Hi'), { role: 'assistant', content: '/no_think' }, user('Yes')], thought],
  ])('answers at once when it is said %s', async (_, messages, text) => {
    for (const visibility of ['full', 'none'])
      expect(await ask({ model, messages }, text, undefined, ['--visibility', visibility])).toBe('It is sunny.')
  })

  it('is told so in any API', async () => {
    const body = { model, max_tokens: 100, system: '/no_think', messages: [user('Hi')] }
    expect(await ask(body, plain, '/v1/messages')).toBe('It is sunny.')
  })

  it('is not switched by an argument that its template does not read', async () => {
    expect(await ask({ model, messages: [user('Hi')], chat_template_kwargs: { enable_thinking: false } }, thought)).toBe('It is sunny.')
  })
})

describe('a model that thinks about results of tools before it says anything', () => {
  const model = 'google/gemma-4-31b-it'
  const thinking = { chat_template_kwargs: { enable_thinking: true } }
  const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }] }
  const result = { role: 'tool', tool_call_id: 'c1', content: '12' }

  it('begins in its thought behind one', async () => {
    const messages = [user('Hi'), call, result]
    expect(await ask({ model, messages, ...thinking }, 'It says 12.<channel|>It is 12.')).toBe('It is 12.')
  })

  it('and opens it itself elsewhere', async () => {
    expect(await ask({ model, messages: [user('Hi')], ...thinking }, '<|channel>thought\nHm.<channel|>It is 12.')).toBe('It is 12.')
    expect(await ask({ model, messages: [user('Hi')], ...thinking }, 'It is 12.')).toBe('It is 12.')
    expect(await ask({ model, messages: [user('Hi'), call, result] }, 'It is 12.')).toBe('It is 12.')
  })
})
