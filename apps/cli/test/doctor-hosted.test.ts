import { afterAll, describe, expect, it } from 'vitest'
import {
  chat,
  frames,
  kindOf,
  message,
  openaiModels,
  serve,
  sse,
  type Got,
  type Reply,
  type Routes,
  type Running,
} from '@reason/testkit/model-servers'
import { reason } from './reason.ts'

const running: Running[] = []
afterAll(() => Promise.all(running.map((one) => one.close())))

/** Names of hosts lead to this machine, as an entry in /etc/hosts would have it. */
const atHome = `import dns from 'node:dns'; const lookup = dns.lookup; dns.lookup = (name, options, done) => lookup('127.0.0.1', options, done)`

/** The doctor at a hosted API, which stands on this machine under that name. */
async function doctor(host: string, routes: Routes, ...flags: string[]) {
  const server = await serve(routes)
  running.push(server)
  const upstream = server.url.replace('127.0.0.1', host)
  const { code, stdout, stderr } = await reason(['doctor', '--upstream', upstream, '--json', '--key-env', 'DOCTOR_KEY', ...flags], {
    env: { DOCTOR_KEY: 'sk-hosted' },
    node: ['--import', `data:text/javascript,${encodeURIComponent(atHome)}`],
  })
  return { code, stderr, got: server.got, upstream, report: JSON.parse(stdout) }
}

const idsOf = (report: { findings: { id: string }[] }): string[] => report.findings.map(({ id }) => id)

describe('a hosted API', () => {
  it('is known by its name, and asked nothing that costs money without --send', async () => {
    const { code, report, upstream, got } = await doctor('api.groq.com', {
      'GET /openai/v1/models': openaiModels('Alibaba Cloud', 'qwen/qwen3-32b'),
    })
    expect({ code, ids: idsOf(report) }).toEqual({ code: 0, ids: ['path', 'not-sent'] })
    expect(report).toMatchObject({
      server: 'Groq',
      upstream: `${upstream}/openai/v1`,
      models: ['qwen/qwen3-32b'],
      configuration: { upstream: `${upstream}/openai/v1`, upstreamProvider: 'groq', upstreamKeyEnv: 'DOCTOR_KEY' },
    })
    // Its list, and nothing else: what engines have, it has not.
    expect(got.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['GET', '/openai/v1/models', 'Bearer sk-hosted'],
    ])
  })

  it('that sends tags is told of its own setting', async () => {
    const { code, report } = await doctor(
      'api.groq.com',
      {
        'GET /openai/v1/models': openaiModels('Alibaba Cloud', 'qwen/qwen3-32b', 'llama-3.3-70b'),
        'POST /openai/v1/chat/completions': chat({
          whole: message({ content: '<think>\nTen times three.\n</think>\n\n51' }),
          streamed: frames({ content: '<think>\nTen times three.' }, { content: '\n</think>\n\n51' }),
          off: message({ content: '51' }),
        }),
      },
      '--send',
    )
    expect(code).toBe(1)
    expect(report.findings.find(({ id }: { id: string }) => id === 'markup-in-answer').todo[0]).toBe(
      'ask Groq with reasoning_format: "parsed"',
    )
  })

  it('of Anthropic is asked in its own format', async () => {
    const usage = { input_tokens: 12, output_tokens: 30 }
    const thinking = { type: 'thinking', thinking: 'Ten times three.', signature: 'c2VhbA==' }
    const whole = (...content: object[]): Reply => ({
      body: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content, stop_reason: 'end_turn', usage },
    })
    const event = (type: string, fields: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
    const text = { type: 'text', text: '51' }
    const streamed = sse(
      event('message_start', {
        message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [], usage },
      }) +
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '51' } }) +
        event('content_block_stop', { index: 0 }) +
        event('message_delta', { delta: { stop_reason: 'end_turn' }, usage }) +
        event('message_stop', {}),
    )
    const tools = {
      ...(whole({ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } }).body as object),
      stop_reason: 'tool_use',
    }
    const { report, got } = await doctor(
      'api.anthropic.com',
      {
        'GET /v1/models?limit=1000': openaiModels('anthropic', 'claude-sonnet-4-5'),
        'POST /v1/messages': (request: Got) =>
          ({ empty: whole(), whole: whole(thinking, text), off: whole(text), streamed, tools: { body: tools } })[kindOf(request)],
      },
      '--send',
    )
    expect(report).toMatchObject({
      server: 'Anthropic',
      sent: 4,
      configuration: { upstreamFormat: 'anthropic-messages', upstreamProvider: 'anthropic' },
    })
    expect(got.every(({ headers }) => headers['x-api-key'] === 'sk-hosted' && headers.authorization === undefined)).toBe(true)
    // Thinking came whole and not streamed.
    expect(idsOf(report)).toEqual(expect.arrayContaining(['reasoning-field', 'stream-differs', 'tools']))
  })
})
