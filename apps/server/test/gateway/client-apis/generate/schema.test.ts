import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { cancelMessage, generateAnswer, generateRequest, generateSchema } from '@reason/gateway-api/generate'
import { recordings } from '@reason/recorded-models'
import { postGenerate, streamed } from '../../../support/generate.ts'
import { startGateway } from '../../../support/gateway.ts'

const published: unknown = JSON.parse(readFileSync(new URL('../../../../generate.schema.json', import.meta.url), 'utf8'))

describe('the JSON schema', () => {
  const ajv = new Ajv2020({ strict: false }).addSchema(generateSchema(), 'generate')
  const valid = (name: string, value: unknown): boolean => ajv.validate(`generate#/$defs/${name}`, value)

  it('is published as it is: pnpm --filter @reason/server run schema', () => {
    expect(published).toEqual(generateSchema())
  })

  it.each([
    { model: 'm', prompt: 'Q' },
    {
      model: 'm',
      messages: [
        { role: 'assistant', content: [{ type: 'reasoning', text: 'x' }] },
        { role: 'tool', content: 'y' },
      ],
      stream: true,
    },
    { model: 'm', prompt: 'Q', tools: [{ name: 't', parameters: {} }], tool_choice: { name: 't' }, effort: 'max', visibility: 'label' },
  ])('takes the requests that are read: %j', (request) => {
    expect({ read: generateRequest.safeParse(request).success, valid: valid('GenerateRequest', request) }).toEqual({
      read: true,
      valid: true,
    })
  })

  it.each([
    { model: 'm', prompt: 5 },
    { model: '', prompt: 'Q' },
    { model: 'm', prompt: 'Q', promt: 'Q' },
    { model: 'm', messages: [{ role: 'owner', content: 'Q' }] },
    { model: 'm', messages: [{ role: 'user', content: [{ type: 'text' }] }] },
    { model: 'm', prompt: 'Q', budget_tokens: 0 },
  ])('refuses the requests that are refused: %j', (request) => {
    expect({ read: generateRequest.safeParse(request).success, valid: valid('GenerateRequest', request) }).toEqual({
      read: false,
      valid: false,
    })
  })

  it('says that a question is asked in one way', () => {
    expect(valid('GenerateRequest', { model: 'm' })).toBe(false)
    expect(valid('GenerateRequest', { model: 'm', prompt: 'Q', messages: [{ role: 'user', content: 'Q' }] })).toBe(false)
  })

  it('describes what is sent', async () => {
    const { url } = await startGateway()
    for (const model of Object.keys(recordings)) {
      for (const event of await streamed(url, { model, prompt: 'Q' })) expect([event, valid('GenerateEvent', event)]).toEqual([event, true])
      const answer: unknown = await (await postGenerate(url, { model, prompt: 'Q' })).json()
      expect([answer, valid('GenerateAnswer', answer)]).toEqual([answer, true])
      expect(generateAnswer.safeParse(answer).success).toBe(true)
    }
    const refused: unknown = await (await postGenerate(url, { model: 'nobody', prompt: 'Q' })).json()
    expect(valid('Error', refused)).toBe(true)
    expect(valid('GenerateEvent', { type: 'token' })).toBe(false)
    expect([valid('GenerateCancel', { type: 'cancel' }), cancelMessage.safeParse({ type: 'cancel' }).success]).toEqual([true, true])
  })
})
