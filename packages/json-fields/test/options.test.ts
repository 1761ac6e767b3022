import { createRegistry, ReasonError, type StreamContext } from '@reason/core'
import { createFromPlugin } from '@reason/core/manifest'
import { describe, expect, test } from 'vitest'
import plugin, { jsonFields, type JsonFieldsOptions } from '../src/index.ts'

describe('options', () => {
  test.each([
    [{ reasonings: ['a'] }, /unknown option "reasonings" \(did you mean "reasoning"\?\)/],
    [{ reasoning: [] }, /reasoning: must not be empty/],
    [{ answer: [''] }, /answer\.0: must not be empty/],
    [{ otherFields: 'show' }, /otherFields is "show", but must be one of: drop, reasoning/],
    [{ maxHeldChars: -1 }, /maxHeldChars is -1: must be 0 or more/],
  ])('%j are refused', (options, message) => {
    expect(() => jsonFields(options as JsonFieldsOptions)).toThrow(message)
    expect(() => jsonFields(options as JsonFieldsOptions)).toThrow(ReasonError)
    expect(() => jsonFields().createSplitter({ options } as StreamContext)).toThrow(message)
  })

  test('the default export makes the same adapter', () => {
    const made = createFromPlugin(plugin, { answer: ['what'] })
    expect(made).toMatchObject({ kind: 'text', id: 'json-fields' })
    expect(made).not.toHaveProperty('signals')
  })
})

describe('is chosen', () => {
  const registry = createRegistry().use(jsonFields())

  test.each<[string, Parameters<typeof registry.resolve>[0], string]>([
    ['for no model by itself', { model: 'some-model' }, 'plain'],
    ['by its name', { model: 'some-model', hints: { adapter: 'json-fields' } }, 'json-fields'],
    ['by a passport', { model: 'some-model', hints: { flags: { 'json-fields': true } } }, 'json-fields'],
  ])('%s', (_, query, id) => {
    expect(registry.resolve(query).adapter.id).toBe(id)
  })
})

test('text streams within a field', () => {
  const splitter = jsonFields().createSplitter()
  const texts = (piece: string) => [
    splitter.passes!(piece),
    ...splitter.push(piece).map((part) => ('text' in part ? part.text : part.type)),
  ]
  expect(texts('{"reasoning":"su')).toEqual([false, '{"reasoning":', '"', 'block-start', 'su'])
  expect(texts('m of all')).toEqual([true, 'm of all'])
  expect(texts(' \\u00')).toEqual([false, ' '])
  expect(texts('e9"')).toEqual([false, '\\u00e9', 'é'])
  expect(texts(' ,"answer')).toEqual([false])
  expect(texts('":"5')).toEqual([false, 'block-end', '" ,"answer":', '"', 'block-start', '5'])
  expect(texts('1')).toEqual([true, '1'])
})
