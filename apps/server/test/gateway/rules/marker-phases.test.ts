import { describe, expect, it } from 'vitest'
import { question, startGateway, type Gateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { chunk, completion, done, sendStream, startAnsweringUpstream } from '../../support/upstream.ts'

const analysis = '<|channel|>analysis<|message|>Seventeen times three.<|end|>'
const final = (text: string): string => `<|start|>assistant<|channel|>final<|message|>${text}<|return|>`
const call = '<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>'
const marked = 'Seventeen times three.\n===FINAL===\n51.'

const phase = (phases: unknown): string[] => ['--llm', JSON.stringify({ marker: { phase: phases } })]

interface Said {
  content: string
  reasoning_content?: string
}

async function ask(
  content: string,
  { phases, model = 'gpt-oss-20b', stream = false }: { phases: unknown; model?: string; stream?: boolean },
) {
  const body = chunk({ role: 'assistant', content: '' }) + chunk({ content }) + chunk({}, { finish_reason: 'stop' }) + done
  const upstream = stream
    ? await rememberingUpstream({ type: 'text/event-stream', body })
    : await rememberingUpstream({ type: 'application/json', body: completion({ content }) })
  const gateway = await startGateway('--upstream', upstream.origin, ...phase(phases))
  const said: Said = { content: '', reasoning_content: '' }
  if (stream) {
    for await (const { choices } of await gateway.client.chat.completions.create({ model, messages: question, stream })) {
      const delta = choices[0]?.delta as Partial<Said> | undefined
      said.content += delta?.content ?? ''
      said.reasoning_content += delta?.reasoning_content ?? ''
    }
  } else Object.assign(said, (await gateway.client.chat.completions.create({ model, messages: question })).choices[0]!.message)
  return {
    said,
    asks: JSON.stringify(upstream.seen[0]!.body['messages']).includes('write ===FINAL=== once'),
    series: await seriesOf(gateway),
  }
}

/** The counters of these, without zeros. */
async function seriesOf({ url }: Gateway): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return text.split('\n').filter((line) => /^(?:harmony_|marker_)/.test(line) && !line.endsWith(' 0'))
}

/** Calls in a text have ids of ours, which are new each time. */
const withoutIds = (said: Said): unknown => JSON.parse(JSON.stringify(said).replaceAll(/"id":"[^"]*"/g, '"id":""'))

const harmonyOf = (series: readonly string[]): string[] => series.filter((line) => line.startsWith('harmony_')).toSorted()

describe('phase 1', () => {
  const texts = [
    ['channels in order', analysis + final('51.')],
    // The answer ends its turn where channels are split.
    ['analysis behind the answer', `${analysis}${final('51.').replace('<|return|>', '<|end|>')}${analysis}`],
    ['a call', analysis + call],
    ['headers that are not well formed', '<|channel|>analysis<|message|>Hm.<|start|>assistant<|channel|>final 51.<|return|>'],
    ['a marker and no channels', marked],
    ['a marker behind more text than waits for channels', `${'Seventeen times three. '.repeat(10)}\n===FINAL===\n51.`],
  ] as const

  it.each(texts)('counts what the parser would have counted, and changes nothing: %s', async (_, text) => {
    for (const stream of [false, true]) {
      const [none, beside, on] = await Promise.all([0, 1, 3].map((phases) => ask(text, { phases, stream })))
      expect(withoutIds(beside!.said)).toEqual(withoutIds(none!.said))
      expect(beside!.asks).toBe(true)
      expect(harmonyOf(beside!.series)).toEqual(harmonyOf(on!.series))
      expect(none!.series).toEqual([])
      expect(beside!.series).not.toEqual([])
    }
  })

  it.each([
    ['channels', analysis + final('51.'), '51.'],
    ['channels with a marker in the final message', analysis + final('So.\n===FINAL===\n51.'), '51.'],
    ['channels that lost their tokens', 'assistantanalysisSeventeen times three.assistantfinal51.', '51.'],
    [
      'damaged channels',
      '<|channel>analysis<|message|>Seventeen times three.<|end|><|start|>assistant<|channel>final<|message|>51.',
      '51.',
    ],
    ['words that tokens left at the end', `${marked} |final`, '51.'],
  ])('shows neither a thought nor the word of a header, as phase 0 and a parser that is off do: %s', async (_, text, content) => {
    for (const phases of [0, 1]) {
      for (const stream of [false, true]) {
        const { said } = await ask(text, { phases, stream })
        expect(said.content.trim()).toBe(content)
        expect(said.reasoning_content).toContain('Seventeen times three.')
      }
    }
  })

  it('splits at the marker', async () => {
    expect((await ask(marked, { phases: 1 })).said).toMatchObject({ content: '51.', reasoning_content: 'Seventeen times three.' })
  })

  it('counts by the clock what shows no channels in time', async () => {
    let finish = (): void => {}
    const upstream = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ role: 'assistant', content: '' }) + chunk({ content: 'Well' }))
      finish = () => response.end(chunk({ content: '.' }, { finish_reason: 'stop' }) + done)
    })
    const gateway = await startGateway('--upstream', upstream, '--decide-after', '20', ...phase(1))
    const response = await gateway.chat({ model: 'gpt-oss-20b', stream: true, messages: question })
    while ((await seriesOf(gateway)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    finish()
    expect(await response.text()).toContain('Well.')
    expect(await seriesOf(gateway)).toEqual(['harmony_marker_fallback_total{reason="timeout"} 1'])
  })

  it('is for models with channels: others are in phase 0', async () => {
    expect((await ask(analysis + final('51.'), { phases: 1, model: 'qwen3' })).series).toEqual([])
  })
})

describe('phase 2', () => {
  const directive = (outcome: string): string => `marker_directives_total{model="gpt-oss-20b",outcome="${outcome}"} 1`

  it.each([
    ['channels alone', analysis + final('51.'), '51.'],
    ['a marker where the final message begins', analysis + final('===FINAL===\n\n51.'), '51.'],
    ['a marker inside of the final message', analysis + final('It is this:\n===FINAL===\n51.'), 'It is this:\n51.'],
  ])('the channels decide: %s', async (_, text, content) => {
    for (const stream of [false, true]) {
      const { said, asks, series } = await ask(text, { phases: 2, stream })
      expect(said).toMatchObject({ content, reasoning_content: 'Seventeen times three.' })
      expect(asks).toBe(true)
      expect(series).toContain(directive('unneeded'))
      expect(harmonyOf(series)).toEqual(harmonyOf((await ask(text, { phases: 3, stream })).series))
    }
  })

  it.each([
    ['the marker splits where none show', marked, '51.', 'Seventeen times three.', 'used'],
    ['a text with neither is the answer', 'It is 51.', 'It is 51.', undefined, 'ignored'],
  ])('%s', async (_, text, content, thought, outcome) => {
    for (const stream of [false, true]) {
      const { said, series } = await ask(text, { phases: 2, stream })
      expect([said.content, said.reasoning_content || undefined]).toEqual([content, thought])
      expect(series.toSorted()).toEqual(['harmony_marker_fallback_total{reason="end_of_text"} 1', directive(outcome)])
    }
  })

  it('is a matter of the model', async () => {
    const phases = { 'gpt-oss-20b': 2, 'gpt-oss*': 3 }
    expect((await ask(analysis + final('51.'), { phases })).asks).toBe(true)
    expect((await ask(analysis + final('51.'), { phases, model: 'gpt-oss-120b' })).asks).toBe(false)
  })

  it('leaves a wire alone that splits by itself, and takes its marker away', async () => {
    const upstream = await rememberingUpstream({
      type: 'application/json',
      body: completion({ reasoning_content: 'Seventeen times three.', content: '===FINAL===\n51.' }),
    })
    const gateway = await startGateway('--upstream', upstream.origin, ...phase(2))
    const { choices } = await gateway.client.chat.completions.create({ model: 'gpt-oss-20b', messages: question })
    expect(choices[0]!.message).toMatchObject({ content: '51.', reasoning_content: 'Seventeen times three.' })
    expect(await seriesOf(gateway)).toContain(directive('unneeded'))
  })
})
