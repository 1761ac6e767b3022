import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { createBeginning } from '../../../src/relay/delivery/answer-beginning.ts'

const start: Part = { type: 'start' }
const warning: Part = { type: 'warning', code: 'aborted', message: 'It broke off.' }
const block: Part = { type: 'block-start', block: 0, channel: 'answer' }

describe('the beginning of an answer', () => {
  it('is held until it shows what it is, and then goes on in its order, once', () => {
    const beginning = createBeginning()
    expect(beginning.push([start])).toBeUndefined()
    expect(beginning.push([])).toBeUndefined()
    expect(beginning.push([warning])).toBeUndefined()
    expect(beginning.hasAnswer()).toBe(false)
    expect(beginning.push([block])).toEqual([start, warning, block])
    expect(beginning.hasAnswer()).toBe(true)
    expect(beginning.push([warning])).toEqual([warning])
    expect(beginning.push([])).toEqual([])
  })

  it('is no answer where an error comes first', () => {
    const beginning = createBeginning()
    const error: Part = { type: 'error', error: { message: 'overloaded' } }
    expect(beginning.push([start, error])).toEqual([start, error])
    expect(beginning.hasAnswer()).toBe(false)
  })

  it('is over with a model or an id, which only an answer has', () => {
    const named: Part = { type: 'start', id: 'chatcmpl-1' }
    expect(createBeginning().push([named])).toEqual([named])
  })

  it('does not hold without end', () => {
    const beginning = createBeginning()
    for (let count = 0; count < 64; count++) expect(beginning.push([warning])).toBeUndefined()
    expect(beginning.push([warning])).toHaveLength(65)
  })

  it('may come in more parts at once than there is room for on the stack', () => {
    const beginning = createBeginning()
    expect(beginning.push(Array.from({ length: 200_000 }, () => warning))).toBeUndefined()
    expect(beginning.push([block])).toHaveLength(200_001)
  })
})
