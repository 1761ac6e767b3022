import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultOf, flagOf, metaOf, settingNames } from '../../src/config/settings.ts'
import { usage } from '../../src/config/usage.ts'
import { apis } from '../../src/upstream/apis.ts'
import { recordings } from '../../src/recordings.ts'

const guide = readFileSync(new URL('../../../../docs/gateway.md', import.meta.url), 'utf8')
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))

describe('the guide', () => {
  it('lists every setting as it is', () => {
    const listed = rows
      .filter(([, name]) => name!.startsWith('--') && name !== '--config')
      .map(([, name, standard, about]) => [name, standard, about])
    expect(listed).toEqual(settingNames.map((name) => [flagOf(name), String(defaultOf(name) ?? ''), metaOf(name).about]))
  })

  it('lists every format of an upstream as it is asked', () => {
    const models = ({ models: list }: (typeof apis)['ollama']): string =>
      list === undefined ? '501' : list.ids === undefined ? 'as it comes' : "written as OpenAI's"
    const listed = rows.filter(([, name]) => name! in apis).map((cells) => cells.slice(1, -1))
    expect(listed).toEqual(Object.values(apis).map((api) => [api.id, api.path('MODEL', true), api.base, api.keyHeader, models(api)]))
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
