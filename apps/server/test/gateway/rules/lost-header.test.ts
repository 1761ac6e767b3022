import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { TraceRecord } from '@reason/trace-store'
import { describe, expect, it } from 'vitest'
import { finalOf, postGenerate, streamed, textOf } from '../../support/generate.ts'
import { question, startGateway, type Gateway } from '../../support/gateway.ts'
import { startReceiver, type ReceivedSpan } from '../../support/otlp.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

const recording = (ending: string): string =>
  readFileSync(
    fileURLToPath(new URL(`../../../../../packages/recorded-models/recordings/b6240-gpt-oss-none-${ending}`, import.meta.url)),
    'utf8',
  )

const said = { reasoning: 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.', answer: 'The answer is 51.' }

/** llama-server with the reasoning format `none`, or a proxy before it that has a name of its own. */
const llamaServer = (server: string): Promise<string> =>
  startUpstream((request, response) => {
    void text(request).then((body) => {
      const { stream } = JSON.parse(body) as { stream?: boolean }
      response.setHeader('server', server)
      response.setHeader('content-type', stream === true ? 'text/event-stream' : 'application/json')
      response.end(recording(stream === true ? 'stream.sse' : 'json.json'))
    })
  })

const traced = async ({ url }: Gateway): Promise<TraceRecord> => {
  for (;;) {
    const { items } = (await (await fetch(`${url}/api/traces`)).json()) as { items: { id: string }[] }
    const [first] = items
    if (first !== undefined) return (await (await fetch(`${url}/api/traces/${first.id}`)).json()) as TraceRecord
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('an answer whose header llama-server lost', () => {
  it.each([
    ['llama.cpp', 'my-model', []],
    ['llama.cpp', 'gpt-oss-20b', []],
    ['nginx', 'gpt-oss-20b', []],
    ['nginx', 'my-model', []],
    ['nginx', 'my-model', ['--upstream-provider', 'llamacpp']],
    ['nginx', 'my-model', ['--upstream-engine', 'llama-server']],
  ])('comes from %s, for a request for %s (%j)', async (server, model, flags) => {
    const { url } = await startGateway('--upstream', await llamaServer(server), ...flags)
    const request = { model, prompt: 'What is 17 * 3?' }
    const events = await streamed(url, request)
    expect({ reasoning: textOf(events, 'analysis'), answer: textOf(events, 'token') }).toEqual(said)
    expect(finalOf(events)).toMatchObject({ finish_reason: 'stop', answer: said.answer })
    expect(await (await postGenerate(url, request)).json()).toMatchObject({
      finish_reason: 'stop',
      analysis: said.reasoning,
      answer: said.answer,
      warnings: [],
    })
  })

  it('streams where the server says who it is, whatever its model is called', async () => {
    let rest = (): void => {}
    const upstream = await startUpstream((_, response) => {
      response.setHeader('server', 'llama.cpp')
      sendStream(response)
      response.write(chunk({ content: '<|channel|>analysis<|message|>Hm.<|end|>The' }))
      rest = () => response.end(chunk({ content: ' answer.' }, { finish_reason: 'stop' }) + done)
    })
    const gateway = await startGateway('--upstream', upstream)
    const stream = await gateway.client.chat.completions.create({ model: 'my-model', messages: question, stream: true })
    let answer = ''
    for await (const { choices } of stream) {
      answer += choices[0]?.delta.content ?? ''
      if (answer === 'The') rest()
    }
    expect(answer).toBe('The answer.')
  })
})

/** The whole body of an answer to which an upstream has sent this text, and what else tells of it. */
async function answeredAndTold(
  content: string,
  finish = 'stop',
): Promise<{ answer: unknown; trace: TraceRecord; metrics: string; span: ReceivedSpan | undefined }> {
  const upstream = await startUpstream((_, response) => {
    sendStream(response)
    response.end(chunk({ content }, { finish_reason: finish }) + done)
  })
  const receiver = await startReceiver()
  const gateway = await startGateway('--upstream', upstream, '--traces', 'sqlite::memory:', '--otlp', receiver.url)
  const answer: unknown = await (await gateway.chat({ model: 'gpt-oss-20b', messages: question })).json()
  const trace = await traced(gateway)
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text()
  await gateway.close()
  return { answer, trace, metrics, span: receiver.spans.find(({ name }) => name === 'chat gpt-oss-20b') }
}

it('text that belongs to no message is left out, and the client and the trace say so', async () => {
  const { answer, trace } = await answeredAndTold(
    '<|channel|>analysis<|message|>Hm.<|end|>loose<|start|>assistant<|channel|>final<|message|>Yes.',
  )
  expect(answer).toMatchObject({
    choices: [{ message: { content: 'Yes.' } }],
    reason: { warnings: [{ code: 'loose-text', message: expect.stringContaining('left out') as string }] },
  })
  expect(trace.warnings).toMatchObject([{ code: 'loose-text', count: 1 }])
})

// The conventions of OpenTelemetry have no word for thinking that used it all up.
it.each([
  { outcome: 'no-final', upstream: 'stop', ofSpan: 'no_final' },
  { outcome: 'reasoning-exhausted', upstream: 'length', ofSpan: 'length' },
])('a turn without an answer is $outcome for its client, and wherever else it is told', async ({ outcome, upstream, ofSpan }) => {
  const { answer, trace, metrics, span } = await answeredAndTold('<|channel|>analysis<|message|>Hm.<|end|>', upstream)
  expect(answer).toMatchObject({ reason: { outcome } })
  expect(trace).toMatchObject({ outcome })
  const label = outcome.replaceAll('-', '_')
  expect(metrics.match(/^(generations|truncations)_total.*$/gm)).toEqual([
    `generations_total{model="gpt-oss-20b",provider="other",finish="${label}"} 1`,
    `truncations_total{model="gpt-oss-20b",provider="other",cause="${label}"} 1`,
  ])
  expect(span?.attributes['gen_ai.response.finish_reasons']).toEqual([ofSpan])
})
