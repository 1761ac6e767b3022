import { families } from '@reason/think-tags'
import { describe, expect, it } from 'vitest'
import { familyRow } from '../src/family-row.ts'
import { rows as sources } from '../src/rows.ts'
import { readTemplates } from '../src/templates.ts'

/** Where the table does not begin a text as its template alone would have it, and why. */
const reviewed: Record<string, string> = {
  granite4: 'the shared table of families has a switch, which our smallest template does not show',
  hunyuan_v3: 'seen to think in the field though no effort was asked for',
  hyperclovax_seed_think_14b: 'the shared table of families says on',
  k2_horizon: 'the text is held until it tells',
  k2_v2: 'the text is held until it tells',
  kimi_k2_thinking: 'seen in the field without its opener: a closer or a call tells',
  minimax_m3: 'adaptive: the text is held until it tells',
  poolside_laguna: 'templates of one size say on, of the others off',
  seed_oss: 'seen in the field without its opener: a closer tells',
  'step3.5': 'the shared table of families has a switch, which our smallest template does not show',
}

describe('the family table', () => {
  const facts = readTemplates()
  const rows = sources.map((row) => familyRow(row, facts.get(row.template ?? row.id)!))
  const differing = rows.flatMap((row) => {
    const family = families.find(({ id }) => id === row.id)
    if (family === undefined) return []
    const begins = ({ start, defaultOn = true, switchable = true }: { start: string; defaultOn?: boolean; switchable?: boolean }): string =>
      start !== 'template' ? start : switchable ? `template, ${defaultOn ? 'on' : 'off'}` : defaultOn ? 'reasoning' : 'answer'
    return begins(family) === begins(row) ? [] : [row.id]
  })

  it('begins a text where its template does, except where a reason is written down', () => {
    expect(differing.toSorted()).toEqual(Object.keys(reviewed).toSorted())
  })

  it.each(rows.map((row) => [row.id, row] as const))('%s: has the delimiters of its template', (id, { options }) => {
    const family = families.find((one) => one.id === id)
    if (family === undefined) return
    const texts = (value: unknown): unknown[] => [value ?? []].flat().filter((tag) => typeof tag === 'string')
    const ours = [...texts(family.options.startTag), ...texts(family.options.endTag)]
    // Tags with the suffix of a checkpoint count for every model.
    const { startTag, endTag } = options as Record<string, unknown>
    const theirs = [...texts(startTag), ...texts(endTag)].filter((tag) => !/^<\/?think:/.test(String(tag)))
    for (const tag of theirs)
      expect(ours.some((own) => String(tag).startsWith(String(own)) || String(own).startsWith(String(tag)))).toBe(true)
  })
})
