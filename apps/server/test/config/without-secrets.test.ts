import { expect, it } from 'vitest'
import { withoutSecrets } from '../../src/config/without-secrets.ts'

it('shows of a command its program alone', () => {
  expect(withoutSecrets('upstreamKeyCommand', ['vault', 'read', 'token=SECRET'])).toEqual(['vault', '***', '***'])
})

it('shows of upstreams neither passwords nor what their commands are told', () => {
  const upstreams = [
    {
      url: 'https://user:SECRET@model.example/v1',
      proxy: 'http://user:SECRET@proxy.example:3128',
      key: { command: ['vault', 'SECRET'] },
    },
    { url: 'https://model.example/v1' },
  ]
  const shown = withoutSecrets('upstreams', upstreams)
  expect(JSON.stringify(shown)).not.toContain('SECRET')
  expect(shown).toMatchObject([{ key: { command: ['vault', '***'] } }, { url: 'https://model.example/v1' }])
})

it('shows of an address everything but its password', () => {
  expect(withoutSecrets('upstream', 'https://user:SECRET@model.example/v1')).not.toContain('SECRET')
  expect(withoutSecrets('upstream', 'https://model.example/v1')).toBe('https://model.example/v1')
})
