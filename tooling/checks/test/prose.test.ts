import { createRequire } from 'node:module'
import { TextlintKernel, type TextlintPluginCreator } from '@textlint/kernel'
import { expect, it } from 'vitest'
import { messagesPage } from '../messages/page.ts'
import { houseRule } from '../prose-rule.ts'

// Vitest and Node disagree about the default export of this CommonJS module.
const { default: plugin } = createRequire(import.meta.url)('@textlint/textlint-plugin-markdown') as { default: TextlintPluginCreator }

const table = (cell: string): string => `| message |\n| ------- |\n| ${cell} |\n`
const long = (words: number): string => `${'word '.repeat(words - 1)}end.`

it.each([
  ['a word with a plainer one', 'docs/page.md', 'A number of traces are stored.\n', ['"A number of". Write a shorter word.']],
  ['a sentence of 33 words', 'docs/page.md', `${long(33)}\n`, [expect.stringMatching(/^A sentence of 33 words \(32 at most\)/)]],
  ['two sentences of 20 words', 'docs/page.md', `${long(20)} ${long(20)}\n`, []],
  ['a cell of 23 words', 'docs/page.md', table(long(23)), [expect.stringMatching(/^A table cell of 23 words/)]],
  ['a message of two sentences', messagesPage, table(`${long(20)} ${long(20)}`), []],
  ['a message of one sentence that is too long', messagesPage, table(long(33)), [expect.stringMatching(/^A sentence of 33 words/)]],
  ['a message with such a word', messagesPage, table('The server was told so.'), ['"was told". Write what it gets, receives or reads.']],
])('the prose of pages and messages: %s', async (_, filePath, text, expected) => {
  const plugins = [{ pluginId: 'markdown', plugin }]
  const { messages } = await new TextlintKernel().lintText(text, {
    ext: '.md',
    filePath,
    plugins,
    rules: [{ ruleId: 'house', rule: houseRule }],
  })
  expect(messages.map(({ message }) => message)).toEqual(expected)
})
