import { describe, expect, it } from 'vitest'
import { fromIndexRow, indexRowProblem, isIndexRow, type IndexRow } from '../src/captures/index.ts'

const row = { id: 'a', api: 'openai-chat', file: 'a.sse', provider: 'llamacpp', model: 'm', expected: { content: '<think>x</think>y' } }
const body = new Uint8Array()

describe('a line of an index', () => {
  it.each<[object, string | undefined]>([
    [row, undefined],
    [{ ...row, model: 7 }, 'model is 7, but must be a text'],
    [{ ...row, expected: { content: 7 } }, 'expected.content is 7, but must be a text'],
    [{ ...row, expected_choices: [{}, { finish_reason: 7 }] }, 'expected_choices[1].finish_reason is 7, but must be a text or null'],
    [{ ...row, raw_split: { reasoning: 'x' } }, 'raw_split.content is missing, and must be a text'],
    [{ ...row, expected: { reasoning_sha256: 'x' } }, 'format is missing, and must be a text'],
  ])('%j', (line, problem) => expect(indexRowProblem(line as Record<string, unknown>)).toBe(problem))

  it('has an id, an API and a file', () => {
    expect(isIndexRow(row)).toBe(true)
    expect(isIndexRow({ id: 'a', api: 'openai-chat' })).toBe(false)
  })

  it('becomes a capture, split and unsplit', () => {
    const split = { ...row, raw_split: { reasoning: 'x', content: 'y', opening: null } } as IndexRow
    const [unsplit] = fromIndexRow(row as IndexRow, body).expected
    expect(unsplit).toMatchObject({ answer: ['<think>x</think>y'] })
    expect(fromIndexRow(split, body)).toMatchObject({
      expected: [{ reasoning: ['x'], answer: ['y'] }],
      inlineTags: { kind: 'no-open', unsplit },
    })
  })
})
