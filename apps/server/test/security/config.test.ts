import { expect, it } from 'vitest'
import { configCommand } from '../../src/commands/config-command.ts'

const print = (...flags: string[]): Promise<string> => configCommand(['print', ...flags], {}, '/nowhere')

it.each([
  ['--traces', 'postgres://reason:pa/ss@db.example/traces'],
  ['--traces', 'postgres://reason:p@ss@db.example/traces?password=pass'],
  ['--redis', 'rediss://:pa/ss@redis.example:6379/1'],
  ['--upstream', 'https://api.example/v1?key=pass'],
])('%s %s is printed without what is secret in it', async (flag, value) => {
  const printed = await print(flag, value)
  expect(printed).toMatch(/\.example/)
  expect(printed).not.toMatch(/pa\/ss|p@ss|pass/)
})

it.each(['http://user:pass@h.example/v1', 'http:\\\\user:pass@h.example/v1', 'http:/user:pass@h.example/v1', 'http://user@h.example/v1'])(
  'the address %s of an upstream is refused, as it holds a user or password',
  async (address) => {
    const error: unknown = await print('--upstream', address).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('must hold no user or password')
    expect(String(error)).not.toContain('pass@')
  },
)

it('a file with names of what all objects have changes no object', async () => {
  const error: unknown = await print('--passports', '[{"models":["m"],"__proto__":{"flags":{"harmony":true}}}]').catch(
    (thrown: unknown) => thrown,
  )
  expect(String(error)).toMatch(/__proto__/)
  expect(({} as Record<string, unknown>)['flags']).toBeUndefined()
})
