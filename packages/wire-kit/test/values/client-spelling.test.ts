import { describe, expect, test } from 'vitest'
import { inSnakeCase } from '../../src/index.ts'

const signs = new Set(['finishReason'])

describe('an event in the spelling of a client', () => {
  test('gets the names of the wire at each level, in lists too', () => {
    expect(
      inSnakeCase({ choices: [{ finishReason: null, delta: { toolCalls: [{ id: 'aB' }] } }], usage: { promptTokens: 1 } }, signs),
    ).toEqual({
      choices: [{ finish_reason: null, delta: { tool_calls: [{ id: 'aB' }] } }],
      usage: { prompt_tokens: 1 },
    })
  })

  test('keeps the names that the model or the client wrote', () => {
    const args = { userName: { firstName: 'A' } }
    const call = { finishReason: 'stop', function: { arguments: args, parameters: args, metadata: args, input: args } }
    expect(inSnakeCase(call, signs)).toEqual({ finish_reason: 'stop', function: call.function })
  })

  test('with a sign two levels down is converted, and with one deeper is not', () => {
    const deep = (levels: number): Record<string, unknown> => (levels === 0 ? { finishReason: 'x' } : { aB: deep(levels - 1) })
    expect(inSnakeCase(deep(2), signs)).toEqual({ a_b: { a_b: { finish_reason: 'x' } } })
    expect(inSnakeCase(deep(3), signs)).toEqual(deep(3))
  })

  test('of the wire is the same object', () => {
    const event = { choices: [{ finish_reason: null, delta: { content: 'finishReason' } }], someName: 1 }
    expect(inSnakeCase(event, signs)).toBe(event)
  })

  test('may nest as deep as JSON does', () => {
    let deep: Record<string, unknown> = { aB: 1 }
    for (let level = 0; level < 100_000; level++) deep = { aB: deep }
    expect(inSnakeCase({ finishReason: 'stop', deep }, signs)).toMatchObject({ finish_reason: 'stop', deep: { a_b: {} } })
  })
})
