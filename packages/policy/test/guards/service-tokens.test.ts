import { createPolicy, parsePolicyConfig, serviceTokens } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, inputOf, markupOf, resultOf, through, type Piece } from '../parts.ts'

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
    expect(warnings).toEqual([{ code: 'service-token', message: 'Removed from the answer: </s>', block: 0, excerpt: '</s>' }])
  })

  it('leaves tool text alone', () => {
    const parts = through([serviceTokens(['</s>'])], blocks([['answer', '<tool></s>', 'tool-text']]))
    expect(resultOf(parts).answer).toBe('<tool></s>')
  })

  it('leaves a token that an answer or a thought speaks of, unless code of a thought has more in it', () => {
    const text = 'It ends with "</s>" or `</s>` here, `a</s>` too. "</s>'
    for (const [channel, left] of [
      ['answer', 'It ends with "</s>" or `</s>` here, `a</s>` too. "'],
      ['reasoning', 'It ends with "</s>" or `</s>` here, `a` too. "'],
    ] as const)
      expect(resultOf(through([serviceTokens(['</s>'])], blocks([[channel, text]], [1])))[channel]).toBe(left)
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

describe('tokens that begin a delimiter', () => {
  const tokens = ['<|start|>', '<|channel|>', '<|message|>', '<|end|>', '<|return|>']
  const policed = (pieces: readonly Piece[], size: number) => {
    const { stages, report } = createPolicy(parsePolicyConfig({}), { serviceTokens: tokens })
    const parts = through(stages, blocks(pieces, [size]))
    return { ...resultOf(parts), input: inputOf(parts), report: report() }
  }

  it.each([
    ['of reasoning', 'It is <|channel|>analysis<|message|>4.', 'It is 4.', ['reasoning-in-answer', 'service-token']],
    ['of commentary', 'It is <|channel|>commentary<|message|>4.', 'It is 4.', ['commentary-in-answer', 'service-token']],
    ['of the answer', '<|start|>assistant<|channel|>final<|message|>4.<|return|>', '4.', ['service-token', 'service-token']],
    ['that is none', 'It is <|channel|>ana 4.', 'It is ana 4.', ['service-token']],
    ['whose name is cut by a token', 'It is <|channel|>ana<|end|>lysis 4.', 'It is analysis 4.', ['service-token', 'service-token']],
  ])('go out with it: %s', (_, input, answer, codes) => {
    for (const size of [1, 2, 3, 7, 100]) {
      const { answer: left, input: all, warnings } = policed([['answer', input]], size)
      expect([left, all, warnings.map(({ code }) => code).toSorted()]).toEqual([answer, input, codes])
    }
  })

  it('are no leak in the reasoning, where the name of the channel goes as well', () => {
    const { reasoning, warnings, report } = policed([['reasoning', 'It is <|channel|>analysis<|message|>4.']], 3)
    expect([reasoning, warnings.map(({ code }) => code), report.leaks]).toEqual(['It is 4.', ['service-token'], []])
  })

  it('are counted as what they are', () => {
    const { report } = policed([['answer', '<|channel|>analysis a <|channel|>analysis b <|channel|>commentary c']], 3)
    expect(report.leaks).toEqual([
      { reason: 'service_marker_in_final', count: 3 },
      { reason: 'analysis_in_final', count: 2 },
    ])
  })
})
