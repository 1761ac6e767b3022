import { describe, expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

const model = 'embedded/qwen3-tags'

describe('policies', () => {
  it('cap the reasoning, in tokens', async () => {
    const { chat } = await startGateway('--llm', '{"postproc":{"reasoning":{"max_tokens":3}}}')
    const { choices, reason } = (await (await chat({ model, messages: question })).json()) as {
      choices: { message: { content: string; reasoning_content: string } }[]
      reason: unknown
    }
    expect(choices[0]!.message.reasoning_content).toHaveLength(12)
    expect(choices[0]!.message.content).toBe('The answer is 51.')
    expect(reason).toMatchObject({ warnings: [{ code: 'reasoning-capped' }] })
  })

  it('take service tokens out of the answer', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: 'Yes.<|im_' }) + chunk({ content: 'end|>' }, { finish_reason: 'stop' }) + done)
    })
    const { chat } = await startGateway('--upstream', upstream)
    const text = await (await chat({ model: 'qwen3:8b', stream: true, messages: question })).text()
    expect(text).not.toContain('im_')
    expect(text).toContain('"content":"Yes."')
  })

  it.each([
    ['none', '', false],
    ['label', '', false],
    ['full', 'Okay', true],
  ])('show as much as the visibility %s allows', async (visibility, begin, some) => {
    const { client, chat } = await startGateway('--visibility', visibility)
    const { choices } = await client.chat.completions.create({ model, messages: question })
    const { reasoning_content: reasoning = '' } = choices[0]!.message as { reasoning_content?: string }
    expect(reasoning.startsWith(begin)).toBe(true)
    expect(reasoning !== '').toBe(some)
    const text = await (await chat({ model, stream: true, messages: question })).text()
    expect(text.includes('reasoning_content')).toBe(some)
    expect(text).toContain('answer')
  })

  it.each([
    ['--llm', '{"postproc":{"ngrams":{}}}', 'postproc.ngrams of --llm is not an option (did you mean postproc.ngram?).'],
    ['--budgets', '{"session":{"token":5}}', 'session.token of --budgets is not an option (did you mean session.tokens?).'],
    ['--traces', 'mysql://x', 'must be sqlite, off, sqlite:PATH or postgres'],
    ['--visibility', 'some', 'must be one of: full, summary, label, none'],
  ])('are checked when they are configured: %s', async (flag, value, message) => {
    await expect(startGateway(flag, value)).rejects.toThrow(message)
  })
})
