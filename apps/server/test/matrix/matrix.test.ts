import { isWhole } from '@reason/testkit/sampling'
import { fileURLToPath } from 'node:url'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OurWire, ourWires } from '@reason/gateway/upstreams'
import { endpoints, foreign } from './applications.ts'
import { startBench, type RunningBench } from './bench.ts'
import { nameOf, runCell, type Cell, type Outcome } from './cell.ts'
import { knownFailures, lostFields, lostSeals } from './known.ts'
import { writePage } from './page.ts'
import { passThrough, type PassedThrough } from './pass-through.ts'
import { has, setNames, sets } from './sets.ts'
import { scenarios, type Wanted } from './source.ts'

const outcomes = new Map<string, Outcome>()
const passed = new Map<string, PassedThrough>()
const page = fileURLToPath(new URL('../../../../docs/reference/matrix.md', import.meta.url))

const wanted: readonly Wanted[] = ourWires.flatMap((format) =>
  scenarios.flatMap((scenario) => [false, true].map((stream) => ({ format, scenario, stream }))),
)
const cells: readonly (Cell & { name: string })[] = setNames.flatMap((set) =>
  endpoints.flatMap((endpoint) =>
    wanted
      .filter((one) => has(set, one))
      .map((one) => {
        const cell = { endpoint, set, ...one }
        return { ...cell, name: nameOf(cell) }
      }),
  ),
)
const inBoth = foreign.flatMap((endpoint) => (['whole', 'stream'] as const).map((way) => ({ endpoint, way })))

describe.each(setNames)('every endpoint before every upstream: %s', (set) => {
  const { isHere, provider, sourceOf } = sets[set]
  const title = isHere ? '%s' : `%s (${sharedMissing})`

  describe.skipIf(!isHere).each(ourWires.filter((format) => cells.some((cell) => cell.set === set && cell.format === format)))(
    title,
    (format) => {
      let bench: RunningBench
      beforeAll(async () => {
        bench = await startBench(format, provider(format))
      })
      afterAll(() => bench.close())

      it.each(cells.filter((cell) => cell.set === set && cell.format === format))('$name', async (cell) => {
        const outcome = await runCell(cell, sourceOf(bench.wire, cell)!, bench)
        outcomes.set(cell.name, outcome)
        if (cell.name in knownFailures) expect(outcome.faults, 'works by now: take it off the list').not.toEqual([])
        else expect(outcome.faults).toEqual([])
        if (outcome.seals !== undefined) expect(outcome.seals).toBe(cell.name in lostSeals ? 'lost' : 'kept')
      })

      const same = set === 'llama-server' ? [] : inBoth.filter(({ endpoint }) => (endpoint as OurWire) === format)
      it.each(same)('what $endpoint has of its own passes, $way', async ({ endpoint, way }) => {
        const stream = way === 'stream'
        const source = sourceOf(bench.wire, { format, scenario: 'tools', stream })!
        const found = await passThrough(endpoint, stream, source, bench)
        passed.set(`${endpoint} ${way} ${set}`, found)
        expect(found.request).toEqual([])
        expect(found.response).toEqual(lostFields[endpoint][way])
        // Chat Completions has no sure place for them.
        expect(found.seals).toBe(endpoint === 'openai-chat' ? 'sealed' : 'to the letter')
      })
    },
  )
})

it('lists cells that there are', () => {
  const names = cells.map(({ name }) => name)
  expect([...Object.keys(knownFailures), ...Object.keys(lostSeals)].filter((name) => !names.includes(name))).toEqual([])
})

const isWholeRun = isWhole('server')
it.skipIf(shared === undefined || !isWholeRun)(
  `is what the page says (${isWholeRun ? sharedMissing : 'needs every cell: REASON_TEST_ALL=1'})`,
  async () => {
    expect(outcomes.size, 'the page needs every cell: run them all').toBe(cells.length)
    await expect(writePage({ outcomes, passed })).toMatchFileSnapshot(page)
  },
)
