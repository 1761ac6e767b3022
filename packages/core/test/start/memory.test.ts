import { describe, expect, test } from 'vitest'
import type { Part } from '../../src/index.ts'
import { createStartMemory, watchStart, type AnswerKind } from '../../src/start/index.ts'

const after = (kinds: readonly AnswerKind[], builds: readonly (string | undefined)[] = []) => {
  const memory = createStartMemory()
  for (const [index, kind] of kinds.entries()) memory.note('m', kind, builds[index])
  return memory.seen('m')
}
const times = (count: number, kind: AnswerKind): AnswerKind[] => Array.from({ length: count }, () => kind)

describe('what was seen of a server', () => {
  test('is nothing at first, and of one model no word on another', () => {
    const memory = createStartMemory()
    expect(memory.seen('m')).toBeUndefined()
    memory.note('m', 'field')
    expect([memory.seen('m')?.fields, memory.seen('other'), memory.models()]).toEqual([1, undefined, ['m']])
  })

  test.each<[string, AnswerKind[], object]>([
    ['counts kinds', ['field', 'opener', 'plain', 'plain'], { fields: 1, openers: 1, closers: 0, plain: 2, contradicted: false }],
    ['counts the last 32', [...times(40, 'plain'), 'opener'], { plain: 31, openers: 1 }],
    ['remembers closers beyond the last 32', ['closer', ...times(40, 'plain')], { closers: 0, plain: 32, hadClosers: true }],
    ['is contradicted by one closer among fields', ['field', 'field', 'closer'], { contradicted: true, hadClosers: true }],
    ['is contradicted by one field among closers', ['closer', 'field'], { contradicted: true }],
    ['stays contradicted for 63 fields', ['closer', ...times(63, 'field')], { contradicted: true }],
    ['trusts 64 fields in a row', ['closer', ...times(64, 'field')], { contradicted: false, hadClosers: false }],
    [
      'trusts 64 fields after a relapse no more',
      ['closer', ...times(64, 'field'), 'closer', ...times(64, 'field')],
      { contradicted: true },
    ],
    ['trusts twice as many then', ['closer', ...times(64, 'field'), 'closer', ...times(128, 'field')], { contradicted: false }],
    ['begins to count anew at a closer', ['closer', ...times(60, 'field'), 'closer', ...times(60, 'field')], { contradicted: true }],
    ['knows that a server has split too early', ['field', 'leak'], { fields: 2, leaked: true, contradicted: false }],
    ['trusts it again after 64 fields', ['leak', ...times(63, 'field')], { leaked: true }],
    ['trusts it again after 64 fields', ['leak', ...times(64, 'field')], { leaked: undefined }],
    ['counts no answer without thinking', ['closer', ...times(40, 'off')], { closers: 1, plain: 0, obeysOff: true }],
    ['knows of none that a server without thinking has sent', ['field', ...times(4, 'off'), 'field', 'field'], { alwaysFields: true }],
    ['needs three to know what is usual', times(2, 'field'), { alwaysFields: false }],
    ['knows that every answer has a field', times(3, 'field'), { alwaysFields: true }],
    ['knows that one of few had none', ['plain', ...times(4, 'field')], { alwaysFields: false }],
    ['knows that one had none', [...times(8, 'field'), 'plain'], { alwaysFields: false }],
  ])('%s', (_, kinds, expected) => {
    expect({ leaked: undefined, obeysOff: undefined, ...after(kinds) }).toMatchObject(expected)
  })

  test('is forgotten when the server says that it is another one', () => {
    expect(after(['closer', 'field'], ['b1', 'b2'])).toMatchObject({ fields: 1, closers: 0, contradicted: false })
    expect(after(['closer', 'field'], ['b1', undefined])).toMatchObject({ contradicted: true })
    expect(after(['closer', 'field'], [undefined, 'b1'])).toMatchObject({ contradicted: true })
    // Two replicas take turns.
    expect(after(['plain', 'plain', 'plain', 'closer'], ['b1', 'b2', 'b1', 'b2'])).toMatchObject({ plain: 2, closers: 1 })
    expect(after(['plain', 'closer'], ['b1', 'x'.repeat(1000)])).toMatchObject({ plain: 1, closers: 1 })
    const memory = createStartMemory()
    for (const model of ['a', 'b']) memory.note(model, 'closer')
    memory.forget('a')
    expect(memory.models()).toEqual(['b'])
    memory.forget()
    expect(memory.models()).toEqual([])
  })

  test('goes on from its records, which are copies', () => {
    const memory = createStartMemory()
    for (const kind of ['closer', ...times(63, 'field')] as AnswerKind[]) memory.note('m', kind, 'b1')
    const next = createStartMemory(JSON.parse(JSON.stringify(memory.records())) as ReturnType<typeof memory.records>)
    expect(next.records()).toEqual(memory.records())
    next.note('m', 'field', 'b1')
    expect([next.seen('m')?.contradicted, memory.seen('m')?.contradicted]).toEqual([false, true])
    next.note('m', 'plain', 'b2')
    expect(next.seen('m')).toMatchObject({ plain: 1, fields: 0 })
  })

  test('is kept of so many models, those that were asked last', () => {
    const memory = createStartMemory()
    for (let index = 0; index < 300; index++) memory.note(`m${index}`, 'plain')
    memory.note('x'.repeat(1000), 'plain')
    expect([memory.models().length, memory.models()[0], memory.models().at(-1)]).toEqual([256, 'm44', 'm299'])
  })
})

const block = (channel: 'reasoning' | 'answer', boundary: string, from: number | undefined, terminator?: string): Part[] => [
  { type: 'block-start', block: 0, channel, ...(from !== undefined && { from }) },
  { type: 'block-end', block: 0, channel, boundary: boundary as 'closer', ...(terminator !== undefined && { terminator }) },
]
const tag = (text: string): Part => ({ type: 'markup', text, of: 'delimiter' })
const late: Part = { type: 'warning', code: 'late-closer', message: '' }
const orphan: Part = { type: 'warning', code: 'orphan-close', message: '' }

describe('the kind of an answer', () => {
  test.each<[string, Part[], AnswerKind | undefined]>([
    ['of nothing', [], undefined],
    ['with reasoning in a field', [...block('reasoning', 'wire', undefined), ...block('answer', 'wire', 0)], 'field'],
    [
      'that begins with an opener',
      [tag('<think>'), ...block('reasoning', 'closer', 0), tag('</think>'), ...block('answer', 'wire', 0)],
      'opener',
    ],
    [
      'with an opener later on',
      [...block('answer', 'wire', 0), tag('<think>'), ...block('reasoning', 'closer', 0), tag('</think>')],
      'plain',
    ],
    [
      'whose thought was open from the start',
      [...block('reasoning', 'closer', 0), tag('</think>'), ...block('answer', 'wire', 0)],
      'closer',
    ],
    [
      'that only its closer showed',
      [...block('reasoning', 'orphan', 0, '</think>'), tag('</think>'), ...block('answer', 'wire', 0)],
      'closer',
    ],
    ['that was cut, and hidden by caution', block('reasoning', 'orphan', 0), 'plain'],
    ['with a stray closer', [...block('answer', 'wire', 0), orphan, tag('</think>')], 'closer'],
    ['with a field, and a closer in its text', [...block('reasoning', 'wire', undefined), ...block('answer', 'wire', 0), late], 'leak'],
    ['with a thought that never closed', block('reasoning', 'end-of-stream', 0), 'plain'],
    ['without any', block('answer', 'wire', 0), 'plain'],
    ['of another choice', [{ type: 'block-start', block: 0, channel: 'answer', choice: 1 }], undefined],
  ])('%s', (_, parts, kind) => {
    const watcher = watchStart()
    for (const part of parts) watcher.see(part)
    expect(watcher.kind()).toBe(kind)
  })
})
