import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { configCommand } from '../../src/commands/config-command.ts'
import { placesOfSettings } from '../../src/config/config-file.ts'
import { defaultOf, flagOf, metaOf, settingNames, type SettingName } from '../../src/config/settings.ts'
import { fixedSettings } from '../../src/config/fixed-settings.ts'
import { usage } from '../../src/commands/usage.ts'
import { isOpenai } from '../../src/gateway/upstreams/model-list.ts'
import { apis } from '../support/apis.ts'
import { recordings } from '../../src/recordings.ts'
import { install, pluginText } from '../support/adapter-package.ts'

const guide = readFileSync(new URL('../../../../docs/gateway.md', import.meta.url), 'utf8')
const operating = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))

describe('the guide', () => {
  it('lists every setting as it is', () => {
    const listed = rows
      .filter(([, name]) => name!.startsWith('--') && name !== '--config')
      .map(([, name, inFile, standard, about]) => [name, inFile, standard, about])
    const place = (name: SettingName) => placesOfSettings.get(name)!.join('.').replace('.0.', '[].')
    expect(listed).toEqual(settingNames.map((name) => [flagOf(name), place(name), String(defaultOf(name) ?? ''), metaOf(name).about]))
  })

  it.each([
    ['itself', guide],
    ['that of operating it', operating],
  ])('shows files that are right: %s', async (_, page) => {
    const examples = [...page.matchAll(/^```(yaml|json|ts)(?: config)?\n([^]*?)^```$/gm)].filter(
      ([, , text]) => !text!.includes('"reason"'),
    )
    expect(examples.length).toBeGreaterThan(2)
    for (const [, kind = '', text = ''] of examples) {
      const folder = mkdtempSync(join(tmpdir(), 'reason-guide-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      // The packages that are named, but for ours.
      install(folder, 'reason-adapter-acme', pluginText())
      writeFileSync(join(folder, 'my-adapter.js'), pluginText({ id: 'my-adapter' }))
      writeFileSync(join(folder, `reason.config.${kind}`), text.replace(/^import .*$/m, 'const defineConfig = (config) => config'))
      expect(await configCommand(['check'], {}, folder)).toContain('is right')
    }
  })

  it('of operating it names flags that there are', () => {
    // The command's own are `reason …`, and in its guide.
    const named = operating
      .split('\n')
      .filter((line) => !line.startsWith('reason '))
      .flatMap((line) =>
        [...line.replaceAll(/`(?:[A-Z_]+=\S+ )*(?:reason|sqlite3|npm) [^`]*`/g, '').matchAll(/`?--([a-z][a-z-]+)/g)].map(
          ([, name]) => `--${name}`,
        ),
      )
      .filter((flag) => flag !== '--now')
    const perKey = ['--budget', '--tokens-per-minute', '--requests-per-minute']
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((flag) => !perKey.includes(flag) && !settingNames.map(flagOf).includes(flag))).toEqual([])
  })

  it('lists every format of an upstream as it is asked', () => {
    const models = ({ models: list }: (typeof apis)['ollama']): string =>
      list === undefined ? '501' : isOpenai(list) ? 'as it comes' : "written as OpenAI's"
    const listed = rows.filter(([, name]) => name! in apis).map((cells) => cells.slice(1, -1))
    expect(listed).toEqual(Object.values(apis).map((api) => [api.id, api.path('MODEL', true), api.base, api.keyHeader, models(api)]))
  })

  it('lists the settings that need a restart', () => {
    const listed = /read once, when the program starts: ([^]*?), and `llm/.exec(guide)![1]!.replaceAll(/[`\s]/g, '').split(',')
    expect(listed).toEqual(fixedSettings.map(flagOf))
  })

  it('lists every recording', () => {
    expect(rows.flatMap(([, name]) => (name!.startsWith('embedded/') ? [name] : []))).toEqual(Object.keys(recordings))
  })
})

describe('the usage text', () => {
  it('lists every setting', () => {
    for (const name of settingNames)
      expect(usage()).toContain(flagOf(name).replace(/^--/, metaOf(name).kind === 'boolean' ? '--[no-]' : '--'))
  })
})
