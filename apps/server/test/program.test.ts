import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { recordedFiles } from './support/recorded-files.ts'
import { connectGenerate } from './support/generate.ts'
import { run } from './support/program.ts'
import { textOf } from './support/sse.ts'
import { chunk, sendStream, startAnsweringUpstream, startUpstream } from './support/upstream.ts'
import { postJson } from './support/post.ts'

async function takePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

// Whole programs start here, from their sources, on machines that may be busy.
describe('the program', () => {
  it('starts without settings, and prints a working example command', async () => {
    const program = run(['--port', '0', '--pace', '0'])
    const [, command] = await program.says(/(curl -N http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions .*)\n/)
    await program.says(/--upstream http:\/\/127\.0\.0\.1:8080 /)
    const [, address = '', body = ''] = /-N (\S+) .*-d '(.*)'/.exec(command!)!
    const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = await answer.text()
    const { said } = recordedFiles[(JSON.parse(body) as { model: string }).model]!
    expect([textOf(text, 'reasoning_content'), textOf(text, 'content')]).toEqual([said.reasoning, said.answer])
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
  })

  it('takes the next free port by default, and reports a taken port that was chosen', async () => {
    const first = run(['--pace', '0'])
    const [, one] = await first.says(/listening at http:\/\/127\.0\.0\.1:(\d+)/)
    const second = run(['--pace', '0'])
    const [, other] = await second.says(/listening at http:\/\/127\.0\.0\.1:(\d+)/)
    expect(Number(other)).toBeGreaterThan(Number(one))

    const port = await takePort()
    const third = run(['--port', String(port)])
    expect(await third.exit).toBe(1)
    expect(third.output()).toBe(
      `Port ${port} of 127.0.0.1 is taken, perhaps by another gateway. Give another one with --port, or --port 0 for any that is free.\n`,
    )
  })

  it('exits if it cannot start, whatever it has opened before', async () => {
    const redis = ['--redis', 'redis://127.0.0.1:9', '--traces', 'off']
    const late = run(['--port', String(await takePort()), ...redis])
    expect(await late.exit).toBe(1)
    expect(late.output()).toMatch(/^Port \d+ of 127\.0\.0\.1 is taken/)
    const early = run(['--otlp', 'http://127.0.0.1:9', ...redis], { OTEL_TRACES_SAMPLER: 'sometimes' })
    expect(await early.exit).toBe(1)
    expect(early.output()).toMatch(/^OTEL_TRACES_SAMPLER \(environment\) is "sometimes"/)
  })

  it('does not wait for the writer of a named pipe in place of a database', async () => {
    const here = mkdtempSync(join(tmpdir(), 'reason-program-'))
    onTestFinished(() => rmSync(here, { recursive: true }))
    execFileSync('mkfifo', ['traces.db'], { cwd: here })
    const program = run(['--port', '0', '--traces', 'sqlite:traces.db'], {}, here)
    await program.says(
      /A folder or a named pipe has the name of the database, or of a file beside it .*: move it elsewhere, and start again/,
    )
    await program.says(/listening/)
  })

  it('explains a wrong configuration and does not start', async () => {
    const program = run(['--upstrem', 'x'], { REASON_PORT: 'abc' })
    expect(await program.exit).toBe(1)
    expect(program.output()).toMatch(/2 problems[^]*--upstrem is no flag\. Did you mean --upstream\?[^]*REASON_PORT is "abc"/)
    const other = run(['--adapter', 'harmoni'])
    expect(await other.exit).toBe(1)
    expect(other.output()).toMatch(/^--adapter is "harmoni", but must be one of: harmony, /)
  })

  it('checks and prints a configuration, with the path of its file', async () => {
    const here = mkdtempSync(join(tmpdir(), 'reason-program-'))
    onTestFinished(() => rmSync(here, { recursive: true }))
    const file = join(here, 'reason.config.ts')
    writeFileSync(file, '\n\nexport default {{ port: 1 }')
    const broken = run(['config', 'check'], {}, here)
    expect(await broken.exit).toBe(1)
    expect(broken.output()).toMatch(/^reason\.config\.ts:3: it cannot be run \(Unexpected token/)

    writeFileSync(file, 'const port: number = 70_000\nexport default { listen: { port } }')
    const wrong = run(['config', 'check'], {}, here)
    expect(await wrong.exit).toBe(1)
    expect(wrong.output()).toBe('reason.config.ts:1:7: listen.port is 70000, but must be a whole number from 0 to 65535.\n')

    writeFileSync(file, 'const port: number = 7000\nexport default { listen: { port } }')
    const right = run(['config', 'print', '--sources'], {}, here)
    expect(await right.exit).toBe(0)
    expect(right.output()).toContain('port: 7000 # reason.config.ts:1:7: listen.port\n')
  })

  it('applies a changed configuration while it runs, cuts off no stream, and rejects a wrong one', async () => {
    const finish: (() => void)[] = []
    const keys: (string | undefined)[] = []
    const upstream = await startUpstream((request, response) => {
      keys.push(request.headers.authorization)
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
      finish.push(() => response.end(chunk({ content: ' again' }) + chunk({}, { finish_reason: 'stop' }) + 'data: [DONE]\n\n'))
    })
    const here = mkdtempSync(join(tmpdir(), 'reason-program-'))
    onTestFinished(() => rmSync(here, { recursive: true }))
    const file = join(here, 'reason.config.yaml')
    const configuration = (more: string) =>
      `upstreams: [{ url: '${upstream}', key: { file: key } }]\nadapter: plain\ntraces: off\nlog: { level: info }\nlisten: { port: 0 }\n${more}`
    writeFileSync(join(here, 'key'), 'old')
    writeFileSync(file, configuration(''))
    // The upstream counts what it is asked.
    const program = run([], { REASON_START_PROBE: 'no' }, here)
    const [, address] = await program.says(/listening at (\S+),/)
    const ask = () =>
      fetch(`${address}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"model":"m","stream":true}',
      })
    const hash = async () => ((await (await fetch(`${address}/readyz`)).json()) as { configuration: { hash: string } }).configuration.hash
    const open = await ask()
    const first = await hash()

    // As editors do it.
    writeFileSync(join(here, 'new'), configuration('clients: { reasoningField: reasoning }\n'))
    renameSync(join(here, 'new'), file)
    const [, second] = await program.says(/"configuration":"(\w+)","file":"reason\.config\.yaml","msg":"configuration applied"/)
    expect(second).not.toBe(first)
    expect(await hash()).toBe(second)

    writeFileSync(file, configuration('clients: { reasoningField: thoughts }\n'))
    await program.says(/"problems":\["reason\.config\.yaml:6:28: clients\.reasoningField is [^\]]*\],"msg":"configuration rejected/)
    expect(await hash()).toBe(second)

    writeFileSync(file, configuration('limits: { body: 5 }\npace: 1\n'))
    await program.says(/"settings":\["limits\.body"\],"msg":"these settings change with the next restart/)
    await program.says(/(?:configuration applied[^]*){2}/)

    // The file is the same, and so is its name.
    writeFileSync(join(here, 'key'), 'young')
    program.child.kill('SIGHUP')
    await program.says(/(?:configuration applied[^]*){3}/)
    rmSync(file)
    program.child.kill('SIGHUP')
    await program.says(/"problems":\["The configuration file reason\.config\.yaml cannot be read/)

    const young = await ask()
    for (const end of finish) end()
    for (const answer of [open, young]) expect(textOf(await answer.text(), 'content')).toBe('Hello again')
    expect(keys).toEqual(['Bearer old', 'Bearer young'])
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
  })

  it('prints its flags', async () => {
    const program = run(['--help'])
    expect(await program.exit).toBe(0)
    expect(program.output()).toMatch(/--upstream-key-env NAME[^]*--\[no-\]ask-usage[^]*REASON_UPSTREAM/)
  })

  it('finishes open streams at a stop signal, and accepts no new ones', async () => {
    let finish = (): void => {}
    const upstream = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
      finish = () => response.end(chunk({ content: ' again' }) + chunk({}, { finish_reason: 'stop' }) + 'data: [DONE]\n\n')
    })
    const program = run(['--port', '0', '--upstream', upstream, '--adapter', 'plain'])
    const [, address] = await program.says(/listening at (\S+),/)
    const answer = await fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"m","stream":true}',
    })
    program.child.kill('SIGTERM')
    // The port is closed at once, though a stream is open.
    const refused = async (): Promise<boolean> =>
      fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      )
    while (!(await refused()));
    finish()
    const body = await answer.text()
    expect(body).toMatch(/Hello[^]* again[^]*\[DONE\]/)
    expect(await program.exit).toBe(0)
  })

  it('ends streams that take too long with an error', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
    })
    const program = run(['--port', '0', '--upstream', upstream, '--adapter', 'plain', '--shutdown-timeout', '50'])
    const [, address] = await program.says(/listening at (\S+),/)
    const answer = await fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"m","stream":true}',
    })
    program.child.kill('SIGINT')
    expect(await answer.text()).toMatch(/Hello[^]*"error":.*shut down[^]*\[DONE\]/)
    expect(await program.exit).toBe(0)
  })

  it('logs in one line that a marker was not needed, without text of the answer', async () => {
    const text = '<|channel|>analysis<|message|>secret thought<|end|><|start|>assistant<|channel|>final<|message|>secret answer<|return|>'
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: text }, { finish_reason: 'stop' }) + 'data: [DONE]\n\n')
    })
    const program = run([
      '--port',
      '0',
      '--upstream',
      upstream,
      '--log-level',
      'info',
      '--traces',
      'off',
      '--llm',
      '{"marker":{"phase":2}}',
    ])
    const [, address] = await program.says(/listening at (\S+),/)
    const ask = (model: string): Promise<string> =>
      postJson(`${address}/v1/chat/completions`, { model, stream: true, messages: [{ role: 'user', content: 'secret question' }] }).then(
        (response) => response.text(),
      )
    await ask('qwen3')
    expect(await ask('gpt-oss-20b')).toContain('secret answer')
    await program.says(/"answered"[^]*"answered"/)
    await program.says(/was not needed/)
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes('was not needed'))
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 30, model: 'gpt-oss-20b' }])
    expect(program.output()).not.toContain('secret')
  })

  it('logs refused requests with the reason', async () => {
    const upstream = await startUpstream(() => {
      // Never answers, so that the next request has to wait.
    })
    const upstreams = JSON.stringify([{ name: 'one', url: upstream, models: ['qwen3'], concurrency: 1, queueTimeout: 1, probe: 0 }])
    const program = run(['--port', '0', '--upstreams', upstreams, '--log-level', 'info', '--traces', 'off', '--shutdown-timeout', '0'])
    const [, address] = await program.says(/listening at (\S+),/)
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const ask = async (model: string): Promise<number> => {
      const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'secret question' }] })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${address}/v1/chat/completions`, { method: 'POST', headers, body, signal: left.signal })).status
    }
    const first = ask('qwen3').catch(() => 0)
    await expect.poll(async () => (await fetch(`${address}/readyz`)).text()).toContain('"inFlight":1')
    expect([await ask('qwen3'), await ask('other')]).toEqual([503, 404])
    await program.says(/"refused"[^]*"refused"/)
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes('"refused"'))
      .map((line) => JSON.parse(line) as object)
    expect(lines).toMatchObject([
      { level: 40, model: 'qwen3', stream: true, status: 503, code: 'queue_timeout' },
      { level: 30, model: 'other', stream: true, status: 404, code: 'model_not_found' },
    ])
    expect(program.output()).not.toContain('secret')
    left.abort()
    await first
  })

  it('logs invalid and too long frames as faults of clients, not as errors', async () => {
    const program = run(['--port', '0', '--body-limit', '1000', '--log-level', 'debug', '--traces', 'off'])
    const [, address] = await program.says(/Reason is listening at (\S+)/)
    const ends = [
      [0x81, 0x02, 0x7b, 0x7d],
      [0x81, 0x81, 0, 0, 0, 0, 0xff],
      [0x81, 0xfe, 0x10, 0x00, 0, 0, 0, 0],
    ].map(async (frame) => {
      const headers = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      }
      const [, socket] = (await once(get(`${address}/v1/generate`, { headers }), 'upgrade')) as [unknown, Socket]
      socket.write(Buffer.from(frame))
      const said = await buffer(socket)
      // The payload of the closing frame, behind its first two bytes.
      return said.readUInt16BE(2)
    })
    expect(await Promise.all(ends)).toEqual([1002, 1007, 1009])
    await program.says(/(?:"connection failed"[^]*){3}/)
    expect(program.output()).not.toMatch(/"level":[4-6]0/)
  })

  it('logs each generation of a WebSocket with the id of its trace', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-ids-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const program = run(['--port', '0', '--pace', '0', '--log-level', 'info', '--data-dir', folder])
    const [, address = ''] = await program.says(/Reason is listening at (\S+)/)
    const { send, rest } = await connectGenerate(address, { 'x-request-id': 'mine' })
    for (let times = 0; times < 2; times++) {
      send({ model: 'embedded/qwen3-tags', prompt: 'Q' })
      await rest()
    }
    await program.says(/"answered"[^]*"answered"/)
    const logged = [...program.output().matchAll(/"reqId":"([^"]+)".*"answered"/g)].map(([, id]) => id)
    const traced = async (): Promise<Set<unknown>> => {
      const { items } = (await (await fetch(`${address}/api/traces`)).json()) as { items: { runId: string }[] }
      return new Set(items.map(({ runId }) => runId))
    }
    expect(new Set(logged).size).toBe(2)
    expect(program.output()).toMatch(/(?:"clientRequestId":"mine".*"answered"[^]*){2}/)
    await expect.poll(traced).toEqual(new Set(logged))
  })

  it('logs why an upstream is unreachable', async () => {
    // A port without a listener.
    const program = run(['--port', '0', '--upstream', 'http://127.0.0.1:1', '--traces', 'off'])
    const [, address] = await program.says(/listening at (\S+),/)
    await fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"m","messages":[]}',
    })
    await program.says(/"error":"upstream_unreachable","why":"No server listens at the upstream http:\/\/127\.0\.0\.1:1/)
  })

  it('logs neither keys nor content', async () => {
    const upstream = await startUpstream((_, response) => response.writeHead(500).end('{"error":{"message":"You said: secret question"}}'))
    const program = run(['--port', '0', '--upstream', upstream, '--log-level', 'debug', '--upstream-key-env', 'THE_KEY'], {
      THE_KEY: 'secret-key',
    })
    const [, address] = await program.says(/listening at (\S+),/)
    await fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret-client' },
      body: '{"model":"m","messages":[{"role":"user","content":"secret question"}]}',
    })
    await program.says(/"answer failed"/)
    expect(program.output()).not.toContain('secret')
    // The upstream gave its error no code.
    expect(program.output()).toMatch(/"status":500.*"error":"upstream_error"/)
  })
})

it('warns about an unknown model family, and an unknown provider', async () => {
  const here = mkdtempSync(join(tmpdir(), 'reason-program-'))
  onTestFinished(() => rmSync(here, { recursive: true }))
  const program = run(
    ['--port', '0', '--log-level', 'warn', '--traces', 'off', '--model-family', 'qwem3', '--upstream-provider', 'opneai'],
    {},
    here,
  )
  await program.says(/"provider":"opneai","meant":"openai","msg":"the gateway has no rules for a provider of this name/)
  await program.says(/"modelFamily":"qwem3","msg":"no adapter knows this model/)
})
