import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'

const file = (content: unknown): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'reason-config-')), 'reason.config.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const problem = (argv: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> =>
  loadConfig(argv, environment).then(
    () => 'no problem',
    (error: Error) => error.message,
  )

describe('where settings come from', () => {
  it('works without any', async () => {
    expect(await loadConfig([], {})).toMatchObject({
      upstreamKey: undefined,
      host: '127.0.0.1',
      port: 8787,
      portIsDefault: true,
      askUsage: true,
    })
  })

  it('prefers flags to the environment, that to the file, that to defaults', async () => {
    const path = file({ port: 1, pace: 1, bodyLimit: 1 })
    const config = await loadConfig(['--port=3', '--config', path], { REASON_PORT: '2', REASON_PACE: '2' })
    expect(config).toMatchObject({ port: 3, pace: 2, bodyLimit: 1, commentary: 'reasoning', portIsDefault: false })
  })

  it('takes the file from REASON_CONFIG, and the flag before it', async () => {
    expect((await loadConfig([], { REASON_CONFIG: file({ port: 5 }) })).port).toBe(5)
    expect((await loadConfig(['--config', file({ port: 6 })], { REASON_CONFIG: file({ port: 5 }) })).port).toBe(6)
  })

  it('counts an empty variable as unset', async () => {
    expect((await loadConfig([], { REASON_PORT: '' })).port).toBe(8787)
  })

  it('reads switches with and without a value', async () => {
    expect((await loadConfig(['--no-ask-usage'], {})).askUsage).toBe(false)
    expect((await loadConfig(['--ask-usage'], { REASON_ASK_USAGE: 'false' })).askUsage).toBe(true)
    expect((await loadConfig([], { REASON_ASK_USAGE: '0' })).askUsage).toBe(false)
    expect((await loadConfig(['--ask-usage=no'], {})).askUsage).toBe(false)
  })

  it('leaves variables of others alone', async () => {
    expect(await problem([], { REASON_SHARED: '/somewhere', REASONS: 'x', PORT: 'x' })).toBe('no problem')
  })
})

describe('what is wrong with settings', () => {
  it('says which adapters there are, where another one is named', async () => {
    expect(await problem(['--config', file({ adapter: 'reason-adapter-acme' })])).toMatch(
      /:1:12: adapter is "reason-adapter-acme", but must be one of: harmony, think-tags, marker, json-fields, auto, plain, or the id of one that "adapters" lists\.$/,
    )
  })

  it('names the source and the value', async () => {
    expect(await problem(['--port', 'abc'])).toBe('--port is "abc", but must be a whole number from 0 to 65535.')
    expect(await problem([], { REASON_PORT: '70000' })).toBe('REASON_PORT is 70000, but must be a whole number from 0 to 65535.')
    const path = file({ commentary: 'loud' })
    expect(await problem(['--config', path])).toBe(`${path}:1:15: commentary is "loud", but must be one of: reasoning, answer, drop.`)
    expect(await problem(['--upstream', 'localhost:8080'])).toContain(
      '--upstream is "localhost:8080", but must be an http or https address',
    )
    for (const endpoint of ['/v1/chat/completions', '/v1/messages/', '/api/chat']) {
      expect(await problem(['--upstream', `http://127.0.0.1:8080${endpoint}`])).toContain('and not the address of one of its endpoints')
    }
    expect(await problem(['--ask-usage=maybe'])).toContain('must be true or false')
  })

  it('suggests what was meant', async () => {
    expect(await problem(['--upstrem', 'http://127.0.0.1:1'])).toBe('--upstrem is no flag. Did you mean --upstream?')
    expect(await problem([], { REASON_UPSTREEM: 'x' })).toBe('REASON_UPSTREEM (environment) is no setting. Did you mean REASON_UPSTREAM?')
    expect(await problem([], { REASON_PROT: '80' })).toBe('REASON_PROT (environment) is no setting. Did you mean REASON_PORT?')
    const path = file({ reasoning_field: 'reasoning' })
    expect(await problem(['--config', path])).toBe(`${path}:1:2: "reasoning_field" is no setting. Did you mean "reasoningField"?`)
    expect(await problem(['--entirely-different'])).toBe('--entirely-different is no flag. --help lists them.')
  })

  it('lists all problems at once', async () => {
    const message = await problem(['--port', 'x', '--pace', '-1', '--hots', '127.0.0.1'])
    expect(message).toMatch(/^3 problems with the configuration:/)
    for (const flag of ['--port', '--pace', '--hots']) expect(message).toContain(`- ${flag} is`)
  })

  it('says that a flag lacks its value, and that a word is no flag', async () => {
    expect(await problem(['--upstream'])).toBe('--upstream has no value. Write --upstream URL.')
    expect(await problem(['http://127.0.0.1:8080/v1'])).toContain('The argument "h…" (24 characters) is not a flag')
    // Not taken for none: the gateway would start without the settings that it was to have.
    for (const argv of [['--config'], ['--config='], ['--config', '']])
      expect(await problem(argv)).toBe('--config has no value. Write --config PATH.')
  })

  it('is not what Kubernetes says of services that are called like the gateway, or like what it needs', async () => {
    const links = { REASON_PORT: 'tcp://10.0.0.1:80', REASON_PORT_80_TCP_PORT: '80', REASON_REDIS_PORT: 'tcp://10.0.0.2:6379' }
    expect(await loadConfig([], links)).toMatchObject({ port: 8787, portIsDefault: true })
    await expect(loadConfig([], { REASON_PORT: 'tcp' })).rejects.toThrow('REASON_PORT is "tcp"')
    await expect(loadConfig([], { REASON_REDIS_PORT: '6379' })).rejects.toThrow('REASON_REDIS_PORT')
  })

  it('says that text is no JSON, and where in it something is wrong', async () => {
    expect(await problem(['--budgets', '{session:5}'])).toBe('--budgets is "{session:5}", which is no JSON: it must be an object.')
    expect(await problem(['--passports', '{"models":"m"}'])).toBe('--passports is {"models":"m"}, but must be a list.')
    expect(await problem(['--metrics-models', '["a",5]'])).toBe('--metrics-models[1] is 5, but must be text.')
  })

  it('says why a file cannot be used', async () => {
    expect(await problem(['--config', '/nowhere/reason.config.json'])).toMatch(
      /nowhere.*cannot be read \(ENOENT: no such file or directory\)/,
    )
    expect(await problem(['--config', file('{ port: 1 }')])).toContain('reason.config.json:1:3: this is not JSON: invalid symbol.')
    expect(await problem(['--config', file([1])])).toContain('contains no object')
  })
})

describe('the address to listen on', () => {
  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1', '[::1]'])('may be %s', async (host) => {
    expect((await loadConfig(['--host', host], {})).host).toBe(host)
  })

  it.each(['0.0.0.0', '::', '192.168.1.2', 'example.com', '128.0.0.1'])('may not be %s, which others can reach', async (host) => {
    expect(await problem(['--host', host])).toMatch(
      /^--host is ".*", which other machines can reach, and there are no keys in .*Create one.*Or listen on 127\.0\.0\.1/,
    )
  })
})

describe('rules of routing', () => {
  const withList = (routing: unknown) => ['--upstreams', '[{"url":"http://h","weight":1}]', '--routing', JSON.stringify(routing)]

  it.each([
    [{ retries: { attempts: 0 } }, 'retries.attempts of --routing is 0, but must be a whole number from 1 to 20.'],
    [{ retries: { atempts: 2 } }, 'retries.atempts of --routing is no setting. Did you mean attempts?'],
    [{ helth: {} }, 'helth of --routing is no setting. Did you mean health?'],
    [{ whenBusy: 'later' }, 'whenBusy of --routing is "later", but must be one of: next, wait.'],
  ])('are checked: %j', async (routing, message) => {
    await expect(loadConfig(withList(routing), {})).rejects.toThrow(message)
  })

  it('are for upstreams that are routed', async () => {
    await expect(loadConfig(['--upstream', 'http://h', '--routing', '{}'], {})).rejects.toThrow(/--routing sets how requests are routed/)
    expect((await loadConfig(withList({ whenBusy: 'wait' }), {})).routing).toEqual({ whenBusy: 'wait' })
  })
})

describe('what is taken out of traces', () => {
  it.each([
    [{ personal: ['names'] }, 'personal[0] of --redaction is "names", but must be one of: email, phone, card, iban, ip, birth-date.'],
    [{ patterns: { x: 'a+' } }, /patterns\.x of --redaction is "a\+", but cannot be used\./],
    [{ secret: true }, 'secret of --redaction is no setting. Did you mean secrets?'],
  ])('is checked: %j', async (redaction, message) => {
    await expect(loadConfig(['--redaction', JSON.stringify(redaction)], {})).rejects.toThrow(message)
  })
})
