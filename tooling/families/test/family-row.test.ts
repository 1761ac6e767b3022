import { describe, expect, it } from 'vitest'
import { familyRow } from '../src/family-row.ts'
import type { Override, Row } from '../src/row.ts'
import { rows } from '../src/rows.ts'
import { readTemplates } from '../src/templates.ts'

const facts = readTemplates()
const rowOf = (row: Row) =>
  familyRow(
    row,
    (row.templates ?? [row.id]).map((name) => facts.get(name)!),
  )
const fromTemplate = (name: string) => rowOf({ id: name, models: [] })

describe('a row of one template', () => {
  it.each([
    ['qwen3_hybrid', 'answer', true, true],
    ['qwen3_thinking_2507', 'reasoning', false, true],
    ['qwen3.5', 'template', true, true],
    ['qwen3.5_small', 'template', true, false],
    ['granite4.2', 'template', true, true],
    ['laguna_xs', 'template', true, false],
    ['poolside_laguna', 'template', true, true],
    ['mistral', 'answer', false, true],
    ['seed_oss', 'answer', true, true],
    ['kimi_k2_thinking', 'answer', false, true],
    ['hunyuan_v3', 'template', true, false],
    ['hunyuan_v4', 'template', true, true],
    ['minimax_m3', 'template', true, false],
    ['nemotron_nano_v2', 'template', false, true],
    ['apriel', 'reasoning', false, true],
    ['kimi_k2_instruct', 'answer', false, false],
  ])('%s begins in %s; switchable %s, on by default %s', (name, begins, switches, isOn) => {
    const { start, switchable = true, defaultOn = true } = fromTemplate(name)
    expect([start, switchable, defaultOn]).toEqual([begins, switches, isOn])
  })

  it.each([
    ['nemotron_nano_v2', { promptSwitch: { on: '/think', off: '/no_think' }, serviceTokens: ['<SPECIAL_12>'] }],
    ['gemma4', { opensAfterResults: true, special: true, options: { startLabel: 'thought\n' } }],
    ['k2_horizon', { options: { startTag: ['<ifm|think>', '<ifm|think_fast>', '<ifm|think_faster>'] } }],
    [
      'muse_glimmer',
      {
        options: {
          startTag: 'to=self<|message|>',
          endTag: ['<|eom|><|start|>assistant', '<|eom|>'],
          answerTokens: { prefix: 'to=', suffix: '<|message|>' },
        },
      },
    ],
    ['hunyuan_v4', { options: { startTag: '<think>', endTag: '</think>', toolOpeners: ['<tool_calls>', '<tool_call>'] } }],
    ['kimi_k3', { serviceTokens: ['<|close|>message<|sep|>', '<|end_of_msg|>'] }],
    ['reka', { serviceTokens: ['<sep>'] }],
  ])('%s has %j', (name, part) => {
    expect(fromTemplate(name)).toMatchObject(part)
  })
})

describe('a row of several templates', () => {
  it('has the lists of all of them', () => {
    const { options } = rowOf({ id: 'both', models: [], templates: ['minicpm_v4.6', 'minicpm5'] })
    expect(options).toEqual({
      startTag: '<think>',
      endTag: '</think>',
      toolOpeners: ['<tool_call>', '<function name='],
      toolClosers: ['</tool_call>', '</function>'],
    })
  })

  const lagunas: Row = { id: 'both', models: [], templates: ['laguna_xs', 'poolside_laguna'] }

  it('needs a reason where they differ', () => {
    expect(() => rowOf(lagunas)).toThrow('Templates of the row both differ in "defaultOn". Add an override with a reason.')
    expect(rowOf({ ...lagunas, overrides: [{ because: 'sizes differ', defaultOn: false }] })).toMatchObject({ defaultOn: false })
  })
})

describe('what is written by hand', () => {
  const overrides = rows.flatMap((row) =>
    (row.overrides ?? []).flatMap((override, index) =>
      fieldsOf(override).map((field) => [row.id, field, override.because, row, index] as const),
    ),
  )

  it.each(overrides)('%s: the templates do not say its %s (%s)', (_, field, __, row, index) => {
    const without = row.overrides!.map((one, at) => (at === index ? withoutField(one, field) : one))
    // Where templates differ, only the override settles it.
    expect(attempt(() => rowOf({ ...row, overrides: without }))).not.toEqual(rowOf(row))
  })

  it.each(rows.flatMap(({ id, tokens = [] }) => tokens.map((token) => [id, token] as const)))('%s: no template writes %s', (id, token) => {
    const row = rows.find((one) => one.id === id)!
    expect(rowOf({ ...row, tokens: row.tokens!.filter((one) => one !== token) }).serviceTokens).not.toContain(token)
  })

  it.each(rows.map((row) => [row.id, row] as const))('%s ends its turns with tokens that are known', (_, row) => {
    const { serviceTokens = [], options } = rowOf(row)
    expect([...serviceTokens, ...[options.contentStrip ?? []].flat()]).not.toEqual([])
  })

  it('uses every template, but that of channels', () => {
    const used = new Set(rows.flatMap(({ id, templates = [id] }) => templates))
    expect([...facts.keys()].filter((name) => !used.has(name))).toEqual(['harmony'])
  })
})

const fieldsOf = (override: Override): string[] =>
  [...Object.keys(override), ...Object.keys(override.options ?? {})].filter((key) => key !== 'because' && key !== 'options')

function withoutField(override: Override, field: string): Override {
  const without = (value: object): object => Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))
  return { ...without(override), because: override.because, options: without(override.options ?? {}) }
}

function attempt(make: () => unknown): unknown {
  try {
    return make()
  } catch {
    return undefined
  }
}
