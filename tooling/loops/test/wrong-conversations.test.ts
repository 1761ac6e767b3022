import type { FullWireFormat } from '@reason/core/wire'
import type { Conversation, Target } from '@reason/core/conversation'
import { expect, test } from 'vitest'
import { wires } from './gateway.ts'

const said = [{ type: 'text', text: 'Hi' }]
const remedy = /readRequest\(\) of a format makes a conversation/

/** Values that a program without types may pass, or one that reads a conversation from a file. */
const wrong: [string, unknown, RegExp][] = [
  ['messages as OpenAI has them', { messages: [{ role: 'user', content: 'Hi' }] }, /Message 0 \("user"\) .* no list of pieces/],
  [
    'an answer as OpenAI has it',
    {
      messages: [
        { role: 'user', content: said },
        { role: 'assistant', content: 'Hello' },
      ],
    },
    /Message 1 \("assistant"\) .* no list of items/,
  ],
  ['the messages alone', [{ role: 'user', content: said }], /A conversation has a list of messages; this is an array\./],
  ['a message that is none', { messages: ['Hi'] }, /Message 0 \(undefined\)/],
  ['nothing', undefined, /this is undefined\./],
]

for (const [id, wire] of Object.entries(wires)) {
  const both = (conversation: unknown, target: unknown): [string, () => unknown][] =>
    (['writeRequest', 'replay'] as const).map((name: keyof Pick<FullWireFormat, 'writeRequest' | 'replay'>) => [
      name,
      () => wire[name](conversation as Conversation, target as Target),
    ])

  test.each(wrong)(`${id} says what is wrong with %s in place of a conversation`, (_, conversation, says) => {
    for (const [name, run] of both(conversation, { wire: id, model: 'some-model' })) {
      expect(run, name).toThrow(TypeError)
      expect(run, name).toThrow(says)
      expect(run, name).toThrow(remedy)
    }
  })

  test.each([['some-model'], [{ wire: id }], [undefined]])(`${id} says what is wrong with %j in place of a target`, (target) => {
    for (const [name, run] of both({ messages: [{ role: 'user', content: said }] }, target))
      expect(run, name).toThrow(/The target of a request needs the name of a model, such as .*; this is /)
  })
}
