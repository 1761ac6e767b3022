import { describe, expect, it } from 'vitest'
import { renderedPrompt } from '../src/index.ts'
import { Answer, serveAnswers } from './served.ts'

const messages = [{ role: 'user', content: 'Hi' }]

describe('renderedPrompt', () => {
  it.each([
    ['the whole prompt', { prompt: '<|im_start|>assistant\n<think>\n' }, '<|im_start|>assistant\n<think>\n'],
    ['the end of a long one', { prompt: `${'x'.repeat(10_000)}<think>` }, `${'x'.repeat(4096 - 7)}<think>`],
    ['an empty one', { prompt: '' }, ''],
    ['nothing for another type', { prompt: ['x'] }, undefined],
    ['nothing for an error', new Answer(500, { prompt: 'x' }), undefined],
    ['nothing without an answer', null, undefined],
  ])('gives %s', async (_, answer, expected) => {
    expect(await renderedPrompt(serveAnswers({ 'POST /apply-template': answer }).ask, messages)).toBe(expected)
  })

  it.each([
    [{}, { messages }],
    [{ kwargs: { enable_thinking: false } }, { messages, chat_template_kwargs: { enable_thinking: false } }],
    [
      { model: 'm', tools: [{ type: 'function' }] },
      { messages, model: 'm', tools: [{ type: 'function' }] },
    ],
  ])('asks once, with %j', async (options, body) => {
    const { ask, got } = serveAnswers({})
    await renderedPrompt(ask, messages, options)
    expect(got).toEqual([{ path: '/apply-template', body }])
  })
})
