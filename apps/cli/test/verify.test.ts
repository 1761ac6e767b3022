import { recordings } from '@reason/testkit/recordings'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, ...lines: object[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

const tags = (id: string, chunks: string[], expected: object, options: object = {}) => ({
  id,
  options: { start_tag: '<think>', end_tag: '</think>', starts_in_reasoning: false, ...options },
  chunks,
  expected: { trim: 'none', ...expected },
})

describe('reason verify, of vectors', () => {
  it('passes what holds', async () => {
    const path = file('right.jsonl', tags('one', ['<thi', 'nk>a</think>b'], { reasoning: 'a', content: 'b' }), {
      name: 'a row of the kit',
      input: '<think>a</think>b',
      parts: [
        { type: 'block', channel: 'reasoning', text: 'a' },
        { type: 'block', channel: 'answer', text: 'b' },
      ],
    })
    expect(await reason(['verify', path, '-a', 'think-tags'])).toEqual({
      code: 0,
      stdout: '2 vectors: 2 passed, 0 failed, 0 skipped\n',
      stderr: '',
    })
  })

  it('shows what fails with a difference, and ends with 1', async () => {
    const path = file(
      'wrong.jsonl',
      tags('right', ['<think>a</think>b'], { reasoning: 'a', content: 'b' }),
      tags('wrong', ['<think>because</think>b'], { reasoning: 'before', content: 'b' }),
    )
    expect(await reason(['verify', path])).toEqual({
      code: 1,
      stdout: 'failed  wrong\n  reasoning\n    - "before"\n    + "because"\n\n2 vectors: 1 passed, 1 failed, 0 skipped\n',
      stderr: '',
    })
  })

  it('takes the options of each vector', async () => {
    const path = file(
      'options.jsonl',
      tags('opened by the prompt', ['a</think>b'], { reasoning: 'a', content: 'b' }, { starts_in_reasoning: true }),
      tags('a marker', ['a FINAL b'], { reasoning: 'a ', content: ' b' }, { start_tag: null, end_tag: 'FINAL', starts_in_reasoning: true }),
      tags('left open', ['<think>a'], { reasoning: '', content: 'a' }, { unclosed: 'content' }),
    )
    expect((await reason(['verify', path, '-a', 'think-tags'])).stdout).toBe('3 vectors: 3 passed, 0 failed, 0 skipped\n')
  })

  it('skips vectors about another adapter, and says so', async () => {
    const path = file('tags.jsonl', tags('one', ['<think>a</think>b'], { reasoning: 'a', content: 'b' }))
    const { stdout, code } = await reason(['verify', path, '-a', 'harmony'])
    expect(stdout).toBe('skipped 1: it is about think-tags, and harmony was asked for\n1 vector: 0 passed, 0 failed, 1 skipped\n')
    expect(code).toBe(0)
  })

  it.each([
    ['a missing file', () => join(folder, 'none.jsonl'), 3, /cannot read .*none\.jsonl \(ENOENT\)/],
    ['an empty file', () => file('empty.jsonl'), 3, /is empty: there is nothing to verify/],
    ['a folder without an index', () => folder, 3, /has no index\.jsonl/],
    ['something else', () => file('other.jsonl', { a: 1 }), 3, /vector 1 of .*other\.jsonl is no vector: it has none of "chunks"/],
    [
      'a misspelt field',
      () => file('misspelt.jsonl', { name: 'a', input: 'b', expect: { answr: 'b' } }),
      3,
      /vector 1 of .*misspelt\.jsonl: The row "a" expects "answr", which is not a field of a result\. Did you mean "answer"\?\n$/,
    ],
    [
      'a field of another type',
      () => file('typed.jsonl', { name: 'a', input: 'b', parts: [] }, { name: 'a', input: 5, parts: [] }),
      3,
      /vector 2 of .*typed\.jsonl: The row "a" has input 5, which must be a text or a list of texts\.\n$/,
    ],
  ])('refuses %s', async (_, path, code, says) => {
    const result = await reason(['verify', path()])
    expect(result.stderr).toMatch(says)
    expect(result.code).toBe(code)
  })

  it('refuses lines that are not JSON', async () => {
    const path = join(folder, 'text.jsonl')
    writeFileSync(path, '{"a":1}\nnot json\n')
    expect(await reason(['verify', path])).toMatchObject({ code: 3, stderr: expect.stringContaining('Line 2 is not JSON') as string })
  })
})

describe('reason verify, of recordings', () => {
  it('passes ours, with tags split by the model', async () => {
    expect(await reason(['verify', recordings])).toEqual({
      code: 0,
      stdout: '10 recordings: 10 passed, 0 failed, 0 skipped\n',
      stderr: '',
    })
  })

  it('finds a body that does not fit its expectation', async () => {
    const copy = join(folder, 'recordings')
    cpSync(recordings, copy, { recursive: true })
    const body = join(copy, 'gpt-oss-auto-stream.sse')
    writeFileSync(body, readFileSync(body, 'utf8').replace('"content":"The', '"content":"Some'))
    const { stdout, code } = await reason(['verify', copy])
    expect(stdout).toContain('failed  gpt-oss-auto-stream\n  answer\n    - "The answer is 51."\n    + "Some answer is 51."\n')
    expect(stdout).toContain('10 recordings: 9 passed, 1 failed, 0 skipped\n')
    expect(code).toBe(1)
  })

  it('counts what it cannot read', async () => {
    const copy = join(folder, 'unknown')
    cpSync(recordings, copy, { recursive: true })
    const index = join(copy, 'index.jsonl')
    writeFileSync(index, readFileSync(index, 'utf8').replace('"api": "openai-responses"', '"api": "acme-chat"'))
    expect(await reason(['verify', copy])).toEqual({
      code: 0,
      stdout: 'skipped 1: no wire format "acme-chat" is registered\n10 recordings: 9 passed, 0 failed, 1 skipped\n',
      stderr: '',
    })
  })

  it.each([
    ['a field of another type', { expected: { tool_calls: 5 } }, /expected\.tool_calls is 5, but must be a list/],
    ['no expectation', { expected: null }, /expected is null, but must be an object/],
    [
      'a half expectation',
      { format: 'sse', expected: { reasoning_sha256: 'x' } },
      /expected\.reasoning_chars is missing, and must be a number/,
    ],
    [
      'a choice that is none',
      { expected_choices: [{ content: 'x' }, { content: 1 }] },
      /expected_choices\[1\]\.content is 1, but must be a text/,
    ],
    ['a file that is none', { file: 5 }, /file is 5, but must be a text/],
  ])('says where an index is wrong: %s', async (_, wrong, what) => {
    const copy = join(folder, 'wrong')
    cpSync(recordings, copy, { recursive: true })
    const index = join(copy, 'index.jsonl')
    const right = readFileSync(index, 'utf8')
    writeFileSync(
      index,
      `${right.trimEnd()}\n${JSON.stringify({ id: 'mine', api: 'openai-chat', file: 'gpt-oss-auto-stream.sse', ...wrong })}\n`,
    )
    const { stdout, stderr, code } = await reason(['verify', copy])
    expect(stderr).toMatch(/^reason: recording 11 of .*index\.jsonl \(mine\): /)
    expect(stderr).toMatch(what)
    expect([stdout, code]).toEqual(['', 3])
  })

  it('says which body is missing', async () => {
    const copy = join(folder, 'missing')
    cpSync(recordings, copy, { recursive: true })
    rmSync(join(copy, 'gpt-oss-auto-stream.sse'))
    const { stdout, code } = await reason(['verify', copy])
    expect(stdout).toMatch(/failed {2}gpt-oss-auto-stream\n {2}file: ENOENT/)
    expect(code).toBe(1)
  })
})
