import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireFormat } from '@reason/core'
import { openaiChat } from '@reason/providers-openai'
import { createMetrics } from '@reason/metrics'
import { parsePolicyConfig } from '@reason/policy'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFormats, createLearned } from '@reason/gateway/upstreams'
import { createChoose } from '@reason/gateway/src/upstreams/adapter-choice'
import { requestOf } from '@reason/gateway/src/client-apis/client-request'
import { type ClientRequest, openaiChat as client } from '@reason/gateway/client-apis'
import type { RelayOutcome } from '@reason/gateway/src/generation/relay-outcome'
import { relay } from '@reason/gateway/src/relay/relay'
import type { Relay } from '@reason/gateway/host'
import { createRequestWriter } from '@reason/gateway/src/dispatch/request/request-writer'
import { createStartEvidence } from '@reason/gateway/src/upstreams/start-evidence'
import { createResponseSink } from '../../../src/listen/response-sink.ts'
import { openRecordings } from '../../../src/upstream-client/open-upstream.ts'
import { admitted } from '../../support/generation.ts'
import { eventsOf } from '../../support/sse.ts'

/** A third party's wire format that throws, between a real upstream and a real client. */
interface Asked {
  response: Response
  faults: unknown[]
  outcomes: RelayOutcome[]
  relay: Relay
}

async function askThrough(wire: WireFormat, stream: boolean, more: Partial<ClientRequest> = {}): Promise<Asked> {
  const faults: unknown[] = []
  const outcomes: RelayOutcome[] = []
  const upstream = openRecordings(openaiChat(), { pace: 0, connectTimeout: 5000, responseTimeout: 5000, idleTimeout: 5000 })
  const model = 'embedded/qwen3-native'
  const body = Buffer.from(JSON.stringify({ model, stream }))
  const request = { ...(requestOf(client, { model, stream }) as ClientRequest), ...more }
  let made: Relay
  const { registry } = createFormats({ reasoningField: 'reasoning_content', upstreamFormat: 'openai-chat' })
  const choose = createChoose(registry, {}, parsePolicyConfig({}))
  const spoken = { ...openaiChat(), ...wire }
  const api = { wire: spoken, requests: createRequestWriter(spoken, wire, upstream, { askUsage: true, askReasoning: undefined }) }
  const generation = await admitted(request)
  const server = createServer((_, response) => {
    made = relay({
      sink: createResponseSink(response, 60_000),
      request,
      destination: {
        backend: {
          upstream,
          wire,
          choose,
          starts: createStartEvidence(
            { startUnclosed: 'hide', startHeld: 400, startTrustOff: false, startProbe: false },
            createLearned().of('u'),
          ),
          clientFormats: { 'openai-chat': api, 'openai-responses': api, 'anthropic-messages': api, generate: api },
        },
        request,
        bytes: body,
      },
      settings: { commentary: 'reasoning', decideAfter: 600, answerLimit: 1_000_000, keepAlive: 0, trim: false, fastPath: true },
      stopsAtTurnEnd: true,
      generation,
      timer: createMetrics({ registry: new Registry() }).requestStarted({ route: '/' }),
      requests: {
        first: (listener) => upstream.chat({ body, headers: {}, model, stream, choices: 1 }, listener),
        conversation: () => ({ messages: [] }),
        withKnobs: () => undefined,
        conversationAs: () => undefined,
        tell: () => Promise.reject(new Error('nobody to tell')),
      },
      requestBytes: request.media?.bytes ?? 0,
      onFault: (error) => faults.push(error),
      onOver: (outcome) => outcomes.push(outcome),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { response, faults, outcomes, relay: made! }
}

const broken = new Error('an adapter with a fault')

it('an answer whose request had media is as large as they are, as it holds them', async () => {
  const sizes = await Promise.all(
    [0, 30_000_000].map(async (bytes) =>
      (await askThrough(openaiChat(), false, { media: { bytes, restore: (body) => [body] } })).relay.size(),
    ),
  )
  expect(sizes[1]! - sizes[0]!).toBe(30_000_000)
})

describe('a fault on our side', () => {
  it.each([true, false])('is no fault of the upstream (stream: %s)', async (stream) => {
    const wire: WireFormat = {
      ...openaiChat(),
      createReader: () => {
        throw broken
      },
    }
    const { response, faults, outcomes } = await askThrough(wire, stream)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: { type: 'server_error', code: 'internal_error' } })
    expect(faults).toEqual([broken])
    expect(outcomes).toMatchObject([{ status: 500, error: 'internal_error' }])
  })

  it('ends a stream that has begun with an error', async () => {
    const chat = openaiChat()
    let events = 0
    const wire: WireFormat = {
      ...chat,
      createReader(options) {
        const reader = chat.createReader(options)
        return {
          ...reader,
          pushFrame(frame) {
            if (++events === 5) throw broken
            return reader.pushFrame(frame)
          },
        }
      },
    }
    const { response, faults } = await askThrough(wire, true)
    const said = eventsOf(await response.text())
    expect(JSON.parse(said.at(-2)!)).toMatchObject({ error: { code: 'internal_error' } })
    expect(said.at(-1)).toBe('[DONE]')
    expect(faults).toEqual([broken])
  })

  it('closes the connection when not even that can be said', async () => {
    const chat = openaiChat()
    let begun = false
    const wire: WireFormat = {
      ...chat,
      createWriter(options) {
        const writer = chat.createWriter(options)
        return {
          ...writer,
          push(part) {
            if (begun) throw broken
            begun = part.type === 'delta'
            return writer.push(part)
          },
        }
      },
    }
    const { response, outcomes } = await askThrough(wire, true)
    await expect(response.text()).rejects.toThrow()
    expect(outcomes).toMatchObject([{ status: 500 }])
  })
})
