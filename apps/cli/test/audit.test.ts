import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyTally, type Tally } from '../src/audit/tally.ts'
import { reason } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function audit(...args: string[]): Promise<Tally> {
  const { code, stdout, stderr } = await reason(['audit', ...args, '--json'])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout) as Tally
}

const thought = 'First I multiply ten by three and then seven by three, and I add both of them.'

/** The same message, as it is laid out by one and another. */
const layouts: [name: string, row: (answer: string, reasoning: string) => unknown][] = [
  [
    'Chat Completions',
    (content, reasoning_content) => ({
      messages: [
        { role: 'user', content: thought },
        { role: 'assistant', content, reasoning_content },
      ],
    }),
  ],
  ['a response of theirs', (content, reasoning) => ({ choices: [{ message: { role: 'assistant', content, reasoning } }] })],
  [
    'Messages',
    (text, thinking) => ({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking, signature: 'x' },
        { type: 'text', text },
      ],
    }),
  ],
  [
    'Responses',
    (text, summary) => ({
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: summary }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
      ],
    }),
  ],
  [
    'Gemini',
    (text, reasoning) => ({ candidates: [{ content: { role: 'model', parts: [{ text: reasoning, thought: true }, { text }] } }] }),
  ],
  ['Ollama', (content, thinking) => ({ model: 'm', message: { role: 'assistant', content, thinking }, done: true })],
  [
    'ShareGPT',
    (value, reasoning) => ({
      conversations: [
        { from: 'human', value: thought },
        { from: 'gpt', value, reasoning },
      ],
    }),
  ],
  [
    'an export of ChatGPT',
    (text, reasoning) => ({
      mapping: { a: { message: { author: { role: 'assistant' }, reasoning, content: { content_type: 'text', parts: [text] } } } },
    }),
  ],
  ['a row of a data set', (answer, reasoning) => ({ question: thought, answer, reasoning })],
]

describe('an audit', () => {
  it.each(layouts)('reads %s', async (_, row) => {
    const path = file(
      'layout.jsonl',
      [row('The answer is 51.', thought), row(`${thought} So 51.`, thought), row('<think>Hm.</think>51.', '')]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    )
    const tally = await audit(path)
    expect(tally).toMatchObject({
      messages: 3,
      withReasoning: 2,
      leaking: 2,
      broken: 0,
      leaks: { prefix_reappeared: 1, analysis_in_final: 1 },
    })
    expect(tally.examples.prefix_reappeared).toMatchObject([{ file: path, line: 2 }])
    expect(tally.examples.analysis_in_final).toMatchObject([{ file: path, line: 3 }])
  })

  it('finds nothing where nothing leaked: talk about tags in code, a user who writes them', async () => {
    const rows = [
      { role: 'assistant', content: 'Write `<think>` before it, and `</think>` behind.' },
      { role: 'assistant', content: 'Like this:\n```xml\n<think>\nHm.\n</think>\n```\nThat is all.' },
      { role: 'user', content: '<think>What now?</think>' },
      { role: 'assistant', content: 'a < b, and b > a' },
    ]
    expect(await audit(file('clean.json', JSON.stringify(rows)))).toMatchObject({ messages: 3, leaking: 0, leaks: {} })
  })

  it('names service tokens, mixed markup, and long runs of the reasoning', async () => {
    const run = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    const rows = [
      { role: 'assistant', content: 'Done.<|im_end|>' },
      { role: 'assistant', content: '<|channel|>analysis<|message|>Hm.</think>' },
      { role: 'assistant', content: `So: ${run}`, reasoning: `At the beginning there is something else. ${run}` },
    ]
    expect((await audit(file('kinds.json', JSON.stringify(rows)))).leaks).toEqual({
      service_marker_in_final: 1,
      analysis_in_final: 1,
      mixed_channel_fragment: 1,
      ngram_overlap: 1,
    })
  })

  it('goes on behind what is no JSON, and counts it', async () => {
    const path = file(
      'broken.jsonl',
      `{"role":"assistant","content":"<think>"}\n{"role":\n\nnull\n{"role":"assistant","content":"</think>"}\n`,
    )
    expect(await audit(path)).toMatchObject({ values: 3, broken: 1, messages: 2, leaking: 2 })
  })

  it('reads what Windows writes: marks, line ends, UTF-16', async () => {
    const leak = '<think>Hm.</think>Four.'
    const row = JSON.stringify({ role: 'assistant', content: leak })
    const utf16 = (name: string, text: string): string => {
      const path = join(folder, name)
      writeFileSync(path, `\uFEFF${text}`, 'utf16le')
      return path
    }
    expect(await audit(file('marked.jsonl', `\uFEFF${row}\r\n${row}\r\n`))).toMatchObject({ broken: 0, messages: 2, leaking: 2 })
    expect(await audit(utf16('wide.json', `[${row}]`), utf16('wide.txt', leak))).toMatchObject({ broken: 0, messages: 2, leaking: 2 })
    const long = JSON.stringify({ role: 'assistant', content: `${'\u{1F642}\u0A0A'.repeat(400_000)}${leak}` })
    const lines = await audit(utf16('wide.jsonl', `${row}\r\n\r\n${long}\r\n{"role":\r\n${row}`))
    expect(lines).toMatchObject({ values: 4, broken: 1, messages: 3, leaking: 3 })
    const { stdout } = await reason(['audit', join(folder, 'wide.jsonl')])
    expect(stdout).toMatch(/wide\.jsonl:5\b/)
    const big = join(folder, 'big-endian.jsonl')
    writeFileSync(big, Buffer.from(`\uFEFF${row}\n`, 'utf16le').swap16())
    expect(await audit(big)).toMatchObject({ broken: 0, messages: 1, leaking: 1 })
  })

  it('takes nothing for clean that is no text', async () => {
    const path = join(folder, 'packed.jsonl')
    writeFileSync(path, gzipSync('{"role":"assistant","content":"<think>Hm.</think>Four."}'))
    const { code, stdout, stderr } = await reason(['audit', '--fail', path])
    expect([code, stdout, stderr]).toEqual([
      3,
      '',
      expect.stringContaining('packed.jsonl is compressed with gzip. Unpack it first') as string,
    ])
    expect(await reason(['audit', '-'])).toMatchObject({ code: 3, stderr: expect.stringContaining('no standard input') as string })
    expect(await reason(['audit', '/dev/null'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('is no file and no folder') as string,
    })
  })

  it('takes text as an answer, and a folder as all that is in it', async () => {
    const inside = mkdtempSync(join(folder, 'texts-'))
    writeFileSync(join(inside, 'one.txt'), 'The answer is 51.')
    writeFileSync(join(inside, 'two.md'), '</think>The answer is 51.')
    writeFileSync(join(inside, 'picture.png'), 'not read')
    expect(await audit(inside)).toMatchObject({ messages: 2, leaking: 1 })
  })
})

describe('an audit of a large file', () => {
  const rows = 60_000
  const leaky = (index: number): boolean => index % 997 === 5
  let path = ''

  beforeAll(() => {
    const filler = 'plain words of an answer '.repeat(12)
    const lines = Array.from({ length: rows }, (_, index) =>
      JSON.stringify({ role: 'assistant', content: leaky(index) ? `<think>${filler}` : filler, n: index }),
    )
    path = file('large.jsonl', lines.join('\n'))
  })

  it('is spread over threads, and counts every line once, by its number in the file', async () => {
    const expected = Array.from({ length: rows }, (_, index) => index).filter(leaky)
    const tally = await audit(path, '--examples', '1000')
    expect(tally).toMatchObject({
      ...emptyTally(),
      bytes: tally.bytes,
      values: rows,
      messages: rows,
      leaking: expected.length,
      leaks: { analysis_in_final: expected.length },
      examples: expect.anything() as unknown,
    })
    expect(tally.examples.analysis_in_final!.map(({ line }) => line)).toEqual(expected.map((index) => index + 1))
  })
})

describe('what it prints', () => {
  const path = file('report.jsonl', `${JSON.stringify({ role: 'assistant', content: 'x <think>\u001b[31mHm. y' })}\n`)

  it('is a report with examples, in which nothing reaches the terminal', async () => {
    const { stdout, code } = await reason(['audit', path])
    expect(code).toBe(0)
    expect(stdout).toContain('1 answer with leaked reasoning (100.0 %).')
    expect(stdout).toContain(`${path}:1  x <think>␛[31mHm. y`)
    expect(stdout).not.toContain('\u001b')
  })

  it('is no example where none is asked for', async () => {
    expect((await reason(['audit', path, '--examples', '0'])).stdout).not.toContain('Hm.')
  })

  it('ends a pipeline with --fail', async () => {
    expect((await reason(['audit', path, '--fail'])).code).toBe(1)
    expect((await reason(['audit', file('good.txt', 'Yes.'), '--fail'])).code).toBe(0)
  })

  it('takes a text with nothing in it for no message', async () => {
    const blank = join(folder, 'blank.txt')
    writeFileSync(blank, '\n \n')
    expect((await reason(['audit', blank])).stdout).toMatch(/^0 messages of models read/)
  })

  it('says what is wrong', async () => {
    expect(await reason(['audit', join(folder, 'nope.jsonl')])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no such file') as string,
    })
    expect(await reason(['audit', path, '--examples', 'many'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--examples is many') as string,
    })
    expect(await reason(['audit', mkdtempSync(join(folder, 'empty-'))])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('holds no .jsonl') as string,
    })
  })
})
