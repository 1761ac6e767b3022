import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkMessages } from '../messages.ts'
import { messagesOf, messagesPage } from '../messages/page.ts'
import { messagesIn, type SourceMessage } from '../messages/source-messages.ts'
import { plant } from './planted.ts'

test.each<[string, string, SourceMessage[]]>([
  [
    'an error with a code',
    "throw new ReasonError('REASON_STORE_DOWN', 'The store is down.')",
    [{ kind: 'error', code: 'REASON_STORE_DOWN', text: 'The store is down.' }],
  ],
  [
    'an error without one',
    'throw new TypeError(`split() takes text, not ${kindOf(value)}.`)',
    [{ kind: 'error', text: 'split() takes text, not ‹value›.' }],
  ],
  [
    'a refusal, whose code is the last argument',
    "badRequest(`n is ${choices}.` + ' Leave n out.', 'n', 'unsupported_value')",
    [{ kind: 'error', code: 'unsupported_value', text: 'n is ‹choices›. Leave n out.' }],
  ],
  [
    'a warning',
    "warn('late-part', `${name} came late; it was kept.`)",
    [{ kind: 'warning', code: 'late-part', text: '‹name› came late; it was kept.' }],
  ],
  [
    'a warning about a field, whose name is no code',
    "warn('wrong-type', 'An element of tool_calls was no object; it was ignored.', 'tool_calls', index)",
    [{ kind: 'warning', code: 'wrong-type', text: 'An element of tool_calls was no object; it was ignored.' }],
  ],
  [
    'an object with a code',
    "x({ code: 'no-usage', title: 'No usage came.' })",
    [{ kind: 'warning', code: 'no-usage', text: 'No usage came.' }],
  ],
  [
    'a log line, which is no sentence',
    "request.log.warn({ err }, 'telemetry not sent')",
    [{ kind: 'log', code: 'warn', text: 'telemetry not sent' }],
  ],
  [
    'a condition in place, and a value without its format',
    "fail(`The fields of it, ${names.join(', ')} ${isOld ? 'were' : 'are'} ${JSON.stringify(value)}.${isOld ? ' Ask for new ones.' : ''}`)",
    [{ kind: 'text', text: 'The fields of it, ‹names› ‹were¦are› ‹value›.‹ Ask for new ones.›' }],
  ],
  [
    'a field of a value',
    'const a = `Found ${this.list.length} of ${limits[kind]} rows there.`',
    [{ kind: 'text', text: 'Found ‹length› of ‹limits› rows there.' }],
  ],
  ['the predicate of a field', "z.number('must be a number')", [{ kind: 'text', text: 'must be a number' }]],
  ['a note of the command', "write('note: no trace matches')", [{ kind: 'text', text: 'note: no trace matches' }]],
  [
    'texts inside of calls of a template',
    "const a = `${list(names, 'No names are known.')}!`",
    [{ kind: 'text', text: 'No names are known.' }],
  ],
])('%s', (_, source, messages) => {
  expect(messagesIn('source.ts', source)).toEqual(messages)
})

test.each([
  ['names and words', "const a = 'end-of-stream', b = 'reasoning_content', c = 'application/json'"],
  ['help of flags and settings', "program.option('--json', 'Print one JSON object.'); text.describe('How much is kept of it.')"],
  ['descriptions of an API', "const a = { description: 'The trace, as it is stored.' }"],
  ['types and imports', "import a from 'What is this.ts'; type A = 'It is a type.'"],
  ['markup', 'const a = `<p>It is a page.</p>`'],
])('%s are no messages', (_, source) => {
  expect(messagesIn('source.ts', source)).toEqual([])
})

test('remedies without a cause are in a table of their own, and texts of one finding together', () => {
  const root = plant({
    'apps/cli/src/a.ts': "fail('A file is missing.', 'Did you mean another one?'); fail('Zero files are there.', 'Check the name of it.')",
    'packages/doctor/src/b.ts':
      "x({ code: 'no-key', title: 'It needs a key.', remedies: ['name the variable'] }); x({ code: 'key', title: 'A key is refused.' })",
  })
  expect(
    messagesOf(root)
      .split('\n')
      .filter((line) => line.startsWith('| ')),
  ).toEqual([
    '| message | code |',
    '| --- | --- |',
    '| A key is refused. | `key` |',
    '| It needs a key. | `no-key` |',
    '| name the variable | `no-key` |',
    '| message |',
    '| --- |',
    '| A file is missing. |',
    '| Zero files are there. |',
    '| message |',
    '| --- |',
    '| Check the name of it. |',
    '| Did you mean another one? |',
  ])
})

test('the page has each message once, by area and in the order of its words', () => {
  const root = plant({
    'docs/reference/messages.md': '',
    'apps/cli/src/a.ts': "fail(`\"${name}\" is no | of <these>.`); fail('A file is missing.'); fail('A file is missing.')",
    'packages/gateway/src/b.ts': "log.info('keys changed')",
  })
  const page = messagesOf(root)
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  expect(rows).toEqual([
    '| message | level |',
    '| keys changed | `info` |',
    '| message |',
    '| A file is missing. |',
    '| "*name*" is no &#124; of &#60;these&#62;. |',
  ])
  expect(checkMessages(root).problems).toEqual([`${messagesPage} is not what the sources give. Run: pnpm run messages`])
  writeFileSync(join(root, messagesPage), page)
  expect(checkMessages(root).problems).toEqual([])
})
