import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'

function file(content: string, name = 'key'): string {
  const folder = mkdtempSync(join(tmpdir(), 'reason-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const keyOf = async (argv: string[], environment: NodeJS.ProcessEnv = {}) => (await loadConfig(argv, environment)).upstreamKey
const command = (...words: string[]): string[] => ['--upstream-key-command', JSON.stringify(words)]
const node = (code: string, ...words: string[]): string[] => command(process.execPath, '-e', code, ...words)

const problem = (argv: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> =>
  loadConfig(argv, environment).then(
    () => 'no problem',
    (error: Error) => error.message,
  )

it('comes from a variable, a file or a command', async () => {
  expect(await keyOf([])).toBeUndefined()
  expect(await keyOf(['--upstream-key-env', 'MY_KEY'], { MY_KEY: ' secret\n' })).toBe('secret')
  expect(await keyOf(['--upstream-key-file', file('secret\n')])).toBe('secret')
  expect(await keyOf(node('console.log("secret")'))).toBe('secret')
  expect(await keyOf(node('console.log(process.env.FROM)'), { FROM: 'variable' })).toBe('variable')
})

it('comes from the pipe of a shell', () => {
  const source = import.meta.resolve('../../src/config/upstream-key.ts')
  const code = `import { readUpstreamKey } from '${source}'; console.log(await readUpstreamKey({ upstreamKeyFile: process.argv[1] }, {}))`
  const program = `"${process.execPath}" --conditions=@reason/source --input-type=module --eval "${code}" <(echo secret)`
  expect(execFileSync('bash', ['-c', program], { encoding: 'utf8' })).toBe('secret\n')
})

it('comes from a command that no shell reads, and that has nothing to read', async () => {
  expect(await keyOf(node('console.log(process.argv[1])', '$(echo secret) | cat'))).toBe('$(echo secret) | cat')
  expect(await keyOf(node('process.stdin.on("end", () => console.log("ended")).resume()'))).toBe('ended')
})

it('is where the strongest source says', async () => {
  const path = file('upstreamKeyEnv: IN_FILE\n', 'reason.config.yaml')
  expect(await keyOf(['--config', path], { IN_FILE: 'a' })).toBe('a')
  expect(await keyOf(['--config', path, '--upstream-key-file', file('b')], { IN_FILE: 'a' })).toBe('b')
  expect(await keyOf(['--config', path], { IN_FILE: 'a', REASON_UPSTREAM_KEY_COMMAND: node('console.log("c")')[1] })).toBe('c')
})

it('must be there', async () => {
  expect(await problem(['--upstream-key-env', 'MY_KEY'])).toContain('MY_KEY, which is not set or empty')
  expect(await problem(['--upstream-key-file', '/nowhere/key'])).toContain('cannot be read')
  expect(await problem(['--upstream-key-file', file(' \n')])).toContain('which is not set or empty')
  expect(await problem(['--upstream-key-env', 'A', '--upstream-key-file', 'b'], { A: 'x' })).toBe(
    'Both --upstream-key-env and --upstream-key-file set the key. Keep one of them.',
  )
  expect(await problem(['--upstream-key-file', file('first\nsecond')])).toContain('several lines')
})

it('may not come, and the message says neither what was asked nor what was said', async () => {
  expect(await problem(command('/nowhere/tool', 'word'))).toBe(
    'The key for the upstream is printed by the command /nowhere/tool, which cannot be run (ENOENT). Try it in a terminal.',
  )
  const failed = await problem(node('console.log("secret"); console.error("secret"); process.exitCode = 3', 'secret'))
  expect(failed).toContain('which failed with exit code 3')
  expect(failed).not.toContain('secret')
  expect(await problem(node('console.log("x".repeat(100_000))'))).toContain('printed more than 65536 bytes')
  expect(await problem(['--upstream-key-command', 'pass show openai'])).toBe(
    '--upstream-key-command is ***, which is no JSON: it must be a list of words, like ["pass", "show", "openai"].',
  )
})

it('is never repeated in a message', async () => {
  const written = (content: string): string[] => ['--config', file(content, 'reason.config.yaml')]
  const messages = [
    problem(['--upstream-key', 'sk-secret']),
    problem(['--api-key=sk-secret']),
    problem(['sk-secret']),
    problem(['--upstream', 'https://me:sk-secret@host/v1']),
    problem(['--upstream-key-env', 'sk-secret']),
    problem(['--upstream-key-command', 'sk-secret']),
    problem([], { REASON_UPSTREAM_KEY: 'sk-secret' }),
    problem(written('upstreamKey: sk-secret')),
    problem(written('upstreams: [{ url: http://h, key: sk-secret }]')),
    problem(written('upstreams: [{ url: http://h, key: { env: sk-secret } }]')),
    problem(written('upstreams: [{ url: http://h, key: { command: sk-secret } }]')),
    problem(written('upstreams: [{ url: "https://me:sk-secret@host" }]')),
    problem(written('budgets: { redis: "http://me:sk-secret@host" }')),
  ]
  for (const message of await Promise.all(messages)) {
    expect(message).not.toBe('no problem')
    expect(message).not.toContain('secret')
  }
})
