import type { AssistantMessage } from '@reason/core/conversation'
import { describe, expect, test } from 'vitest'
import { leaksIn } from './leaks-in.ts'

const text = 'The user seems to want the weather of Rome. I shall ask the tool for it.'
const value = 'EqQBCkYIARgCKkDxJ+signature/of=='
const said: AssistantMessage = {
  role: 'assistant',
  items: [
    { type: 'block', channel: 'reasoning', text, seals: [{ kind: 'signature', value, issuer: { wire: 'anthropic-messages' } }] },
    { type: 'block', channel: 'answer', text: 'I look at the weather of Rome.' },
  ],
}
const found = (...sent: string[]) => leaksIn({ said, sent, got: [] })

describe('the search for leaks finds', () => {
  test.each([
    ['the reasoning', `{"a":"${text}"}`],
    [
      'the reasoning, cut into the events of a stream',
      [...text].map((character) => `data: {"a":{"text":${JSON.stringify(character)}}}`).join('\n\n'),
    ],
    ['the reasoning in base64', JSON.stringify({ a: Buffer.from(text).toString('base64') })],
    ['the reasoning in base64url, behind something else', JSON.stringify({ a: Buffer.from(`ab${text}`).toString('base64url') })],
    ['the reasoning in a URL', encodeURIComponent(text)],
    ['the signature', JSON.stringify({ signature: value })],
    ['the signature in base64', Buffer.from(value).toString('base64')],
  ])('%s', (_, sent) => expect(found(sent)).not.toEqual([]))

  test('nothing in what may be seen', () => expect(found('{"content":"I look at the weather of Rome."}')).toEqual([]))
})
