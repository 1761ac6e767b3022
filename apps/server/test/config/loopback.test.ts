import { expect, it } from 'vitest'
import { isLoopback } from '../../src/config/loopback.ts'

it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.255.255.254', '::1', '[::1]', '::ffff:127.0.0.1'])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each([
  'localhost.evil.example',
  'evil-localhost',
  'localhost.',
  '',
  '128.0.0.1',
  '126.255.255.255',
  '0.0.0.0',
  '::',
  '::2',
  '127.0.0.1.evil.example',
])('%s may be any other', (host) => {
  expect(isLoopback(host)).toBe(false)
})
