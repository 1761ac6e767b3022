import { describe, expect, it } from 'vitest'
import { addAudit, auditConversations } from '../src/index.ts'

const thought = 'First I multiply ten by three and then seven by three, and I add both of them.'

/** The same message, as it is laid out by one and another. */
const layouts: [name: string, row: (answer: string, reasoning: string) => unknown][] = [
  [
    'Chat Completions',
    (content, reasoning_content) => ({
      messages: [
        { role: 'user', content: thought },
        { role: 'assistant', content, reasoning_content },
      ],
    }),
  ],
  ['a response of theirs', (content, reasoning) => ({ choices: [{ message: { role: 'assistant', content, reasoning } }] })],
  [
    'Messages',
    (text, thinking) => ({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking, signature: 'x' },
        { type: 'text', text },
      ],
    }),
  ],
  [
    'Responses',
    (text, summary) => ({
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: summary }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
      ],
    }),
  ],
  [
    'Gemini',
    (text, reasoning) => ({ candidates: [{ content: { role: 'model', parts: [{ text: reasoning, thought: true }, { text }] } }] }),
  ],
  ['Ollama', (content, thinking) => ({ model: 'm', message: { role: 'assistant', content, thinking }, done: true })],
  [
    'ShareGPT',
    (value, reasoning) => ({
      conversations: [
        { from: 'human', value: thought },
        { from: 'gpt', value, reasoning },
      ],
    }),
  ],
  [
    'an export of ChatGPT',
    (text, reasoning) => ({
      mapping: { a: { message: { author: { role: 'assistant' }, reasoning, content: { content_type: 'text', parts: [text] } } } },
    }),
  ],
  ['a message of a self-made proxy', (content, thinking_content) => ({ role: 'assistant', content, thinking_content })],
  ['blocks of LiteLLM', (content, thinking) => ({ role: 'assistant', content, thinking_blocks: [{ type: 'thinking', thinking }] })],
  ['details of OpenRouter', (content, text) => ({ role: 'assistant', content, reasoning_details: [{ type: 'reasoning.text', text }] })],
  ['a row of a data set', (answer, reasoning) => ({ question: thought, answer, reasoning })],
]

describe('conversations', () => {
  it.each(layouts)('are read as %s', async (_, row) => {
    const values = [row('The answer is 51.', thought), row(`${thought} So 51.`, thought), row('<think>Hm.</think>51.', '')]
    expect(await auditConversations(values)).toEqual({
      values: 3,
      messages: 3,
      withReasoning: 2,
      leaking: 2,
      leaks: { prefix_reappeared: 1, analysis_in_final: 1 },
      examples: {
        prefix_reappeared: [{ line: 2, excerpt: thought.slice(0, 40) }],
        analysis_in_final: [{ line: 3, excerpt: '<think>Hm.</think>51.' }],
      },
    })
  })

  it('are clean with tags in code, or from a user', async () => {
    const values = [
      { role: 'assistant', content: 'Write `<think>` before it, and `</think>` behind.' },
      { role: 'assistant', content: 'Like this:\n```xml\n<think>\nHm.\n</think>\n```\nThat is all.' },
      { role: 'user', content: '<think>What now?</think>' },
      { role: 'assistant', content: 'a < b, and b > a' },
    ]
    expect(await auditConversations(values)).toEqual({ values: 4, messages: 3, withReasoning: 0, leaking: 0, leaks: {}, examples: {} })
  })

  it('leak service tokens, mixed markup, and long runs of the reasoning', async () => {
    const run = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    const values = [
      { role: 'assistant', content: 'Done.<|im_end|>' },
      { role: 'assistant', content: '<|channel|>analysis<|message|>Hm.</think>' },
      { role: 'assistant', content: `So: ${run}`, reasoning: `At the beginning there is something else. ${run}` },
    ]
    expect((await auditConversations(values)).leaks).toEqual({
      service_marker_in_final: 1,
      analysis_in_final: 1,
      mixed_channel_fragment: 1,
      ngram_overlap: 1,
    })
  })

  it('are found as deep as logs nest, and nothing too deep for the stack', async () => {
    const nested = (depth: number): unknown => (depth === 0 ? { role: 'assistant', content: '<think>' } : { inner: [nested(depth - 1)] })
    expect(await auditConversations([nested(30)])).toMatchObject({ messages: 1, leaking: 1 })
    expect(await auditConversations([nested(5000)])).toMatchObject({ messages: 0 })
  })

  it('come one by one from an asynchronous source', async () => {
    async function* rows() {
      yield { role: 'assistant', content: '<think>' }
      yield { role: 'assistant', content: '</think>' }
    }
    expect(await auditConversations(rows(), { examples: 1 })).toMatchObject({
      leaking: 2,
      examples: { analysis_in_final: [{ line: 1, excerpt: '<think>' }] },
    })
    expect((await auditConversations(rows(), { examples: 0 })).examples).toEqual({ analysis_in_final: [] })
  })

  it.each([1.5, -1, Number.NaN])('are not audited with %d examples', async (examples) => {
    await expect(auditConversations([], { examples })).rejects.toThrow(TypeError)
  })

  it('of several sources add up', async () => {
    const [first, second] = [
      await auditConversations([{ answer: '<think>' }]),
      await auditConversations([{ answer: 'Yes.' }, { answer: '</think>' }]),
    ]
    addAudit(first, second, 1)
    expect(first).toEqual({
      values: 3,
      messages: 3,
      withReasoning: 0,
      leaking: 2,
      leaks: { analysis_in_final: 2 },
      examples: { analysis_in_final: [{ line: 1, excerpt: '<think>' }] },
    })
  })
})
