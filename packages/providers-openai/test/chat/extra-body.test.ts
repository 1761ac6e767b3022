import { expect, it } from 'vitest'
import { withExtraBody } from '../../src/chat/request/extra-body.ts'

it('merges settings, but not the fields by which the gateway has already decided', () => {
  const request = { model: 'm', temperature: 0, extra_body: { temperature: 1, top_k: 4, stream: true, messages: [], stream_options: {} } }
  expect(withExtraBody(request)).toEqual({ model: 'm', temperature: 0, top_k: 4 })
})

it('leaves a request alone whose extra_body is no object', () => {
  const request = { model: 'm', extra_body: [1] }
  expect(withExtraBody(request)).toBe(request)
})
