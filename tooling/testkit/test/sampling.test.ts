import { expect, test, vi } from 'vitest'

let loads = 0

/** The module as a run with these variables has it. */
async function loaded(environment: Record<string, string>): Promise<typeof import('../src/sampling.ts')> {
  for (const name of ['REASON_TEST_ALL', 'REASON_TEST_SEED']) vi.stubEnv(name, environment[name])
  try {
    return (await import(`../src/sampling.ts?${loads++}`)) as typeof import('../src/sampling.ts')
  } finally {
    vi.unstubAllEnvs()
  }
}

test.each([
  [{}, 3],
  [{ REASON_TEST_ALL: '' }, 3],
  [{ REASON_TEST_ALL: '1' }, 50],
])('a run with %j repeats %i times', async (environment, expected) => {
  const { times } = await loaded(environment)
  expect(times(3, 50)).toBe(expected)
})

test.each([
  ['', false, 'Tests took a sample of cases'],
  ['1', true, 'Tests took every case'],
  ['server,trace-store', true, 'Tests took every case in server,trace-store, and a sample elsewhere'],
  ['trace-store', false, 'Tests took every case in trace-store, and a sample elsewhere'],
])('with REASON_TEST_ALL=%j, whether the server takes every case is %j', async (value, expected, scope) => {
  const { isWhole, samplingLine } = await loaded({ REASON_TEST_ALL: value, REASON_TEST_SEED: '7' })
  expect([isWhole('server'), samplingLine]).toEqual([expected, `${scope} (REASON_TEST_ALL), seed 7 (REASON_TEST_SEED)`])
})

test('the seed is the one that was set', async () => {
  expect((await loaded({ REASON_TEST_SEED: '7' })).seed).toBe(7)
})

test.each(['seven', '-1', '1.5', '1234567890'])('a seed of %s is refused', async (text) => {
  await expect(loaded({ REASON_TEST_SEED: text })).rejects.toThrow(`REASON_TEST_SEED is "${text}"`)
})

test('numbers repeat with the seed, and differ by seed and by name', async () => {
  const { createRandom } = await loaded({})
  const three = (name: string, seed: number): number[] => {
    const random = createRandom(name, seed)
    return [random(), random(), random()]
  }
  expect(three('a', 1)).toEqual(three('a', 1))
  expect(three('a', 1)).not.toEqual(three('a', 2))
  expect(three('a', 1)).not.toEqual(three('b', 1))
})

test('numbers fill the range evenly', async () => {
  const { createRandom } = await loaded({})
  const random = createRandom('range', 1)
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let draw = 0; draw < 10_000; draw++) tenths[Math.floor(random() * 10)]!++
  expect(tenths.every((count) => count > 850 && count < 1150)).toBe(true)
})

test('a sample has a third of the tests, and the next seeds the other thirds', async () => {
  const { isTaken } = await loaded({})
  const names = Array.from({ length: 1000 }, (_, at) => `test ${at}`)
  const thirds = [0, 1, 2].map((seed) => names.filter((name) => isTaken(name, 3, false, seed)))
  for (const { length } of thirds) expect(length).toBeGreaterThan(250)
  expect(thirds.flat().toSorted()).toEqual(names.toSorted())
  expect(names.every((name) => isTaken(name, 3, true, 0))).toBe(true)
})

test('a sample of rows is even, and the next seeds have the other rows', async () => {
  const { sample } = await loaded({})
  const rows = ['a', 'b', 'c', 'd', 'e']
  expect([0, 1, 2].map((seed) => sample(rows, 2, false, seed))).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
    ['a', 'c', 'e'],
  ])
  expect(sample(rows, 2, true, 0)).toEqual(rows)
})
