import { describe, expect, it } from 'vitest'
import { thinkTags } from '../src/index.ts'

/** The channels of a text in pieces of one size, for a client that may not see reasoning. */
function channelsOf(model: string, text: string, size: number): { reasoning: string; answer: string } {
  const splitter = thinkTags().createSplitter({ model, origin: {}, guarded: true, whole: size === text.length })
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
  const channels = { reasoning: '', answer: '' }
  for (const part of [...pieces.flatMap((piece) => [...splitter.push(piece)]), ...splitter.end()])
    if (part.type === 'delta' && part.channel !== 'commentary') channels[part.channel] += part.text
  return { reasoning: channels.reasoning.trim(), answer: channels.answer.trim() }
}

describe.each(['Qwen3.5-35B-A3B', 'Qwen3-8B', 'never-heard-of-it'])('a thought of %s whose last sentence names an opener', (model) => {
  it.each(['<think>', '<thought>', '<thinking>', '<reasoning>'])('ends at the closer on the next line: %s', (opener) => {
    for (const end of ['.', '!', '?', '。', '".', ')', '**.']) {
      const thought = `They want ${opener}${end}`
      const text = `${thought}\n</think>\n\n* Use it.`
      for (const size of [1, 3, text.length]) expect(channelsOf(model, text, size)).toEqual({ reasoning: thought, answer: '* Use it.' })
    }
  })
})

it.each(['Write <think>...</think> around it.', 'Format:\n<think>\n...\n</think>\nFour.', 'Write <think>.</think>.'])(
  'a pair is text: %j',
  (text) => {
    for (const size of [1, text.length]) expect(channelsOf('Qwen3-8B', text, size)).toEqual({ reasoning: '', answer: text })
  },
)
