import { recording } from '@reason/testkit/recordings'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { finished, reason, reasonBytes, start } from './reason.ts'

/** As llama-server answers at `/completion`. */
const completion =
  'data: {"index":0,"content":"<think>","stop":false}\n\ndata: {"index":0,"content":"Hm.</think>Four.","stop":false}\n\ndata: {"index":0,"content":"","stop":true}\n\n'

/** As at `/v1/completions`. */
const completions = ['<think>', 'Hm.', '</think>', 'Four.']
  .map((text) => `data: {"object":"text_completion","model":"qwen3-8b","choices":[{"index":0,"text":"${text}","finish_reason":null}]}\n\n`)
  .join('')

describe('an error in place of an answer', () => {
  it.each([
    ['a document', '{"error":{"message":"No such model.","type":"invalid_request_error"}}', 'json'],
    ['a document of Ollama', '{"error":"No such model."}\n', 'json'],
    ['a stream', 'data: {"error":{"message":"No such model.","code":404}}\n\ndata: [DONE]\n\n', 'sse'],
    ['a stream of an older llama-server', 'error: {"code":404,"message":"No such model."}\n\ndata: [DONE]\n\n', 'sse'],
    ['a list', '[{"error":{"code":404,"message":"No such model.","status":"NOT_FOUND"}}]', 'json-array'],
  ])('is no answer: %s', async (_, input, framing) => {
    const { stdout, stderr, code } = await reason(['split'], { input })
    expect({ stdout, code }).toEqual({ stdout: '', code: 4 })
    expect(stderr).toContain('error: No such model.\n')
    expect(stderr).toContain(`note: read as the error of a server (${framing}); --wire none reads it as text\n`)
  })

  it('is text where that is said, and where it is a field of an answer in JSON', async () => {
    const error = '{"error":{"message":"x"}}'
    expect(await reason(['split', '-q', '--wire', 'none'], { input: error })).toEqual({ stdout: error, stderr: '', code: 0 })
    const answer = '{"city":"Oslo","error":"no data"}'
    expect(await reason(['split', '-q'], { input: answer })).toEqual({ stdout: answer, stderr: '', code: 0 })
  })
})

describe('a recording that no format knows', () => {
  it('is not split as if it were text, where it is a stream', async () => {
    const { stdout, stderr, code } = await reason(['split'], { input: completion })
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
    expect(stderr).toMatch(
      /^reason: standard input is a recorded stream \(sse\) in no known wire format \(have: openai-chat, .*Its first event: \{"index":0,"content":"<think>".*--wire PACKAGE.*--wire none/,
    )
  })

  it('is said to be JSON, which a model may have been asked for', async () => {
    const input = '{"a":1}\n{"a":2}\n'
    const { stdout, stderr, code } = await reason(['split'], { input })
    expect({ stdout, code }).toEqual({ stdout: input, code: 0 })
    expect(stderr).toContain('note: read as the text of a model: it is JSON in no known wire format')
    expect((await reason(['split', '-q'], { input })).stderr).toBe('')
  })

  it('is not split as if it were text, where it is a request', async () => {
    const input = '{"model":"m","messages":[{"role":"user","content":"What is <think>?"}]}'
    const { stdout, stderr, code } = await reason(['split'], { input })
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
    expect(stderr).toBe(
      'reason: standard input is the body of a request, and holds no answer. reason replay reads requests; --wire none reads it as text.\n',
    )
    expect((await reason(['split', '--wire', 'none', '--show', 'answer', '-q'], { input })).code).toBe(0)
  })

  it('is said to be too large to know, where it is', async () => {
    const input = `{"object":"chat.completion","choices":[{"message":{"content":"${'a'.repeat(9_000_000)}"}}]}`
    const { stdout, stderr } = await reason(['split'], { input })
    expect(stdout).toBe(input)
    expect(stderr).toContain(
      'note: read as the text of a model: it begins as JSON, and is too large to see whether it is a recorded response',
    )
  })

  it('is known where the reader of another format reads it', async () => {
    const { stdout, stderr } = await reason(['split'], { input: completions })
    expect(stdout).toBe('Four.')
    expect(stderr).toContain('note: read as a recorded response in openai-chat (sse)')
  })
})

describe('a recording in another format than it was said to be', () => {
  const chat = recording('gpt-oss-auto-stream.sse')
  const messages = recording('qwen3-messages-stream.sse')

  it.each([
    ['that nothing understands', chat, 'anthropic-messages', 'openai-chat'],
    ['that begins and counts alike', messages, 'openai-chat', 'anthropic-messages'],
  ])('%s: split', async (_, file, said, is) => {
    const { stdout, stderr, code } = await reason(['split', file, '--wire', said])
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
    expect(stderr).toBe(`reason: ${file} is not in ${said}: it looks like ${is} (sse). Use --wire ${is}.\n`)
  })

  it('is not converted into an empty answer', async () => {
    const { stdout, stderr, code } = await reason(['convert', chat, '--from', 'anthropic-messages', '--to', 'ollama'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
    expect(stderr).toContain('it looks like openai-chat (sse). Use --from openai-chat.')
  })

  it('and in none, says what is there', async () => {
    const { stderr, code } = await reason(['split', '--wire', 'openai-chat', '--framing', 'sse'], { input: completion })
    expect(code).toBe(3)
    expect(stderr).toMatch(/is not in openai-chat: no event in it has that format\. Its first event: \{"index":0,.* give --wire none\.\n$/)
    const prose = await reason(['split', '--wire', 'openai-chat', '--framing', 'sse'], { input: 'Four.' })
    expect(prose).toMatchObject({ code: 3, stdout: '' })
  })

  it('but one that was cut behind its beginning is in that format', async () => {
    const input = 'data: {"id":"c","object":"chat.completion.chunk","model":"m","choices":[]}\n\n'
    const { stderr, code } = await reason(['split', '--wire', 'openai-chat', '--framing', 'sse'], { input })
    expect(code).toBe(0)
    expect(stderr).toContain('ended with "aborted"')
  })
})

describe('an input that is no text', () => {
  const text = 'The answer is, as everybody knows, four. '.repeat(3)

  it.each([
    ['compressed', gzipSync(text), /^reason: standard input is compressed with gzip\. .*gunzip/],
    ['a model', Buffer.from('GGUF\u0003\0\0\0'), /is a model \(GGUF\)/],
    ['with zeros', Buffer.from(`${text}\0`), /is binary, or UTF-16 without its mark: byte 123 is 0/],
    ['in UTF-16 without its mark', Buffer.from(text, 'utf16le'), /UTF-16 without its mark/],
    [
      'of bytes without a meaning',
      Buffer.alloc(100, 'a\u00FFb\u00FE', 'latin1'),
      /is no text in UTF-8: 50 of its first 100 bytes are not\. .*iconv/,
    ],
  ])('%s', async (_, input, says) => {
    for (const flags of [[], ['--wire', 'none'], ['--wire', 'openai-chat', '--framing', 'sse']]) {
      const { stdout, stderr, code } = await reason(['split', ...flags], { input })
      expect({ stdout, code }, flags.join(' ')).toEqual({ stdout: '', code: 3 })
      expect(stderr).toMatch(says)
    }
  })

  it('but frames of Bedrock are none, however they are cut', async () => {
    const flags = ['--from', 'openai-chat', '--to', 'bedrock-converse', '-q']
    const frames = await reasonBytes(['convert', recording('gpt-oss-auto-stream.sse'), ...flags])
    const child = start(['split', '--wire', 'bedrock-converse', '--framing', 'aws-eventstream', '-q'])
    const done = finished(child)
    child.stdin.write(frames.subarray(0, 5))
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.stdin.end(frames.subarray(5))
    expect(await done).toEqual({ stdout: 'The answer is 51.', stderr: '', code: 0 })
  })

  it('but a slip in a text, or a character that is cut at its end, is none', async () => {
    const slip = Buffer.concat([Buffer.from(text), Buffer.from([0xff]), Buffer.from('🙂').subarray(0, 3)])
    const { stdout, code } = await reason(['split', '-q'], { input: slip })
    expect({ stdout, code }).toEqual({ stdout: `${text}\uFFFD\uFFFD`, code: 0 })
  })
})

describe('an empty input', () => {
  it.each(['json', 'sse'])('is no response (%s)', async (framing) => {
    const { stdout, stderr, code } = await reason(['split', '--wire', 'openai-chat', '--framing', framing])
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 })
    expect(stderr).toBe('reason: standard input is empty: there is no response in it.\n')
  })
})

describe('a choice', () => {
  const input = JSON.stringify({
    object: 'chat.completion',
    choices: [0, 2].map((index) => ({ index, finish_reason: 'stop', message: { role: 'assistant', content: `Answer ${index}.` } })),
  })

  it('that there is not, and which there are', async () => {
    expect(await reason(['split', '--choice', '3'], { input })).toEqual({
      stdout: '',
      stderr: 'reason: standard input has no choice 3. It has: 0, 2.\n',
      code: 2,
    })
    expect((await reason(['split', '--choice', '1', '--json'], { input })).stdout).toBe('')
  })

  it('that there is, is printed', async () => {
    expect(await reason(['split', '-q', '--choice', '2'], { input })).toEqual({ stdout: 'Answer 2.', stderr: '', code: 0 })
  })
})

describe('a text that was all taken for reasoning', () => {
  const hint = 'note: all of the text became reasoning, because the model begins with it; for an answer, use --start answer\n'
  const args = ['split', '--model', 'zai-glm-4.7']

  it('may be the answer, which is said', async () => {
    const { stdout, stderr } = await reason(args, { input: 'The answer is 4.' })
    expect(stdout).toBe('')
    expect(stderr).toContain(hint)
    expect(await reason([...args, '--start', 'answer'], { input: 'The answer is 4.' })).toEqual({
      stdout: 'The answer is 4.',
      stderr: '',
      code: 0,
    })
  })

  it.each(['<think>The answer is 4.', 'Two and two.</think>Four.'])('is none where its tags say so: %s', async (input) => {
    expect((await reason(args, { input })).stderr).not.toContain('--start answer')
  })
})
