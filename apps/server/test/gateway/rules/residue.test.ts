import { describe, expect, it } from 'vitest'
import { question, startGateway, type Gateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'

interface Message {
  content: string
  reasoning_content: string
}

/** Starts a gateway in front of an upstream that sends one answer, in pieces of this size. */
async function gatewayFor(message: Partial<Message>, size: number, ...flags: string[]) {
  const upstream = await startReadingUpstream((text, response) => {
    if (!text.includes('"stream":true')) return response.end(completion({ content: '', ...message }))
    sendStream(response)
    for (const field of ['reasoning_content', 'content'] as const) {
      const units = [...(message[field] ?? '')]
      for (let at = 0; at < units.length; at += size) response.write(chunk({ [field]: units.slice(at, at + size).join('') }))
    }
    response.end(chunk({}, { finish_reason: 'stop' }) + done)
  })
  return startGateway('--upstream', upstream, ...flags)
}

async function ask(gateway: Gateway, model: string, stream: boolean): Promise<Message> {
  const said = { content: '', reasoning_content: '' }
  const add = (delta: Partial<Message> | undefined): void => {
    said.content += delta?.content ?? ''
    said.reasoning_content += delta?.reasoning_content ?? ''
  }
  if (!stream) {
    const { choices } = await gateway.client.chat.completions.create({ model, messages: question })
    add(choices[0]!.message as Partial<Message>)
  } else {
    for await (const { choices } of await gateway.client.chat.completions.create({ model, messages: question, stream })) {
      add(choices[0]?.delta as Partial<Message> | undefined)
    }
  }
  return said
}

/** Streamed in pieces of several sizes, and whole. */
async function bothWays(model: string, message: Partial<Message>, ...flags: string[]): Promise<Message[]> {
  const said: Message[] = []
  for (const size of [1, 3, 1000]) {
    const gateway = await gatewayFor(message, size, ...flags)
    said.push(await ask(gateway, model, true))
    if (size === 1000) said.push(await ask(gateway, model, false))
  }
  return said
}

const thinking = '<think>Hm.</think>'
const analysis = '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>'

describe('delimiters of reasoning in the answer', () => {
  it.each<[name: string, model: string, message: Partial<Message>, content: string, reasoning: string]>([
    [
      'a pair in a final message',
      'gpt-oss-20b',
      { content: `${analysis}It is 4.<think>stray</think> Yes.<|return|>` },
      'It is 4. Yes.',
      'Hm.stray',
    ],
    [
      'a pair in code',
      'gpt-oss-20b',
      { content: `${analysis}Use \`<think>\` and \`</think>\`.<|return|>` },
      'Use `<think>` and `</think>`.',
      'Hm.',
    ],
    ['a tag in a sentence', 'gpt-oss-20b', { content: `${analysis}The <think> tag opens.<|return|>` }, 'The <think> tag opens.', 'Hm.'],
    ['a closer of another kind', 'qwen3:8b', { content: `${thinking}It is 4.[/THINK]` }, 'It is 4.', 'Hm.'],
  ])('are taken out, unless they are talked about: %s', async (_, model, message, content, reasoning) => {
    for (const [visibility, seen] of [
      ['full', reasoning],
      ['none', ''],
    ] as const) {
      const said = await bothWays(model, message, '--visibility', visibility)
      expect([visibility, ...said]).toEqual([visibility, ...said.map(() => ({ content, reasoning_content: seen }))])
    }
  })

  it('are text where nothing is to be split', async () => {
    const message = { content: 'Write <think>a</think>.[/THINK]' }
    const said = await bothWays('some-model', message, '--adapter', 'plain')
    expect(said).toEqual(said.map(() => ({ ...message, reasoning_content: '' })))
  })

  it('stay where they are only to be reported', async () => {
    const content = `${analysis}It is 4.</thinking><|return|>`
    const said = await bothWays('gpt-oss-20b', { content }, '--llm', '{"postproc":{"leak_guard":{"residue":"report"}}}')
    expect(said).toEqual(said.map(() => ({ content: 'It is 4.</thinking>', reasoning_content: 'Hm.' })))
  })
})

describe('the forced transition from reasoning to the answer', () => {
  const words = 'one two three four five six seven eight nine'

  it.each<[name: string, model: string, content: string, ...flags: string[]]>([
    ['tags', 'qwen3:8b', `<think>${words}\n</think>\n\nIt is 4.`],
    ['a marker', 'some-model', `${words}\n===FINAL===\nIt is 4.`, '--adapter', 'marker'],
    [
      'Harmony',
      'gpt-oss-20b',
      `<|channel|>analysis<|message|>${words}<|end|><|start|>assistant<|channel|>final<|message|>It is 4.<|return|>`,
    ],
  ])('cuts and joins no words: %s', async (_, model, content, ...flags) => {
    const capped = ['--llm', '{"postproc":{"reasoning":{"max_tokens":5,"action":"answer"}}}']
    const said = await bothWays(model, { content }, ...capped, ...flags)
    const expected = { content: 'five six seven eight nine\n\nIt is 4.', reasoning_content: 'one two three four ' }
    expect(said).toEqual(said.map(() => expected))
  })
})

describe('channel_merge_anomaly_total', () => {
  const late = '<|start|>assistant<|channel|>analysis<|message|>Late.<|end|>'

  it('counts commentary in the final message, which a client gets as reasoning', async () => {
    const content = `${analysis}It is 4.<|channel|>commentary<|message|>Done.<|return|>`
    const gateway = await gatewayFor({ content }, 3)
    expect(await ask(gateway, 'gpt-oss-20b', true)).toEqual({ content: 'It is 4.', reasoning_content: 'Hm.\n\nDone.' })
    const counted = /channel_merge_anomaly_total\{type="commentary_token_in_final"\} 1/
    await expect.poll(async () => (await fetch(`${gateway.url}/metrics`)).text()).toMatch(counted)
  })

  it.each<[type: string, name: string, content: string, ...flags: string[]]>([
    ['post_finalize_emission', 'analysis behind the final message', `${analysis}It is 4.<|end|>${late}`],
    ['analysis_token_emitted_as_delta', 'analysis in the final message', `${analysis}It is 4.</think><|return|>`],
    [
      'commentary_token_in_final',
      'commentary in a text that is split at a marker',
      'Hm.\n===FINAL===\nIt is <|channel|>commentary<|message|>4.',
      '--adapter',
      'marker',
    ],
  ])('counts %s: %s', async (type, _, content, ...flags) => {
    const gateway = await gatewayFor({ content }, 3, ...flags)
    for (const stream of [true, false])
      expect(await ask(gateway, 'gpt-oss-20b', stream)).toEqual({ content: 'It is 4.', reasoning_content: 'Hm.' })
    const counted = `channel_merge_anomaly_total{type="${type}"} 2`
    let series: string[] = []
    // Counted behind the answer.
    while (!series.includes(counted)) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const text = await (await fetch(`${gateway.url}/metrics`)).text()
      series = text.split('\n').filter((line) => line.startsWith('channel_merge_anomaly_total') && !line.endsWith(' 0'))
    }
    expect(series).toEqual([counted])
  })
})
