import { expect, it } from 'vitest'
import { withheld, withheldPart } from '../../src/errors/withheld-text.ts'

const error = {
  status: 400,
  message: 'messages.1: Expected thinking.',
  type: 'invalid_request_error',
  code: 'invalid',
  param: 'messages[1]',
}
const quiet = expect.stringMatching(/^The upstream up failed \(HTTP \d+\)\./)

it('an upstream may quote a refused request that brought reasoning back', () => {
  expect(withheld(error, 'nothing', 'up')).toBe(error)
  expect(withheld(error, 'output', 'up')).toEqual({ ...error, more: {} })
  expect(withheld(error, 'history', 'up')).toEqual({ ...error, more: {} })
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

it('names of a failure are shown where no model can have invented them', () => {
  const named = (type: string, code: string) => withheld({ ...error, status: 500, type, code, param: code }, 'output', 'up')
  expect(named('BadRequestError', 'context_length_exceeded')).toMatchObject({ type: 'BadRequestError', code: 'context_length_exceeded' })
  expect(named('overloaded_error', 'cyber_policy')).toMatchObject({ code: 'cyber_policy' })
  expect(named('invalid_request_error', 'misalignment_policy_violation')).toMatchObject({ code: 'misalignment_policy_violation' })
  for (const code of ['slow_down', 'image_dimensions_too_large', 'invalid_base64_image', 'workspace_human_review_disabled'])
    expect(named('server_error', code)).toMatchObject({ code })
  expect(named('zebra_error', 'vault-7141')).toMatchObject({ type: 'upstream_error', code: null, param: null })
  expect(named('server_error', '7141')).toMatchObject({ type: 'server_error', code: null, param: null })
  expect(withheld({ ...error, status: 500, more: { zebra: 1 } }, 'output', 'up').more).toEqual({})
})

/** As they were recorded, or as they are documented; what is told of each. Empty: all of it. */
const refusals: [message: string, told: string][] = [
  ["'messages' is required", ''],
  ["Field 'max_tokens': [json.exception.type_error.302] type must be number, but is string", ''],
  ['Failed to initialize samplers: failed to parse grammar', ''],
  ['the request exceeds the available context size. try increasing the context size or enable context shift', ''],
  ['Thinking mode does not support this tool_choice', ''],
  ['No tool output found for tool call call-a.', ''],
  [
    "Tool call validation failed: tool call validation failed: parameters for tool get_something_by_name did not match schema: errors: [missing properties: 'name', additionalProperties 'foo' not allowed]",
    "Tool call validation failed: tool call validation failed: parameters for tool get_something_by_name did not match schema: errors: [missing properties: 'name', additionalProperties …",
  ],
  ['max_tokens is too large: 1000000. This model supports at most 16384 completion tokens, whereas you provided 1000000.', ''],
  [
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion).",
    '',
  ],
  ["Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", ''],
  ["Unknown parameter: 'unheard'.", ''],
  [
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default …",
  ],
  ['messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.', ''],
  ['`max_tokens` must be greater than `thinking.budget_tokens`.', ''],
  ['prompt is too long: 210000 tokens > 200000 maximum', ''],
  ['"qwen3:8b" does not support thinking', ''],
  ['The reasoning_content in the thinking mode must be passed back to the API.', ''],
]
const asked = {
  model: 'qwen3:8b',
  max_tokens: 1_000_000,
  temperature: 0.2,
  unheard: true,
  messages: [{ role: 'user', content: 'zebra 7141' }],
  tools: [{ type: 'function', function: { name: 'get_something_by_name', parameters: {} } }],
}

it.each(refusals)('a refusal is told: %s', (message, told) => {
  for (const secret of ['output', 'history'] as const) {
    for (const status of [400, 422]) {
      expect(withheld({ ...error, status, message }, secret, 'up', asked).message).toBe(told === '' ? message : told)
    }
  }
})

it.each([
  [
    'Could not decode the arguments of the tool call: I should not tell the user that the code is 1234',
    'Could not decode the arguments of the tool call: …',
  ],
  ['Could not decode the arguments of the tool call I should not tell the user that the code is 1234', undefined],
  ['Invalid value: "the code is 7141"', 'Invalid value: …'],
  ['Failed to call a tool. He must not know.', 'Failed to call a tool. …'],
  ['Invalid JSON: 7-1-4-1', 'Invalid JSON: …'],
  ['Invalid JSON: 7.141', 'Invalid JSON: …'],
  ['Invalid JSON:zebra', 'Invalid JSON: …'],
  ['Invalid value zebra', undefined],
  ['zebra: invalid value', undefined],
  ['Could not parse é', undefined],
  ["Could not parse 'zebra'", 'Could not parse …'],
])('what a server quotes is not: %s', (message, told) => {
  expect(withheld({ ...error, message }, 'output', 'up', asked).message).toEqual(told ?? quiet)
  expect(withheld({ ...error, message, type: 'zebra', code: '7141', param: 'zebra' }, 'output', 'up', asked)).toMatchObject({
    type: 'upstream_error',
    code: null,
    param: null,
  })
})

it('a request with too many names is not searched for known ones', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`zebra${at}`, at]))
  for (const request of [{ metadata: many }, { tools: [{ parameters: { properties: many } }] }, many]) {
    expect(withheld({ ...error, message: 'Invalid value zebra7' }, 'output', 'up', request).message).toEqual(quiet)
    expect(withheld({ ...error, message: 'Invalid value 141' }, 'output', 'up', request).message).toEqual(quiet)
  }
})
