import { fileURLToPath } from 'node:url'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ourWires, type OurWire } from '../../src/wires.ts'
import { endpoints, foreign } from './applications.ts'
import { startBench, type RunningBench } from './bench.ts'
import { scenarios } from './bodies.ts'
import { nameOf, runCell, type Cell, type Outcome } from './cell.ts'
import { knownFailures, lostFields, lostSeals } from './known.ts'
import { writePage } from './page.ts'
import { passThrough, type PassedThrough } from './pass-through.ts'

const outcomes = new Map<string, Outcome>()
const passed = new Map<string, PassedThrough>()
const page = fileURLToPath(new URL('../../../../docs/matrix.md', import.meta.url))

const cells: readonly (Cell & { name: string })[] = ourWires.flatMap((format) =>
  endpoints.flatMap((endpoint) =>
    scenarios.flatMap((scenario) =>
      [false, true].map((stream) => {
        const cell = { endpoint, format, stream, scenario }
        return { ...cell, name: nameOf(cell) }
      }),
    ),
  ),
)
const inBoth = foreign.flatMap((endpoint) => (['whole', 'stream'] as const).map((way) => ({ endpoint, way })))

describe.skipIf(shared === undefined)(`every endpoint before every upstream (${sharedMissing})`, () => {
  describe.each(ourWires)('%s', (format) => {
    let bench: RunningBench
    beforeAll(async () => {
      bench = await startBench(format)
    })
    afterAll(() => bench.close())

    it.each(cells.filter((cell) => cell.format === format))('$name', async (cell) => {
      const outcome = await runCell(cell, bench)
      outcomes.set(cell.name, outcome)
      if (cell.name in knownFailures) expect(outcome.faults, 'works by now: take it off the list').not.toEqual([])
      else expect(outcome.faults).toEqual([])
      if (outcome.seals !== undefined) expect(outcome.seals).toBe(cell.name in lostSeals ? 'lost' : 'kept')
    })

    const same = inBoth.filter(({ endpoint }) => (endpoint as OurWire) === format)
    it.each(same)('what $endpoint has of its own passes, $way', async ({ endpoint, way }) => {
      const found = await passThrough(endpoint, way === 'stream', bench)
      passed.set(`${endpoint} ${way}`, found)
      expect(found.request).toEqual([])
      expect(found.response).toEqual(lostFields[endpoint][way])
      // Chat Completions has no sure place for them.
      expect(found.seals).toBe(endpoint === 'openai-chat' ? 'sealed' : 'to the letter')
    })
  })

  it('lists cells that there are', () => {
    const names = cells.map(({ name }) => name)
    expect([...Object.keys(knownFailures), ...Object.keys(lostSeals)].filter((name) => !names.includes(name))).toEqual([])
  })

  it('is what the page says', async () => {
    expect(outcomes.size, 'the page needs every cell: run them all').toBe(cells.length)
    await expect(writePage({ outcomes, passed })).toMatchFileSnapshot(page)
  })
})
