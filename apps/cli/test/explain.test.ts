import { describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

interface Explanation {
  adapter: string
  native: boolean
  candidates: { id: string; verdict: string; reason: string }[]
}

const explain = async (...args: string[]): Promise<Explanation> => {
  const { stdout, code } = await reason(['explain', ...args, '--json'])
  expect(code).toBe(0)
  return JSON.parse(stdout) as Explanation
}

describe('reason explain', () => {
  it.each([
    ['openai/gpt-oss-20b', 'harmony'],
    ['gpt-oss:120b', 'harmony'],
    ['Qwen3-8B-Q4_K_M.gguf', 'think-tags'],
    ['deepseek-r1:8b', 'think-tags'],
    ['a-model-that-nobody-knows', 'auto'],
  ])('%s gets %s', async (model, adapter) => {
    const { adapter: got, candidates } = await explain('--model', model)
    expect(got).toBe(adapter)
    expect(candidates.filter(({ verdict }) => verdict === 'taken').map(({ id }) => id)).toEqual([adapter])
    for (const { reason: why } of candidates) expect(why).not.toBe('')
  })

  it('refuses all others where one is asked for', async () => {
    const { adapter, candidates } = await explain('--model', 'qwen3:8b', '--adapter', 'plain')
    expect(adapter).toBe('plain')
    expect(candidates).toContainEqual({ id: 'think-tags', verdict: 'refused', reason: '"plain" was asked for by name' })
  })

  it('is for people without --json', async () => {
    const { stdout } = await reason(['explain', '--model', 'gpt-oss:20b'])
    expect(stdout).toMatch(/^model +gpt-oss:20b\nadapter +harmony\n/)
    expect(stdout).toMatch(/^ {2}harmony +taken +the model writes it/m)
    expect(stdout).toMatch(/^ {2}think-tags +refused +/m)
  })

  it('takes the model with and without its flag, and once', async () => {
    expect(await explain('gpt-oss:20b')).toEqual(await explain('--model', 'gpt-oss:20b'))
    expect(await explain('qwen3:8b', '--model', 'qwen3:8b')).toEqual(await explain('qwen3:8b'))
    expect(await reason(['explain', 'qwen3:8b', '--model', 'gpt-oss:20b'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('two models, qwen3:8b and gpt-oss:20b') as string,
    })
  })

  it('needs a model', async () => {
    expect(await reason(['explain'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/reason explain qwen3:8b/) as string })
  })
})
