/**
 * Tests that repeat something many times, such as killing a process, repeat it a few times in `npm test`. `REASON_TEST_ALL` has them repeat it as
 * often as they can: `1` (`npm run test:all`), or names of projects with commas between.
 */
const wholeProjects = process.env['REASON_TEST_ALL'] ?? ''

/** Whether the tests of a project take every case. */
export const isWhole = (project: string): boolean => wholeProjects === '1' || wholeProjects.split(',').includes(project)

/** How often to repeat: `some` times, or `all` of them where a project takes every case. For tests, to which `project` passes on `1` or nothing. */
export const times = (some: number, all: number): number => (wholeProjects === '1' ? all : some)

/** How many texts a property is tried on: a sixth of `all` where a project takes a sample. */
export const runs = (all: number): number => times(Math.ceil(all / 6), all)

/**
 * Whether a test runs where a project takes a sample, one in `share` of them: with the next seed those run that are next, so that each has its turn.
 * @param name - Of the test.
 */
export const isTaken = (name: string, share: number, whole: boolean = wholeProjects === '1', from: number = seed): boolean =>
  whole || (hash(name) + from) % share === 0

/** One in `share` rows of a table, evenly, and with the next seed those behind them. All where a project takes every case. */
export const sample = <Row>(
  rows: readonly Row[],
  share: number,
  whole: boolean = wholeProjects === '1',
  from: number = seed,
): readonly Row[] => (whole ? rows : rows.filter((_, index) => (index + from) % share === 0))

/** What random choices come from, so that a run can be repeated: `REASON_TEST_SEED`, or else the number of the day. */
export const seed: number = readSeed(process.env['REASON_TEST_SEED'])

/** For the report of a run. */
export const samplingLine = `${scope()} (REASON_TEST_ALL), seed ${seed} (REASON_TEST_SEED)`

function scope(): string {
  if (wholeProjects === '1') return 'Tests took every case'
  return wholeProjects === '' ? 'Tests took a sample of cases' : `Tests took every case in ${wholeProjects}, and a sample elsewhere`
}

function readSeed(text: string | undefined): number {
  if (text === undefined || text === '') return Math.floor(Date.now() / 86_400_000)
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`REASON_TEST_SEED is "${text}", but must be a whole number of at most nine digits, such as 20000.`)
}

/**
 * Numbers from 0 up to and without 1, the same for the same seed.
 * @param name - Of the test: each has numbers of its own.
 */
export function createRandom(name: string, from: number = seed): () => number {
  let state = hash(name, from)
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** FNV-1a. */
function hash(text: string, from = 0x811c9dc5): number {
  let state = from
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193)
  return state >>> 0
}
