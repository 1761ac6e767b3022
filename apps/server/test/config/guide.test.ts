import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { referencePages } from '../../reference/pages.ts'
import { configCommand } from '../../src/commands/config-command.ts'
import { configFile } from '../../src/config/config-file.ts'
import { flagOf, metaOf, settingNames } from '../../src/config/settings.ts'
import { fixedSettings } from '../../src/config/fixed-settings.ts'
import { usage } from '../../src/commands/usage.ts'
import { isOpenai } from '@reason/gateway/upstreams'
import { apis } from '@reason/gateway/test/support/apis'
import { install, pluginText } from '../support/adapter-package.ts'
import { wirePluginText } from '../support/wire-package.ts'

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url))
const page = (path: string): string => readFileSync(join(docs, path), 'utf8')
const pages = globSync(['*.md', '{tutorials,how-to,explanations,reference}/*.md'], { cwd: docs }).toSorted()

/** A formatter aligns the cells of tables: that is no difference. */
const unaligned = (markdown: string): string => markdown.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---').trim()

/** Where the example of the guide is, as a file beside the configuration has it. */
const ruleText = `export { default } from '${new URL('../../examples/refuse-prompts.mjs', import.meta.url).href}'`

const ruleWithoutOptions = `import example from '${new URL('../../examples/refuse-prompts.mjs', import.meta.url).href}'
const anything = { '~standard': { version: 1, vendor: 'acme', validate: (value) => ({ value }) } }
export default { ...example, id: 'acme', options: anything, create: () => example.create({ patterns: ['acme'] }) }`

describe('the reference', () => {
  it.each(Object.entries(referencePages()))('%s is what the code says: else run "pnpm run schema" in apps/server', (name, expected) => {
    expect(unaligned(page(`reference/${name}.md`))).toBe(unaligned(expected))
  })

  it('lists every setting, every recording and every route', () => {
    const { settings, 'recorded-models': models, 'http-api': routes } = referencePages()
    expect(settings!.match(/^### `--/gm)).toHaveLength(settingNames.length)
    expect(models).toContain('| `embedded/qwen3-tags` |')
    expect(routes).toContain('## `POST /v1/chat/completions`')
  })

  it('lists every format of an upstream as it is asked', () => {
    const models = ({ models: list }: (typeof apis)['ollama']): string =>
      list === undefined ? '501' : isOpenai(list) ? 'as it comes' : "written as OpenAI's"
    const rows = page('reference/upstreams.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    const listed = rows.filter(([, name]) => name! in apis).map((cells) => cells.slice(1, -1))
    expect(listed).toEqual(Object.values(apis).map((api) => [api.id, api.path('MODEL', true), api.base, api.keyHeader, models(api)]))
  })
})

describe('the guides', () => {
  // A file in the form of another program, and an answer: neither is a configuration of the gateway.
  const foreign = ['how-to/connect-a-coding-agent.md']
  const firstKey = (text: string): string => /^\s*(?:\{\s*)?"?(\$?\w+)"?:/m.exec(text)?.[1] ?? ''
  const examples = pages
    .filter((path) => !foreign.includes(path))
    .flatMap((path) =>
      [...page(path).matchAll(/^```(yaml|json|ts config)\n([^]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
        path,
        kind: kind.split(' ')[0]!,
        text,
      })),
    )
    .filter(({ kind, text }) => kind !== 'json' || firstKey(text) in configFile.shape)
    .map((example, index) => ({ ...example, name: `${basename(example.path)} ${index}` }))

  it('show files for the gateway', () => expect(examples.length).toBeGreaterThan(22))

  it.each(examples)('show a file that is right: $name', async ({ kind, text }) => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-guide-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // The packages that are named, but for ours.
    install(folder, 'reason-adapter-acme', pluginText())
    install(folder, 'reason-wire-acme', wirePluginText())
    writeFileSync(join(folder, 'my-adapter.js'), pluginText({ id: 'my-adapter' }))
    writeFileSync(join(folder, 'refuse-prompts.mjs'), ruleText)
    install(folder, 'reason-rule-acme', ruleWithoutOptions)
    writeFileSync(join(folder, `reason.config.${kind}`), text.replace(/^import .*$/m, 'const defineConfig = (config) => config'))
    expect(await configCommand(['check'], {}, folder)).toContain('is valid')
  })

  it('list the settings that need a restart', () => {
    const listed = /reads these settings once, when it starts, and logs their names if they change: ([^]*?), and `llm/.exec(
      page('how-to/change-settings-while-running.md'),
    )![1]!
    expect(listed.replaceAll(/[`\s]/g, '').split(',')).toEqual(fixedSettings.map(flagOf))
  })
})

describe('the usage text', () => {
  it('lists every setting', () => {
    for (const name of settingNames)
      expect(usage()).toContain(flagOf(name).replace(/^--/, metaOf(name).kind === 'boolean' ? '--[no-]' : '--'))
  })

  it('fits into the width of a terminal, behind the column of flags', () => {
    const rows = usage(80)
      .split('\n')
      .filter((line) => line.startsWith('  ') && !line.includes('reason-server'))
    expect(rows.filter((line) => line.length > 80)).toEqual([])
    expect(rows.join(' ').replaceAll(/\s+/g, ' ')).toContain(
      '--port PORT Port to listen on. 0: any free port. If the default port is taken',
    )
  })
})
