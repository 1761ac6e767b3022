import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { configCommand } from '../../src/commands/config-command.ts'
import { resolveConfig } from '../../src/config/load.ts'

const file = `upstreams:
  - url: http://127.0.0.1:8080/v1?key=sk-secret
    key: { command: [pass, show, sk-secret] }
traces: { store: 'postgres://me:sk-secret@host/db' }
budgets:
  session: { tokens: 7, window: lifetime }
  redis: redis://:sk-secret@127.0.0.1:6379
`

function folder(name = 'reason.config.yaml', content = file): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-config-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  writeFileSync(join(path, name), content)
  return path
}

const run = (words: string, here: string, environment: NodeJS.ProcessEnv = {}) => configCommand(words.split(' '), environment, here)

describe('config check', () => {
  it('says that the file of the folder is valid', async () => {
    expect(await run('check', folder())).toMatch(/reason\.config\.yaml is valid: 6 settings, configuration [0-9a-f]{12}\.\n$/)
  })

  it('takes another file, and flags', async () => {
    const here = folder()
    expect(await run(`check ${join(folder('a.json', '{}'), 'a.json')} --port 5`, here)).toMatch(/a\.json is valid: 1 setting,/)
  })

  it('says what is wrong, also what no gateway does', async () => {
    await expect(run('check', folder('reason.config.yaml', 'port: x'))).rejects.toThrow(/reason\.config\.yaml:1:7: port is "x", but/)
    await expect(run('check --adapter harmoni', folder())).rejects.toThrow(/--adapter is "harmoni", but must be one of: harmony, /)
    await expect(run('print --sorces', folder())).rejects.toThrow('--sorces is no flag. Did you mean --sources?')
    await expect(run('check --llm {"prompt":{"harmony":{"enabled":true}}}', folder())).rejects.toThrow(/prompt\.harmony\.enabled/)
  })

  it('does not look for keys, which may be elsewhere', async () => {
    expect(await run('check --upstream-key-env NOT_SET', folder('reason.config.json', '{ "upstream": "http://h" }'))).toContain('is valid')
  })

  it('says that there is no file', async () => {
    expect(await run('check', folder('other.txt'))).toMatch(
      /^There is no configuration file in .* \(reason\.config\.yaml, .*\)\. Flags and environment variables are valid/,
    )
  })
})

describe('config explain', () => {
  const several = `upstreams:
  - { name: local, url: 'http://127.0.0.1:1/v1', models: ['qwen3*'] }
  - { name: claude, url: 'https://api.anthropic.com', format: anthropic-messages, key: { env: NOT_SET }, aliases: { best: claude-opus-4-5 } }
adapter: think-tags
`

  it('says where requests for a model go, and what splits its answers, without asking an upstream', async () => {
    const here = folder('reason.config.yaml', several)
    expect(JSON.parse(await run('explain qwen3:8b', here))).toMatchObject({
      model: 'qwen3:8b',
      upstreams: [
        { upstream: 'local', model: 'qwen3:8b', format: 'openai-chat', verdict: 'taken', splitting: { adapter: 'think-tags' } },
        { upstream: 'claude', verdict: 'refused' },
      ],
    })
    expect(JSON.parse(await run('explain best --adapter plain', here))).toMatchObject({
      upstreams: [
        { upstream: 'claude', model: 'claude-opus-4-5', provider: 'anthropic', verdict: 'taken', splitting: { adapter: 'plain' } },
        {},
      ],
    })
  })

  it('says what a gateway with one upstream does, of another file', async () => {
    const other = join(folder('a.json', '{ "modelFamily": "qwen3" }'), 'a.json')
    expect(JSON.parse(await run(`explain mine ${other}`, folder()))).toMatchObject({
      upstreams: [{ upstream: 'recordings', verdict: 'taken', splitting: { adapter: 'think-tags' } }],
    })
  })

  it('needs a model', async () => {
    await expect(run('explain', folder())).rejects.toThrow('config explain needs the name of a model.')
    await expect(run('explain --port 5', folder())).rejects.toThrow('config explain needs the name of a model.')
  })
})

describe('config print', () => {
  it('prints a file that makes the same configuration', async () => {
    const here = folder(
      'reason.config.yaml',
      'upstream: http://h\ncommentary: drop\nllm: { postproc.ngram.n: 4 }\nbudgets: { team: { tokens: 9 } }',
    )
    const printed = await run('print --port 5', here)
    expect(parse(printed)).toMatchObject({
      upstreams: [{ url: 'http://h', format: 'openai-chat', timeouts: { idle: 300_000 } }],
      listen: { host: '127.0.0.1', port: 5 },
      clients: { commentary: 'drop' },
      budgets: { session: { tokens: 500_000 }, team: { tokens: 9 } },
    })
    const again = folder('reason.config.yaml', printed)
    const { hash } = await resolveConfig([], {}, again)
    expect(hash).toBe((await resolveConfig(['--port', '5'], {}, here)).hash)
    expect(JSON.parse(await run('print --json --port 5', here))).toEqual(parse(printed))
  })

  it('prints no secret, and where it is', async () => {
    for (const options of ['', ' --sources', ' --json', ' --json --sources']) {
      const printed = await run(`print${options}`, folder())
      expect(printed).not.toContain('secret')
      expect(printed).toContain('postgres://***@host/db')
      expect(printed).toContain('redis://***@127.0.0.1:6379')
      if (options.includes('sources')) expect(printed).toContain('the key itself, ***, is in the command pass')
    }
    const env = await run('print --sources --upstream-key-env MY_KEY', folder('reason.config.yaml', 'upstream: http://h'), {
      MY_KEY: 'sk-secret',
    })
    expect(env).toContain('env: MY_KEY # --upstream-key-env (the key itself, ***, is in the environment variable MY_KEY)')
    expect(env).not.toContain('secret')
  })

  it('prints several upstreams with what they have in common', async () => {
    const here = folder(
      'reason.config.yaml',
      'upstreams: [{ url: "http://h?key=secret", weight: 2, key: { command: [pass, secret] } }, { name: b, url: http://h, proxy: "http://me:secret@p:3128" }]',
    )
    const printed = await run('print --idle-timeout 5', here)
    expect(printed).not.toContain('secret')
    expect(parse(printed)).toMatchObject({
      idleTimeout: 5,
      upstreams: [
        { url: 'http://h?***', weight: 2, key: { command: ['pass', '***'] } },
        { name: 'b', url: 'http://h', proxy: 'http://***@p:3128' },
      ],
    })
    expect(await run('check', here)).toContain('is valid')
  })

  it('says where each value is from', async () => {
    const printed = await run('print --sources --body-limit 9', folder(), { REASON_COMMENTARY: 'drop' })
    expect(printed).toMatch(/body: 9 # --body-limit\n/)
    expect(printed).toMatch(/commentary: drop # REASON_COMMENTARY\n/)
    expect(printed).toMatch(/tokens: 7 # .*reason\.config\.yaml:6:22: budgets\.session\.tokens\n/)
    expect(printed).toMatch(/answer: 67108864 # default\n/)
    const { sources } = JSON.parse(await run('print --sources --json', folder())) as { sources: Record<string, string> }
    expect(sources).toMatchObject({
      'limits.answer': 'default',
      'upstreams[0].url': expect.stringMatching(/yaml:2:10: upstreams\[0\]\.url$/) as unknown,
    })
  })
})

it('says which commands there are', async () => {
  await expect(run('prnt', folder())).rejects.toThrow(/"config prnt" is no command\.\nUsage: reason-server config check/)
})
