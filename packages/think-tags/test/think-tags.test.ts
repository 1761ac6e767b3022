import { ReasonError, splitText } from '@reason/core'
import { createFromPlugin } from '@reason/core/manifest'
import { describe, expect, test } from 'vitest'
import plugin, { thinkTags } from '../src/index.ts'

const codes = (text: string, adapter: ReturnType<typeof thinkTags>) => splitText(text, adapter).warnings.map(({ code }) => code)

test.each([
  [{ commonTags: true }, '<think>a</think>b', 'b'],
  [{ commonTags: true }, '<|inner_prefix|>a<|inner_suffix|>b', 'b'],
  [{ commonTags: true }, '<ponder>a</ponder>b', 'b'],
  [{ commonTags: false }, '<think>a</think>b', '<think>a</think>b'],
  [{}, '<think>a</think>b', '<think>a</think>b'],
])('tags that are spelt out, and %j: %s', (options, text, answer) => {
  const adapter = thinkTags({ startTag: '<ponder>', endTag: '</ponder>', ...options })
  expect(splitText(text, adapter).answer).toBe(answer)
})

test.each([
  ['<think>a</think\nb', '\nb'],
  ['<think>a</think \nb', ''],
  ['<think>a </think and more', ''],
])('a closer that lost its bracket at the end of a line ends the thought, and no other does: %j', (text, answer) => {
  const splitter = thinkTags().createSplitter({ start: 'answer' })
  const parts = [...text].flatMap((unit) => splitter.push(unit)).concat(splitter.end())
  expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe(answer)
})

test('a splitter knows whether its answer is in a fence', () => {
  const splitter = thinkTags().createSplitter({ start: 'answer' })
  const seen = ['Look:\n', '```\n', 'x\n', '```\n', 'y'].map((text) => {
    splitter.push(text)
    return splitter.isInCode?.()
  })
  expect(seen).toEqual([false, true, true, false, false])
})

describe('thinkTags', () => {
  test('does what a newcomer expects', () => {
    expect(splitText('<think>2+2</think>4', thinkTags())).toMatchObject({ reasoning: '2+2', answer: '4', closed: true, warnings: [] })
  })

  test('knows a tool call from prose, where nothing else is known', () => {
    expect(codes('<think>I could use <tool_call> here</think>4', thinkTags())).toEqual([])
    expect(splitText('<think>a<tool_call>\n{"name":"f"}\n</tool_call>', thinkTags())).toMatchObject({
      reasoning: 'a',
      answer: '<tool_call>\n{"name":"f"}\n</tool_call>',
    })
  })

  test('closes custom tags with their mirror image', () => {
    expect(splitText('<plan>2+2</plan>4', thinkTags({ startTag: '<plan>' }))).toMatchObject({ reasoning: '2+2', answer: '4' })
    expect(splitText('{{plan}}2+2{{end}}4', thinkTags({ startTag: '{{plan}}', endTag: '{{end}}' }))).toMatchObject({ reasoning: '2+2' })
  })

  test('does not mix tags of its own with those of a family', () => {
    const adapter = thinkTags({ startTag: '<plan>' })
    expect(splitText('<think>2+2</think>4', adapter, { model: 'deepseek-r1' })).toMatchObject({ answer: '<think>2+2</think>4' })
  })

  test('lets options win over the family, and those of a passport over both', () => {
    const adapter = thinkTags({ family: 'gemma4', separator: '-' })
    const text = '<|channel>a<channel|><|channel>b<channel|>4'
    expect(splitText(text, adapter).reasoning).toBe('a-b')
    expect(splitText(text, adapter, { options: { separator: '+' } }).reasoning).toBe('a+b')
    expect(splitText('<seed:think>a</seed:think>4', adapter, { options: { family: 'seed_oss' } }).reasoning).toBe('a')
    expect(splitText('<x>a</x>4', adapter, { options: { startTag: '<x>' } })).toMatchObject({ reasoning: 'a', answer: '4' })
  })

  test('takes trim rules in both spellings', () => {
    for (const trim of [['afterClose'], ['after-close']] as const) {
      expect(splitText('<think>a</think>\n4', thinkTags({ trim: [...trim] })).answer).toBe('4')
    }
  })

  test('declares that it holds only as much as a delimiter, unless it must wait', () => {
    const spelt = { startTag: '<think>', endTag: '</think>' }
    expect(thinkTags(spelt).capabilities.boundedHold).toBe(true)
    // A code span, or a call in a thought, may have to wait for what follows.
    expect(thinkTags().capabilities.boundedHold).toBeUndefined()
    for (const options of [
      { startsInReasoning: 'hold' },
      { unclosed: 'answer' },
      { orphanClose: 'reclassify' },
      { codeAware: true },
    ] as const) {
      expect(thinkTags({ ...spelt, ...options }).capabilities.boundedHold).toBeUndefined()
    }
  })

  test.each([
    [{ starttag: '<x>' }, /unknown option "starttag" \(did you mean "startTag"\?\)/],
    [{ family: 'qwen' }, /family/],
    [{ startTag: '' }, /startTag/],
    [{ trim: ['everywhere'] }, /trim/],
    [{ maxHeldChars: 0 }, /maxHeldChars/],
    [{ startTag: null }, /endTag: is needed/],
    [{ startTag: [] }, /endTag: is needed/],
    [{ endTag: [] }, /endTag/],
  ])('refuses %j', (options, message) => {
    const make = () => thinkTags(options as never)
    expect(make).toThrow(message)
    expect(make).toThrow(expect.objectContaining({ code: 'REASON_INVALID_OPTIONS' }))
  })

  test('refuses options of a passport in the same words', () => {
    expect(() => thinkTags().createSplitter({ options: { sep: '\n' } })).toThrow(ReasonError)
    expect(() => thinkTags().createSplitter({ options: 'qwen' })).toThrow(ReasonError)
  })
})

describe('the plugin', () => {
  test('makes the adapter from configuration', () => {
    const adapter = createFromPlugin(plugin, { family: 'kimi_k3' })
    expect(adapter).toMatchObject({ kind: 'text', id: 'think-tags' })
    expect(() => createFromPlugin(plugin, { famliy: 'kimi_k3' })).toThrow(/did you mean "family"/)
  })
})
