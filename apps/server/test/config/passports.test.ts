import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { install, pluginText, temporaryFolder } from '../support/adapter-package.ts'

/** Messages about a file with these passports, in a folder with an adapter called "acme". */
function problems(...passports: object[]): Promise<readonly string[]> {
  const folder = temporaryFolder()
  install(folder, 'reason-adapter-acme', pluginText())
  writeFileSync(join(folder, 'reason.config.json'), JSON.stringify({ adapters: ['reason-adapter-acme'], passports }))
  return loadConfig([], {}, folder).then(
    () => [],
    (error: { problems: string[] }) => error.problems.map((one) => one.replace(/^.*reason\.config\.json:1:\d+: /, '')),
  )
}

it('may speak of all adapters that there are, with options that they take', async () => {
  expect(
    await problems(
      { models: ['a*'], flags: { harmony: false, 'think-tags': true, marker: false, acme: false, native: false } },
      { models: ['b*'], options: { 'think-tags': { family: 'qwen3_hybrid' }, acme: { anything: 1 } } },
    ),
  ).toEqual([])
})

// Each answer of such a model would be a 500, or split in another way than was meant.
it('are refused where an adapter would not take them, or is none', async () => {
  expect(
    await problems(
      { models: ['a'], flags: { thinktags: true }, options: { harmny: {} } },
      { models: ['b'], options: { 'think-tags': { famly: 'qwen3_hybrid' } } },
      { models: ['c'], options: { native: {} } },
    ),
  ).toEqual([
    'passports[0].flags.thinktags is no adapter. Did you mean think-tags?',
    'passports[0].options.harmny is no adapter. Did you mean harmony?',
    expect.stringMatching(/^passports\[1\]\.options\.think-tags: .*unknown option "famly" \(did you mean "family"\?\)/),
    'passports[2].options.native is no adapter. There are: harmony, think-tags, marker, json-fields, acme.',
  ])
})
