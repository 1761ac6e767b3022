import { createRandom as seededRandom } from './random.ts'

/**
 * Value of `REASON_TEST_ALL`: `1` (`npm run test:all`), or names of projects separated by commas. The tests of these projects take every case,
 * for instance kill a process at each step. Other tests take a sample, as in `npm test`.
 */
const wholeProjects = process.env['REASON_TEST_ALL'] ?? ''

/** Whether the tests of a project take every case. */
export const isWhole = (project: string): boolean => wholeProjects === '1' || wholeProjects.split(',').includes(project)

/** Number of repetitions: `some`, or `all` if the project takes every case. Only for tests, for which `project` sets the variable to `1` or ''. */
export const times = (some: number, all: number): number => (wholeProjects === '1' ? all : some)

/** Number of texts on which a property is tested: a tenth of `all` if the project takes a sample. */
export const runs = (all: number): number => times(Math.ceil(all / 10), all)

/**
 * Whether a test is in the sample. The sample has one test in `share`, and moves on with each seed, so that every test has its turn.
 * @param name - Name of the test.
 */
export const isTaken = (name: string, share: number, whole: boolean = wholeProjects === '1', from: number = seed): boolean =>
  whole || (hash(name) + from) % share === 0

/** Takes every `share`-th row of a table, and the rows after them with the next seed. Takes all rows if the project takes every case. */
export const sample = <Row>(
  rows: readonly Row[],
  share: number,
  whole: boolean = wholeProjects === '1',
  from: number = seed,
): readonly Row[] => (whole ? rows : rows.filter((_, index) => (index + from) % share === 0))

/** Seed of random choices, so that a run can be repeated: `REASON_TEST_SEED`, by default the number of the day. */
export const seed: number = readSeed(process.env['REASON_TEST_SEED'])

/** Line for the report of a run. */
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
 * Creates a generator of numbers from 0 (inclusive) to 1 (exclusive). Equal names and seeds give equal numbers.
 * @param name - Name of the test, so that each test has other numbers.
 */
export const createRandom = (name: string, from: number = seed): (() => number) => seededRandom(hash(name, from))

/** FNV-1a. */
function hash(text: string, from = 0x811c9dc5): number {
  let state = from
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193)
  return state >>> 0
}
