import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { familyRow } from '../src/family-row.ts'
import { generate, generated } from '../src/generate.ts'
import { rows } from '../src/rows.ts'
import { readTemplates } from '../src/templates.ts'

const facts = readTemplates()
const rowOf = (id: string) => {
  const row = rows.find((one) => one.id === id)!
  return familyRow(row, facts.get(row.template ?? row.id)!)
}

describe('the generated table', () => {
  it('is current', async () => {
    expect(existsSync(generated) ? readFileSync(generated, 'utf8') : '').toBe(await generate())
  })

  it('has each family once', () => {
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it.each([
    ['qwen3_hybrid', 'answer', true, true],
    ['qwen3_thinking_2507', 'reasoning', false, true],
    ['qwen3.5', 'template', true, true],
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
  ])('%s begins in %s; switchable %s, on by default %s', (id, start, switchable, defaultOn) => {
    expect(rowOf(id)).toMatchObject({ start, switchable, defaultOn })
  })

  it.each([
    ['nemotron_nano_v2', { promptSwitch: { on: '/think', off: '/no_think' } }],
    ['gemma4', { opensAfterResults: true, special: true, options: { startLabel: 'thought\n' } }],
    ['k2_horizon', { options: { startTag: ['<ifm|think>', '<ifm|think_fast>', '<ifm|think_faster>'] } }],
    [
      'muse_glimmer',
      { options: { startTag: 'to=self<|message|>', endTag: ['<|eom|><|start|>assistant', '<|eom|>'], contentStrip: 'to=user<|message|>' } },
    ],
  ])('%s has %j', (id, part) => {
    expect(rowOf(id)).toMatchObject(part)
  })
})
