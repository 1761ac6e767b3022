import { recording } from '@reason/testkit/recordings'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { knownWires } from '../src/adapters/known.ts'
import { finished, reason, reasonBytes, start } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-convert-'))
afterAll(() => rmSync(folder, { recursive: true }))

const withCall = recording('qwen3-auto-tool-stream.sse')

/** The output of `reason split --json` for a body. */
async function split(file: string, wire: string, ...flags: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await reason(['split', file, '--wire', wire, '--json', ...flags])
  return JSON.parse(stdout) as Record<string, unknown>
}

function save(name: string, body: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, body)
  return path
}

const endings: Record<string, string> = { ollama: '.ndjson', 'bedrock-converse': '.eventstream.bin' }

describe('reason convert', () => {
  it.each(Object.keys(knownWires))('writes a stream as one of %s, framed as such streams are', async (to) => {
    const body = await reasonBytes(['convert', withCall, '--from', 'openai-chat', '--to', to])
    // Only the ending of the file says how it is framed.
    const result = await split(save(`${to}${endings[to] ?? '.sse'}`, body), to)
    expect(result).toMatchObject({
      reasoning: 'The user wants the weather, so I call get_weather.\n',
      answer: 'One moment.\n',
      toolCalls: [{ name: 'get_weather' }],
      finish: { reason: 'tool-calls' },
      errors: [],
      warnings: [],
    })
    const [call] = result['toolCalls'] as { arguments: string }[]
    expect(JSON.parse(call!.arguments)).toEqual({ city: 'Paris', unit: 'celsius' })
    // The recording counts no reasoning, and Responses has no word for that but 0: the estimate in its place is marked.
    if (to === 'openai-responses') expect(Buffer.from(body).toString()).toContain('"reasoning_tokens_source":"estimated"')
  })

  it.each(['jsonl', 'json-array', 'sse'])('writes binary frames as %s, with the names of the events', async (framing) => {
    const to = ['--to', 'bedrock-converse', '--out-framing', framing]
    const { stdout } = await reason(['convert', withCall, '--from', 'openai-chat', ...to])
    expect((await reason(['convert', withCall, ...to])).stdout).toBe(stdout)
    const result = await split(save(`bedrock.${framing}`, stdout), 'bedrock-converse')
    expect(result).toMatchObject({ answer: 'One moment.\n', toolCalls: [{ name: 'get_weather' }], errors: [], warnings: [] })
  })

  it('writes lines and arrays of documents alone', async () => {
    const convert = ['convert', withCall, '--from', 'openai-chat', '--to', 'openai-chat', '--out-framing']
    const lines = await reason([...convert, 'jsonl'])
    const events = lines.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(JSON.parse((await reason([...convert, 'json-array'])).stdout)).toEqual(events)
    expect(events[0]).toMatchObject({ object: 'chat.completion.chunk' })
  })

  it('writes a document as a document, a stream as a stream, and either as the other where asked', async () => {
    const document = recording('qwen3-auto-json.json')
    const answer = 'The answer is 51.'
    const whole = await reason(['convert', document, '--from', 'openai-chat', '--to', 'anthropic-messages'])
    expect(JSON.parse(whole.stdout)).toMatchObject({ type: 'message', content: [{ type: 'thinking' }, { type: 'text', text: answer }] })
    const streamed = await reason(['convert', document, '--from', 'openai-chat', '--to', 'anthropic-messages', '--stream'])
    expect(streamed.stdout).toMatch(/^event: message_start\ndata: \{/)
    expect(await split(save('streamed.sse', streamed.stdout), 'anthropic-messages')).toMatchObject({ answer })
    const stream = recording('qwen3-messages-stream.sse')
    const collected = await reason(['convert', stream, '--from', 'anthropic-messages', '--to', 'openai-chat', '--whole'])
    expect(JSON.parse(collected.stdout)).toMatchObject({ object: 'chat.completion', choices: [{ message: { content: 'It is 51.' } }] })
  })

  it('splits tags in the answer when the model is known for them, and leaves them when asked to', async () => {
    const convert = ['convert', recording('deepseek-r1-none-stream.sse'), '--from', 'openai-chat', '--to', 'ollama', '--whole']
    const thought = '\nOkay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.\n'
    expect(JSON.parse((await reason(convert)).stdout)).toMatchObject({ message: { content: '\n\nThe answer is 51.', thinking: thought } })
    const { stdout } = await reason([...convert, '--adapter', 'plain'])
    expect(JSON.parse(stdout)).toMatchObject({ message: { content: `<think>${thought}</think>\n\nThe answer is 51.` } })
  })

  it('says what the other format has no place for, and keeps it quiet when asked to', async () => {
    const input = JSON.stringify({
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      model: 'claude-sonnet-4-5',
      content: [
        { type: 'thinking', thinking: 'two and two', signature: 'c2VhbGVk' },
        { type: 'text', text: 'Four.' },
      ],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 2 },
    })
    const convert = ['convert', '--from', 'anthropic-messages', '--to', 'openai-chat', '--framing', 'json']
    const loud = await reason(convert, { input })
    expect(JSON.parse(loud.stdout)).toMatchObject({ choices: [{ message: { content: 'Four.', reasoning_content: 'two and two' } }] })
    expect(loud.stdout).not.toContain('c2VhbGVk')
    expect(loud.stderr).toMatch(/^warning: not-carried: .*seal.*\n$/m)
    expect(loud.code).toBe(0)
    const quiet = await reason([...convert, '-q'], { input })
    expect(quiet).toEqual({ ...loud, stderr: '' })
  })

  it('writes all generations of a request, and the dialect that it is told to', async () => {
    const message = (index: number) => ({ role: 'assistant', content: `answer ${index}`, reasoning_content: `thought ${index}` })
    const choices = [0, 1].map((index) => ({ index, finish_reason: 'stop', message: message(index) }))
    const input = JSON.stringify({ object: 'chat.completion', id: 'c', created: 1, model: 'm', choices })
    const same = ['convert', '--from', 'openai-chat', '--to', 'openai-chat', '--framing', 'json']
    const { stdout, stderr } = await reason([...same, '--dialect', 'openrouter'], { input })
    expect(JSON.parse(stdout)).toMatchObject({
      choices: [{ message: { content: 'answer 0', reasoning: 'thought 0' } }, { message: { content: 'answer 1', reasoning: 'thought 1' } }],
    })
    expect(stderr).toBe('')
  })

  it('passes a failure on in the words of the other format, and ends with 4', async () => {
    const failed = recording('qwen3-error-midstream-stream.sse')
    const { stdout, stderr, code } = await reason(['convert', failed, '--from', 'openai-chat', '--to', 'anthropic-messages'])
    expect(stdout).toMatch(/event: error\ndata: \{"type":"error".*Unexpected empty grammar stack/)
    expect(stderr).toContain('error: got exception: Unexpected empty grammar stack')
    expect(code).toBe(4)
  })

  it('writes the first event before the input ends', async () => {
    const child = start(['convert', '--from', 'openai-chat', '--to', 'anthropic-messages', '--framing', 'sse'])
    const result = finished(child)
    const first = 'Hello. '.repeat(60)
    child.stdin.write(`data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"${first}"}}]}\n\n`)
    await once(child.stdout, 'data')
    expect(child.exitCode).toBeNull()
    child.stdin.end('data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n')
    expect((await result).stdout).toMatch(/^event: message_stop$/m)
  })
})
