import { createRegistry, ReasonError } from '@reason/core'
import { createFromPlugin } from '@reason/core/manifest'
import { expect, test } from 'vitest'
import plugin, { gemini, geminiInteractions } from '../src/index.ts'

test('a configuration names the format', () => {
  expect(createFromPlugin(plugin).id).toBe('gemini')
  expect(createFromPlugin(plugin, { format: 'gemini-interactions' }).id).toBe('gemini-interactions')
  expect(() => createFromPlugin(plugin, { format: 'palm' })).toThrow(ReasonError)
})

test('options that do not exist are refused', () => {
  expect(() => gemini({ thinking: true } as never)).toThrow(/thinking/)
  expect(() => geminiInteractions({ thinking: true } as never)).toThrow(/thinking/)
})

test('both fit into one registry, which knows that there is nothing to split', () => {
  const registry = createRegistry().use(gemini()).use(geminiInteractions())
  expect(registry.resolve({ provider: 'google', model: 'gemini-x' }).adapter.id).toBe('plain')
})
