import { describe, expect, it } from 'vitest'
import { diagnose, type DiagnoseOptions, type PlannedRequests } from '../src/index.ts'

/** A server of vLLM on paper, at any address: it wants this key, if there is one. */
function onPaper(key?: string) {
  const posts: string[] = []
  const fetch: NonNullable<DiagnoseOptions['fetch']> = async (url, { method, headers, body }) => {
    const { pathname } = new URL(url)
    const { authorization } = headers as Record<string, string>
    if (key !== undefined && authorization !== `Bearer ${key}`) {
      return Response.json({ error: { message: `No such key: ${authorization}` } }, { status: 401 })
    }
    if (method === 'GET') {
      if (pathname === '/v1/models') return Response.json({ data: [{ id: 'qwen3-8b', owned_by: 'vllm' }] })
      if (pathname === '/version') return Response.json({ version: '0.11.0' })
    }
    if (pathname !== '/v1/chat/completions') return Response.json({}, { status: 404 })
    if (body === '{}') return Response.json({ error: { message: 'messages is required' } }, { status: 400 })
    posts.push(body as string)
    return Response.json({
      model: 'qwen3-8b',
      choices: [{ index: 0, message: { role: 'assistant', content: '', reasoning: 'Ten times three.' }, finish_reason: 'length' }],
    })
  }
  return { fetch, posts }
}

describe('requests to a model', () => {
  it.each<[name: string, upstream: string, send: DiagnoseOptions['send'], requests: number]>([
    ['are sent on this machine', 'http://127.0.0.1:8000', undefined, 4],
    ['are sent on this machine by another name', 'http://[::1]:8000', undefined, 4],
    ['are not sent elsewhere', 'http://gpu.example', undefined, 0],
    ['are sent elsewhere with consent', 'http://gpu.example', true, 4],
    ['are sent elsewhere if a function allows it', 'http://gpu.example', () => Promise.resolve(true), 4],
    ['are not sent on this machine without consent', 'http://localhost:8000', false, 0],
  ])('%s', async (_, upstream, send, requests) => {
    const { fetch, posts } = onPaper()
    const diagnosis = await diagnose(upstream, { fetch, ...(send !== undefined && { send }) })
    expect([diagnosis.requests, posts.length]).toEqual([requests, requests])
    expect(diagnosis.findings.some(({ code }) => code === 'not-sent')).toBe(requests === 0)
  })

  it('are described to the function that decides', async () => {
    const planned: PlannedRequests[] = []
    const send = (requests: PlannedRequests): boolean => planned.push(requests) === 0
    await diagnose('http://gpu.example', { fetch: onPaper().fetch, send, maxTokens: 64 })
    expect(planned).toEqual([
      {
        description: expect.stringMatching(/^4 requests to qwen3-8b at http:\/\/gpu\.example\/v1, of at most 64 tokens each: "/) as string,
        model: 'qwen3-8b',
        isLoopback: false,
      },
    ])
  })
})

describe('options in remedies', () => {
  const remedyOf = async (code: string, options: DiagnoseOptions): Promise<readonly string[] | undefined> => {
    const { findings } = await diagnose('http://127.0.0.1:8000', { fetch: onPaper().fetch, ...options })
    return findings.find((one) => one.code === code)?.remedies
  }

  it.each<[code: string, options: DiagnoseOptions, remedy: string]>([
    ['exhausted', {}, 'give the doctor more: maxTokens: 2048'],
    ['model', { model: 'qwen3-9b', send: false }, 'use a model of the list: model: qwen3-8b'],
    ['exhausted', { notation: (option, value = '') => `--${option}=${value}` }, 'give the doctor more: --maxTokens=2048'],
  ])('%s, %j', async (code, options, remedy) => expect((await remedyOf(code, options))![0]).toBe(remedy))
})

describe('the key', () => {
  it('is sent, and comes back in no finding', async () => {
    const right = await diagnose('http://gpu.example', { fetch: onPaper('sk-right').fetch, key: 'sk-right' })
    expect(right).toMatchObject({ server: 'vLLM', configuration: { upstreamEngine: 'vllm' } })
    const wrong = await diagnose('http://gpu.example', { fetch: onPaper('sk-right').fetch, key: 'sk-wrong' })
    expect(wrong.findings.find(({ code }) => code === 'key')).toMatchObject({
      title: 'The server refuses the key.',
      evidence: 'HTTP 401: No such key: Bearer …',
    })
    const { findings } = await diagnose('http://gpu.example', { fetch: onPaper('sk-right').fetch })
    expect(findings.find(({ code }) => code === 'key')!.title).toBe('The server needs a key.')
  })

  it('may be empty, which is none, and stands in no redirect that is shown', async () => {
    const { models } = await diagnose('http://gpu.example', { fetch: onPaper().fetch, key: '' })
    expect(models).toEqual(['qwen3-8b'])
    const away = async () => new Response('', { status: 302, headers: { location: 'http://elsewhere.example/?key=sk-secret' } })
    const told = await diagnose('http://gpu.example', { fetch: away, key: 'sk-secret' }).catch((error: unknown) => error)
    expect(JSON.stringify([told, String(told)])).not.toContain('sk-secret')
  })

  it('has the name of its variable in the configuration', async () => {
    const { configuration } = await diagnose('http://gpu.example', { fetch: onPaper().fetch, key: 'sk', keyEnv: 'MY_KEY' })
    expect(configuration).toEqual({ upstream: 'http://gpu.example/v1', upstreamEngine: 'vllm', upstreamKeyEnv: 'MY_KEY' })
  })
})

describe('an upstream without a diagnosis', () => {
  const refuse = () =>
    Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }))
  const page = async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })

  it.each<[upstream: string, options: DiagnoseOptions, code: string, message: RegExp]>([
    ['ftp://gpu.example', {}, 'REASON_INVALID_OPTIONS', /^upstream is ftp:\/\/gpu\.example, but must be an address like/],
    ['http://me:secret@gpu.example', {}, 'REASON_INVALID_OPTIONS', /^upstream holds a user or a password\./],
    [
      'gpu.example',
      { format: 'openai-chta' as never },
      'REASON_INVALID_OPTIONS',
      /^format knows no "openai-chta"\. Did you mean "openai-chat"\?/,
    ],
    ['gpu.example', { timeoutMs: -5 }, 'REASON_INVALID_OPTIONS', /^timeoutMs is -5\. Give milliseconds, more than 0/],
    ['gpu.example', { timeoutMs: Infinity }, 'REASON_INVALID_OPTIONS', /^timeoutMs is Infinity\./],
    ['gpu.example', { fetch: refuse }, 'REASON_NO_UPSTREAM', /^no server answers at http:\/\/gpu\.example: nothing listens there/],
    ['gpu.example', { fetch: page }, 'REASON_NO_UPSTREAM', /is a web site and no API: .* path of upstream;/],
  ])('%s, %j', async (upstream, options, code, message) => {
    await expect(diagnose(upstream, options)).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string })
  })

  it('names the option of the time that was too short', async () => {
    const hang: DiagnoseOptions['fetch'] = (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))
    await expect(diagnose('http://gpu.example', { fetch: hang, timeoutMs: 20 })).rejects.toThrow('and timeoutMs gives it more')
  })
})
