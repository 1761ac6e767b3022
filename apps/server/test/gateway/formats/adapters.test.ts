import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { install, pluginText, temporaryFolder } from '../../support/adapter-package.ts'
import { startGateway, type Gateway } from '../../support/gateway.ts'
import { textOf } from '../../support/sse.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'

/** A configuration file beside a package whose adapter knows some models. */
function configuration(adapters: string, models: string[] = ['some-model', 'gpt-oss*']): string {
  const folder = temporaryFolder()
  install(folder, 'reason-adapter-acme', pluginText({ models }))
  const file = join(folder, 'reason.config.json')
  writeFileSync(file, `{ "adapters": ${adapters} }`)
  return file
}

const acme = '["reason-adapter-acme"]'

/** Says the same in two pieces, which cut the reasoning, or as a whole. */
const upstreamSays = (first: string, second: string): Promise<string> =>
  startReadingUpstream((text, response) => {
    if (text.includes('"stream":true')) {
      sendStream(response)
      response.end(chunk({ content: first }) + chunk({ content: second }) + chunk({}, { finish_reason: 'stop' }) + done)
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(completion({ content: first + second }))
  })

async function streamed(gateway: Gateway, model: string): Promise<{ reasoning: string; answer: string }> {
  const text = await (await gateway.chat({ model, stream: true, messages: [{ role: 'user', content: 'Hi' }] })).text()
  return { reasoning: textOf(text, 'reasoning_content'), answer: textOf(text, 'content') }
}

async function whole(gateway: Gateway, model: string): Promise<{ reasoning: string; answer: string }> {
  const response = await gateway.chat({ model, messages: [{ role: 'user', content: 'Hi' }] })
  const { choices } = (await response.json()) as { choices: { message: { reasoning_content?: string; content: string } }[] }
  const { reasoning_content: reasoning = '', content: answer } = choices[0]!.message
  return { reasoning, answer }
}

/** As `/api/explain` says it. */
async function explained({ url }: Gateway, model: string): Promise<unknown> {
  const { upstreams } = (await (await fetch(`${url}/api/explain?model=${model}`)).json()) as { upstreams: { splitting: unknown }[] }
  return upstreams[0]!.splitting
}

const split = { reasoning: 'two and two', answer: 'Four.' }
const says = ['(two and', ' two)Four.'] as const

describe('an adapter of a package', () => {
  it('splits the answers of the models that it knows, streamed and whole', async () => {
    const gateway = await startGateway('--config', configuration(acme), '--upstream', await upstreamSays(...says))
    expect(await streamed(gateway, 'some-model')).toEqual(split)
    expect(await whole(gateway, 'some-model')).toEqual(split)
    // Others are not its own.
    expect(await streamed(gateway, 'another')).toEqual({ reasoning: '', answer: says.join('') })
  })

  it('is taken before ours, whatever its kind, and /api/explain says so', async () => {
    const gateway = await startGateway('--config', configuration(acme), '--upstream', await upstreamSays(...says))
    expect(await streamed(gateway, 'gpt-oss-20b')).toEqual(split)
    expect(await explained(gateway, 'gpt-oss-20b')).toMatchObject({
      adapter: 'acme',
      candidates: expect.arrayContaining([
        { id: 'acme', verdict: 'taken', reason: 'the model writes it (its own word)' },
        { id: 'harmony', verdict: 'refused', reason: expect.stringMatching(/^the model writes it .*, but "acme" is preferred$/) as string },
      ]) as unknown,
    })
  })

  it('is not taken where a passport of the configuration says no', async () => {
    const passports = '[{"models":["gpt-oss*"],"flags":{"acme":false}}]'
    const gateway = await startGateway('--config', configuration(acme), '--passports', passports)
    expect(await explained(gateway, 'gpt-oss-20b')).toMatchObject({
      candidates: expect.arrayContaining([
        { id: 'acme', verdict: 'refused', reason: 'the model does not write it (configuration)' },
        expect.objectContaining({ id: 'harmony', verdict: 'taken' }),
      ]) as unknown,
    })
  })

  it('splits everything where it is named for that', async () => {
    const upstream = await upstreamSays(...says)
    const gateway = await startGateway('--config', configuration(acme, []), '--adapter', 'acme', '--upstream', upstream)
    expect(await streamed(gateway, 'whatever')).toEqual(split)
    expect(await whole(gateway, 'qwen3')).toEqual(split)
  })

  it('has the options that it is given', async () => {
    const file = configuration('[{ "from": "reason-adapter-acme", "options": { "open": "[" } }]')
    const gateway = await startGateway('--config', file, '--upstream', await upstreamSays('[two and', ' two)Four.'))
    expect(await streamed(gateway, 'some-model')).toEqual(split)
  })

  it('splits for each of several upstreams', async () => {
    const upstreams = JSON.stringify([
      { name: 'a', url: await upstreamSays(...says), models: ['some-model'] },
      { name: 'b', url: await upstreamSays(...says), models: ['gpt-oss*'] },
    ])
    const gateway = await startGateway('--config', configuration(acme), '--upstreams', upstreams)
    for (const model of ['some-model', 'gpt-oss-20b']) expect(await streamed(gateway, model)).toEqual(split)
  })
})
