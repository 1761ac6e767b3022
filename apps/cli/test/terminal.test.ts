import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { command, fixture } from './reason.ts'

/** `script` of util-linux runs a command with a terminal of its own. */
const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
})()

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

  it('is spared binary frames', async () => {
    const body = fixture('recordings/qwen3-auto-tool-stream.sse')
    const { text, code } = await inTerminal(['convert', body, '--from', 'openai-chat', '--to', 'bedrock-converse'])
    expect(text).toBe(
      'reason: a terminal cannot show the binary frames of this format. Write them to a file with > body.eventstream.bin, or ask for --out-framing jsonl.\n',
    )
    expect(code).toBe(2)
  })
})
