import { recording } from '@reason/testkit/recordings'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fixture, reason } from './reason.ts'

const thinking = '<think>\n17 * 3 is 10 * 3 + 7 * 3, so 51.\n</think>\n\n17 * 3 = **51**.'

describe('reason split, of text', () => {
  it('gives a pipe the answer alone, to the character, and says what it leaves out', async () => {
    expect(await reason(['split', fixture('think.txt')])).toEqual({
      code: 0,
      stdout: '\n\n17 * 3 = **51**.',
      stderr: 'note: not shown: 34 characters of reasoning (--show all)\n',
    })
  })

  it('reads standard input, named or not', async () => {
    const named = await reason(['split', '-', '--quiet'], { input: thinking })
    const unnamed = await reason(['split', '--quiet'], { input: thinking })
    expect(named).toEqual({ code: 0, stdout: '\n\n17 * 3 = **51**.', stderr: '' })
    expect(unnamed).toEqual(named)
  })

  it('shows one channel as it is', async () => {
    const { stdout, stderr } = await reason(['split', fixture('think.txt'), '--show', 'reasoning'])
    expect(stdout).toBe('\n17 * 3 is 10 * 3 + 7 * 3, so 51.\n')
    expect(stderr).toBe('')
  })

  it('shows several channels under headings', async () => {
    const { stdout } = await reason(['split', fixture('gpt-oss-tool.txt'), '--show', 'all'])
    expect(stdout).toBe(
      '[reasoning]\nI should look the weather up.\n\n[commentary]\nLet me look that up.\n\n[tool call: functions.get_weather]\n{"city": "Oslo"}\n',
    )
  })

  it.each([
    ['<|start|>assistant It is four.<|end|>', [], 'It is four.'],
    ['<|start|>assistantIt is four.<|return|>', ['--model', 'gpt-oss-20b'], 'It is four.'],
    ['Add.<|end|>Four.', ['--model', 'gpt-oss-20b'], 'Four.'],
  ])('gives a pipe the answer of a message without a header: %s', async (input, flags, answer) => {
    expect(await reason(['split', '--quiet', ...flags], { input })).toEqual({ code: 0, stdout: answer, stderr: '' })
  })

  it('recognises Harmony without being told', async () => {
    const { stdout, code } = await reason(['split', fixture('gpt-oss.txt')])
    expect({ stdout, code }).toEqual({ stdout: '17 * 3 = 51.', code: 0 })
  })

  it('waits for a closing tag when nothing else shows the format', async () => {
    const long = 'I wonder. '.repeat(10_000)
    const { stdout, stderr } = await reason(['split'], { input: `${long}</think>Four.` })
    expect({ stdout, stderr }).toEqual({ stdout: 'Four.', stderr: 'note: not shown: 100000 characters of reasoning (--show all)\n' })
  })

  it('finds the adapter by the model', async () => {
    const input = 'Two and two.</think>Four.'
    const byModel = await reason(['split', '--model', 'deepseek-r1:8b', '--json'], { input })
    const byStart = await reason(['split', '--adapter', 'think-tags', '--start', 'reasoning', '--json'], { input })
    for (const { stdout } of [byModel, byStart]) expect(JSON.parse(stdout)).toMatchObject({ reasoning: 'Two and two.', answer: 'Four.' })
  })

  // A prompt that is not in the input may have opened a thought: a name never makes it worse.
  it.each(['Qwen3-8B', 'qwen3:8b', 'granite-3.3-8b', 'unknown-model'])(
    'takes text before a closing tag for a thought, also of %s',
    async (model) => {
      const split = async (input: string) => JSON.parse((await reason(['split', '--model', model, '--json'], { input })).stdout) as object
      expect(await split('Two and two.</think>Four.')).toMatchObject({ reasoning: 'Two and two.', answer: 'Four.' })
      expect(await split(`${'I wonder. '.repeat(10_000)}</think>Four.`)).toMatchObject({ answer: 'Four.' })
      expect(await split('Just an answer.')).toMatchObject({ reasoning: '', answer: 'Just an answer.' })
      expect(await split('<think>T</think>A')).toMatchObject({ reasoning: 'T', answer: 'A' })
      const long = 'An answer. '.repeat(30_000)
      expect(await split(long)).toMatchObject({ reasoning: '', answer: long })
    },
  )

  it('splits the tags of a model that has channels', async () => {
    const { stdout, stderr } = await reason(['split', '--model', 'gpt-oss', fixture('think.txt')])
    expect(stdout).toBe('\n\n17 * 3 = **51**.')
    expect(stderr).toMatch(/^warning: no-structure: .+\nnote: not shown: 34 characters of reasoning \(--show all\)\n$/)
    const asked = await reason(['split', '--model', 'gpt-oss', '--adapter', 'plain', fixture('think.txt')])
    expect(asked).toEqual({ code: 0, stdout: thinking, stderr: '' })
  })

  it('prints the result as one object', async () => {
    const { stdout, stderr } = await reason(['split', fixture('gpt-oss-tool.txt'), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      reasoning: 'I should look the weather up.',
      commentary: 'Let me look that up.',
      answer: '',
      toolCalls: [{ type: 'tool-call', name: 'functions.get_weather', arguments: '{"city": "Oslo"}', contentType: 'json' }],
      stop: 'call',
      warnings: [],
      closed: true,
    })
    expect(stderr).toBe('')
  })

  it('prints the parts, a line each', async () => {
    const { stdout } = await reason(['split', '--adapter', 'think-tags', '--parts'], { input: '<think>a</think>b' })
    const parts = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(parts).toEqual([
      { type: 'markup', of: 'delimiter', text: '<think>' },
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer', terminator: '</think>' },
      { type: 'markup', of: 'delimiter', text: '</think>' },
      { type: 'block-start', block: 1, channel: 'answer' },
      { type: 'delta', block: 1, channel: 'answer', text: 'b' },
      { type: 'block-end', block: 1, channel: 'answer', boundary: 'end-of-stream' },
      { type: 'end' },
    ])
  })

  it('takes options of the adapter as flags and as JSON', async () => {
    const input = '[[a]]why[[/a]]yes'
    const flags = await reason(['split', '-a', 'think-tags', '-o', 'startTag=[[a]]', '-o', 'endTag=[[/a]]'], { input })
    const json = await reason(['split', '-a', 'think-tags', '--options', '{"startTag":"[[a]]","endTag":"[[/a]]"}'], { input })
    expect([flags.stdout, json.stdout]).toEqual(['yes', 'yes'])
  })

  it('takes a family of tags, which names the adapter too', async () => {
    const { stdout } = await reason(['split', '--family', 'seed_oss'], { input: '<seed:think>a</seed:think>b' })
    expect(stdout).toBe('b')
  })

  it('says what was odd, each kind once', async () => {
    const { stderr, code } = await reason(['split', '-a', 'think-tags'], { input: '<think>never closed' })
    expect(stderr).toMatch(/^warning: unclosed: .+\nnote: not shown: 12 characters of reasoning \(--show all\)\n$/)
    expect(code).toBe(0)
  })

  it('counts what was odd more than once', async () => {
    const input =
      '<|channel|>final<|message|>a<|end|>junk<|start|>assistant<|channel|>final<|message|>b<|end|>junk<|start|>assistant<|channel|>final<|message|>c'
    const { stdout, stderr } = await reason(['split', '-a', 'harmony'], { input })
    expect(stdout).toBe('abc')
    expect(stderr).toMatch(/^warning: loose-text, 2 times: /m)
  })

  it('leaves text alone with --adapter plain', async () => {
    const { stdout } = await reason(['split', '-a', 'plain'], { input: thinking })
    expect(stdout).toBe(thinking)
  })
})

describe('reason split, of bytes', () => {
  it('drops a byte order mark', async () => {
    const { stdout } = await reason(['split'], { input: '\uFEFF<think>a</think>b' })
    expect(stdout).toBe('b')
  })

  it('reads the UTF-16 that PowerShell writes', async () => {
    const { stdout } = await reason(['split'], { input: Buffer.from('\uFEFF<think>a</think>bé🙂', 'utf16le') })
    expect(stdout).toBe('bé🙂')
  })

  it('recognises a recorded response in it', async () => {
    const stream = readFileSync(recording('gpt-oss-auto-stream.sse'), 'utf8').replaceAll('\n', '\r\n')
    const { stdout, code } = await reason(['split', '-q'], { input: Buffer.from(`\uFEFF${stream}`, 'utf16le') })
    expect([code, stdout]).toEqual([0, 'The answer is 51.'])
  })

  it('takes an empty input as an empty answer, and says so', async () => {
    expect(await reason(['split'])).toEqual({ code: 0, stdout: '', stderr: 'note: standard input is empty\n' })
  })
})
