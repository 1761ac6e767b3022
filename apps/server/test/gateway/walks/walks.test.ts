import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { startReadingUpstream } from '../../support/upstream.ts'
import { applications, clientApis } from './applications.ts'
import { callsOf, turns } from './turns.ts'
import { answerOf, expectedLines, linesOf, providers, type Provider } from './upstreams.ts'

const cells = Object.keys(providers).flatMap((name) =>
  clientApis.flatMap((api) =>
    (['full', 'none'] as const).flatMap((visibility) => [true, false].map((isStream) => [name, api, visibility, isStream] as const)),
  ),
)

/** Starts a provider that answers each request with the next turn. */
async function startProvider(provider: Provider) {
  const asked: Record<string, unknown>[] = []
  const url = await startReadingUpstream((text, response, request) => {
    if (request.method === 'GET') return void response.writeHead(404).end('{}')
    const body = JSON.parse(text) as Record<string, unknown>
    const turn = turns[Math.min(asked.push(body), turns.length) - 1]!
    const answer = answerOf(provider, turn, body['stream'] === true || /stream/i.test(request.url!))
    response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  })
  return { url: url.replace(/\/v1$/, ''), asked }
}

describe('a tool loop with all that its steps may have', () => {
  it.each(cells)('%s, with %s at %s, streamed: %s', async (name, api, visibility, isStream) => {
    const provider = providers[name]!
    const upstream = await startProvider(provider)
    const flags = ['--upstream', upstream.url, '--upstream-format', provider.wire.id, '--visibility', visibility]
    const { url } = await startGateway(...flags, ...(provider.provider === undefined ? [] : ['--upstream-provider', provider.provider]))
    const application = applications[api]({ url, model: provider.model, isStream })
    for (const [step, turn] of turns.entries()) {
      if (step === turns.length - 1) application.compact()
      const calls = await application.ask()
      expect(calls).toHaveLength(callsOf(turn).length)
      application.reply(calls, step)
    }
    for (const [step, body] of upstream.asked.entries()) {
      const isCompacted = step === turns.length - 1
      expect(linesOf(provider, body)).toEqual(expectedLines(provider, isCompacted ? step - 1 : 0, step, api))
    }
    expect(upstream.asked).toHaveLength(turns.length)
    expect(JSON.stringify(upstream.asked)).not.toContain('rsn1')
    if (visibility === 'none') expect(JSON.stringify(application.history())).not.toMatch(/thought\.|U0VBTD/)
  })
})
