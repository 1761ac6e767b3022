import { expect, test } from 'vitest'
import { createSkeletons, type Skeletons } from '../../src/index.ts'

const textIn = (frame: unknown): string | undefined => (frame as { text?: string } | undefined)?.text

function learned(frame: string, text: string): Skeletons<string> {
  const skeletons = createSkeletons<string>(textIn)
  skeletons.learn(frame, text, 0, 'meaning')
  return skeletons
}

test('a frame that differs in its text alone is known, with the text as JSON says it', () => {
  const skeletons = learned('{"id":1,"text":"a","more":"a"}', 'a')
  expect(skeletons.find('{"id":1,"text":"Hello","more":"a"}')).toEqual({ text: 'Hello', meaning: 'meaning' })
  expect(skeletons.find(String.raw`{"id":1,"text":"\u0041\n\"","more":"a"}`)).toEqual({ text: 'A\n"', meaning: 'meaning' })
})

test.each([
  ['something else differs', '{"id":2,"text":"b","more":"a"}'],
  ['the other field of the same text differs', '{"id":1,"text":"a","more":"b"}'],
  ['the text is empty', '{"id":1,"text":"","more":"a"}'],
  ['there is more than one literal', '{"id":1,"text":"b","text":"c","more":"a"}'],
  ['the literal holds what none may hold', '{"id":1,"text":"b\n","more":"a"}'],
  ['an escape is broken', String.raw`{"id":1,"text":"\x","more":"a"}`],
  ['it is cut', '{"id":1,"text":"b'],
])('a frame is not known where %s', (_, frame) => {
  expect(learned('{"id":1,"text":"a","more":"a"}', 'a').find(frame)).toBeUndefined()
})

test('of a key that comes twice the one that counts is the text', () => {
  expect(learned('{"text":"a","text":"b"}', 'b').find('{"text":"a","text":"c"}')?.text).toBe('c')
  expect(learned('{"text":"a","text":"a"}', 'a').find('{"text":"a","text":"c"}')?.text).toBe('c')
  expect(learned('{"text":"a","text":"a"}', 'a').find('{"text":"c","text":"a"}')).toBeUndefined()
})

test('what was learned of several choices stands side by side, and is forgotten together', () => {
  const skeletons = createSkeletons<string>(textIn)
  skeletons.learn('{"of":0,"text":"a"}', 'a', 0, 'first')
  skeletons.learn('{"of":1,"text":"a"}', 'a', 1, 'second')
  expect(skeletons.find('{"of":0,"text":"b"}')?.meaning).toBe('first')
  expect(skeletons.find('{"of":1,"text":"b"}')?.meaning).toBe('second')
  skeletons.learn('{"of":1,"nothing":"a"}', 'a', 1, 'second')
  expect(skeletons.find('{"of":0,"text":"b"}')).toBeUndefined()
})

test('frames that all differ in something else are learned seldom', () => {
  let asked = 0
  const skeletons = createSkeletons<string>((frame) => {
    asked++
    return textIn(frame)
  })
  for (let number = 0; number < 2000; number++) skeletons.learn(`{"id":${number},"text":"a"}`, 'a', 0, '')
  expect(asked).toBeLessThan(40)
})
