import { beforeEach } from 'vitest'
import { isTaken } from './sampling.ts'

// A setup file for projects with tests in a browser, which take seconds each.
beforeEach(({ task, skip }) => {
  if (/\.browser\.test\./.test(task.file.name) && !isTaken(task.fullTestName))
    skip('not in this sample: REASON_TEST_ALL=1 runs it, and so does another REASON_TEST_SEED')
})
