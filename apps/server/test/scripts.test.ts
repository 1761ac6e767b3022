import { describe, expect, it } from 'vitest'
import { readRecording, recordings } from '@reason/recorded-models'
import type { ScriptPiece, Script } from '@reason/recorded-models/script'
import { startGateway } from './support/gateway.ts'
import { finalOf, postGenerate, streamed, textOf } from './support/generate.ts'

interface Answer {
  analysis: string | null
  answer: string
  finish_reason: string
  warnings: { code: string }[]
}

const scripts = Object.entries(recordings).flatMap(([model, recording]) =>
  'script' in recording
    ? [{ model, script: JSON.parse(readRecording(recording.script).toString()) as Script, example: recording.example }]
    : [],
)

/** The author's text for a channel, known without any parser. */
const written = (turn: readonly ScriptPiece[], ...kinds: ScriptPiece[0][]): string =>
  turn.flatMap((piece) => (kinds.includes(piece[0]) ? [String(piece[1])] : [])).join('')

const callsOf = (turn: readonly ScriptPiece[]) =>
  turn.flatMap((piece) => (piece[0] === 'call' ? [{ name: piece[1], arguments: piece[2] }] : []))

/** The policy for several blocks puts it between them. */
const betweenBlocks = '\n\n#### Additional Reasoning\n\n'

/** A conversation in which the model has answered so often. */
const history = (turns: number) => [
  { role: 'user', content: 'Begin.' },
  ...Array.from({ length: turns }, () => [
    { role: 'assistant', content: 'I did.' },
    { role: 'user', content: 'Go on.' },
  ]).flat(),
]

const turns = scripts.flatMap(({ model, script }) => script.turns.map((turn, index) => ({ model, turn, number: index + 1 })))

describe('a script', () => {
  it.each(turns)('$model, turn $number: each channel as it was written', async ({ model, turn, number }) => {
    const { url } = await startGateway('--no-trim', '--rescue', 'no')
    const events = await streamed(url, { model, messages: history(number - 1) })
    const { tool_calls: calls, leak_detected: leaks } = finalOf(events)
    expect({
      reasoning: textOf(events, 'analysis').replace(betweenBlocks, ''),
      answer: textOf(events, 'token'),
      commentary: textOf(events, 'commentary'),
      leaks,
    }).toEqual({
      reasoning: written(turn, 'reasoning', 'leaked'),
      answer: written(turn, 'answer'),
      commentary: written(turn, 'commentary'),
      leaks: false,
    })
    expect(calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(callsOf(turn))
  })

  it('begins again behind its last turn', async () => {
    const { url } = await startGateway('--no-trim')
    const { model, script } = scripts.find(
      ({
        script: {
          turns: { length },
        },
      }) => length === 3,
    )!
    const response = await postGenerate(url, { model, messages: history(3) })
    expect(((await response.json()) as Answer).answer).toBe(written(script.turns[0]!, 'answer'))
  })

  it('without thinking has an answer of its own', async () => {
    const { url } = await startGateway('--no-trim')
    // gpt-oss cannot be turned off. It gets its least effort instead.
    for (const { model, script } of scripts.filter(({ model, script: { direct } }) => direct !== undefined && !model.includes('gpt-oss'))) {
      const response = await postGenerate(url, { model, prompt: 'Begin.', effort: 'none' })
      const { analysis, answer } = (await response.json()) as Answer
      expect([model, analysis, answer]).toEqual([model, null, written(script.direct!, 'answer')])
    }
  })

  it('that uses up its output is asked once more, without any setting', async () => {
    const { url } = await startGateway('--no-trim')
    const model = 'embedded/qwen3-rescue'
    const response = await postGenerate(url, { model, prompt: 'Begin.' })
    const { answer, finish_reason: finish, warnings } = (await response.json()) as Answer
    const { script } = scripts.find((one) => one.model === model)!
    expect({ answer, finish, warnings: warnings.map(({ code }) => code) }).toEqual({
      answer: written(script.direct!, 'answer'),
      finish: 'stop',
      warnings: ['rescued'],
    })
  })
})

describe('an example', () => {
  it.each(scripts.filter(({ example }) => example !== undefined))('of $model fits its script', ({ script, example, model }) => {
    const { questions, results = [], tools = [], compareWith } = example!
    const calls = script.turns.flatMap(callsOf)
    expect(results).toHaveLength(calls.length)
    // Each question and each result has a turn of the model behind it.
    expect(script.turns).toHaveLength(questions.length + results.length)
    expect(tools.map((tool) => (tool as { name: string }).name)).toEqual([...new Set(calls.map(({ name }) => name))])
    expect([undefined, ...Object.keys(recordings).filter((id) => id !== model)]).toContain(compareWith)
  })
})
