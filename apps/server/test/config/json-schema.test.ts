import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { rootField, type ConfigField } from '../../src/config/config-file.ts'
import { readDocument } from '../../src/config/file-layer.ts'
import { configSchema } from '../../src/config/json-schema.ts'
import { settings } from '../../src/config/settings.ts'

const published: unknown = JSON.parse(readFileSync(new URL('../../config.schema.json', import.meta.url), 'utf8'))

/** The program's verdict on the same value. */
function isRead(value: unknown): boolean {
  const { values, problems } = readDocument({ file: 'reason.config.json', value, positionOf: () => undefined })
  return problems.length === 0 && [...values].every(([name, given]) => settings.shape[name].safeParse(given.value).success)
}

describe('the JSON schema', () => {
  const valid = new Ajv2020({ strict: false }).compile(configSchema())

  it('is published as it is: pnpm --filter @reason/server run schema', () => {
    expect(published).toEqual(configSchema())
  })

  it.each([
    {},
    { $schema: 'https://example.com/schema.json', upstream: 'http://h', port: 5 },
    { upstreams: [{ url: 'http://h', format: 'ollama', key: { command: ['pass', 'show'] }, timeouts: { idle: 5 } }] },
    { listen: { port: 0 }, clients: { visibility: 'none' }, limits: { body: 10 } },
    { traces: 'off' },
    { traces: { store: 'sqlite:x.db', mode: 'full', days: 3 }, log: { level: 'debug' } },
    { budgets: { session: { tokens: 5, warnAt: 0.5 }, team: { tokens: 3 }, redis: 'redis://h' } },
    { llm: { postproc: { ngram: { n: 4 } }, 'marker.phase': 4 }, passports: [{ models: ['a*'], flags: { harmony: false } }] },
    { metrics: { models: ['a', 'b*'] }, trim: false },
    { adapters: ['acme', { from: './mine.js' }, { from: 'other', options: { open: ['['] } }], adapter: 'acme' },
  ])('takes what is read: %j', (value) => {
    expect({ read: isRead(value), valid: valid(value) }).toEqual({ read: true, valid: true })
  })

  it.each([
    { upstrem: 'http://h' },
    { upstreams: { url: 'http://h' } },
    { upstreams: [{ url: 'http://h', key: 'secret' }] },
    { listen: { port: 70_000 } },
    { clients: { visibility: 'some' } },
    { traces: { store: 'nowhere' } },
    { budgets: { session: { token: 5 } } },
    { llm: { postproc: { ngram: { n: 0 } } } },
    { llm: { postprok: {} } },
    { limits: 5 },
    { adapters: 'acme' },
    { adapters: [{ from: 'acme', option: {} }] },
    { adapters: [{ options: {} }] },
    { log: { level: 'loud' } },
  ])('refuses what is refused: %j', (value) => {
    expect({ read: isRead(value), valid: valid(value) }).toEqual({ read: false, valid: false })
  })

  it('says what everything is', () => {
    const { properties } = configSchema() as { properties: Record<string, { description?: string; properties?: object }> }
    for (const [name, { description }] of Object.entries(properties))
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)])
    expect(JSON.stringify(properties)).not.toMatch(/"(?:about|kind|part)":/)
  })
})

it('a setting is in one group at most', () => {
  const found: string[] = []
  const walk = ({ setting, fields, items }: ConfigField, depth: number): void => {
    if (setting !== undefined && depth > 1) found.push(setting)
    for (const inner of Object.values(fields ?? items?.fields ?? {})) walk(inner, depth + 1)
  }
  walk(rootField, 0)
  expect(found).toEqual([...new Set(found)])
})
