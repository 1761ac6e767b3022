import { expect, it } from 'vitest'
import { openaiResponses } from '../../../src/index.ts'

const { translation, readRequest } = openaiResponses()

const part = (type: string, text: string): object => ({ type, text })
const body = (summary: readonly string[], content: readonly string[]): { model: string; input: unknown[] } => ({
  model: 'm',
  input: [
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: summary.map((text) => part('summary_text', text)),
      content: content.map((text) => part('reasoning_text', text)),
    },
    { type: 'message', role: 'assistant', content: [part('output_text', 'Four.')] },
  ],
})

const thoughts = ({ messages }: ReturnType<NonNullable<typeof readRequest>>): string[] =>
  messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.items.flatMap((item) => (item.type === 'block' && item.channel === 'reasoning' ? [item.text] : []))
      : [],
  )

it.each<[string, string[], string[], string[]]>([
  ['repeats the content', ['Add.'], ['Add.'], ['Add.']],
  ['repeats it in several parts', ['Add.', 'Check.'], ['Add.\n\nCheck.'], ['Add.\n\nCheck.']],
  ['says something else', ['Adding'], ['Add.'], ['Adding', 'Add.']],
  ['stands alone', ['Add.'], [], ['Add.']],
  ['is empty', [], ['Add.'], ['Add.']],
])('a summary that %s is read once for another API', (_, summary, content, expected) => {
  expect(thoughts(translation!.read(body(summary, content), false))).toEqual(expected)
})

it('a summary that repeats the content goes back to the same API as it came', () => {
  expect(thoughts(readRequest(body(['Add.'], ['Add.'])))).toEqual(['Add.', 'Add.'])
})
