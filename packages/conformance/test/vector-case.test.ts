import { describe, expect, it } from 'vitest'
import { toVectorCase } from '../src/index.ts'

const options = { start_tag: '<think>', end_tag: '</think>' }
const tags = { id: 'v', options, chunks: ['<think>a', '</think>  b'], expected: { reasoning: 'a', content: 'b', trim: 'none' } }

describe('a line of vectors', () => {
  it('of tags holds its longest delimiter with the whitespace beside it', () => {
    const vector = toVectorCase(tags)!
    expect(vector.adapter).toBe('think-tags')
    expect(vector.row.longestDelimiter).toBe('</think>'.length + 2)
    expect(vector.options['startTag']).toEqual(['<think>'])
  })

  it('of tags without an opening tag says so to the adapter', () =>
    expect(toVectorCase({ ...tags, options: { ...options, start_tag: null } })!.options['startTag']).toBeNull())

  it('of tags with attributes may hold all of its input', () =>
    expect(toVectorCase({ ...tags, options: { ...options, tag_attributes: true } })!.row.longestDelimiter).toBe(
      '<think>a</think>  b'.length,
    ))

  it('of the kit names no adapter', () =>
    expect(toVectorCase({ name: 'r', input: 'a', expect: { answer: 'a' } })).toEqual({
      row: { name: 'r', input: 'a', expect: { answer: 'a' } },
      options: {},
    }))

  it('of the kit with a wrong field is refused', () => expect(() => toVectorCase({ name: 'r', input: 7, expect: {} })).toThrow(TypeError))

  it('may be none', () => expect(toVectorCase({ name: 'r' })).toBeUndefined())
})
