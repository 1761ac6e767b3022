import { expect, it } from 'vitest'
import { withheld, withheldPart } from '../../src/relay/withheld.ts'

const error = {
  status: 400,
  message: 'messages.1: Expected thinking.',
  type: 'invalid_request_error',
  code: 'invalid',
  param: 'messages[1]',
}
const quiet = expect.stringMatching(/^The upstream up failed \(HTTP \d+\)\./)

it('a request that brought reasoning back may be quoted by whoever refuses it', () => {
  expect(withheld(error, 'nothing', 'up')).toBe(error)
  expect(withheld(error, 'output', 'up')).toEqual({ ...error, more: {} })
  expect(withheld(error, 'history', 'up')).toEqual({ ...error, message: quiet, more: {} })
  expect(withheld({ ...error, status: 413 }, 'history', 'up').message).toEqual(quiet)
  expect(withheld({ ...error, status: 429 }, 'history', 'up').message).toBe(error.message)
})

it('a message without end is none', () => {
  expect(withheld({ ...error, message: 'x'.repeat(1001) }, 'output', 'up').message).toEqual(quiet)
})

it('parts that tell of no error stay as they are', () => {
  const part = { type: 'delta', block: 0, channel: 'answer', text: 'A' } as const
  expect(withheldPart(part, 'history', 'up')).toBe(part)
})

it('names of a failure are told where nobody can have made them up to say something', () => {
  const named = (type: string, code: string) => withheld({ ...error, status: 500, type, code, param: code }, 'output', 'up')
  expect(named('BadRequestError', 'context_length_exceeded')).toMatchObject({ type: 'BadRequestError', code: 'context_length_exceeded' })
  expect(named('zebra_error', 'vault-7141')).toMatchObject({ type: 'upstream_error', code: null, param: null })
  expect(named('server_error', '7141')).toMatchObject({ type: 'server_error', code: null, param: null })
  expect(withheld({ ...error, status: 500, more: { zebra: 1 } }, 'output', 'up').more).toEqual({})
})
