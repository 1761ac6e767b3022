import { promote } from '@reason/core/result'
import { describe, expect, it } from 'vitest'
import { tags } from './tags.ts'

describe('promote', () => {
  const message = { role: 'assistant', content: '<r>a</r>b', id: 7 }

  it('turns tags into typed blocks and keeps the rest of the message', () => {
    expect(promote(message, tags())).toEqual({
      role: 'assistant',
      id: 7,
      content: [
        { type: 'block', channel: 'reasoning', text: 'a', boundary: 'closer', terminator: '</r>' },
        { type: 'block', channel: 'answer', text: 'b', boundary: 'end-of-stream' },
      ],
    })
  })

  it('changes nothing the second time', () => {
    const once = promote(message, tags())
    expect(promote(once, tags())).toEqual(once)
  })

  it('leaves a quoted tag in a promoted answer alone', () => {
    const once = promote(
      { role: 'assistant', content: [{ type: 'block' as const, channel: 'answer' as const, text: 'write <r>x</r>' }] },
      tags(),
    )
    expect(promote(once, tags())).toEqual(once)
  })

  it('keeps pieces that are not text', () => {
    const image = { type: 'image', url: 'x' }
    expect(promote({ role: 'assistant', content: [image, { type: 'text', text: '<r>a</r>' }] }, tags()).content[0]).toBe(image)
  })

  it('does not split what others said', () => {
    expect(promote({ role: 'user', content: '<r>a</r>' }, tags()).content).toEqual([{ type: 'text', text: '<r>a</r>' }])
  })

  it('takes an empty message', () => {
    expect(promote({ role: 'assistant', content: null }, tags()).content).toEqual([])
  })
})
