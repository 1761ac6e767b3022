import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientApis } from '@reason/gateway/client-apis'
import { startGateway } from '../../support/gateway.ts'
import { startUpstream } from '../../support/upstream.ts'
import { answered, answers, bodyOf, contentTypeOf, type Answer } from './answers.ts'
import { planted, plantedEverywhere, plantedWord, planting } from './plant.ts'

const bodies: Readonly<Record<(typeof clientApis)[number]['id'], object>> = {
  'openai-chat': { messages: [{ role: 'user', content: 'Q' }], logprobs: true },
  'openai-responses': { input: 'Q', include: ['reasoning.encrypted_content'], reasoning: { summary: 'detailed' } },
  'anthropic-messages': { max_tokens: 2000, messages: [{ role: 'user', content: 'Q' }] },
  generate: { prompt: 'Q' },
}

const asking = fc.record({ visibility: fc.constantFrom('none', 'label', 'summary'), stream: fc.boolean() })

/** A client that may see summaries gets every text that is called one. */
const saidAndAsked = (answer: Answer) =>
  asking.chain((how) => planting(answer, how.visibility === 'summary' ? ['summary'] : []).map((saying) => ({ saying, how })))

describe.each(answers.map((answer) => [answer.api, answer.framing, answer] as const))('an answer of %s (%s)', (api, _, answer) => {
  async function inFrontOf() {
    let said: Answer = answer
    const upstream = await startUpstream((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': contentTypeOf(said) }).end(bodyOf(said)))
    })
    // Where text is split, or watched for something to split, more stays behind.
    const { url } = await startGateway('--upstream', new URL(upstream).origin, '--upstream-format', api, '--adapter', 'plain')
    /** The answers of all APIs, by path. */
    return async (saying: Answer, { visibility, stream }: { visibility: string; stream: boolean }): Promise<Record<string, string>> => {
      said = saying
      const told = clientApis.map(async ({ id, path }) => {
        const response = await fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-reason-visibility': visibility },
          body: JSON.stringify({ model: 'm', stream, ...bodies[id] }),
        })
        return [path, JSON.stringify([...response.headers]) + (await response.text())] as const
      })
      return Object.fromEntries(await Promise.all(told))
    }
  }

  it('says nothing in an unknown place to who may not see all of the reasoning', async () => {
    const ask = await inFrontOf()
    await fc.assert(
      fc.asyncProperty(saidAndAsked(answer), async ({ saying, how }) => {
        for (const told of Object.values(await ask(saying, how))) expect(told).not.toContain(planted)
      }),
      { numRuns: 10 },
    )
  })

  it('says nothing in unknown fields, and is understood', async () => {
    const ask = await inFrontOf()
    for (const visibility of ['none', 'label', 'summary']) {
      for (const stream of [true, false]) {
        for (const told of Object.values(await ask(plantedEverywhere(answer), { visibility, stream }))) {
          expect(told).toContain(answered)
          expect(told).not.toContain(planted)
          expect(told).not.toContain(plantedWord)
        }
      }
    }
  })
})
