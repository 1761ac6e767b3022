import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = (name: string): string => readFileSync(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8')

/** Codes of events, logs and messages that are no errors. */
const notErrors = new Set(['client_closed', 'rescued'])

it('the page of errors has each code of a response that the page of messages lists', () => {
  const [, responses = ''] = page('messages.md').split('## Responses of the gateway')
  const [section = ''] = responses.split('\n## ')
  const listed = new Set([...page('gateway-errors.md').matchAll(/`([a-z_]+)`/g)].map(([, code]) => code))
  const codes = [...section.matchAll(/\| `([a-z]+(?:_[a-z]+)*)` \|$/gm)].map(([, code]) => code!)
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter((code) => !listed.has(code) && !notErrors.has(code))).toEqual([])
})
