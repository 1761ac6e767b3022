import { describe, expect, test } from 'vitest'
import { splitText } from '@reason/core'
import { directive, injectDirective, marker, type MarkerMessage } from '../src/index.ts'
import { findDirective } from '../src/directive.ts'
import { unusedMarker } from '../src/inject.ts'

const user: MarkerMessage = { role: 'user', content: 'What is 2+2?' }

describe('the directive', () => {
  test('names the marker, never alone on a line', () => {
    const text = directive()
    expect(text).toContain('===FINAL===')
    expect(splitText(text, marker()).warnings).toMatchObject([{ code: 'marker-missing' }])
  })

  test('in another language', () => {
    expect(directive({ marker: '###', text: (mark) => `Schreibe ${mark}, dann die Antwort.` })).toBe('Schreibe ###, dann die Antwort.')
  })

  test('a text without the marker is an error', () => {
    expect(() => directive({ text: () => 'Answer at the end.' })).toThrow(/does not use the marker "===FINAL==="/)
  })

  test.each([
    ['between words', (mark: string) => `Write ${mark} and then answer.`],
    ['at the end', (mark: string) => `Answer after ${mark}`],
    ['at the start', (mark: string) => `${mark} comes before the answer.`],
    ['twice', (mark: string) => `Write ${mark}. Not more than one ${mark}!`],
  ])('is found again, with its marker %s', (_, text) => {
    const made = directive({ marker: '##', text })
    expect(findDirective(`Be kind.\n\n${made}`.replace('Be kind.\n\n##', '##'), { text })).toBe('##')
    expect(findDirective(`Be kind.\n\n${made}\nBe brief.`.replace('Be kind.\n\n##', '##'), { text })).toBe('##')
    expect(findDirective('Be kind.', { text })).toBeUndefined()
  })
})

describe('injecting', () => {
  test('into the system message, at its end', () => {
    const messages = [{ role: 'system', content: 'Be kind.' }, user]
    const { messages: after, marker: mark, injected } = injectDirective(messages)
    expect([after[0]!.content, after[1], mark, injected]).toEqual([`Be kind.\n\n${directive()}`, user, '===FINAL===', true])
    expect(messages[0]!.content).toBe('Be kind.')
  })

  test('into a developer message, and into content in parts', () => {
    const { messages } = injectDirective([{ role: 'developer', content: [{ type: 'text', text: 'Be kind.' }], name: 'x' }, user])
    expect(messages[0]).toEqual({
      role: 'developer',
      content: [
        { type: 'text', text: 'Be kind.' },
        { type: 'text', text: directive() },
      ],
      name: 'x',
    })
  })

  test('into a system message of its own where there is none', () => {
    expect(injectDirective([user]).messages).toEqual([{ role: 'system', content: directive() }, user])
    expect(injectDirective([]).messages).toHaveLength(1)
  })

  test.each<[string, MarkerMessage[]]>([
    ['with a system message', [{ role: 'system', content: 'Be kind.' }, user]],
    ['with parts', [{ role: 'system', content: [{ type: 'text', text: 'Be kind.' }] }, user]],
    ['without one', [user]],
    ['with the marker in the prompt', [{ role: 'user', content: 'What does ===FINAL=== mean?' }]],
    ['with an empty one', [{ role: 'system', content: '' }, user]],
    ['with two', [{ role: 'system', content: 'a' }, { role: 'system', content: 'b' }, user]],
  ])('twice changes nothing, %s', (_, messages) => {
    const once = injectDirective(messages)
    const twice = injectDirective(once.messages)
    expect(twice.messages).toBe(once.messages)
    expect([twice.marker, twice.injected]).toEqual([once.marker, false])
  })

  test('a directive that the client wrote elsewhere in the system messages is kept', () => {
    const messages = [{ role: 'system', content: 'a' }, { role: 'developer', content: directive({ marker: '##END##' }) }, user]
    expect(injectDirective(messages)).toMatchObject({ messages, marker: '##END##', injected: false })
  })

  test.each([
    [{ flags: { native: true } }, /native/],
    [{ flags: { harmony: true } }, /harmony/],
    [{ flags: { 'think-tags': true } }, /think-tags/],
    [{ flags: { marker: false } }, /marker: false/],
    [{ grammar: true }, /grammar/],
  ])('is not done for %j', (conditions, reason) => {
    const messages = [user]
    const injection = injectDirective(messages, {}, conditions)
    expect(injection.messages).toBe(messages)
    expect(injection).toEqual({ messages, injected: false, reason: expect.stringMatching(reason) })
  })

  test('is done where the flags say no to what is better', () => {
    expect(injectDirective([user], {}, { flags: { harmony: false, marker: true } }).injected).toBe(true)
  })
})

describe('a marker that the prompt has', () => {
  test('is replaced, so that an echo is no marker', () => {
    const { marker: mark, messages, reason } = injectDirective([{ role: 'user', content: 'Explain this:\n===final===\nIs it a heading?' }])
    expect(mark).toBe('===FINAL-2===')
    expect(reason).toMatch(/The prompt has ===FINAL===/)
    expect(messages[0]!.content).toBe(directive({ marker: '===FINAL-2===' }))
    const echo = 'They quote\n===FINAL===\nSo it is one.\n===FINAL-2===\nYes.'
    expect(splitText(echo, marker({ endTag: mark! })).answer).toBe('\nYes.')
  })

  test('in tool results and parts counts too', () => {
    const messages = [user, { role: 'tool', content: '===FINAL===' }, { role: 'user', content: ['===FINAL-2===', { type: 'image' }] }]
    expect(injectDirective(messages).marker).toBe('===FINAL-3===')
  })

  test('in what the assistant said does not: that is how it answers', () => {
    expect(injectDirective([user, { role: 'assistant', content: 'sum\n===FINAL===\n4' }, user]).marker).toBe('===FINAL===')
  })

  test.each([
    ['===FINAL===', '===FINAL-2==='],
    ['Final Answer:', 'Final Answer-2:'],
    ['###', '###-2###'],
    ['【最终答案】', '【最终答案-2】'],
  ])('%s becomes %s', (mark, other) => {
    expect(unusedMarker(mark, [`x ${mark} y`])).toBe(other)
    expect(unusedMarker(mark, ['x'])).toBe(mark)
  })
})
