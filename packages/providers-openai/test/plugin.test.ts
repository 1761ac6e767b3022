import { createFromPlugin } from '@reason/core/manifest'
import { expect, test } from 'vitest'
import plugin from '../src/index.ts'

test.each([
  [{}, 'openai-chat'],
  [{ dialect: 'groq' }, 'openai-chat'],
  [{ format: 'openai-chat', reasoningField: 'parts' }, 'openai-chat'],
  [{ format: 'openai-responses' }, 'openai-responses'],
  [{ format: 'openai-responses', reasoningField: 'summary', commentary: 'commentary' }, 'openai-responses'],
])('%j makes %s', (options, id) => {
  expect(createFromPlugin(plugin, options)).toMatchObject({ kind: 'wire', specVersion: 1, id })
})

test.each([
  [{ format: 'openai' }, /"openai": format/],
  [{ dialekt: 'groq' }, /did you mean "dialect"/],
  [{ format: 'openai-responses', dialect: 'groq' }, /"openai-responses": unknown option "dialect"/],
  [{ commentary: 'answer' }, /"openai-chat": unknown option "commentary"/],
  [{ format: 'openai-responses', reasoningField: 'parts' }, /"openai-responses": reasoningField/],
])('%j is refused by the format it is for', (options, message) => {
  expect(() => createFromPlugin(plugin, options)).toThrow(message)
})
