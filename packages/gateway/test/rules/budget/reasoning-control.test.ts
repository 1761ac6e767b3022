import { createRegistry } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import { thinkTags } from '@reason/think-tags'
import { expect, test } from 'vitest'
import { delimitersOf } from '../../../src/rules/budget/reasoning-control.ts'

const served = (options: Passport['options']): Passport => ({
  models: [],
  flags: { 'think-tags': true },
  ...(options !== undefined && { options }),
})

test.each<[string, string, Passport['options'], object | undefined]>([
  ['a family', 'seed-oss-36b', undefined, { open: '<seed:think>\n', close: '\n</seed:think>\n\n' }],
  ['no family', 'm', undefined, { open: '<think>\n', close: '\n</think>\n\n' }],
  [
    'a passport',
    'm',
    { 'think-tags': { startTag: '<ponder>', endTag: ['</ponder>', '[/]'] } },
    { open: '<ponder>\n', close: '\n</ponder>\n\n' },
  ],
  [
    'a passport that names a family',
    'm',
    { 'think-tags': { family: 'seed_oss' } },
    { open: '<seed:think>\n', close: '\n</seed:think>\n\n' },
  ],
  ['a passport without an opener', 'm', { 'think-tags': { startTag: null, endTag: '[DONE]' } }, undefined],
])('the delimiters of %s', (_, model, options, delimiters) => {
  const resolution = createRegistry()
    .use(thinkTags())
    .resolve({ model, hints: { served: served(options) } })
  expect(delimitersOf(resolution)).toEqual(delimiters)
})
