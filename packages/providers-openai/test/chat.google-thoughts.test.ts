import { collect, type Part } from '@reason/core'
import { openaiChat } from '@reason/providers-openai'
import { expect, it } from 'vitest'

const thought = { extra_content: { google: { thought: true } } }

function read(...deltas: object[]): Part[] {
  const reader = openaiChat().createReader()
  const frames = deltas.map((delta) => JSON.stringify({ object: 'chat.completion.chunk', id: 'c', choices: [{ index: 0, delta }] }))
  return [...frames.flatMap((data) => [...reader.pushFrame({ data })]), ...reader.end()]
}

const whole = (message: object): Part[] => {
  const reader = openaiChat().createReader()
  const data = JSON.stringify({ object: 'chat.completion', id: 'c', choices: [{ index: 0, message, finish_reason: 'stop' }] })
  return [...reader.pushFrame({ data }), ...reader.end()]
}

it.each<[string, object[], string, string]>([
  [
    'with its tags',
    [{ content: '<thought>I ', ...thought }, { content: 'think.', ...thought }, { content: '</thought>Yes' }, { content: '.' }],
    'I think.',
    'Yes.',
  ],
  ['without tags', [{ content: 'I think.', ...thought }, { content: 'Yes.' }], 'I think.', 'Yes.'],
  ['that is empty', [{ content: '<thought>', ...thought }, { content: '</thought>Yes.' }], '', 'Yes.'],
  [
    'that speaks of a tag',
    [{ content: 'The <thought> tag.', ...thought }, { content: 'A <thought> tag </thought>.' }],
    'The <thought> tag.',
    'A <thought> tag </thought>.',
  ],
  ['as Vertex says it', [{ content: 'I think.', extra_content: { vertex: { thought: true } } }, { content: 'Yes.' }], 'I think.', 'Yes.'],
  ['as its own API says it', [{ content: 'I think.', thought: true }, { content: 'Yes.' }], 'I think.', 'Yes.'],
  [
    'in a list of pieces',
    [
      {
        content: [
          { type: 'text', text: 'I ', ...thought },
          { text: 'think.', thought: true },
        ],
      },
      { content: [{ type: 'text', text: 'Yes.' }] },
    ],
    'I think.',
    'Yes.',
  ],
  ['unless it says that it is none', [{ content: 'Yes.', extra_content: { google: { thought: false } } }], '', 'Yes.'],
  [
    'unless a signature stands there',
    [{ content: 'Yes.', extra_content: { google: { thought: true, thought_signature: 'G' } } }],
    '',
    'Yes.',
  ],
])('a piece that Google says is of a thought is reasoning, %s', async (_, deltas, reasoning, answer) => {
  expect(await collect(read(...deltas))).toMatchObject({ reasoning, answer })
})

it.each<[string, object[], string, string]>([
  [
    'in its first delta',
    [{ role: 'thinking', content: '' }, { content: 'I think.' }, { role: 'assistant', content: 'Yes.' }],
    'I think.',
    'Yes.',
  ],
  [
    'in a channel',
    [
      { content: 'I think.', channel: 'analysis' },
      { content: 'Yes.', channel: 'final' },
    ],
    'I think.',
    'Yes.',
  ],
  [
    'in a phase',
    [
      { content: [{ type: 'text', text: 'I think.' }], phase: 'thinking_summary' },
      { content: 'Yes.', phase: 'web_page' },
    ],
    'I think.',
    'Yes.',
  ],
  ['unless its name is another', [{ role: 'analyst', content: 'Yes.', phase: 'final_answer' }], '', 'Yes.'],
])('a piece whose labels name a thought is reasoning, %s', async (_, deltas, reasoning, answer) => {
  expect(await collect(read(...deltas))).toMatchObject({ reasoning, answer })
})

it('so is a whole message', async () => {
  expect(await collect(whole({ role: 'assistant', content: 'I think.', ...thought }))).toMatchObject({ reasoning: 'I think.', answer: '' })
})

it('says the signature of a message twice, which is one seal', async () => {
  const signed = (value: string) => ({ content: 'Yes.', extra_content: { google: { thought_signature: value } } })
  const { finish } = await collect(read(signed('G'), signed('G'), signed('H')))
  expect(finish?.seals?.map(({ kind, value }) => [kind, value])).toEqual([
    ['thought-signature', 'G'],
    ['thought-signature', 'H'],
  ])
})
