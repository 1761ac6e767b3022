import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generate, generated } from '../src/generate.ts'
import { rows } from '../src/rows.ts'

describe('the generated table', () => {
  it('is current', async () => {
    expect(existsSync(generated) ? readFileSync(generated, 'utf8') : '').toBe(await generate())
  })

  it('has each family once', () => {
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })
})
