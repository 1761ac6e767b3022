import { recording } from '@reason/testkit/recordings'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

const thought = 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.'

/** The answer of an unknown model. */
const unheardOf = (content: string): string =>
  JSON.stringify({
    object: 'chat.completion',
    id: 'c',
    model: 'unheard-of',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  })

describe('reason split --wire', () => {
  it('reads a stream whose server has split', async () => {
    const { stdout, code } = await reason(['split', recording('gpt-oss-auto-stream.sse'), '--wire', 'openai-chat', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      reasoning: thought,
      answer: 'The answer is 51.',
      finish: { reason: 'stop', native: 'stop' },
      model: 'tiny-random-gpt-oss',
    })
  })

  it('reads a whole body', async () => {
    const { stdout } = await reason(['split', recording('qwen3-auto-json.json'), '--wire', 'openai-chat', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ reasoning: expect.stringContaining(thought), answer: 'The answer is 51.' })
  })

  it('splits tags in the answer when the model that the body names is known for them', async () => {
    const { stdout } = await reason(['split', recording('deepseek-r1-none-stream.sse'), '--wire', 'openai-chat', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ reasoning: `\n${thought}\n`, answer: '\n\nThe answer is 51.' })
  })

  it('splits a thought that the prompt had opened', async () => {
    const file = recording('b6240-deepseek-r1-none-stream.sse')
    const { stdout } = await reason(['split', file, '--wire', 'openai-chat', '-a', 'think-tags', '--start', 'reasoning', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ reasoning: `${thought}\n`, answer: '\n\nThe answer is 51.' })
  })

  it('leaves the answer alone when asked to', async () => {
    const { stdout } = await reason(['split', recording('deepseek-r1-none-stream.sse'), '--wire', 'openai-chat', '--adapter', 'plain'])
    expect(stdout).toBe(`<think>\n${thought}\n</think>\n\nThe answer is 51.`)
  })

  it('splits the answer of an unknown model by what shows in it', async () => {
    const input = unheardOf('<think>a</think>b')
    const body = ['split', '--wire', 'openai-chat', '--framing', 'json']
    const split = { code: 0, stdout: 'b', stderr: 'note: not shown: 1 character of reasoning (--show all)\n' }
    for (const flags of [[], ['--model', 'qwen3-8b'], ['--adapter', 'auto'], ['--adapter', 'think-tags']])
      expect(await reason([...body, ...flags], { input }), flags.join(' ')).toEqual(split)
    expect(await reason([...body, '--adapter', 'plain'], { input })).toEqual({ code: 0, stdout: '<think>a</think>b', stderr: '' })
  })

  it('says nothing of an answer in which no format shows, unless that was asked for', async () => {
    const input = unheardOf('b')
    const body = ['split', '--wire', 'openai-chat', '--framing', 'json']
    expect(await reason(body, { input })).toEqual({ code: 0, stdout: 'b', stderr: '' })
    expect((await reason([...body, '-a', 'auto'], { input })).stderr).toMatch(/^warning: fallback: /)
  })

  it('says so where there is nothing to show', async () => {
    const body = ['split', '--wire', 'openai-chat', '--framing', 'json']
    const nothing = { code: 0, stdout: '', stderr: 'note: there is no text in it, and no tool call\n' }
    expect(await reason(body, { input: unheardOf('') })).toEqual(nothing)
    expect((await reason(body, { input: unheardOf('<think>a</think>') })).stderr).toBe(
      'note: not shown: 1 character of reasoning (--show all)\n',
    )
    expect((await reason([...body, '--show', 'answer'], { input: unheardOf('<think>a</think>') })).stderr).toBe('')
  })

  it('splits the answer of a model whose name says nothing', async () => {
    const { stdout, stderr } = await reason(['split', recording('glm-none-stream.sse'), '-m', 'tiny-random-glm', '--show', 'all'])
    expect(stdout).toBe(`[reasoning]\n${thought}\n\n[answer]\nThe answer is 51.\n`)
    expect(stderr).toBe('note: read as a recorded response in openai-chat (sse); --wire none reads it as text\n')
  })

  it.each(['', '-a harmony', '-a auto', '-m my-model', '-m gpt-oss', '-p somewhere -m my-model'])(
    'finds the answer that llama-server sends without its header, with flags: %s',
    async (flags) => {
      const args = ['split', recording('b6240-gpt-oss-none-json.json'), '--json', ...flags.split(' ').filter(Boolean)]
      expect(JSON.parse((await reason(args)).stdout)).toMatchObject({ reasoning: thought, answer: 'The answer is 51.' })
    },
  )

  // A flag that is told must be one that helps.
  it.each([
    ['b6240-deepseek-r1-none-stream.sse', '</think>', ['--adapter', 'think-tags', '--start', 'reasoning']],
    ['glm-none-stream.sse', '<think>', ['--adapter', 'think-tags']],
  ])('says what splits %s, when it was split as something else', async (name, markup, flags) => {
    // A provider that is known to split by itself: its text is left as it is.
    const wrong = await reason(['split', recording(name), '-p', 'openai', '-m', 'some-model'])
    expect(wrong.stderr).toContain(
      `note: ${markup} is in the answer, which was not split there. If it marks a thought, use ${flags.join(' ')}\n`,
    )
    const { stdout } = await reason(['split', recording(name), '-m', 'gpt-oss', ...flags, '--json'])
    const right = JSON.parse(stdout) as { reasoning: string; answer: string }
    expect({ reasoning: right.reasoning.trim(), answer: right.answer.trim() }).toEqual({ reasoning: thought, answer: 'The answer is 51.' })
  })

  it('takes a wire format from a package', async () => {
    // Any package will do: ours is installed where the command itself is.
    const cwd = fileURLToPath(new URL('../', import.meta.url))
    const { stdout } = await reason(['split', recording('gpt-oss-auto-stream.sse'), '--wire', '@reason/providers-openai'], { cwd })
    expect(stdout).toBe('The answer is 51.')
  })

  it('shows tool calls', async () => {
    const { stdout } = await reason(['split', recording('qwen3-auto-tool-stream.sse'), '--wire', 'openai-chat', '--show', 'tools'])
    expect(stdout).toMatch(/^\w+ \{.*\}\n$/)
  })

  it('guesses the framing by the ending, and takes a word for it otherwise', async () => {
    const input = readFileSync(recording('gpt-oss-auto-stream.sse'))
    const { stdout } = await reason(['split', '--wire', 'openai-chat', '--framing', 'sse'], { input })
    expect(stdout).toBe('The answer is 51.')
    const unsaid = await reason(['split', '--wire', 'openai-chat'], { input })
    expect(unsaid.code).toBe(2)
    expect(unsaid.stderr).toBe(
      'reason: cannot tell how standard input is framed. Set it with --framing: sse (lines that begin with data:), json (one document), json-array (a stream that is one array), jsonl or ndjson (one document a line), aws-eventstream (binary).\n',
    )
  })

  it('reads events that were stored a line each', async () => {
    const events = readFileSync(recording('gpt-oss-auto-stream.sse'), 'utf8').replaceAll('data: ', '').replace('[DONE]', '')
    const { stdout } = await reason(['split', '--wire', 'openai-chat', '--framing', 'jsonl'], { input: events })
    expect(stdout).toBe('The answer is 51.')
  })

  it('ends with 4 when the recorded generation failed, and shows what came before', async () => {
    const { stdout, stderr, code } = await reason([
      'split',
      recording('qwen3-error-midstream-stream.sse'),
      '--wire',
      'openai-chat',
      '--show',
      'reasoning',
    ])
    expect(code).toBe(4)
    expect(stdout).toBe('mperature helpfulmperature temperature temperature temperature temperature')
    // The record separator that the server quotes is shown and not sent to the terminal.
    expect(stderr).toContain('error: got exception: Unexpected empty grammar stack after accepting piece: ␞ (30)\n')
  })

  it('shows one generation of several, and says that there are more', async () => {
    const input = JSON.stringify({
      object: 'chat.completion',
      id: 'c',
      model: 'm',
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'first' } },
        { index: 1, finish_reason: 'stop', message: { role: 'assistant', content: 'second' } },
      ],
    })
    const first = await reason(['split', '--wire', 'openai-chat', '--framing', 'json'], { input })
    const second = await reason(['split', '--wire', 'openai-chat', '--framing', 'json', '--choice', '1'], { input })
    expect(first).toEqual({ code: 0, stdout: 'first', stderr: 'note: this is choice 0; there is also 1 (--choice)\n' })
    expect(second.stdout).toBe('second')
  })

  it('says so when a body is not what it was said to be', async () => {
    const { code, stderr } = await reason(['split', recording('gpt-oss-auto-stream.sse'), '--wire', 'openai-chat', '--framing', 'json'])
    expect(code).toBe(3)
    expect(stderr).toContain('is not one JSON document')
    expect(stderr).toContain('--framing sse')
  })
})
