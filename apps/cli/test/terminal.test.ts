import { recording } from '@reason/testkit/recordings'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { command, fixture, reason } from './reason.ts'

/** `script` of util-linux runs a command with a terminal of its own. */
const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
})()

const folder = mkdtempSync(join(tmpdir(), 'reason-terminal-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function inTerminal(args: readonly string[], env: Record<string, string> = {}): Promise<{ text: string; code: number | null }> {
  const { FORCE_COLOR: _, NO_COLOR: __, CI: ___, ...inherited } = process.env
  const line = [...command, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { ...inherited, TERM: 'xterm-256color', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  const [code] = (await once(child, 'close')) as [number | null]
  return { text: text.replaceAll('\r\n', '\n'), code }
}

const dim = (text: string): string => `\u001B[2m${text}\u001B[22m`
const cyan = (text: string): string => `\u001B[36m${text}\u001B[39m`
const magenta = (text: string): string => `\u001B[35m${text}\u001B[39m`

describe.skipIf(!hasScript)(`in a terminal${hasScript ? '' : ' (needs the command script of util-linux)'}`, () => {
  it('dims reasoning and leaves the answer plain', async () => {
    const { text, code } = await inTerminal(['split', fixture('think.txt')])
    expect(text).toBe(`${dim('17 * 3 is 10 * 3 + 7 * 3, so 51.')}\n\n17 * 3 = **51**.\n`)
    expect(code).toBe(0)
  })

  it('marks commentary and tool calls', async () => {
    const { text } = await inTerminal(['split', fixture('gpt-oss-tool.txt')])
    expect(text).toBe(
      `${dim('I should look the weather up.')}\n\n${cyan('[commentary]')}${cyan('\nLet me look that up.')}\n\n` +
        `${magenta('[tool call: functions.get_weather]')}${magenta('\n{"city": "Oslo"}')}\n`,
    )
  })

  it('uses headings where NO_COLOR forbids styles', async () => {
    const { text } = await inTerminal(['split', fixture('think.txt')], { NO_COLOR: '1' })
    expect(text).toBe('[reasoning]\n17 * 3 is 10 * 3 + 7 * 3, so 51.\n\n[answer]\n17 * 3 = **51**.\n')
  })

  it('shows control sequences of the model and does not obey them', async () => {
    const { text } = await inTerminal(['split', '-a', 'plain', fixture('control.txt')])
    expect(text).toBe('before ␛[2Jafter␛]0;title␇ end\n')
  })

  it('shows what escapes JSON leaves as they are, in JSON', async () => {
    const file = join(folder, 'c1.txt')
    writeFileSync(file, 'A \u009B6n\u007F here')
    const { text } = await inTerminal(['split', '-a', 'plain', '--json', file])
    expect(text).toContain('"A \\u009b6n\\u007f here"')
    expect(JSON.parse(text)).toMatchObject({ answer: 'A \u009B6n\u007F here' })
    const body = join(folder, 'c1.json')
    writeFileSync(body, JSON.stringify({ object: 'chat.completion', choices: [{ message: { role: 'assistant', content: 'A \u009B6n' } }] }))
    const converted = await inTerminal(['convert', body, '--from', 'openai-chat', '--to', 'ollama', '-q'])
    expect(converted.text).toContain('"A \\u009b6n"')
  })

  it('is not steered by exports, and spared Parquet', async () => {
    const file = join(folder, 'traces.jsonl')
    writeFileSync(
      file,
      JSON.stringify({ id: 'trace_1', model: 'm\u001B[2J', reasoningText: 'A \u001B]52;c;eA==\u0007\u009B6n thought', mode: 'full' }),
    )
    const traces = ['--traces', join(folder, 'traces.db')]
    await reason(['traces', 'import', file, ...traces])
    for (const format of ['csv', 'jsonl']) {
      const { text, code } = await inTerminal(['traces', 'export', '--format', format, ...traces])
      // oxlint-disable-next-line no-control-regex -- control characters are what this is about
      expect([code, text.match(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/)]).toEqual([0, null])
      expect(text).toContain(format === 'csv' ? 'A ␛]52;c;eA==␇\uFFFD6n thought' : 'A \\u001b]52;c;eA==\\u0007\\u009b6n thought')
    }
    expect(await inTerminal(['traces', 'export', '--format', 'parquet', ...traces])).toEqual({
      text: 'reason: a terminal cannot show Parquet, which is binary. Write it to a file with > traces.parquet, or ask for --format csv.\n',
      code: 2,
    })
  })

  it('is spared binary frames', async () => {
    const body = recording('qwen3-auto-tool-stream.sse')
    const { text, code } = await inTerminal(['convert', body, '--from', 'openai-chat', '--to', 'bedrock-converse'])
    expect(text).toBe(
      'reason: a terminal cannot show the binary frames of this format. Write them to a file with > body.eventstream.bin, or ask for --out-framing jsonl.\n',
    )
    expect(code).toBe(2)
  })
})
