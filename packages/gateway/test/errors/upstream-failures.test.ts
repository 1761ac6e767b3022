import { expect, it } from 'vitest'
import { describeFailure } from '../../src/errors/upstream-failures.ts'

const times = { connectTimeout: 1, responseTimeout: 1, idleTimeout: 1 }
const failed = (code: string): Error => Object.assign(new Error('closed'), { code })
const hint = 'If it speaks TLS, use https:// in place of http://.'

it.each(['ECONNRESET', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT'])('%s: TLS is guessed at where no answer has begun', (code) => {
  const said = (address: string, hasBegun?: boolean): string => describeFailure(failed(code), address, times, hasBegun).message
  for (const address of ['http://h', 'gpu-1 (http://h)']) expect(said(address)).toContain(hint)
  expect(said('http://h', true)).not.toContain('TLS')
  expect(said('https://h')).not.toContain('http://')
})
