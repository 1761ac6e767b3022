import { createRegistry, ReasonError } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { dialectNames, openaiChat } from '../../src/index.ts'

const failureOf = (act: () => unknown): ReasonError | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return error as ReasonError
  }
}

test('a program can ask which there are', () => expect(openaiChat().dialects).toEqual(dialectNames))

test('a dialect that does not exist is refused, with what was probably meant', () => {
  for (const act of [
    () => openaiChat().createReader({ dialect: 'open-router' }),
    () => openaiChat().createWriter({ dialect: 'open-router' }),
    () => openaiChat().readResponse({}, { dialect: 'open-router' }),
    () => openaiChat().writeResponse([], { dialect: 'open-router' }),
  ]) {
    const failure = failureOf(act)
    expect(ReasonError.is(failure) && failure.code).toBe('REASON_INVALID_OPTIONS')
    expect(failure?.message).toContain('did you mean "openrouter"?')
  }
  expect(failureOf(() => openaiChat().createReader({ dialect: 'toString' }))?.code).toBe('REASON_INVALID_OPTIONS')
})

test('an unknown provider is read as everybody', () => {
  expect(() => openaiChat().createReader({ provider: 'somebody' })).not.toThrow()
  expect(() => openaiChat().createReader({ provider: 'constructor' })).not.toThrow()
})

test('a misspelt option is refused', () => {
  expect(failureOf(() => openaiChat({ reasoningFeild: 'reasoning' } as never))?.message).toContain('did you mean "reasoningField"?')
  expect(failureOf(() => openaiChat({ reasoningField: 'content' as never }))?.code).toBe('REASON_INVALID_OPTIONS')
})

describe('the table', () => {
  test('providers with fields of their own are known to the registry', () => {
    const registry = createRegistry().use(openaiChat())
    expect(registry.resolve({ provider: 'deepseek', model: 'deepseek-chat' }).native).toBe(true)
    expect(registry.resolve({ provider: 'vllm', model: 'whatever' }).native).toBe(false)
  })
})
