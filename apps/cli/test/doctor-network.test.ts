import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { chat, frames, kindOf, listen, message, openaiModels, serve, sse, type Routes, type Running } from '@reason/testkit/model-servers'
import { command, reason, type StartOptions } from './reason.ts'

const folder = mkdtempSync(join(tmpdir(), 'reason-doctor-'))
const running: Running[] = []
afterAll(async () => {
  await Promise.all(running.map((one) => one.close()))
  rmSync(folder, { recursive: true })
})

function keep(server: Running): Running {
  running.push(server)
  return server
}

async function doctor(flags: string[], options: StartOptions = {}) {
  const finished = await reason(['doctor', ...flags], options)
  const report = flags.includes('--json') && finished.stdout !== '' ? JSON.parse(finished.stdout) : undefined
  const ids = report?.findings.map(({ id }: { id: string }) => id) as string[]
  return { ...finished, report, ids }
}

const healthy: Routes = {
  'GET /v1/models': openaiModels('vllm', 'qwen3'),
  'POST /v1/chat/completions': chat({
    whole: message({ content: '51', reasoning: 'Ten times three.' }),
    streamed: frames({ reasoning: 'Ten times three.' }, { content: '51' }),
    off: message({ content: '51' }),
  }),
}

describe('where there is no server to examine', () => {
  it('says that nothing listens', async () => {
    const { url, close } = await serve({})
    await close()
    const { code, stdout, stderr } = await doctor(['--upstream', url])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/^reason: no server answers at http:\/\/127\.0\.0\.1:\d+: nothing listens there\. .+\n$/)
  })

  it('gives up on one that hangs', async () => {
    const { url } = keep(await listen(() => {}))
    const { code, stderr } = await doctor(['--upstream', url, '--timeout', '1'])
    expect(code).toBe(3)
    expect(stderr).toContain('it did not answer within 1 s')
  })

  it('says that a web site is none', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Hello</title>' }
    const { url } = keep(await serve({}, page))
    const { code, stderr } = await doctor(['--upstream', url])
    expect(code).toBe(3)
    expect(stderr).toContain('is a web site and no API')
  })

  it('says that it speaks no HTTP', async () => {
    const { url } = keep(await listen((request) => request.socket.end('SSH-2.0-OpenSSH_9.9\r\n')))
    const { code, stderr } = await doctor(['--upstream', url])
    expect(code).toBe(3)
    expect(stderr).toContain('it does not answer in HTTP')
  })

  it('says where it redirects to, and does not follow with the key', async () => {
    const elsewhere = keep(await serve(healthy))
    const { url } = keep(await serve({}, { status: 308, headers: { location: `${elsewhere.url}/v1` }, body: '' }))
    const { code, stderr } = await doctor(['--upstream', url, '--key-env', 'DOCTOR_KEY'], { env: { DOCTOR_KEY: 'sk-secret' } })
    expect(code).toBe(3)
    expect(stderr).toContain(`redirects to ${elsewhere.url}/v1, which is not followed`)
    expect(elsewhere.got).toEqual([])
  })

  it('says that there is no API', async () => {
    const { url } = keep(await serve({}))
    const { code, stderr } = await doctor(['--upstream', url])
    expect(code).toBe(3)
    expect(stderr).toContain('has no known API: it answers HTTP 404')
  })

  it.each([
    ['a proxy without its server', 502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>', 'answers HTTP 502 to everything'],
    ['a server that is broken', 500, 'application/json', '{"error":"boom"}', 'answers HTTP 500 (boom) to everything'],
  ])('says of %s that it fails whatever is asked', async (_, status, type, body, words) => {
    const { url } = keep(await serve({}, { status, headers: { 'content-type': type }, body }))
    const { code, stdout, stderr } = await doctor(['--upstream', url])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain(words)
  })

  it('explains an untrusted certificate, and accepts it with its authority', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    await promisify(execFile)('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ])
    const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) })
    const body = JSON.stringify({ object: 'list', data: [] })
    const { url } = keep(await listen((_, response) => response.setHeader('content-type', 'application/json').end(body), [], server))
    const secure = url.replace('http:', 'https:')
    const { code, stderr } = await doctor(['--upstream', secure])
    expect(code).toBe(3)
    expect(stderr).toMatch(/not signed by an authority that this machine trusts \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/)
    const trusted = await doctor(['--upstream', secure, '--no-send', '--json'], { env: { NODE_EXTRA_CA_CERTS: cert } })
    expect(trusted.report.upstream).toBe(`${secure}/v1`)
  })

  it('says that it does not speak TLS', async () => {
    const { url } = keep(await serve(healthy))
    const { code, stderr } = await doctor(['--upstream', url.replace('http:', 'https:')])
    expect(code).toBe(3)
    expect(stderr).toContain('it does not speak TLS')
  })
})

describe('a server that is not quite where it was said to be', () => {
  it.each([
    ['', '/v1', []],
    ['/v1/', '/v1', []],
    ['/v1/chat/completions', '/v1', ['endpoint']],
    ['/api', '/v1', ['path']],
  ])('is found from %j', async (given, base, advice) => {
    const { url } = keep(await serve(healthy))
    const { code, ids, report } = await doctor(['--upstream', url + given, '--json', '--no-send'])
    expect(code).toBe(0)
    expect(report).toMatchObject({ upstream: url + base, server: 'vLLM', configuration: { upstream: url + base } })
    expect(ids).toEqual([...advice, 'not-sent'])
  })

  it('is found without /v1, where the gateway cannot ask it', async () => {
    const bare = Object.fromEntries(Object.entries(healthy).map(([route, reply]) => [route.replace(' /v1', ' '), reply]))
    const { url } = keep(await serve(bare))
    const { code, ids, report } = await doctor(['--upstream', `${url}/v1`, '--json', '--no-send'])
    expect({ code, ids }).toEqual({ code: 1, ids: ['no-path', 'not-sent'] })
    expect(report.upstream).toBe(url)
  })

  it('may be typed without http', async () => {
    const { url } = keep(await serve(healthy))
    expect((await doctor(['--upstream', url.replace('http://', ''), '--no-send', '--json'])).report.upstream).toBe(`${url}/v1`)
  })
})

describe('keys', () => {
  const locked = (routes: Routes): Routes =>
    Object.fromEntries(
      Object.entries(routes).map(([path, route]) => [
        path,
        (got) =>
          got.headers.authorization === 'Bearer sk-right'
            ? typeof route === 'function'
              ? route(got)
              : route
            : {
                status: 401,
                body: { error: { message: `Incorrect API key provided: ${got.headers.authorization}`, type: 'authentication_error' } },
              },
      ]),
    )

  it('are asked for, and named in the configuration, and never printed', async () => {
    const { url } = keep(await serve(locked(healthy)))
    const without = await doctor(['--upstream', url, '--json'])
    expect(without).toMatchObject({ code: 1, ids: ['unknown-server', 'key'] })

    const wrong = await doctor(['--upstream', url, '--key-env', 'DOCTOR_KEY', '--json'], { env: { DOCTOR_KEY: 'sk-wrong-and-secret' } })
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toContain('The server refuses the key in DOCTOR_KEY.')
    expect(wrong.stdout + wrong.stderr).not.toContain('sk-wrong-and-secret')

    const right = await doctor(['--upstream', url, '--key-env', 'DOCTOR_KEY', '--json'], { env: { DOCTOR_KEY: 'sk-right' } })
    expect(right).toMatchObject({ code: 0, report: { sent: 4, configuration: { upstreamKeyEnv: 'DOCTOR_KEY' } } })
    expect(right.stdout + right.stderr).not.toContain('sk-right')
  })

  it('that are not there are wrong usage', async () => {
    const { code, stderr } = await doctor(['--upstream', 'http://127.0.0.1:9', '--key-env', 'NO_SUCH_DOCTOR_KEY'])
    expect(code).toBe(2)
    expect(stderr).toContain('NO_SUCH_DOCTOR_KEY, which is not set or empty')
  })
})

describe('a model that does not answer', () => {
  const models = { 'GET /v1/models': openaiModels('vllm', 'qwen3', 'qwen3-coder') }
  const complaint = { status: 400, body: { error: { message: 'messages is required' } } }

  it('is said to be missing, with what there is', async () => {
    const missing = { status: 404, body: { error: { message: 'The model `qwen4` does not exist.', type: 'NotFoundError', code: 404 } } }
    const { url } = keep(await serve({ ...models, 'POST /v1/chat/completions': (got) => (kindOf(got) === 'empty' ? complaint : missing) }))
    const { code, ids, report } = await doctor(['--upstream', url, '--model', 'qwen4', '--json'])
    expect({ code, ids, sent: report.sent }).toEqual({ code: 1, ids: ['model', 'chat-fails'], sent: 1 })
    expect(report.findings[0].todo).toEqual(['use a model of the list: --model qwen3'])
    expect(report.findings[1].seen).toBe('HTTP 404: The model `qwen4` does not exist.')
  })

  it('hangs in the middle of a stream', async () => {
    const server = await listen(async (request, response) => {
      if (request.method === 'GET')
        return void response.setHeader('content-type', 'application/json').end(JSON.stringify(models['GET /v1/models'].body))
      let text = ''
      for await (const piece of request) text += piece
      const kind = kindOf({ body: JSON.parse(text) } as never)
      if (kind === 'empty') return void response.writeHead(400).end('{}')
      if (kind !== 'streamed')
        return void response.setHeader('content-type', 'application/json').end(JSON.stringify(message({ content: '51' }).body))
      response.setHeader('content-type', 'text/event-stream').write('data: {"choices":[{"index":0,"delta":{"content":"5"}}]}\n\n')
    })
    const { url } = keep(server)
    const { code, report } = await doctor(['--upstream', url, '--json', '--timeout', '1'])
    expect(code).toBe(1)
    expect(report.findings.find(({ id }: { id: string }) => id === 'stream-fails').seen).toContain('its answer was not whole within 1 s')
  })

  it('answers 200 with an error, or reports it where no reader looks', async () => {
    const failing = keep(
      await serve({
        ...models,
        'POST /v1/chat/completions': (got) =>
          kindOf(got) === 'empty' ? complaint : { body: { error: { message: 'out of memory', code: 500 } } },
      }),
    )
    const { report } = await doctor(['--upstream', failing.url, '--json'])
    expect(report.findings.find(({ id }: { id: string }) => id === 'chat-fails').seen).toContain('out of memory')

    const unseen = sse(
      'error: {"code":400,"message":"the request exceeds the available context size","type":"invalid_request_error"}\n\ndata: [DONE]\n\n',
    )
    const silent = keep(
      await serve({ ...models, 'POST /v1/chat/completions': chat({ whole: message({ content: '51' }), streamed: unseen }) }),
    )
    const quiet = await doctor(['--upstream', silent.url, '--json'])
    expect(quiet.code).toBe(1)
    expect(quiet.ids).toContain('unseen-error')
  })
})

describe('what it costs', () => {
  it('is asked for before anything is sent to a server elsewhere', async () => {
    const { url, got } = keep(await serve(healthy))
    // A name of this machine that does not look like one.
    const elsewhere = url.replace('127.0.0.1', '0.0.0.0')
    const without = await doctor(['--upstream', elsewhere, '--json'])
    expect(without).toMatchObject({ code: 0, ids: ['not-sent'], report: { sent: 0 } })
    expect(without.report.findings[0].todo[0]).toContain('add --send, which sends 4 requests to qwen3')
    expect(got.filter((one) => one.method === 'POST' && kindOf(one) !== 'empty')).toEqual([])

    const sent = await doctor(['--upstream', elsewhere, '--send'])
    expect(sent.code).toBe(0)
    expect(sent.stderr).toMatch(/^note: sending 4 requests to qwen3 at .*, of at most 512 tokens each: /)
    expect(got.filter((one) => one.method === 'POST' && kindOf(one) !== 'empty')).toHaveLength(4)
  })
})

/** `script` of util-linux runs a command with a terminal of its own. */
const hasScript = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
})()

describe.skipIf(!hasScript)(`at a terminal${hasScript ? '' : ' (needs the command script of util-linux)'}`, () => {
  it.each([
    ['y', 4],
    ['', 0],
  ])('%j to the question sends %d requests', async (word, sent) => {
    const { url, got } = keep(await serve(healthy))
    const line = [...command, 'doctor', '--upstream', url.replace('127.0.0.1', '0.0.0.0')].map((one) => `'${one}'`).join(' ')
    const child = spawn('script', ['-qec', line, '/dev/null'], { env: { ...process.env, TERM: 'dumb', NO_COLOR: '1' } })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      if (!text.includes('[y/N]') && (text + piece).includes('[y/N]')) child.stdin.write(`${word}\n`)
      text += piece
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    expect(text).toContain('This sends 4 requests to qwen3')
    expect(got.filter((one) => one.method === 'POST' && kindOf(one) !== 'empty')).toHaveLength(sent)
    expect(text.includes('No request was sent')).toBe(sent === 0)
  })
})

describe('the configuration', () => {
  it('is written, once', async () => {
    const { url, got } = keep(await serve(healthy))
    const file = join(folder, 'reason.config.json')
    const { stdout, code } = await doctor(['--upstream', url, '--write', file])
    expect(code).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ upstream: `${url}/v1`, upstreamEngine: 'vllm' })
    expect(stdout).toContain(`npm start -- --config ${file}`)

    writeFileSync(file, '{}')
    const before = got.length
    const again = await doctor(['--upstream', url, '--write', file])
    expect(again).toMatchObject({ code: 2, stdout: '' })
    expect(again.stderr).toContain('exists already')
    expect({ text: readFileSync(file, 'utf8'), asked: got.length - before }).toEqual({ text: '{}', asked: 0 })

    await doctor(['--upstream', url, '--write', file, '--force', '--no-send'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ upstream: `${url}/v1` })
  })

  it('cannot be written where there is no folder', async () => {
    const { url, got } = keep(await serve(healthy))
    const file = join(folder, 'nowhere', 'reason.config.json')
    expect(await doctor(['--upstream', url, '--write', file])).toMatchObject({ code: 3, stdout: '' })
    expect([existsSync(file), got.length]).toEqual([false, 0])
  })
})

describe('wrong usage', () => {
  it.each([
    [['doctor'], /--upstream <url> is missing/],
    [['doctor', '-u', 'ftp://127.0.0.1'], /must be an address like/],
    [['doctor', '-u', 'http://me:secret@127.0.0.1'], /holds a user or a password/],
    [['doctor', '-u', 'http://127.0.0.1:9', '--format', 'openai-chta'], /Did you mean "openai-chat"\?/],
    [['doctor', '-u', 'http://127.0.0.1:9', '--timeout', '0'], /whole number, 1 to 2147483/],
  ])('%j', async (args, says) => {
    const { code, stderr, stdout } = await reason(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain('secret')
  })
})
