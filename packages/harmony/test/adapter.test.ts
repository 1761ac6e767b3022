import { splitText, type TextAdapter } from '@reason/core'
import { auto } from '@reason/core/adapter'
import { createFromPlugin } from '@reason/core/manifest'
import { describe, expect, test } from 'vitest'
import plugin, { harmony, passports, signals } from '../src/index.ts'

describe('the adapter', () => {
  test('is what the plugin makes', () => {
    expect(createFromPlugin(plugin, { dialect: 'llm-jp' }, '@reason/harmony')).toMatchObject({
      kind: 'text',
      id: 'harmony',
      specVersion: 1,
    })
  })

  test('lets a passport choose the dialect, however it was made', () => {
    const options = { dialect: 'llamacpp-none' }
    const lost = '<|channel|>analysis<|message|>a<|end|>b'
    for (const adapter of [harmony(), createFromPlugin(plugin) as TextAdapter]) {
      expect(splitText(lost, adapter, { options })).toMatchObject({ reasoning: 'a', answer: 'b', warnings: [] })
    }
    // Without the dialect the answer is one too, but an anomaly.
    expect(splitText(lost, harmony({ dialect: 'harmony' }), { options })).toMatchObject({
      reasoning: 'a',
      answer: 'b',
      warnings: [{ code: 'missing-channel' }],
    })
  })

  test.each<[object, RegExp]>([
    [{ dialct: 'llm-jp' }, /unknown option "dialct" \(did you mean "dialect"\?\)/],
    [{ dialect: 'gemma' }, /dialect/],
    [{ maxHeldChars: 255 }, /maxHeldChars/],
    [{ maxHeldChars: 1000.5 }, /maxHeldChars/],
    [{ prefilled: 1 }, /prefilled/],
  ])('refuses %j', (options, message) => {
    expect(() => harmony(options)).toThrow(message)
  })

  test('refuses wrong options of a passport when a stream begins', () => {
    expect(() => harmony().createSplitter({ options: { dialect: 'gemma' } })).toThrow(/dialect/)
  })

  test('knows its models by name', () => {
    const [llamaServer, gptOss, llmJp] = passports
    // Whatever a model is called there.
    expect(llamaServer).toMatchObject({ models: [], provider: 'llamacpp', options: { harmony: { dialect: 'llamacpp-none' } } })
    expect(gptOss).toMatchObject({ models: expect.arrayContaining(['*gpt-oss*']), flags: { harmony: true } })
    expect(llmJp).toMatchObject({ models: ['*llm-jp-4*'], options: { harmony: { dialect: 'llm-jp' } } })
  })

  test('is not recognised by a token that other families end their turns with', () => {
    expect(signals.filter(({ known }) => known !== true).map(({ text }) => text)).not.toContain('<|end|>')
  })

  test('is recognised by its first token, and reads what stood before it by itself', () => {
    const recognised = auto({ candidates: [harmony()] })
    expect(splitText(' to=functions.f<|channel|>commentary<|message|>{}<|call|>', recognised)).toMatchObject({
      toolCalls: [{ name: 'functions.f', arguments: '{}' }],
      reasoning: '',
    })
    expect(splitText('We must think.<|channel|>final<|message|>Hi', recognised)).toMatchObject({
      reasoning: 'We must think.',
      answer: 'Hi',
    })
  })

  test('does not hold text when the server has split already', () => {
    const splitter = harmony().createSplitter({ wireReasoning: true })
    expect(splitter.push('The answer').at(-1)).toMatchObject({ type: 'delta', channel: 'answer', text: 'The answer' })
  })

  // Text that no token has labelled may be reasoning: only the end of the stream may say that it is an answer.
  test('never decides by the clock', () => {
    expect(harmony().createSplitter().decide).toBeUndefined()
  })
})
