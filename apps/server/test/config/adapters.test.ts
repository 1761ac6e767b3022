import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configCommand } from '../../src/commands/config-command.ts'
import { loadConfig } from '../../src/config/load.ts'
import { install, pluginText, temporaryFolder } from '../support/adapter-package.ts'

const idsOf = async (argv: string[], folder: string, environment: NodeJS.ProcessEnv = {}): Promise<string[]> =>
  (await loadConfig(argv, environment, folder)).packageAdapters.map(({ id }) => id)

const problem = (argv: string[], folder: string): Promise<string> =>
  loadConfig(argv, {}, folder).then(
    () => 'no problem',
    (error: Error) => error.message,
  )

/** With packages of third parties in it. */
function project(): string {
  const folder = temporaryFolder()
  install(folder, 'reason-adapter-acme', pluginText())
  install(folder, '@acme/other', pluginText({ id: 'other' }))
  writeFileSync(join(folder, 'mine.js'), pluginText({ id: 'mine' }))
  return folder
}

describe('where adapters are looked for', () => {
  it('is the current folder, for flags and variables', async () => {
    const folder = project()
    expect(await idsOf(['--adapters', '["reason-adapter-acme","./mine.js"]'], folder)).toEqual(['acme', 'mine'])
    expect(await idsOf([], folder, { REASON_ADAPTERS: '[{"from":"@acme/other","options":{"open":"["}}]' })).toEqual(['other'])
  })

  it('is the folder of the file, for what a file says', async () => {
    const folder = project()
    const file = join(folder, 'gateway.yaml')
    writeFileSync(file, 'adapters: [reason-adapter-acme, ./mine.js]\n')
    const elsewhere = temporaryFolder()
    expect(await idsOf(['--config', file], elsewhere)).toEqual(['acme', 'mine'])
    // A flag wins over the file, and is from somewhere else.
    expect(await problem(['--config', file, '--adapters', '["reason-adapter-acme"]'], elsewhere)).toContain(`not installed in ${elsewhere}`)
  })

  it('are folders above it, too', async () => {
    const folder = project()
    mkdirSync(join(folder, 'deploy'))
    expect(await idsOf(['--adapters', '["reason-adapter-acme","../mine.js"]'], join(folder, 'deploy'))).toEqual(['acme', 'mine'])
  })
})

describe('what cannot be loaded', () => {
  const inFile = (folder: string, text: string): string[] => {
    const file = join(folder, 'reason.config.yaml')
    writeFileSync(file, text)
    return ['--config', file]
  }

  it('is what makes something else than an adapter of this version', async () => {
    const folder = temporaryFolder()
    install(folder, 'reason-adapter-new', pluginText().replace(/specVersion: 1,\n    capabilities/, 'specVersion: 2,\n    capabilities'))
    const said = await problem(['--adapters', '["reason-adapter-new"]'], folder)
    expect(said).toMatch(/^--adapters\[0\] is "reason-adapter-new".* specVersion 2/)
  })

  it('is told with its place, the reason and the remedy', async () => {
    const folder = project()
    install(folder, 'acme-nothing', 'export const something = 1')
    install(folder, 'acme-broken', "import 'acme-missing'")
    install(folder, 'acme-newer', pluginText().replace('specVersion: 1,\n  id', 'specVersion: 2,\n  id'))
    install(folder, 'acme-wire', pluginText().replace("kind: 'text'", "kind: 'wire'"))
    install(folder, 'acme-harmony', pluginText({ id: 'harmony' }))
    install(folder, 'acme-fails', pluginText().replace('create: ({ open }) =>', 'create: ({ open }) => open.nothing.at ||'))
    const text = `adapters:
  - reason-adapter-acm
  - ./nowhere.js
  - acme-nothing
  - acme-broken
  - acme-newer
  - acme-wire
  - acme-harmony
  - acme-fails
  - reason-adapter-acme
  - from: reason-adapter-acme
  - from: '@acme/other'
    options:
      opne: '['
`
    const file = join(folder, 'reason.config.yaml')
    const message = await problem(inFile(folder, text), temporaryFolder())
    const lines = message.split('\n').map((line) => line.replace(/^ {2}- /, ''))
    const cannot = 'which cannot be used.'
    expect(lines).toEqual([
      '10 problems with the configuration:',
      `${file}:2:5: adapters[0] is "reason-adapter-acm", ${cannot} The package reason-adapter-acm is not installed in ${folder}. Check the name. If it is an adapter package, install it there.`,
      `${file}:3:5: adapters[1] is "./nowhere.js", ${cannot} There is no file ${join(folder, 'nowhere.js')}. Check the path, which begins at ${folder}.`,
      `${file}:4:5: adapters[2] is "acme-nothing", ${cannot} The default export of acme-nothing is not a Reason plugin: it has no id, options (a Standard Schema, as of zod), create().`,
      expect.stringMatching(/:5:5: adapters\[3\] is "acme-broken", which .* acme-broken cannot be loaded \(.*'?acme-missing/) as string,
      `${file}:6:5: adapters[4] is "acme-newer", ${cannot} "acme" has specVersion 2; this @reason/core supports 1. Update @reason/core.`,
      expect.stringMatching(
        /:7:5: adapters\[5\] is "acme-wire", which .* The result of the plugin of acme-wire has no function createReader/,
      ) as string,
      expect.stringMatching(/:8:5: adapters\[6\] is "acme-harmony", which .* Its id is "harmony".* Set options .* passports\.$/) as string,
      expect.stringMatching(/:9:5: adapters\[7\] is "acme-fails", which .* The plugin of acme-fails failed \(Cannot read/) as string,
      `${file}:11:11: adapters[9].from is "reason-adapter-acme", ${cannot} Its id is "acme", as that of reason-adapter-acme. Keep one of them.`,
      `${file}:14:7: adapters[10].options is not for "@acme/other". Invalid options for "other": only "open" is an option.`,
    ])
  })

  it('is told of flags', async () => {
    const folder = project()
    expect(await problem(['--adapters', '["nowhere"]'], folder)).toMatch(
      /^--adapters\[0\] is "nowhere", which cannot be used\. The package/,
    )
    expect(await problem(['--adapters', 'reason-adapter-acme'], folder)).toBe(
      '--adapters is "reason-adapter-acme", which is no JSON: it must be a list, like ["reason-adapter-acme"].',
    )
  })

  it.each([
    ['[7]', 'adapters[0] is 7, but must be the name of a package, the path of a file, or { from, options }.'],
    ['[{ from: x, option: {} }]', 'adapters[0].option is no setting. Did you mean options?'],
    ['[{ options: {} }]', 'adapters[0].from is missing: it must be text.'],
    ['[{ from: x, options: 5 }]', 'adapters[0].options is 5, but must be an object.'],
    ['[""]', 'adapters[0] is "", but must not be empty.'],
  ])('is no name: %s', async (text, says) => {
    const folder = temporaryFolder()
    expect(await problem(inFile(folder, `adapters: ${text}\n`), folder)).toContain(`: ${says}`)
  })

  it('is told with what else is wrong', async () => {
    const message = await problem(['--adapters', '["nowhere"]', '--port', 'x', '--adapter', 'acme'], temporaryFolder())
    // Which ids there are is not known while one of them is missing.
    expect(message).toMatch(/^2 problems[^]*--port is "x"[^]*--adapters\[0\] is "nowhere"/)
  })
})

describe('the adapter for all models', () => {
  it('may be one of a package', async () => {
    expect((await loadConfig(['--adapters', '["reason-adapter-acme"]', '--adapter', 'acme'], {}, project())).adapter).toBe('acme')
  })

  it.each([
    ['acm', 'acme'],
    ['reason-adapter-acme', 'acme'],
    ['harmoni', 'harmony'],
  ])('is none that is called %s', async (named, meant) => {
    expect(await problem(['--adapters', '["reason-adapter-acme"]', '--adapter', named], project())).toBe(
      `--adapter is "${named}", but must be one of: harmony, think-tags, marker, json-fields, auto, plain, acme. Did you mean ${meant}?`,
    )
  })

  it('is checked in a file, too, where a flag overrides it', async () => {
    const folder = project()
    writeFileSync(join(folder, 'reason.config.yaml'), '\nadapter: harmoni\n')
    expect(await problem(['--adapter', 'plain'], folder)).toMatch(/reason\.config\.yaml:2:10: adapter is "harmoni", but must be one of: /)
  })
})

describe('config', () => {
  it('check loads them', async () => {
    const folder = project()
    writeFileSync(join(folder, 'reason.config.yaml'), 'adapters: [reason-adapter-acme]\nadapter: acme\n')
    expect(await configCommand(['check'], {}, folder)).toContain('is valid: 2 settings')
    writeFileSync(join(folder, 'reason.config.yaml'), 'adapters: [reason-adapter]\n')
    await expect(configCommand(['check'], {}, folder)).rejects.toThrow('reason-adapter is not installed')
  })

  it('print shows them', async () => {
    const argv = ['print', '--sources', '--adapters', '["./mine.js",{"from":"@acme/other","options":{"open":"["}}]']
    expect(await configCommand(argv, {}, project())).toContain(
      'adapters:\n  # --adapters\n  - ./mine.js\n  - from: "@acme/other"\n    options:\n      open: "["\n',
    )
  })

  it('has another hash with other ones', async () => {
    const folder = project()
    const hashOf = async (...argv: string[]) => (await loadConfig(argv, {}, folder)).hash
    expect(await hashOf('--adapters', '["./mine.js"]')).not.toBe(await hashOf())
  })
})
