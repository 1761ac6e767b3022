import { beforeEach } from 'vitest'
import { isTaken } from './sampling.ts'

// Setup file for projects in which only a sample of the tests runs: tests that start programs or browsers, or rows of long tables.
const turns = (JSON.parse(process.env['REASON_TEST_TURNS']!) as [paths: string, share: number][]).map(([paths, share]) => ({
  paths: new RegExp(paths),
  share,
}))

beforeEach(({ task, skip }) => {
  const turn = turns.find(({ paths }) => paths.test(task.file.name))
  if (turn !== undefined && !isTaken(task.fullTestName, turn.share))
    skip('not in this sample: REASON_TEST_ALL=1 runs it, and so does another REASON_TEST_SEED')
})
