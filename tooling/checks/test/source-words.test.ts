import { expect, test } from 'vitest'
import { checkSourceWords, type Allowed } from '../source-words.ts'
import { plant } from './planted.ts'

const advice = 'Name the subject: the router, the client, the function.'

test.each<[string, Record<string, string>, Allowed, string[]]>([
  ['nothing to find', { 'packages/a/src/a.ts': '/** The router retries. */\nexport const whole = 1' }, {}, []],
  [
    'a comment, whatever its case',
    { 'packages/a/src/a.ts': '\n/** Whoever asks gets nobody. */' },
    {},
    [`packages/a/src/a.ts:2 has "Whoever". ${advice}`, `packages/a/src/a.ts:2 has "nobody". ${advice}`],
  ],
  [
    'strings, markup and style sheets of an application',
    { 'apps/b/src/deep/b.tsx': '<p>{words.somebody}</p>', 'apps/b/src/b.css': '/* anybody */', 'apps/b/src/c.ts': `'to whomever'` },
    {},
    [
      `apps/b/src/b.css:1 has "anybody". ${advice}`,
      `apps/b/src/c.ts:1 has "whomever". ${advice}`,
      `apps/b/src/deep/b.tsx:1 has "somebody". ${advice}`,
    ],
  ],
  [
    'words of identifiers',
    { 'packages/a/src/a.ts': 'nobodyCan(askSomebody, of2Anybody, Nobody_)' },
    {},
    [
      `packages/a/src/a.ts:1 has "nobody". ${advice}`,
      `packages/a/src/a.ts:1 has "Somebody". ${advice}`,
      `packages/a/src/a.ts:1 has "Anybody". ${advice}`,
      `packages/a/src/a.ts:1 has "Nobody". ${advice}`,
    ],
  ],
  [
    'the first word of a comment, and of a sentence that begins a line',
    {
      'packages/a/src/a.ts':
        '/** What comes. */\n/**\n * Those that wait.\n * The router asks\n * What it needs.\n * Nothing is lost.\n */\n// Of a read.\n// The part\n// It had.\nconst a = 1 // So.',
    },
    {},
    [
      `packages/a/src/a.ts:1 has "What". ${advice}`,
      `packages/a/src/a.ts:3 has "Those". ${advice}`,
      `packages/a/src/a.ts:6 has "Nothing". ${advice}`,
      `packages/a/src/a.ts:8 has "Of". ${advice}`,
    ],
  ],
  [
    'words that only begin alike',
    { 'packages/a/src/a.ts': '/** Items of a list. */\n/** Whatever the source. */\n/** Offsets. */' },
    {},
    [],
  ],
  ['longer words', { 'packages/a/src/a.ts': 'busybody, everybody, nobodys, embodyNobodying' }, {}, []],
  ['tests and other folders', { 'packages/a/test/a.test.ts': '// nobody', 'tooling/a/src/a.ts': '// nobody' }, {}, []],
  ['as many as are allowed', { 'packages/a/src/a.ts': '// nobody, nobody' }, { 'packages/a/src': 2 }, []],
  [
    'more than are allowed',
    { 'packages/a/src/a.ts': '// nobody\n// whoever' },
    { 'packages/a/src': 1 },
    [
      'packages/a/src has 2 words without a subject, and 1 are allowed. Name the subject at: packages/a/src/a.ts:1 has "nobody", packages/a/src/a.ts:2 has "whoever"',
    ],
  ],
  [
    'fewer than are allowed, and a folder that is gone',
    { 'packages/a/src/a.ts': '// nobody' },
    { 'packages/a/src': 2, 'packages/b/src': 1 },
    [
      'packages/a/src has 1 words without a subject, and 2 are allowed. Lower the number in the table.',
      'packages/b/src has 0 words without a subject, and 1 are allowed. Lower the number in the table.',
    ],
  ],
])('%s', (_, files, allowed, problems) => {
  expect(checkSourceWords(allowed, plant(files))).toEqual({ problems })
})
