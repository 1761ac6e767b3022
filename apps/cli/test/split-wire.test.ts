import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { fixture, reason } from './reason.ts'

const recording = (name: string): string => fixture(`recordings/${name}`)
const thought = 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.'

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

  it('splits the answer of a model that nobody knows only when asked to', async () => {
    const input = JSON.stringify({
      object: 'chat.completion',
      id: 'c',
      model: 'unheard-of',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '<think>a</think>b' } }],
    })
    const body = ['split', '--wire', 'openai-chat', '--framing', 'json', '-q']
    expect((await reason(body, { input })).stdout).toBe('<think>a</think>b')
    const told =
      'note: <think> stands in the answer, which was not split: if that is a thought, --model NAME or --adapter think-tags splits it\n'
    expect((await reason(body.slice(0, -1), { input })).stderr).toBe(told)
    expect((await reason([...body.slice(0, -1), '--adapter', 'plain'], { input })).stderr).toBe('')
    expect((await reason([...body.slice(0, -1), '--model', 'qwen3-8b'], { input })).stderr).toBe(
      'note: not shown: 1 character of reasoning (--show all)\n',
    )
    expect((await reason([...body, '--adapter', 'auto'], { input })).stdout).toBe('b')
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
      'reason: cannot tell how standard input is framed. Say it with --framing: sse (lines that begin with data:), json (one document), json-array (a stream that is one array), jsonl or ndjson (one document a line), aws-eventstream (binary).\n',
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
