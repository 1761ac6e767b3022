import { beforeEach } from 'vitest'
import { isTaken } from './sampling.ts'

// A setup file of projects with tests that start programs or browsers, which take seconds each: a sample has every other one.
const alternating = new RegExp(process.env['REASON_TEST_ALTERNATE']!)

beforeEach(({ task, skip }) => {
  if (alternating.test(task.file.name) && !isTaken(task.fullTestName))
    skip('not in this sample: REASON_TEST_ALL=1 runs it, and so does another REASON_TEST_SEED')
})
