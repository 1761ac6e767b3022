import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { singlesOf } from '@reason/gateway/settings'

/** Files of one folder. @returns The folder. */
function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-config-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  return path
}

const load = (name: string, content: string, ...flags: string[]) =>
  loadConfig(['--config', join(folder({ [name]: content }), name), ...flags], {})

/** Without the folder. */
const problems = (name: string, content: string): Promise<readonly string[]> =>
  load(name, content).then(
    () => [],
    (error: { problems: string[] }) => error.problems.map((one) => one.replaceAll(/(?:file:)?\/\S*\/(?=reason\.config)/g, '')),
  )

const yaml = `
# yaml-language-server: $schema=https://example.com/config.schema.json
upstreams:
  - name: local
    url: http://127.0.0.1:8080/v1
    engine: vllm
    timeouts: { idle: 1000 }
listen: { port: 9000 }
clients: &shown
  visibility: label
limits:
  body: 10
traces: { store: off, mode: metadata }
budgets:
  session: { tokens: 7, action: stop, window: { kind: rolling, ms: 60000 } }
  team: { tokens: 9 }
llm:
  postproc.ngram.n: 4
log:
  level: # as it was
rescue: no
`
const read = {
  upstream: 'http://127.0.0.1:8080/v1',
  upstreamEngine: 'vllm',
  idleTimeout: 1000,
  connectTimeout: 10_000,
  port: 9000,
  visibility: 'label',
  bodyLimit: 10,
  traces: 'off',
  traceMode: 'metadata',
  sessionBudget: 7,
  budgetAction: 'stop',
  budgets: { session: { window: { kind: 'rolling', ms: 60_000 } }, team: { tokens: 9 } },
  llm: { 'postproc.ngram.n': 4 },
  logLevel: 'warn',
  rescue: 'no',
}
const data = {
  upstreams: [{ name: 'local', url: 'http://127.0.0.1:8080/v1', engine: 'vllm', timeouts: { idle: 1000 } }],
  listen: { port: 9000 },
  clients: { visibility: 'label' },
  limits: { body: 10 },
  traces: { store: 'off', mode: 'metadata' },
  budgets: { session: { tokens: 7, action: 'stop', window: { kind: 'rolling', ms: 60_000 } }, team: { tokens: 9 } },
  llm: { 'postproc.ngram.n': 4 },
}

describe('a configuration file', () => {
  it('may be YAML, JSON with comments, TypeScript or JavaScript, with equal results', async () => {
    const configs = await Promise.all([
      load('reason.config.yaml', yaml),
      load('reason.config.json', `// The gateway.\n${JSON.stringify(data, null, 2).replace(/\n\}$/, ', /* last */\n}')}`),
      load('reason.config.ts', `interface Any { [key: string]: unknown }\nexport default ${JSON.stringify(data)} satisfies Any`),
      load('reason.config.mjs', `export default ${JSON.stringify(data)}`),
    ])
    for (const config of configs) expect(config).toMatchObject(read)
    expect(new Set(configs.map(({ hash }) => hash).slice(1)).size).toBe(1)
  })

  it('accepts short names besides groups', async () => {
    expect(
      await load('reason.config.yaml', 'upstream: http://h\nsessionBudget: 5\ntraces: off\nbudgets: { key: { tokens: 3 } }'),
    ).toMatchObject({
      upstream: 'http://h',
      sessionBudget: 5,
      traces: 'off',
      budgets: { key: { tokens: 3 } },
    })
  })

  it('is overridden by flags and variables, also in groups', async () => {
    const config = await load('reason.config.yaml', yaml, '--session-budget', '8', '--upstream', 'http://other')
    expect(config).toMatchObject({ sessionBudget: 8, budgetAction: 'stop', upstream: 'http://other', upstreamEngine: 'vllm' })
  })

  it('lists several upstreams, or one with a share of the requests', async () => {
    const several = `upstreams: [{ url: http://a, weight: 2, key: }, { name: b, url: http://b, key: { env: B_KEY }, timeouts: { idle: 5 } }]`
    const path = join(folder({ 'reason.config.yaml': several }), 'reason.config.yaml')
    const config = await loadConfig(['--config', path, '--idle-timeout', '9'], { B_KEY: 'secret' })
    expect(config).toMatchObject({
      upstreamKeys: { b: 'secret' },
      upstreams: [
        { url: 'http://a', weight: 2 },
        { name: 'b', key: { env: 'B_KEY' }, timeouts: { idle: 5 } },
      ],
    })
    expect(singlesOf(config).map(({ upstream, upstreamKey, idleTimeout }) => [upstream, upstreamKey, idleTimeout])).toEqual([
      ['http://a', undefined, 9],
      ['http://b', 'secret', 5],
    ])
    expect(await load('reason.config.yaml', 'upstreams: [{ url: http://a, models: [qwen*] }]')).toMatchObject({
      upstreams: [{ models: ['qwen*'] }],
    })
    await expect(loadConfig(['--config', path], {})).rejects.toThrow('the environment variable B_KEY, which is not set or empty')
  })

  it('may have no settings', async () => {
    for (const [name, content] of [
      ['reason.config.yaml', '# nothing yet\n'],
      ['reason.config.json', '{}'],
    ] as const)
      expect(await load(name, content)).toMatchObject({ port: 8787 })
  })

  it('runs again on each load if it is a program', async () => {
    const path = join(folder({ 'reason.config.js': 'export default { port: 1 }' }), 'reason.config.js')
    expect((await loadConfig(['--config', path], {})).port).toBe(1)
    writeFileSync(path, 'export default { port: 2 }')
    expect((await loadConfig(['--config', path], {})).port).toBe(2)
  })
})

describe('the path of the file', () => {
  it('is in the current folder by default', async () => {
    const here = folder({ 'reason.config.yaml': 'port: 5' })
    expect(await loadConfig([], {}, here)).toMatchObject({ port: 5 })
    expect((await loadConfig([], {}, here)).file).toMatch(/reason\.config\.yaml$/)
    const named = join(folder({ 'other.json': '{ "port": 6 }' }), 'other.json')
    expect(await loadConfig(['--config', named], {}, here)).toMatchObject({ port: 6, file: named })
    expect(await loadConfig([], {}, folder({}))).toMatchObject({ file: undefined })
  })

  it('must be unique', async () => {
    const both = folder({ 'reason.config.yaml': '', 'reason.config.ts': '' })
    await expect(loadConfig([], {}, both)).rejects.toThrow(/There are reason\.config\.yaml and reason\.config\.ts in .*--config/)
  })

  it('must not be empty, as after a full disk: the defaults would show reasoning that its settings hide', async () => {
    expect(await problems('reason.config.yml', '')).toEqual([
      'The configuration file reason.config.yml is empty. Write the settings into it; a comment alone means the defaults.',
    ])
  })

  it('must be readable, with a known extension', async () => {
    expect(await problems('reason.config.toml', '')).toEqual([
      'The configuration file reason.config.toml has an unknown extension. Use one of: .yaml, .yml, .json, .jsonc, .ts, .mts, .js, .mjs.',
    ])
    const here = folder({})
    mkdirSync(join(here, 'reason.config.yaml'))
    await expect(loadConfig([], {}, here)).rejects.toThrow('cannot be read (EISDIR')
  })

  it('must be a regular file, as must the file of a key: opening a named pipe would wait for its writer', async () => {
    const here = folder({})
    symlinkSync('/dev/null', join(here, 'reason.config.yaml'))
    const says = 'is a named pipe, a socket or a device, but must be a regular file. Move it away, or give another path.'
    await expect(loadConfig([], {}, here)).rejects.toThrow(says)
    await expect(loadConfig(['--upstream', 'http://127.0.0.1:9', '--upstream-key-file', '/dev/null'], {})).rejects.toThrow(says)
    await expect(loadConfig(['--config', '/dev/null/file.yaml'], {})).rejects.toThrow('cannot be read (ENOTDIR')
  })
})

describe('a fault in a file', () => {
  it('is reported with its position, together with all others', async () => {
    const content = `upstreams:
  - url: http://127.0.0.1:8080/v1
    formt: ollama
    timeouts: { idle: soon }
clients:
  commentary: loud
  visiblity: none
llm:
  postproc:
    ngram: { n: 0 }
    leak_gaurd: {}
  postproc.reasoning.action: shout
budgets:
  session: { tokens: -1, window: monthly }
  team: { token: 1 }
`
    expect(await problems('reason.config.yaml', content)).toEqual([
      'reason.config.yaml:3:5: "upstreams[0].formt" is no setting. Did you mean "upstreams[0].format"?',
      'reason.config.yaml:7:3: "clients.visiblity" is no setting. Did you mean "clients.visibility"?',
      'reason.config.yaml:4:23: upstreams[0].timeouts.idle is "soon", but must be a whole number from 1 to 86400000.',
      'reason.config.yaml:6:15: clients.commentary is "loud", but must be one of: reasoning, answer, drop.',
      'reason.config.yaml:12:30: llm.postproc.reasoning.action is "shout", but must be one of: suppress, answer, stop.',
      'reason.config.yaml:10:17: llm.postproc.ngram.n is 0, but must be more than 0.',
      'reason.config.yaml:11:5: llm.postproc.leak_gaurd is not an option (did you mean postproc.leak_guard?).',
      'reason.config.yaml:14:22: budgets.session.tokens is -1, but must be a whole number from 0 to 1000000000000.',
      'reason.config.yaml:14:34: budgets.session.window is "monthly", but must be "lifetime", or { kind: "fixed" or "rolling", ms: … }.',
      'reason.config.yaml:15:11: budgets.team.token is not an option (did you mean team.tokens?).',
    ])
  })

  it('names the fields of its group', async () => {
    expect(
      await problems('reason.config.yaml', 'traces: { url: postgres://db/reason }\nupstreams: [{ url: http://a, key: sk-1 }]'),
    ).toEqual([
      expect.stringMatching(/: "traces\.url" is no setting\. There are: store, mode, .* Did you mean "upstreams\[0\]\.url"\?$/),
      'reason.config.yaml:2:35: upstreams[0].key is ***, but must be an object with some of: env, file, command.',
    ])
  })

  it('may be a number with a unit', async () => {
    const rule = (most: number): string =>
      `must be a whole number from 1 to ${most}, without a unit (times are in milliseconds, sizes in bytes).`
    const content = 'upstreams: [{ url: http://a, timeouts: { connect: 3s } }]\nlimits: { body: 4 MB }\nrouting: { health: { window: 1m } }'
    expect(await problems('reason.config.yaml', content)).toEqual([
      `reason.config.yaml:1:51: upstreams[0].timeouts.connect is "3s", but ${rule(3_600_000)}`,
      `reason.config.yaml:2:17: limits.body is "4 MB", but ${rule(1_073_741_824)}`,
      `reason.config.yaml:3:30: routing.health.window is "1m", but ${rule(86_400_000)}`,
    ])
  })

  it('has a position in JSON', async () => {
    expect(await problems('reason.config.json', '{\n  // Where\n  "listen": { "port": 70000, "hosts": "x" }\n}')).toEqual([
      'reason.config.json:3:30: "listen.hosts" is no setting. Did you mean "listen.host"?',
      'reason.config.json:3:23: listen.port is 70000, but must be a whole number from 0 to 65535.',
    ])
    expect(await problems('reason.config.json', '{ "port": 1,\n "port": 2 }')).toEqual([
      'reason.config.json:2:2: "port" is given twice in one object. Keep one of them.',
    ])
    expect(await problems('reason.config.json', '{\n "port" 1 }')).toEqual(['reason.config.json:2:9: this is not JSON: colon expected.'])
    expect(await problems('reason.config.json', '[1]')).toEqual([
      'reason.config.json: it contains no object. Write an object, such as { "upstream": "http://127.0.0.1:8080" }.',
    ])
  })

  it('has a position in invalid YAML', async () => {
    expect(await problems('reason.config.yaml', 'port: 1\n---\nport: 2')).toEqual([
      'reason.config.yaml:2:1: another document begins here. Keep one of them.',
    ])
    expect(await problems('reason.config.yaml', 'port: 1\nport: 2\nlog: [')).toEqual([
      expect.stringMatching(/^reason\.config\.yaml:2:1: Map keys must be unique\.$/),
      expect.stringMatching(/^reason\.config\.yaml:3:7: Flow sequence in block collection/),
    ])
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdef'.split('').map((key, i) => `${key}: &${key} [${`*${'abcde'[i]}, `.repeat(9)}]`),
    ]
    expect(await problems('reason.config.yaml', bomb.join('\n'))).toEqual([expect.stringContaining('Excessive alias count')])
  })

  it.each(['yaml', 'json'])('is reported if the file nests too deeply for its parser: %s', async (extension) => {
    const deep = `{"upstreams": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const says = /^reason\.config\.\w+(?::1:\d+:)? nests too deeply\. Check that --config names the right file\.$/
    expect(await problems(`reason.config.${extension}`, deep)).toEqual([expect.stringMatching(says)])
  })

  it('has a position in a program if the name occurs once', async () => {
    expect(await problems('reason.config.ts', "export default {\n  listen: { port: 'x' },\n}")).toEqual([
      'reason.config.ts:2:13: listen.port is "x", but must be a whole number from 0 to 65535.',
    ])
    // Which of them it is cannot be seen from the outside.
    expect(await problems('reason.config.ts', 'const a = { host: 1 }\nexport default {\n listen: { host: 2 },\n}')).toEqual([
      'reason.config.ts: listen.host is 2, but must be text.',
    ])
  })

  it('may be the program itself', async () => {
    expect(await problems('reason.config.js', "\nthrow new Error('no')")).toEqual(['reason.config.js:2: it cannot be run (no).'])
    expect(await problems('reason.config.js', 'export const config = {}')).toEqual([
      'reason.config.js: it has no default export. Write: export default defineConfig({ … })',
    ])
  })

  it('may be a setting that is given twice, or is missing', async () => {
    expect(await problems('reason.config.yaml', 'upstream: http://a\nupstreams: [{ url: http://b }]\n')).toEqual([
      'reason.config.yaml:2:20: upstreams[0].url: it is already given by reason.config.yaml:1:11: upstream. Keep one of them.',
    ])
    const withoutUrl = 'reason.config.yaml:1:13: upstreams[0]: it has no url. Write where its API is: url: http://127.0.0.1:8080'
    expect(await problems('reason.config.yaml', 'upstreams: [{ format: ollama }]')).toEqual([withoutUrl])
    expect(await problems('reason.config.yaml', 'upstreams: [{ url: }]')).toEqual([withoutUrl])
    // Without an upstream recordings are replayed: a list that came out empty is not asking for that.
    expect(await problems('reason.config.yaml', 'upstreams: []')).toEqual([
      'reason.config.yaml:1:12: upstreams is [], but must not be empty.',
    ])
  })

  it('has a position in each of several upstreams', async () => {
    const several = `upstreams:
  - url: http://a
    wieght: 2
    key: { env: sk-secret }
  - name: b
    url: ftp://b
    timeouts: { idel: 5 }
    models: qwen
`
    expect(await problems('reason.config.yaml', several)).toEqual([
      'reason.config.yaml:4:17: upstreams[0].key.env is ***, but must be the name of an environment variable, not the key.',
      'reason.config.yaml:3:5: upstreams[0].wieght is no setting. Did you mean weight?',
      'reason.config.yaml:6:10: upstreams[1].url is "ftp://b", but must be an http or https address, like http://127.0.0.1:8080.',
      'reason.config.yaml:7:17: upstreams[1].timeouts.idel is no setting. Did you mean idle?',
      'reason.config.yaml:8:13: upstreams[1].models is "qwen", but must be a list of name patterns.',
    ])
    const lacking =
      'upstreams: [{ urll: http://a }, 5, { url: http://c, key: sk-secret, timeouts: 5 }]\npassports: [{ models: [m] }, m, {}]'
    expect(await problems('reason.config.yaml', lacking)).toEqual([
      'reason.config.yaml:1:13: upstreams[0].url is missing: it must be an http or https address, like http://127.0.0.1:8080.',
      'reason.config.yaml:1:15: upstreams[0].urll is no setting. Did you mean url?',
      'reason.config.yaml:1:33: upstreams[1] is 5, but must be an object.',
      'reason.config.yaml:1:58: upstreams[2].key is ***, but must be the location of the key, not the key itself: { env: NAME }, { file: PATH } or { command: [WORD, …] }.',
      'reason.config.yaml:1:79: upstreams[2].timeouts is 5, but must be an object.',
      'reason.config.yaml:2:30: passports[1] is "m", but must be an object.',
      'reason.config.yaml:2:33: passports[2].models is missing: it must be a list of name patterns.',
    ])
    expect(await problems('reason.config.yaml', 'upstreams: [{ url: http://a, key: {} }, { url: http://b }]')).toEqual([
      'reason.config.yaml:1:35: upstreams[0].key is ***, but must be in one place: env, file or command.',
    ])
    expect(await problems('reason.config.yaml', 'upstreams: [{ url: http://a }, { url: http://a/ }]')).toEqual([
      expect.stringMatching(
        /:1:32: upstreams\[1\] is \{"url":"http:\/\/a\/"\}, but must have a unique name \(name: …\), but "http:\/\/a" is taken\.$/,
      ),
    ])
    await expect(load('reason.config.yaml', 'upstreams: [{ url: http://a }, { url: http://b }]', '--upstream', 'http://c')).rejects.toThrow(
      /--upstream applies to a single upstream, but .*reason\.config\.yaml:1:12: upstreams lists several\. Set it for each upstream of the list, or remove the list\./,
    )
  })

  it.each([
    ['store: off', 'traces.store is "off"'],
    ['mode: none', 'traces.mode is "none"'],
  ])('may be that traces are required, but %s', async (line, why) => {
    await expect(load('reason.config.yaml', `traces: { required: true, ${line} }`)).rejects.toThrow(
      new RegExp(`traces\\.required requires traces, but .*${why.replaceAll('.', String.raw`\.`)}, which stores none\\.`),
    )
  })

  it('may be that short call ids are combined with several processes', async () => {
    await expect(load('reason.config.yaml', '# none', '--call-ids', 'short', '--workers', '2')).rejects.toThrow(
      '--call-ids is short, and --workers is 2: a short id refers to the memory of one process',
    )
  })

  it('may be a value of another type', async () => {
    expect(
      await problems('reason.config.yaml', 'upstreams: http://a\nlisten: 9000\ntraces: { store: 5 }\n__proto__: 1\nport: "1"'),
    ).toEqual([
      'reason.config.yaml:1:12: upstreams is "http://a", but must be a list.',
      'reason.config.yaml:2:9: listen is 9000, but must be an object with some of: host, port, trustedProxies, workers, shutdownTimeout, stallTimeout.',
      expect.stringMatching(/^reason\.config\.yaml:4:1: "__proto__" is no setting\./),
      expect.stringMatching(/^reason\.config\.yaml:3:18: traces\.store is 5, but /),
      'reason.config.yaml:5:7: port is "1", but must be a whole number from 0 to 65535.',
    ])
  })
})
