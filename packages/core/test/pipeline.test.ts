import { collect, createPipeline, runPipeline, type Part, type Stage } from '@reason/core'
import { auto, plain } from '@reason/core/adapter'
import type { Governor, Observer, RunOptions } from '@reason/core/pipeline'
import { describe, expect, it } from 'vitest'
import { tags } from './tags.ts'

/** Parts of a wire reader for a message with a reasoning field, inline tags, a call, and more text. */
const wire: Part[] = [
  { type: 'start', id: 'x' },
  { type: 'block-start', block: 0, channel: 'reasoning', kind: 'raw' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'native' },
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
  { type: 'block-start', block: 1, channel: 'answer' },
  { type: 'delta', block: 1, channel: 'answer', text: 'A<r>inl' },
  { type: 'delta', block: 1, channel: 'answer', text: 'ine</r>B' },
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
  { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
  { type: 'tool-call-end', call: 0 },
  { type: 'block-start', block: 2, channel: 'answer' },
  { type: 'delta', block: 2, channel: 'answer', text: 'C' },
  { type: 'block-end', block: 2, channel: 'answer', boundary: 'wire' },
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

const run = (parts: Iterable<Part>, options: RunOptions = { split: { adapter: tags() } }) => collect(runPipeline(parts, options))
const list = async (parts: Iterable<Part>, options?: RunOptions) => {
  const all: Part[] = []
  for await (const part of runPipeline(parts, options)) all.push(part)
  return all
}
const answer = (text: string, finish: Part = { type: 'finish', reason: 'stop' }): Part[] => [
  { type: 'block-start', block: 0, channel: 'answer' },
  { type: 'delta', block: 0, channel: 'answer', text },
  { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
  finish,
  { type: 'end' },
]

describe('splitting', () => {
  it('keeps native reasoning and splits the answer, in wire order', async () => {
    const { items } = await run(wire)
    expect(items.map((item) => (item.type === 'block' ? `${item.channel} ${item.text} ${item.boundary}` : item.type))).toEqual([
      'reasoning native wire',
      'answer A closer',
      'reasoning \n\n#### Additional Reasoning\n\ninline closer',
      'answer B wire',
      'tool-call',
      'answer C end-of-stream',
    ])
  })

  it('numbers blocks and calls consecutively, and names the source block of a split block', async () => {
    const parts = await list(wire, { split: { adapter: tags() } })
    const starts = parts.filter((part) => part.type === 'block-start')
    expect(starts.map(({ block, from }) => [block, from])).toEqual([
      [0, undefined],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
    ])
    const ends = parts.filter((part) => part.type === 'block-end')
    expect(ends.map(({ block }) => block)).toEqual([0, 1, 2, 3, 4])
    expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
  })

  it('names the source block of text that was held to the end', async () => {
    const parts = await list(answer('A'), { split: { adapter: auto({ candidates: [tags()] }) } })
    expect(parts.find((part) => part.type === 'block-start')).toMatchObject({ block: 0, from: 0 })
  })

  it('inserts one heading between native reasoning and reasoning from the text, and marks it as inserted', async () => {
    const both = [
      ...wire.slice(0, 4),
      ...answer('<r>a</r>b<r>c</r>').map((part) => ('block' in part ? { ...part, block: 1 } : part) as Part),
    ]
    const parts = await list(both, { split: { adapter: tags() } })
    expect((await collect(parts)).reasoning).toBe('native\n\n#### Additional Reasoning\n\nac')
    expect(parts.filter((part) => part.type === 'delta' && part.inserted)).toHaveLength(1)
    expect((await run(answer('<r>a</r>b'))).reasoning).toBe('a')
  })

  it('gives each choice its own splitter', async () => {
    const second = answer('b</r>').map((part) => (part.type === 'end' ? part : ({ ...part, choice: 1 } as Part)))
    const first = answer('<r>a')
    const parts = await list([first[0]!, second[0]!, first[1]!, second[1]!, first[3]!, second[3]!, { type: 'end' }], {
      split: { adapter: tags() },
    })
    expect(await collect(parts)).toMatchObject({ reasoning: 'a', answer: '', closed: false })
    expect(await collect(parts, { choice: 1 })).toMatchObject({ reasoning: '', answer: 'b' })
  })

  it('continues a tag across two blocks of the wire', async () => {
    const [start, delta, end, finish, last] = answer('<r>a')
    const more: Part = { type: 'delta', block: 1, channel: 'answer', text: 'b</r>c' }
    expect(
      await run([start!, delta!, end!, { ...start!, block: 1 } as Part, more, { ...end!, block: 1 } as Part, finish!, last!]),
    ).toMatchObject({ reasoning: 'ab', answer: 'c' })
  })

  it('ends a thought at a call that interrupts it', async () => {
    const [start, delta, end, finish, last] = answer('<r>a')
    const { items, closed } = await run([
      start!,
      delta!,
      end!,
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
      { type: 'tool-call-end', call: 0 },
      finish!,
      last!,
    ])
    expect(items[0]).toMatchObject({ channel: 'reasoning', boundary: 'tool' })
    expect(closed).toBe(true)
  })

  it('does not change refusals', async () => {
    const refusal: Part[] = [
      { type: 'block-start', block: 0, channel: 'answer', kind: 'refusal' },
      { type: 'delta', block: 0, channel: 'answer', text: '<r>no' },
      { type: 'end' },
    ]
    expect(await run(refusal)).toMatchObject({ answer: '<r>no' })
  })

  it('hides native parts that repeat the text, because they may repeat reasoning', async () => {
    const logprobs: Part = { type: 'native', wire: 'w', event: 'choice.logprobs', channel: 'answer', value: '<r>' }
    const [split] = await list([logprobs], { split: { adapter: tags() } })
    expect(split).toEqual({ ...logprobs, channel: 'reasoning' })
    const [unsplit] = await list([logprobs], { split: { adapter: plain() } })
    expect(unsplit).toBe(logprobs)
  })

  it('splits text after the finish part', async () => {
    const late = answer('<r>x</r>y')
    expect(await run([...answer('a').slice(0, -1), ...late])).toMatchObject({ reasoning: 'x', answer: 'ay' })
  })

  it.each<[string, string, Part, string]>([
    ['a call in the text', '<call>f</call>', { type: 'finish', reason: 'stop' }, 'tool-calls'],
    ['nothing but reasoning at the limit', '<r>thinking', { type: 'finish', reason: 'length' }, 'reasoning-exhausted'],
    ['an answer at the limit', '<r>a</r>b', { type: 'finish', reason: 'length' }, 'length'],
    ['reasoning that stopped', '<r>a', { type: 'finish', reason: 'stop' }, 'stop'],
  ])('corrects the outcome: %s', async (_, text, finish, reason) => {
    expect((await run(answer(text, finish))).finish?.reason).toBe(reason)
  })

  it('adds the end to a source without one', async () => {
    const parts = await list(answer('<r>a').slice(0, 2), { split: { adapter: tags() } })
    expect(parts.at(-1)).toEqual({ type: 'end' })
    expect(await collect(parts)).toMatchObject({ reasoning: 'a', closed: false })
  })

  it('passes parts through unchanged without a splitter', async () => {
    expect(await list(wire)).toEqual(wire)
  })
})

describe('the clock', () => {
  it('makes a splitter that holds text decide if the source is silent', async () => {
    let resume = () => {}
    const source = (async function* () {
      yield* answer('Hm').slice(0, 2)
      await new Promise<void>((resolve) => (resume = resolve))
      yield* answer('Hm').slice(2)
    })()
    const seen: string[] = []
    for await (const part of runPipeline(source, { split: { adapter: auto({ candidates: [tags()] }) }, decideAfterMs: 1 })) {
      seen.push(part.type === 'warning' ? part.code : part.type)
      if (part.type === 'delta') resume()
    }
    expect(seen).toEqual(['fallback', 'block-start', 'delta', 'block-end', 'finish', 'end'])
  })
})

describe('governors', () => {
  const stopAtReasoning = (verdict: 'stop-reasoning' | 'abort'): Governor => ({
    id: 'cap',
    onPart: (part) => (part.type === 'delta' && part.channel === 'reasoning' ? verdict : 'continue'),
  })
  const text: Part[] = answer('<r>ab</r>c')
  const cut = text.flatMap((part): Part[] => (part.type === 'delta' ? [...part.text].map((unit) => ({ ...part, text: unit })) : [part]))

  it('stop the reasoning and leave the answer', async () => {
    let asked = 0
    const result = await run(cut, {
      split: { adapter: tags() },
      governors: [stopAtReasoning('stop-reasoning')],
      endReasoning: () => asked++,
    })
    expect(result).toMatchObject({ reasoning: 'a', answer: 'c', finish: { reason: 'stop' } })
    expect(result.items[0]).toMatchObject({ boundary: 'limit' })
    expect(result.warnings.map(({ code }) => code)).toEqual(['reasoning-stopped'])
    expect(asked).toBe(1)
  })

  it('see the suppressed reasoning after they stopped it, because it is billed', async () => {
    const seen: string[] = []
    const counter: Governor = {
      id: 'counter',
      onPart(part) {
        if (part.type === 'delta') seen.push(`${part.channel} ${part.text}`)
        return 'continue'
      },
    }
    const result = await run(cut, { split: { adapter: tags() }, governors: [stopAtReasoning('stop-reasoning'), counter] })
    expect([result.reasoning, seen]).toEqual(['a', ['reasoning a', 'reasoning b', 'answer c']])
  })

  it('abort a generation and cancel its source', async () => {
    let cancelled = false
    const source = (function* () {
      try {
        yield* cut
      } finally {
        cancelled = true
      }
    })()
    const parts = await list(source, { split: { adapter: tags() }, governors: [stopAtReasoning('abort')] })
    expect(parts.map((part) => (part.type === 'warning' ? part.code : part.type)).slice(-4)).toEqual([
      'aborted',
      'block-end',
      'finish',
      'end',
    ])
    expect(await collect(parts)).toMatchObject({ reasoning: 'a', answer: '', finish: { reason: 'aborted' } })
    expect(cancelled).toBe(true)
  })

  it('end open blocks and calls in the order of their starts, choice by choice', async () => {
    const abort: Governor = { id: 'cap', onPart: (part) => (part.type === 'tool-call-delta' ? 'abort' : 'continue') }
    const open: Part[] = [
      { type: 'block-start', block: 0, channel: 'reasoning', choice: 1 },
      { type: 'tool-call-start', call: 0, name: 'ended' },
      { type: 'tool-call-start', call: 1, name: 'f' },
      { type: 'block-start', block: 0, channel: 'answer' },
      { type: 'tool-call-end', call: 0 },
      { type: 'tool-call-start', call: 0, name: 'g', choice: 1 },
      { type: 'tool-call-delta', call: 1, text: '{' },
    ]
    expect((await list(open, { governors: [abort] })).slice(open.length + 1)).toEqual([
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'limit', choice: 1 },
      { type: 'tool-call-end', call: 0, boundary: 'limit', choice: 1 },
      { type: 'finish', reason: 'aborted', choice: 1 },
      { type: 'tool-call-end', call: 1, boundary: 'limit' },
      { type: 'block-end', block: 0, channel: 'answer', boundary: 'limit' },
      { type: 'finish', reason: 'aborted' },
      { type: 'end' },
    ])
  })

  it('refuse a generation before the source is read', async () => {
    let read = false
    const source = (function* (): Generator<Part> {
      read = true
      yield { type: 'end' }
    })()
    const governor: Governor = { id: 'budget', admit: () => ({ admitted: false, reason: 'used up' }) }
    await expect(list(source, { governors: [governor], request: {} })).rejects.toThrow(/"budget" refused the generation: used up/)
    expect(read).toBe(false)
  })

  it('send warnings to the client, also while the generation continues', async () => {
    const governor: Governor = {
      id: 'budget',
      onPart: (part) =>
        part.type === 'block-start'
          ? { verdict: 'continue', warning: { code: 'budget-warning', message: '80 % of the budget of session "s" is used.' } }
          : 'continue',
    }
    const result = await run(answer('x'), { governors: [governor] })
    expect(result).toMatchObject({
      answer: 'x',
      warnings: [{ code: 'budget-warning', message: '80 % of the budget of session "s" is used.' }],
    })
  })

  it('are closed once, however the generation ends', async () => {
    const closed: string[] = []
    const closing = (id: string, admitted = true): Governor => ({
      id,
      admit: () => (admitted ? { admitted: true } : { admitted: false, reason: 'no' }),
      close: () => void closed.push(id),
    })
    await run(answer('x'), { governors: [closing('to its end')], request: {} })
    for await (const _ of runPipeline(answer('x'), { governors: [closing('left early')], request: {} })) break
    const failing = (function* (): Generator<Part> {
      yield { type: 'start' }
      throw new Error('broken')
    })()
    await expect(list(failing, { governors: [closing('failed')], request: {} })).rejects.toThrow('broken')
    await expect(list([], { governors: [closing('before the refusal'), closing('refusing', false)], request: {} })).rejects.toThrow(
      /refused/,
    )
    expect(closed).toEqual(['to its end', 'left early', 'failed', 'before the refusal'])
  })

  it('need not admit anything, and are all closed if one of them fails at that', async () => {
    const closed: string[] = []
    const failing: Governor = { id: 'failing', close: () => Promise.reject(new Error('cannot close')) }
    const other: Governor = { id: 'other', close: () => void closed.push('other') }
    await expect(run(answer('x'), { governors: [failing, other], request: {} })).rejects.toThrow('cannot close')
    expect(closed).toEqual(['other'])
  })
})

describe('observers and policies', () => {
  const upperCase: Stage = { push: (part) => [part.type === 'delta' ? { ...part, text: part.text.toUpperCase() } : part] }
  const watcher = (when: Observer['when'], types?: Observer['types']) => {
    const seen: string[] = []
    const observer: Observer = {
      id: when,
      when,
      ...(types && { types }),
      onPart: (part) => seen.push(part.type === 'delta' ? part.text : part.type),
    }
    return { seen, observer }
  }

  it('observe only the requested part types, before or after policies', async () => {
    const before = watcher('before-policy', ['delta'])
    const after = watcher('after-policy', ['delta', 'end'])
    const result = await run(answer('x'), { policies: [upperCase], observers: [before.observer, after.observer] })
    expect(result.answer).toBe('X')
    expect(before.seen).toEqual(['x'])
    expect(after.seen).toEqual(['X', 'end'])
  })

  it('drop an observer that throws, with one warning', async () => {
    let calls = 0
    const broken: Observer = {
      id: 'broken',
      when: 'before-policy',
      onPart: () => {
        calls++
        throw new Error('boom')
      },
    }
    const result = await run(answer('x'), { observers: [broken] })
    expect(result.answer).toBe('x')
    expect(result.warnings).toEqual([{ code: 'observer-failed', message: '"broken" threw and is left out from here on: Error: boom' }])
    expect(calls).toBe(1)
  })

  it('warn about an observer after policies right before the part at which it threw', async () => {
    const twice: Stage = { push: (part) => (part.type === 'delta' ? [part, { ...part, text: 'y' }] : [part]) }
    const broken: Observer = {
      id: 'broken',
      when: 'after-policy',
      onPart: (part) => {
        if (part.type === 'delta' && part.text === 'y') throw new Error('boom')
      },
    }
    const parts = await list(answer('x'), { policies: [twice], observers: [broken] })
    expect(parts.map((part) => (part.type === 'delta' ? part.text : part.type))).toEqual([
      'block-start',
      'x',
      'warning',
      'y',
      'block-end',
      'finish',
      'end',
    ])
  })

  it('are closed once, however the generation ends, even if another observer throws in close', async () => {
    const closed: string[] = []
    const closing = (id: string): Observer => ({ id, when: 'after-policy', onPart: () => {}, close: () => void closed.push(id) })
    const broken: Observer = {
      ...closing('broken'),
      close: () => {
        throw new Error('boom')
      },
    }
    expect((await run(answer('x'), { observers: [broken, closing('to its end')] })).answer).toBe('x')
    for await (const _ of runPipeline(answer('x'), { observers: [closing('left early')] })) break
    const refusing: Governor = { id: 'no', admit: () => ({ admitted: false, reason: 'no' }) }
    await expect(list([], { governors: [refusing], observers: [closing('not admitted')], request: {} })).rejects.toThrow(/refused/)
    expect(closed).toEqual(['to its end', 'left early'])
  })
})

describe('stopAt', () => {
  it("ends at the text format's own end of turn", async () => {
    const ending = tags({
      createSplitter: () => {
        const inner = tags().createSplitter()
        return { push: (text) => [...inner.push(text), { type: 'turn-end', by: 'return' }], end: inner.end }
      },
    })
    const parts = await list(answer('a').toSpliced(2, 0, { type: 'delta', block: 0, channel: 'answer', text: 'junk' }), {
      split: { adapter: ending },
      stopAt: ['return'],
    })
    expect(await collect(parts)).toMatchObject({ answer: 'a', stop: 'return', finish: { reason: 'stop' } })
    expect(parts.at(-1)).toEqual({ type: 'end' })
  })
})

describe('several choices', () => {
  const ending = tags({
    createSplitter: () => {
      const inner = tags().createSplitter()
      return { push: (text) => (text === '!' ? [{ type: 'turn-end', by: 'return' }] : inner.push(text)), end: inner.end }
    },
  })
  const of = (choice: number, ...parts: Part[]) => parts.map((part) => ({ ...part, choice }) as Part)
  const [start, delta] = answer('')
  const say = (text: string): Part => ({ ...delta!, text }) as Part

  it('end separately with stopAt, and the pipeline ends with the last', async () => {
    const source = [
      ...of(0, start!),
      ...of(1, start!),
      ...of(0, say('a'), say('!'), say('junk')),
      ...of(1, say('b'), say('c'), say('!'), say('junk')),
    ]
    const parts = await list(source, { split: { adapter: ending }, stopAt: ['return'], choices: 2 })
    expect([(await collect(parts)).answer, (await collect(parts, { choice: 1 })).answer]).toEqual(['a', 'bc'])
    expect(parts.filter(({ type }) => type === 'finish').map(({ choice }) => choice ?? 0)).toEqual([0, 1])
    expect(parts.at(-1)).toEqual({ type: 'end' })
  })

  it('have their reasoning stopped separately', async () => {
    const governor: Governor = { id: 'cap', onPart: (part) => (part.type === 'delta' && part.text === 'x' ? 'stop-reasoning' : 'continue') }
    const source = [
      ...of(0, start!),
      ...of(1, start!),
      ...of(0, say('<r>x')),
      ...of(1, say('<r>y')),
      ...of(0, say('z</r>a')),
      ...of(1, say('z</r>b')),
      { type: 'end' } as Part,
    ]
    const parts = await list(source, { split: { adapter: tags() }, governors: [governor] })
    expect(await collect(parts)).toMatchObject({ reasoning: 'x', answer: 'a' })
    expect(await collect(parts, { choice: 1 })).toMatchObject({ reasoning: 'yz', answer: 'b' })
  })
})

describe('createPipeline', () => {
  it('gives no parts after the end', () => {
    const pipeline = createPipeline()
    pipeline.push({ type: 'end' })
    expect(pipeline.isDone()).toBe(true)
    expect(pipeline.push(answer('x')[1]!)).toEqual([])
  })

  it('asks no further governor about a part that has ended the generation', async () => {
    const asked: string[] = []
    const ending: Governor = { id: 'ending', onPart: (part) => (part.type === 'delta' ? 'abort' : 'continue') }
    const warning: Governor = {
      id: 'warning',
      onPart(part) {
        asked.push(part.type)
        return { verdict: 'continue', warning: { code: 'budget-warning', message: part.type } }
      },
    }
    const parts = await list(answer('x'), { governors: [ending, warning] })
    expect(parts.at(-1)).toEqual({ type: 'end' })
    expect(asked).toEqual(['block-start'])
  })

  it('stops reasoning that comes in one large part near the point where a governor stops it', () => {
    let chars = 0
    const cap: Governor = {
      id: 'cap',
      onPart: (part) => (part.type === 'delta' && (chars += part.text.length) >= 1000 ? 'stop-reasoning' : 'continue'),
    }
    const pipeline = createPipeline({ governors: [cap] })
    const thought = '\u{1f914}.'.repeat(3000)
    const parts = [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: thought },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      ...answer('x'),
    ].flatMap((part) => pipeline.push(part as Part))
    const shown = parts.map((part) => (part.type === 'delta' && part.channel === 'reasoning' ? part.text : ''))
    expect(thought.startsWith(shown.join(''))).toBe(true)
    expect(shown.join('').length).toBeLessThan(1300)
    expect(shown.filter((text) => /[\ud800-\udbff]$|^[\udc00-\udfff]/.test(text))).toEqual([])
    expect(parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')).toBe('x')
  })
})
