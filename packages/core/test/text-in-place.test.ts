import { collect, createPipeline, runPipeline, type Part, type TextAdapter } from '@reason/core'
import { auto, plain } from '@reason/core/adapter'
import type { Seal } from '@reason/core/parts'
import type { RunOptions } from '@reason/core/pipeline'
import type { Item } from '@reason/core/result'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tags } from './tags.ts'

const run = (parts: Iterable<Part>, options: RunOptions) => collect(runPipeline(parts, options))
const list = async (parts: Iterable<Part>, options: RunOptions) => {
  const all: Part[] = []
  for await (const part of runPipeline(parts, options)) all.push(part)
  return all
}
const answer = (text: string): Part[] => [
  { type: 'block-start', block: 0, channel: 'answer' },
  { type: 'delta', block: 0, channel: 'answer', text },
  { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
  { type: 'finish', reason: 'stop' },
  { type: 'end' },
]

describe('text that may begin a delimiter comes before later parts of a stream', () => {
  const [start] = answer('')
  const text = (said: string): Part => ({ type: 'delta', block: 0, channel: 'answer', text: said })
  const call: Part[] = [
    { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
    { type: 'tool-call-delta', call: 0, text: '{}' },
    { type: 'tool-call-end', call: 0 },
  ]
  const thought: Part[] = [
    { type: 'block-start', block: 1, channel: 'reasoning', kind: 'raw' },
    { type: 'delta', block: 1, channel: 'reasoning', text: 'hm' },
  ]
  const pushed = (...parts: Part[]): string[] => pushedTo(auto({ candidates: [tags()] }), parts)
  const pushedTo = (adapter: TextAdapter, parts: readonly Part[]): string[] => {
    const pipeline = createPipeline({ split: { adapter } })
    return parts
      .flatMap((part) => pipeline.push(part))
      .flatMap((part) => ('text' in part ? [part.text] : part.type.endsWith('start') ? [part.type] : []))
  }

  it.each<[string, Part[], string[]]>([
    ['a call', [text('a <'), ...call], ['block-start', 'a ', '<', 'tool-call-start', '{}']],
    ['a thought', [text('a <'), ...thought], ['block-start', 'a ', '<', 'block-start', 'hm']],
    ['both, and more text', [text('a <'), ...call, text('b')], ['block-start', 'a ', '<', 'tool-call-start', '{}', 'b']],
  ])('%s', (_, parts, expected) => {
    expect(pushed(start!, ...parts, { type: 'finish', reason: 'stop' }, { type: 'end' })).toEqual(expected)
  })

  it.each([
    ['a call', call],
    ['a thought', thought],
  ])('%s ends the text, and does not wait for more of it', (_, next) => {
    const adapter = auto({ candidates: [tags()], fallback: plain() })
    expect(pushedTo(adapter, [start!, text('a <'), ...next]).slice(0, 4)).toEqual(['block-start', 'a ', '<', next[0]!.type])
  })

  it('which do not wait for text that is only whitespace', () => {
    expect(pushed(start!, text('\n'), ...call)).toContain('tool-call-start')
    expect(pushed(start!, text('\n'), ...thought)).toContain('hm')
  })
})

describe('held text comes before later parts of the wire', () => {
  const [start, delta, end] = answer('I look')
  const call: Part[] = [
    { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
    { type: 'tool-call-end', call: 0 },
  ]
  const thought: Part[] = [
    { type: 'block-start', block: 1, channel: 'reasoning', kind: 'raw' },
    { type: 'delta', block: 1, channel: 'reasoning', text: 'hm' },
    { type: 'block-end', block: 1, channel: 'reasoning', boundary: 'wire' },
  ]
  const adapter = auto({ candidates: [tags()] })
  const told = async (...parts: Part[]) => (await list([...parts, { type: 'end' }], { split: { adapter } })).map(({ type }) => type)

  it('a call', async () => {
    expect(await told(start!, delta!, end!, ...call)).toEqual([
      'warning',
      'block-start',
      'delta',
      'block-end',
      'tool-call-start',
      'tool-call-end',
      'end',
    ])
  })

  it('reasoning between texts', async () => {
    const { items } = await collect(
      runPipeline([start!, delta!, end!, ...thought, { ...start!, block: 2 } as Part, { ...delta!, block: 2 } as Part, { type: 'end' }], {
        split: { adapter },
      }),
    )
    expect(items.map((item) => item.type === 'block' && `${item.channel} ${item.text}`)).toEqual([
      'answer I look',
      'reasoning hm',
      'answer I look',
    ])
  })

  it('a native part about the next item, but not one about the text itself', async () => {
    const next: Part = { type: 'native', wire: 'x', event: 'replay.item', item: 1, value: {} }
    expect(await told(start!, delta!, end!, next)).toEqual(['warning', 'block-start', 'delta', 'block-end', 'native', 'end'])
    expect(await told(start!, delta!, next, end!)).toEqual(['native', 'warning', 'block-start', 'delta', 'block-end', 'end'])
  })

  it('an error, at which clients stop reading', async () => {
    const error: Part = { type: 'error', error: { message: 'overloaded' } }
    expect(await told(start!, delta!, error, end!)).toEqual(['warning', 'block-start', 'delta', 'error', 'block-end', 'end'])
  })

  it('structure that comes later is found', async () => {
    const later: Part = { type: 'delta', block: 1, channel: 'answer', text: '<r>a</r>b' }
    const { reasoning, answer: said } = await collect(
      runPipeline([start!, delta!, end!, ...call, { ...start!, block: 1 } as Part, later, { type: 'end' }], { split: { adapter } }),
    )
    expect([reasoning, said]).toEqual(['a', 'I lookb'])
  })
})

it.each<[string, Part[], string[]]>([
  [
    'a call',
    [
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
      { type: 'tool-call-end', call: 0 },
    ],
    ['answer A', 'tool-call'],
  ],
  ['an item of the wire', [{ type: 'native', wire: 'w', event: 'search', item: 1, value: {} }], ['answer A', 'native']],
  [
    'reasoning of a field',
    [
      { type: 'block-start', block: 1, channel: 'reasoning' },
      { type: 'delta', block: 1, channel: 'reasoning', text: 'r' },
      { type: 'block-end', block: 1, channel: 'reasoning', boundary: 'wire' },
    ],
    ['answer A', 'reasoning r'],
  ],
])('gives held text before the next part of the wire: %s', async (_, next, expected) => {
  const text = answer('A')
  const options = { split: { adapter: auto({ candidates: [tags()] }) } }
  const named = (items: readonly Item[]) => items.map((item) => (item.type === 'block' ? `${item.channel} ${item.text}` : item.type))
  const ended = await run([...text.slice(0, 3), ...next, ...text.slice(3)], options)
  expect(named(ended.items)).toEqual(expected)
  expect(ended.items[0]).toMatchObject({ boundary: 'wire' })
  if (next[0]!.type === 'native') return
  // Chat Completions does not say that its text is over.
  const open = await run([...text.slice(0, 2), ...next, ...text.slice(2)], options)
  expect(named(open.items)).toEqual(expected)
})

it('does not take a part that accompanies the text for its end', async () => {
  const [start, delta, ...rest] = answer('<')
  const citation: Part = { type: 'native', wire: 'w', event: 'citation', item: 0, channel: 'answer', value: {} }
  const more: Part = { type: 'delta', block: 0, channel: 'answer', text: 'r>a</r>b' }
  const options = { split: { adapter: auto({ candidates: [tags()] }) } }
  expect(await run([start!, delta!, citation, more, ...rest], options)).toMatchObject({ reasoning: 'a', answer: 'b' })
})

it('keeps the seals of held text at its block', async () => {
  const seals: Seal[] = [{ kind: 'thought-signature', value: 's', issuer: { wire: 'gemini' } }]
  const [start, delta, end, ...rest] = answer('A')
  const { items } = await run([start!, delta!, { ...end, seals } as Part, ...rest], { split: { adapter: auto({ candidates: [tags()] }) } })
  expect(items).toMatchObject([{ channel: 'answer', text: 'A', seals }])
})

describe('blocks of an answer stay apart if the wire has several', () => {
  const said = (block: number, ...texts: string[]): Part[] => [
    { type: 'block-start', block, channel: 'answer' },
    ...texts.map((text): Part => ({ type: 'delta', block, channel: 'answer', text })),
    { type: 'block-end', block, channel: 'answer', boundary: 'wire' },
  ]
  const cite = (item: number): Part => ({ type: 'native', wire: 'w', event: 'citation', item, channel: 'answer', value: {} })
  const cited = (block: number, text: string): Part[] => {
    const [start, delta, end] = said(block, text)
    return [start!, delta!, cite(block), end!]
  }
  const over: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]

  it.each<[string, Part[], string[]]>([
    ['texts', [...said(0, 'A '), ...said(1, 'b')], ['answer A ', 'answer b']],
    ['an empty one between them', [...said(0, 'A '), ...said(1), ...said(2, 'b')], ['answer A ', 'answer b']],
    ['a text that may begin a delimiter', [...said(0, 'A <'), ...said(1, 'b')], ['answer A <', 'answer b']],
    ['a delimiter in two of them', [...said(0, '<r'), ...said(1, '>a</r>b')], ['reasoning a', 'answer b']],
    ['a thought in two of them', [...said(0, '<r>a'), ...said(1, 'b</r>c'), ...said(2, 'd')], ['reasoning ab', 'answer c', 'answer d']],
    [
      'citations, each behind its text',
      [...said(0, 'A '), ...cited(1, 'b'), ...said(2, ' c '), ...cited(3, 'd')],
      ['answer A ', 'answer b', 'native', 'answer  c ', 'answer d', 'native'],
    ],
  ])('%s', async (_, parts, expected) => {
    for (const adapter of [tags(), auto({ candidates: [tags()] })])
      for (const context of [{}, { guarded: true }, { whole: true }, { guarded: true, whole: true }]) {
        const { items } = await run([...parts, ...over], { split: { adapter, context } })
        const named = items.map((item) => (item.type === 'block' ? `${item.channel} ${item.text}` : item.type))
        expect(named, JSON.stringify([adapter.id, context])).toEqual(expected)
      }
  })
})

describe('guarded text that is held to its end keeps its place before later parts of the wire', () => {
  const said = (block: number, text: string): Part[] => [
    { type: 'block-start', block, channel: 'answer' },
    { type: 'delta', block, channel: 'answer', text },
    { type: 'block-end', block, channel: 'answer', boundary: 'wire' },
  ]
  const called = (call: number): Part[] => [
    { type: 'tool-call-start', call, id: `c${call}`, name: 'f' },
    { type: 'tool-call-delta', call, text: '{}' },
    { type: 'tool-call-end', call },
  ]
  const thought: Part[] = [
    { type: 'block-start', block: 5, channel: 'reasoning', kind: 'raw' },
    { type: 'delta', block: 5, channel: 'reasoning', text: 'hm' },
    { type: 'block-end', block: 5, channel: 'reasoning', boundary: 'wire' },
  ]
  const native: Part = { type: 'native', wire: 'w', event: 'search', item: 1, value: {} }
  const over: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]
  const split = { adapter: auto({ candidates: [tags()] }), context: { guarded: true, whole: true } }
  const items = async (...parts: Part[]) =>
    (await run(parts, { split })).items.map((item) => (item.type === 'block' ? `${item.channel} ${item.text}` : item.type))

  it('later parts pass at once if no text is held', () => {
    const pipeline = createPipeline({ split: { adapter: tags(), context: { guarded: true, start: 'answer' } } })
    const pushed = (...parts: Part[]): string[] => parts.flatMap((part) => pipeline.push(part)).map(({ type }) => type)
    expect(pushed(...said(0, 'A<'), ...called(0))).not.toContain('tool-call-end')
    expect(pushed(...said(1, 'b'))).toContain('tool-call-end')
    expect(pushed(...called(1))).toContain('tool-call-end')
  })

  it.each<[string, Part[], string[]]>([
    ['a call', [...said(0, 'A'), ...called(0)], ['answer A', 'tool-call']],
    ['texts and calls', [...said(0, 'A'), ...called(0), ...said(1, 'B'), ...called(1)], ['answer A', 'tool-call', 'answer B', 'tool-call']],
    ['a thought', [...said(0, 'A'), ...thought, ...said(1, 'B')], ['answer A', 'reasoning hm', 'answer B']],
    ['an item', [...said(0, 'A'), native, ...said(1, 'B')], ['answer A', 'native', 'answer B']],
    ['a delimiter cut by a call', [...said(0, 'A<'), ...called(0), ...said(1, 'r>B')], ['answer A', 'tool-call', 'reasoning B']],
    [
      'a thought that shows late',
      [...said(0, 'A'), ...called(0), ...said(1, 'B</r>C'), ...called(1)],
      ['reasoning A', 'tool-call', 'reasoning B', 'answer C', 'tool-call'],
    ],
  ])('%s', async (_, parts, expected) => {
    expect(await items(...parts, ...over)).toEqual(expected)
  })

  it('an item that waited ends the block before it, although another text has begun since', async () => {
    const begun: Part[] = [...said(0, 'A'), native, ...said(1, 'B').slice(0, 2), ...over]
    const told = (await list(begun, { split })).flatMap((part) =>
      part.type === 'native' ? ['native'] : 'block' in part && part.type !== 'warning' ? [`${part.type} ${part.block}`] : [],
    )
    expect(told).toEqual(['block-start 0', 'delta 0', 'block-end 0', 'native', 'block-start 1', 'delta 1', 'block-end 1'])
  })

  it('also in a whole answer that the client may see', async () => {
    const holding: TextAdapter = {
      ...tags(),
      createSplitter() {
        let held = ''
        return {
          push(text) {
            held += text
            return []
          },
          end: () => said(0, held),
          state: () => null,
        }
      },
    }
    const parts = [...said(0, 'A'), ...called(0), ...over]
    const { items: shown } = await run(parts, { split: { adapter: holding, context: { whole: true } } })
    expect(shown.map(({ type }) => type)).toEqual(['block', 'tool-call'])
  })

  it('with the pieces of each call apart, and around the text that came between', async () => {
    const [begin, [, , end]] = [(call: number): Part => called(call)[0]!, called(0)]
    const piece = (call: number, text: string): Part => ({ type: 'tool-call-delta', call, text })
    const ended = (call: number): Part => ({ ...end, call }) as Part
    const apart = [begin(0), begin(1), piece(0, '{"a"'), piece(1, '{"b"'), piece(0, ':0}'), piece(1, ':1}'), ended(0), ended(1)]
    const { items: calls } = await run([...said(0, 'A'), ...apart, ...over], { split })
    expect(calls).toMatchObject([{ text: 'A' }, { arguments: '{"a":0}' }, { arguments: '{"b":1}' }])
    const [start, text, stop] = said(0, 'A')
    const around = [start!, text!, begin(0), piece(0, '{'), { ...text, text: 'B' } as Part, piece(0, '}'), ended(0), stop!, ...over]
    const texts = (await list(around, { split })).flatMap((part) => ('text' in part ? [part.text] : []))
    expect(texts).toEqual(['A', '{', 'B', '}'])
  })

  it('with the seals of each text at its own block', async () => {
    const seal = (value: string): Seal[] => [{ kind: 'thought-signature', value, issuer: { wire: 'gemini' } }]
    const sealed = (block: number, text: string): Part[] => {
      const [start, delta, end] = said(block, text)
      return [start!, delta!, { ...end, seals: seal(text) } as Part]
    }
    const { items: blocks } = await run([...sealed(0, 'A'), ...called(0), ...sealed(1, 'B'), ...over], { split })
    expect(blocks).toMatchObject([{ text: 'A', seals: seal('A') }, { type: 'tool-call' }, { text: 'B', seals: seal('B') }])
  })

  it('and gives calls before an error, at which clients stop reading', async () => {
    const error: Part = { type: 'error', error: { message: 'overloaded' } }
    const parts = await list([...said(0, 'A'), ...called(0), error, { type: 'end' }], { split })
    expect(parts.map(({ type }) => type).slice(0, 4)).toEqual(['tool-call-start', 'tool-call-delta', 'tool-call-end', 'error'])
  })

  it.each([{ guarded: true, whole: true }, { guarded: true }, { whole: true }, {}])('for any parts in any order: %o', async (context) => {
    const piece = fc.oneof(
      fc.constantFrom('A ', 'b', '<', '\n', '🧠', 'a<b').map((text) => ({ text })),
      fc.constantFrom('call', 'thought', 'native').map((kind) => ({ kind })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        let expected = ''
        const parts = pieces.flatMap((one, at): Part[] => {
          expected += 'text' in one ? one.text : `[${one.kind}]`
          if ('text' in one) return said(at, one.text)
          if (one.kind === 'call') return called(at)
          return one.kind === 'native' ? [native] : thought.map((part) => ({ ...part, block: at }) as Part)
        })
        const { items: given } = await run([...parts, ...over], { split: { ...split, context } })
        const names = given.map((item) => {
          if (item.type === 'block') return item.channel === 'reasoning' ? '[thought]' : item.text
          return item.type === 'native' ? '[native]' : '[call]'
        })
        // Whitespace delays no part of a stream that the client may see.
        const compared = (text: string): string => ('guarded' in context || 'whole' in context ? text : text.replaceAll(/\s/g, ''))
        expect(compared(names.join(''))).toBe(compared(expected))
      }),
    )
  })
})
