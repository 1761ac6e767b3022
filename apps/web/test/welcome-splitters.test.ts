import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createNaiveSplitter } from '../src/pages/playground/welcome/why/naive-splitter.ts'
import { createRealSplitter } from '../src/pages/playground/welcome/why/real-splitter.ts'
import { cutBadly, recordedAnswer, recordedText } from '../src/pages/playground/welcome/why/recording.ts'

const stream = readFileSync(new URL('../../../packages/recorded-models/recordings/qwen3-none-stream.sse', import.meta.url), 'utf8')
const reasoning = 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.'

/** The complete output of each splitter. */
function split(chunks: readonly string[], push: (chunk: string) => readonly { channel: string; text: string }[]) {
  const all = { reasoning: '', answer: '' }
  for (const { channel, text } of chunks.flatMap(push)) all[channel as 'reasoning' | 'answer'] += text
  return { reasoning: all.reasoning.trim(), answer: all.answer.trim() }
}

describe('the first screen', () => {
  test('shows what the recording has', () => {
    const contents = [...stream.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)].map(([, json]) => JSON.parse(json!) as string)
    expect(recordedText).toBe(contents.join(''))
    expect(recordedText.endsWith(recordedAnswer)).toBe(true)
  })

  // In turn both tags are cut, the closing one, the opening one.
  test.each([
    { attempt: 0, naive: { reasoning: '', answer: recordedText } },
    { attempt: 1, naive: { reasoning: recordedText.replace('<think>', '').trim(), answer: '' } },
    { attempt: 2, naive: { reasoning: '', answer: recordedText.replace('</think>', '') } },
    { attempt: 3, naive: { reasoning: '', answer: recordedText } },
    { attempt: 4, naive: { reasoning: recordedText.replace('<think>', '').trim(), answer: '' } },
    { attempt: 5, naive: { reasoning: '', answer: recordedText.replace('</think>', '') } },
  ])('cut number $attempt: a simple splitter is wrong, ours is right', ({ attempt, naive }) => {
    const chunks = cutBadly(attempt)
    expect(chunks.join('')).toBe(recordedText)
    const simple = createNaiveSplitter()
    expect(split(chunks, (chunk) => [simple(chunk)])).toEqual(naive)
    const ours = createRealSplitter()
    expect(split([...chunks, ''], (chunk) => (chunk === '' ? ours.end() : ours.push(chunk)))).toEqual({ reasoning, answer: recordedAnswer })
  })

  test('the simple splitter is right where no tag is cut: it is no straw man', () => {
    const simple = createNaiveSplitter()
    expect(split(recordedText.split(/(?<=>)|(?=<)/), (chunk) => [simple(chunk)])).toEqual({ reasoning, answer: recordedAnswer })
  })
})
