import { describe, expect, it } from 'vitest'
import { loadConfig } from '../src/config/load.ts'
import { createFailures } from '../src/telemetry/failures.ts'
import { startGateway, question } from './support/gateway.ts'
import { keyFile } from './support/key-file.ts'
import { run } from './support/program.ts'
import { startReceiver, type Receiver, type ReceivedSpan } from './support/otlp.ts'
import { fakeUpstream, refuses, upstreams } from './support/several-upstreams.ts'
import { chunk, completion, sendStream, startUpstream } from './support/upstream.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

/** A gateway that sends what it has to tell when it is closed. */
async function told(
  flags: readonly string[],
  work: (gateway: Awaited<ReturnType<typeof startGateway>>) => Promise<unknown>,
): Promise<Receiver> {
  const receiver = await startReceiver()
  const gateway = await startGateway('--otlp', receiver.url, ...flags)
  await work(gateway)
  await gateway.close()
  return receiver
}

const ask = async (
  gateway: { chat(body: unknown, init?: RequestInit): Promise<Response> },
  headers: Record<string, string> = {},
  body = {},
) =>
  (
    await gateway.chat(
      { model: 'embedded/qwen3-native', messages: question, ...body },
      { headers: { 'content-type': 'application/json', ...headers } },
    )
  ).text()

const named = ({ spans }: Receiver, name: string): ReceivedSpan => spans.find((span) => span.name === name)!

describe('OpenTelemetry', () => {
  it('has a span for the request and one for the model, in the trace of the client, and metrics', async () => {
    const receiver = await told([], (gateway) => ask(gateway, { traceparent, 'x-reason-session': 's1' }, { stream: true }))
    expect(receiver.headers.map((headers) => headers['content-type'])).toEqual(['application/x-protobuf', 'application/x-protobuf'])
    const [request, chat] = [named(receiver, 'POST /v1/chat/completions'), named(receiver, 'chat embedded/qwen3-native')]
    expect(request).toMatchObject({
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      kind: 2,
      status: 0,
      attributes: { 'http.route': '/v1/chat/completions', 'http.response.status_code': 200 },
      resource: { 'service.name': 'reason', 'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/) },
    })
    expect(chat).toMatchObject({
      traceId,
      parentSpanId: request.spanId,
      kind: 3,
      status: 0,
      attributes: {
        'gen_ai.conversation.id': 's1',
        'gen_ai.request.stream': true,
        'reason.adapter': 'think-tags',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': 20,
        'gen_ai.usage.output_tokens': 45,
      },
    })
    expect(chat.attributes['reason.time_to_first_reasoning']).toBeGreaterThan(0)
    // No setting asks for text.
    expect(chat.attributes['gen_ai.output.messages']).toBeUndefined()
    expect([...receiver.metrics]).toEqual(
      expect.arrayContaining([
        'gen_ai.client.inference.duration',
        'gen_ai.client.inference.usage.output_tokens',
        'reason.client.time_to_first_reasoning',
      ]),
    )
  })

  it('goes on at the upstream: its parent is the span of the model', async () => {
    const got: (string | undefined)[] = []
    const upstream = await startUpstream((request, response) => {
      got.push(request.headers['traceparent'] as string | undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: 'hello' }))
    })
    const receiver = await told(['--upstream', upstream], async (gateway) => {
      await ask(gateway, { traceparent })
      await ask(gateway)
      await ask(gateway, { traceparent, 'x-reason-trace': 'none' })
    })
    const [first, second] = receiver.spans.filter((span) => span.name.startsWith('chat'))
    const port = Number(new URL(upstream).port)
    expect(first!.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'server.port': port })
    expect(got).toEqual([`00-${traceId}-${first!.spanId}-01`, `00-${second!.traceId}-${second!.spanId}-01`, traceparent])
    expect(second!.traceId).not.toBe(traceId)
    // The gateway keeps nothing of the third one, and sends nothing.
    expect(receiver.spans).toHaveLength(4)
  })

  it('says what failed: each upstream that was asked is a span, with links from the one that answered', async () => {
    const bad = await fakeUpstream('bad', refuses(500))
    const good = await fakeUpstream('good')
    const flags = upstreams({ name: 'bad', url: bad.url, priority: 0 }, { name: 'good', url: good.url, priority: 1 })
    const receiver = await told(flags, (gateway) => ask(gateway, {}, { model: 'm' }))
    const [failed, answered] = receiver.spans.filter((span) => span.name === 'chat m')
    expect(failed).toMatchObject({ status: 2, attributes: { 'error.type': '500', 'gen_ai.response.finish_reasons': ['error'] } })
    expect(answered).toMatchObject({ status: 0, links: [failed!.spanId], parentSpanId: failed!.parentSpanId })
  })

  it('says that no answer came, and that a request was refused', async () => {
    const upstream = await startUpstream((_, response) => response.writeHead(401).end('{"error":{"message":"secret-word"}}'))
    const receiver = await told(['--upstream', upstream], async (gateway) => {
      await ask(gateway)
      await ask(gateway, {}, { model: 17 })
    })
    const [first, second] = receiver.spans.filter(({ kind }) => kind === 2)
    expect([first, second].map((span) => span!.attributes['http.response.status_code'])).toEqual([401, 400])
    const chats = receiver.spans.filter(({ kind }) => kind === 3)
    expect(chats).toMatchObject([{ status: 2, attributes: { 'gen_ai.response.finish_reasons': ['error'] } }])
    expect(JSON.stringify(receiver.spans)).not.toContain('secret-word')
  })

  it.each([
    ['zebra-quartz', '--visibility=none', '_OTHER'],
    ['overloaded_error', '--visibility=none', 'overloaded_error'],
    ['zebra-quartz', '--visibility=full', 'zebra-quartz'],
  ])('names a failure inside an answer (%s, %s) in words that hold no reasoning', async (code, flag, expected) => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: 'Fi' }) + `data: ${JSON.stringify({ error: { message: 'It was zebra', code } })}\n\n`)
    })
    const receiver = await told(['--upstream', upstream, ...flag.split('=')], (gateway) => ask(gateway, {}, { model: 'm', stream: true }))
    expect(named(receiver, 'chat m').attributes).toMatchObject({ 'error.type': expected })
  })

  it('holds text only as far as it is wanted, the client may see it and a trace may keep it; secrets never', async () => {
    const said = { reasoning_content: 'The key is sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, I think.', content: 'Fine.' }
    const upstream = await startUpstream((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(completion(said)),
    )
    const textOf = async (flags: string[], headers: Record<string, string> = {}): Promise<string> => {
      const receiver = await told(['--upstream', upstream, ...flags], (gateway) => ask(gateway, headers))
      return String(receiver.spans.find(({ kind }) => kind === 3)?.attributes['gen_ai.output.messages'])
    }
    const all = await textOf(['--otlp-text', 'all'])
    expect(all).toMatch(/"type":"reasoning","content":"The key is .*, I think\."\},\{"type":"text","content":"Fine\."/)
    expect(all).not.toContain('sk-ant-api03')
    const answer = '[{"role":"assistant","parts":[{"type":"text","content":"Fine."}],"finish_reason":"stop"}]'
    expect(await textOf(['--otlp-text', 'answer'])).toBe(answer)
    expect(await textOf(['--otlp-text', 'all', '--visibility', 'label'])).toBe(answer)
    expect(await textOf(['--otlp-text', 'all'], { 'x-reason-visibility': 'none' })).toBe(answer)
    expect(await textOf(['--otlp-text', 'all', '--delivery', 'off'])).toBe(answer)
    expect(await textOf(['--otlp-text', 'all', '--trace-mode', 'metadata'])).toBe('undefined')
    expect(await textOf(['--otlp-text', 'all'], { 'x-reason-trace': 'metadata' })).toBe('undefined')
    expect(await textOf([])).toBe('undefined')
  })

  it('has no span where the key says that nothing is kept', async () => {
    const keys = keyFile()
    const { text } = await keys.make({ traceMode: 'none', visibility: 'full' })
    const receiver = await told(['--keys', keys.path, '--otlp-text', 'all'], (gateway) => ask(gateway, { authorization: `Bearer ${text}` }))
    expect(receiver.spans).toEqual([])
    expect(receiver.metrics).toContain('gen_ai.client.inference.duration')
  })

  it('harms no answer when no receiver takes it, and logs this now and then', async () => {
    const gateway = await startGateway('--otlp', 'http://127.0.0.1:1')
    expect(await ask(gateway)).toContain('51')
    await gateway.close()
    const lines: object[] = []
    let now = 0
    const failed = createFailures({ warn: (line: object) => void lines.push(line) } as never, () => now)
    for (now = 0; now < 130_000; now += 1000) failed(new Error('refused'))
    expect(lines).toMatchObject([{ failures: 1 }, { failures: 60 }, { failures: 60 }])
  })
})

describe('the program', () => {
  it('takes what OTEL_* says, and sends what waits when it is stopped', async () => {
    const receiver = await startReceiver()
    const program = run(['--port', '0', '--pace', '0', '--traces', 'off'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-of=ours',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_SERVICE_NAME: 'my-gateway',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    })
    const [, address = ''] = await program.says(/listening at (\S+)\n/)
    const chat = (body: unknown, init: RequestInit = {}) =>
      fetch(`${address}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body), ...init })
    await ask({ chat })
    await ask({ chat }, { traceparent })
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
    expect(receiver.spans.map(({ name, traceId: id }) => [name, id])).toEqual([
      ['chat embedded/qwen3-native', traceId],
      ['POST /v1/chat/completions', traceId],
    ])
    expect(receiver.spans[0]!.resource).toMatchObject({ 'service.name': 'my-gateway', 'deployment.environment.name': 'test' })
    expect(receiver.spans[0]!.attributes).toMatchObject({ 'gen_ai.usage.output_tokens': 45, 'gen_ai.response.finish_reasons': ['stop'] })
    expect(receiver.metrics).toContain('gen_ai.client.inference.duration')
    for (const headers of receiver.headers) expect(headers).toMatchObject({ 'x-of': 'ours', 'content-encoding': 'gzip' })
  })

  it('explains a variable that says what there is not', async () => {
    const program = run(['--port', '0', '--otlp', 'http://127.0.0.1:1'], { OTEL_TRACES_SAMPLER: 'sometimes' })
    expect(await program.exit).toBe(1)
    expect(program.output()).toMatch(/OTEL_TRACES_SAMPLER \(environment\) is "sometimes", but must be one of: always_on,/)
  })
})

describe('the variables that every program with OpenTelemetry knows', () => {
  const of = async (environment: Record<string, string>, ...flags: string[]) => (await loadConfig(flags, environment)).telemetry

  it('say whether and what is sent', async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
    expect(await of({})).toBeUndefined()
    expect(await of(endpoint)).toMatchObject({ endpoint: undefined, traces: 'http/protobuf', metrics: 'http/protobuf' })
    expect(await of(endpoint, '--otlp', 'off')).toBeUndefined()
    expect(await of({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(await of({ ...endpoint, OTEL_METRICS_EXPORTER: 'none' })).toMatchObject({ traces: 'http/protobuf', metrics: undefined })
    expect(await of({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:1/m' })).toMatchObject({ traces: undefined })
    expect(await of({ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, '--otlp', 'http://127.0.0.1:4318')).toMatchObject({
      endpoint: 'http://127.0.0.1:4318',
      traces: 'http/json',
      metrics: 'http/protobuf',
    })
    await expect(of({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).rejects.toThrow(/is "grpc", but the gateway speaks/)
    await expect(of({}, '--otlp', 'collector:4317')).rejects.toThrow(/--otlp is "collector:4317", but must be off, or an http/)
  })
})
