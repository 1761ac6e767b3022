import { createPipeline, type Part, type StreamContext } from '@reason/core'
import { describe, expect, it } from 'vitest'
import type { Deciding, Ending } from '@reason/core/adapter'
import { thinkTags } from '../src/index.ts'

/** Channel and text of what the model writes behind a lone opener, where the wire continues with another part between the two. */
function behindOpener(opener: string, reason: Deciding, guarded: boolean, text = 'Add.'): string[] {
  const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', guarded })
  const parts = [...splitter.push(opener), ...splitter.decide!(reason), ...splitter.push(text), ...splitter.end()]
  return parts.flatMap((part) => (part.type === 'delta' && part.text.trim() !== '' ? [`${part.channel} ${part.text}`] : []))
}

it.each(['<think>', '<think>\n', '[THINK]'])('%j before a reasoning field opens no thought: the server sends it there', (opener) => {
  expect(behindOpener(opener, 'field', false)).toEqual(['answer Add.'])
  expect(behindOpener(opener, 'field', true)).toEqual(['answer Add.'])
})

it.each(['<think>', '<think>\n', '[THINK]'])('%j before a call opens a thought, which goes on behind it', (opener) => {
  expect(behindOpener(opener, 'wire', false)).toEqual(['reasoning Add.'])
  expect(behindOpener(opener, 'wire', true)).toEqual(['reasoning Add.'])
})

it('whitespace between the field and the answer is left out', () => {
  expect(behindOpener('<think>\n', 'field', false, '\n\nAdd.')).toEqual(['answer Add.'])
})

it('an opener with text behind it opens a thought before a field, too', () => {
  expect(behindOpener('<think>So', 'field', true).join()).not.toContain('answer')
})

it.each(['\n', 'Hm.\n', '</think>\n'])('%j holds up no reasoning of a field behind it', (text) => {
  const pipeline = createPipeline({ split: { adapter: thinkTags(), context: { model: 'qwen3-8b', origin: {} } } })
  const parts: Part[] = [
    { type: 'block-start', block: 0, channel: 'answer' },
    { type: 'delta', block: 0, channel: 'answer', text },
    { type: 'block-start', block: 1, channel: 'reasoning' },
    { type: 'delta', block: 1, channel: 'reasoning', text: 'Add.' },
  ]
  const given = parts.flatMap((part) => pipeline.push(part))
  expect(given.flatMap((part) => (part.type === 'delta' ? [part.text.trim()] : []))).toContain('Add.')
})

describe('a closer of a thought that the prompt opened, at the end of the text before a call or a field', () => {
  it.each(['Add.</think>', 'Add.\n</think>\n\n', 'Add.</thinking>'])('%j ends the thought', (text) => {
    for (const model of ['qwen3-8b', 'deepseek-r1', 'brand-new-7b'])
      for (const whole of [false, true])
        for (const reason of ['wire', 'field'] as const) {
          const splitter = thinkTags().createSplitter({ model, whole, origin: {} })
          const parts = [...splitter.push(text), ...splitter.decide!(reason), ...splitter.end('calls')]
          const texts = parts.flatMap((part) =>
            part.type === 'delta' && part.text.trim() !== '' ? [`${part.channel} ${part.text.trim()}`] : [],
          )
          expect(texts).toEqual(['reasoning Add.'])
        }
  })

  it('half of one decides nothing', () => {
    const splitter = thinkTags().createSplitter({ model: 'brand-new-7b', origin: {} })
    const parts = [...splitter.push('Add.</thi'), ...splitter.decide!('wire'), ...splitter.push('s> it'), ...splitter.end('calls')]
    expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe('Add.</this> it')
  })
})

describe('the opener of a call that the wire brings in fields of its own', () => {
  const tokens = ['<|tool_calls_section_begin|>', '<｜DSML｜function_calls>\n', '<tool_call>\n', '<minimax:tool_call>', '<|START_ACTION|>']
  const readers: readonly StreamContext[] = [{}, { whole: true }, { guarded: true }, { guarded: true, whole: true }]

  function given(text: string, ending: Ending, context: object, size: number): Part[] {
    const start = text.startsWith('I look') || text.startsWith('`') ? { start: 'answer' as const } : {}
    const splitter = thinkTags().createSplitter({ model: 'brand-new-7b', origin: {}, ...start, ...context })
    const parts: Part[] = []
    for (let at = 0; at < text.length; at += size) parts.push(...splitter.push(text.slice(at, at + size)))
    if (ending === 'calls') parts.push(...splitter.decide!('wire'))
    return [...parts, ...splitter.end(ending)]
  }
  /** The same behind a call, so that no other part of the wire follows. */
  function atEnd(text: string, context: object): Part[] {
    const splitter = thinkTags().createSplitter({ origin: {}, ...context })
    return [...splitter.push(text), ...splitter.end('calls')]
  }
  const answerOf = (parts: Part[]): string =>
    parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')

  it.each(tokens)('%j is left out where nothing follows it', (token) => {
    const thoughts = ['<think>Add.', '<think>Add.</think>']
    for (const before of ['', 'I look.', ...thoughts, '<think>Add.</think>I look.'])
      for (const context of readers)
        for (const size of [1, 4, 100]) {
          const parts = given(before + token, 'calls', context, size)
          expect(answerOf(parts).trim()).toBe(before.endsWith('look.') ? 'I look.' : '')
          expect(parts.map((part) => ('text' in part ? part.text : '')).join('')).toBe(before + token)
        }
  })

  const channelsOf = (parts: Part[]): Record<string, string> => {
    const texts: Record<string, string> = {}
    for (const part of parts) if (part.type === 'delta') texts[part.channel] = (texts[part.channel] ?? '') + part.text
    return texts
  }

  it('is left out behind a closer that waits with it', () => {
    for (const context of readers)
      for (const size of [1, 4, 100]) {
        const parts = given('<|START_THINKING|>Add.<|END_THINKING|><|START_ACTION|>', 'calls', context, size)
        expect(channelsOf(parts)).toEqual({ reasoning: 'Add.' })
      }
  })

  it.each(tokens)('%j is no evidence: the text before it is what it is without', (token) => {
    for (const model of ['brand-new-7b', 'minimax-m3', 'kimi-k2-thinking'])
      for (const reader of readers)
        for (const size of [1, 4, 100]) {
          expect(channelsOf(given(`Add.${token}`, 'calls', { ...reader, model }, size))).toEqual({ answer: 'Add.' })
          expect(channelsOf(atEnd(`Add.${token}`, { ...reader, model }))).toEqual({ answer: 'Add.' })
          if (reader.guarded !== true) continue
          const open = { ...reader, model, origin: { says: 'open' as const } }
          expect(channelsOf(given(`Add.${token}`, 'calls', open, size))).toEqual(channelsOf(given('Add.', 'calls', open, size)))
        }
  })

  it.each(tokens)('%j directly before a tag of a thought begins no call', (token) => {
    for (const context of readers)
      for (const size of [1, 4, 100]) {
        const behind = channelsOf(given(`${token}<think>Add.</think>Four.`, 'complete', context, size))
        expect(behind).toEqual({ reasoning: 'Add.', answer: `${token}Four.` })
        const { reasoning, answer } = channelsOf(given(`<think>Add ${token}</think>Four.`, 'complete', context, size))
        expect([reasoning?.trim(), answer]).toEqual([`Add ${token.trim()}`, 'Four.'])
      }
  })

  it.each(tokens)('%j in a thought leaves open what the text behind the call is', (token) => {
    for (const [behind, reasoning, answer, block] of [
      ['Four.', 'Add.', 'Four.', 'interrupted'],
      ['Check.</think>Four.', 'Add.Check.', 'Four.', 'closed'],
    ] as const) {
      const splitter = thinkTags().createSplitter({ model: 'glm-5', origin: {} })
      const before = [...splitter.push(`<think>Add.${token}`), ...splitter.decide!('wire'), ...splitter.decide!('wire')]
      expect(channelsOf([...before, ...splitter.push(behind), ...splitter.end('calls')])).toEqual({ reasoning, answer })
      expect(splitter.state?.()).toMatchObject({ block })
    }
  })

  it.each([...tokens, '<tool_call>', '<|tool_call|>', '[TOOL_CALLS]'])(
    '%j hides no answer and shows no thought to clients that see none',
    (token) => {
      for (const model of ['brand-new-7b', 'deepseek-v4'])
        for (const whole of [false, true])
          for (const isTold of [false, true])
            for (const size of [1, 100])
              for (const [behind, answer] of [
                ['Check more.', ''],
                ['Check more.</think>Four.', 'Four.'],
                ['Check more.[/THINK]Four.', 'Four.'],
                ['再看一下。</thinking>Four.', 'Four.'],
              ] as const) {
                const splitter = thinkTags().createSplitter({ model, origin: {}, guarded: true, whole })
                const parts = [...splitter.push(`<think>Add.${token}`), ...(isTold ? splitter.decide!('wire') : [])]
                for (let at = 0; at < behind.length; at += size) parts.push(...splitter.push(behind.slice(at, at + size)))
                expect(answerOf([...parts, ...splitter.end('calls')]), `${model} ${behind}`).toBe(answer)
              }
    },
  )

  it.each(['<|tool_call|>', '<｜DSML｜function_calls>'])('%j hides no thought behind it in an answer', (token) => {
    for (const [text, answer] of [
      [`I look. ${token}2 more. <think>Add.`, '2 more.'],
      [`${token}I look. <think>Add.</think>Four.`, 'I look. Four.'],
    ] as const)
      for (const whole of [false, true]) expect(answerOf(atEnd(text, { model: 'brand-new-7b', guarded: true, whole })).trim()).toBe(answer)
  })

  it('the end of a thought in front of a left opener is kept', () => {
    const splitter = thinkTags().createSplitter({ model: 'kimi-k2.6', origin: {} })
    const parts = [...splitter.push('◁think▷Add.<|END_THINKING|><tool_call>'), ...splitter.decide!('wire'), ...splitter.push('Four.')]
    expect(channelsOf([...parts, ...splitter.end('complete')])).toEqual({ reasoning: 'Add.', answer: 'Four.' })
    expect(parts).toContainEqual({ type: 'markup', text: '<|END_THINKING|>', of: 'delimiter' })
  })

  it('a thought behind a closer of nothing goes on behind its call', () => {
    const call = '<tool_call>{"name":"f"}</tool_call>'
    const text = `</think>Add.</think>Four.<think>More.${call}Check.`
    expect(channelsOf(given(text, 'complete', { guarded: true }, 4))).toEqual({ reasoning: 'Add.More.Check.', answer: `Four.${call}` })
  })

  it.each(['<|tool_call|>', '<|tool_calls_section_begin|>'])('%j in a thought stays in front of a call in the text', (token) => {
    const { answer } = channelsOf(atEnd(`<think>Add.${token}{"name":"f"}`, { model: 'brand-new-7b', guarded: true }))
    expect(answer).toBe(`${token}{"name":"f"}`)
  })

  it.each(['glm-5', 'deepseek-v4', 'brand-new-7b'])('a call is no reason to hide the answer behind a closer of nothing: %s', (model) => {
    for (const reader of readers) {
      const { reasoning, answer } = channelsOf(given('</think>\n\nI look.', 'calls', { ...reader, model }, 4))
      expect([reasoning, answer?.trim()]).toEqual([undefined, 'I look.'])
    }
  })

  it.each(tokens)('%j stays without such a call, in code, and in front of a call in the text', (token) => {
    for (const context of readers)
      for (const [before, ending, behind] of [
        ['I look.', 'complete', ''],
        ['```\nI look.\n', 'calls', ''],
        ['I look.', 'calls', '{"name":"f"}'],
      ] as const)
        expect(answerOf(given(before + token + behind, ending, context, 4))).toBe(before + token + behind)
  })
})

describe('a closer of another tag before a call, where the client may not see reasoning', () => {
  it.each(['</thinking>', '[/THINK]', '<|channel|>final<|message|>'])('%j ends the thought, unless its own closer comes', (closer) => {
    for (const wireReasoning of [false, true])
      for (const [behind, answer] of [
        ['', ''],
        ['Four.', 'Four.'],
        ['Check.</think>Four.', 'Four.'],
      ] as const) {
        const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', origin: {}, guarded: true, wireReasoning })
        const before = [...splitter.push(`<think>Add.${closer}`), ...splitter.decide!('wire')]
        const parts = [...before, ...splitter.push(behind), ...splitter.end('calls')]
        expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe(answer)
      }
  })
})

describe('text that may begin a delimiter, before another part of the wire', () => {
  const textBefore = (text: string, reason: Deciding, guarded: boolean): string => {
    const splitter = thinkTags().createSplitter({ model: 'qwen3-8b', start: 'answer', guarded })
    return [...splitter.push(text), ...splitter.decide!(reason)].map((part) => (part.type === 'delta' ? part.text : '')).join('')
  }
  const texts = ['a <', 'a [', 'see [1', 'a </thi', 'if a <b', 'a ◁', 'a <|', 'a <br']

  it.each(texts)('%j is given at once', (text) => {
    expect(textBefore(text, 'wire', false)).toBe(text)
    expect(textBefore(text, 'field', false)).toBe(text)
  })

  it.each(['<thi', '<', '['])('%j waits at the beginning: servers cut a tag in two around a field', (text) => {
    expect(textBefore(text, 'field', false)).toBe('')
  })

  it.each(['a <', 'a </thi'])('%j waits if the client may not see reasoning, or if no part follows', (text) => {
    expect(textBefore(text, 'wire', true)).toBe('a ')
    expect(textBefore(text, 'timeout', false)).toBe('a ')
  })
})
