import { serviceTokens } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, inputOf, markupOf, resultOf, through } from './parts.ts'

const run = (text: string, sizes = [1], tokens = ['<|im_end|>', '</s>']) =>
  through([serviceTokens(tokens)], blocks([['answer', text]], sizes))

describe('serviceTokens', () => {
  it.each([[[1]], [[3]], [[1000]]])('takes exact spellings out, cut at %j', (sizes) => {
    const parts = run('Yes.<|im_end|> No<|im_start|></s>', sizes)
    expect(resultOf(parts).answer).toBe('Yes. No<|im_start|>')
    expect(markupOf(parts)).toEqual(['<|im_end|>', '</s>'])
  })

  it('takes out what becomes a token when another one is gone, also twice', () => {
    for (const sizes of [[1], [7], [1000]]) {
      const text = 'a<|im_<|im_<|im_end|>end|>end|>b'
      const parts = run(text, sizes)
      expect(resultOf(parts).answer).toBe('ab')
      expect(inputOf(parts)).toBe(text)
    }
  })

  it('says which and in what channel, once a block, and counts all', () => {
    const { warnings } = resultOf(run('</s></s></s>'))
    expect(warnings).toEqual([{ code: 'service-token', message: 'Taken out of the answer: </s>', block: 0, excerpt: '</s>' }])
  })

  it('leaves tool text alone', () => {
    const parts = through([serviceTokens(['</s>'])], blocks([['answer', '<tool></s>', 'tool-text']]))
    expect(resultOf(parts).answer).toBe('<tool></s>')
  })

  it('holds no more than could become a token', () => {
    const stage = serviceTokens(['<|im_end|>'])
    const said = ['ab<', '|im_', 'x<|'].map((text) =>
      [...stage.push({ type: 'delta', block: 0, channel: 'answer', text })].map((part) => ('text' in part ? part.text : '')).join(''),
    )
    expect(said).toEqual(['ab', '', '<|im_x'])
  })

  it('is linear where tokens stand in tokens', () => {
    const text = '<|im_<|im_end|>'.repeat(20_000)
    const parts = run(text, [text.length])
    expect(resultOf(parts).answer).toBe('<|im_'.repeat(20_000))
  })
})
