import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, it } from 'vitest'
import { createGateway } from '../../../src/gateway.ts'
import { createTelemetry } from '../../../src/otel.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'

it('a gateway in an app records its requests and generations with the tracer of the app', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const sent: (string | null)[] = []
  const gateway = createGateway({
    upstream: 'http://127.0.0.1:8080',
    startProbe: false,
    telemetry: createTelemetry({ tracer: provider.getTracer('app'), propagator: new W3CTraceContextPropagator() }),
    fetch: async (_, init) => {
      sent.push(new Headers(init?.headers).get('traceparent'))
      return Response.json({
        choices: [{ index: 0, message: { role: 'assistant', content: '<think>t</think>It is 51.' }, finish_reason: 'stop' }],
      })
    },
  })
  const body = JSON.stringify({ model: 'qwen3-8b', messages: [{ role: 'user', content: '17 * 3?' }] })
  const headers = { 'content-type': 'application/json', traceparent: `00-${trace}-b7ad6b7169203331-01` }
  const response = await gateway.fetch(new Request('http://app/v1/chat/completions', { method: 'POST', headers, body }))
  expect(response.status).toBe(200)
  await response.text()
  await gateway.close()

  const spans = exporter.getFinishedSpans()
  const [request, chat] = ['POST /v1/chat/completions', 'chat qwen3-8b'].map((name) => spans.find((span) => span.name === name)!)
  expect(spans).toHaveLength(2)
  expect(request!.parentSpanContext).toMatchObject({ traceId: trace, spanId: 'b7ad6b7169203331' })
  expect(chat!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId)
  expect(sent).toEqual([`00-${trace}-${chat!.spanContext().spanId}-01`])
})
