import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the root has at most 30 names, types included: newcomers read all of them', () => {
  const source = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8')
  expect(source).not.toMatch(/export (?:type )?\*/)
  const names = [...source.matchAll(/\{([^}]*)\}/g)].flatMap(([, list]) => list!.split(',').map((name) => name.replace('type ', '').trim()))
  expect(names.length).toBeLessThanOrEqual(30)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('reasonOf')
})
