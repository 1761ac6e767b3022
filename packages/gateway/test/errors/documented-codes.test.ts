import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const page = (name: string): string => readFileSync(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8')

/** Source files of a folder. */
function sourcesOf(folder: string): string[] {
  const path = fileURLToPath(new URL(`../../../../${folder}`, import.meta.url))
  const names = readdirSync(path, { recursive: true }) as string[]
  return names.filter((name) => name.endsWith('.ts')).map((name) => readFileSync(join(path, name), 'utf8'))
}

/** Codes of events, logs, schemas and messages that no client gets. */
const notErrors = new Set(['client_closed', 'rescued', 'custom', 'error'])

const listed = new Set([...page('gateway-errors.md').matchAll(/`([a-z_]+)`/g)].map(([, code]) => code))
const missing = (codes: readonly string[]): string[] => codes.filter((code) => !listed.has(code) && !notErrors.has(code))

it('the page of errors has each code of a response that the page of messages lists', () => {
  const [, responses = ''] = page('messages.md').split('## Responses of the gateway')
  const [section = ''] = responses.split('\n## ')
  const codes = [...section.matchAll(/\| `([a-z]+(?:_[a-z]+)*)` \|$/gm)].map(([, code]) => code!)
  expect(codes.length).toBeGreaterThan(30)
  expect(missing(codes)).toEqual([])
})

it('the page of errors has each code that the source names', () => {
  const source = ['packages/gateway/src', 'apps/server/src'].flatMap(sourcesOf).join('\n')
  const codes = [...source.matchAll(/(?:\bcode: |\bnotFound\(\s*)'([a-z]+(?:_[a-z]+)*)'/g)].map(([, code]) => code!)
  expect(codes.length).toBeGreaterThan(20)
  expect(missing(codes)).toEqual([])
})
