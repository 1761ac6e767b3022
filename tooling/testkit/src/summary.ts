import type { Reporter, TestModule } from 'vitest/node'
import { samplingLine } from './sampling.ts'

/** Prints how a run was sampled, and one plain line with its counts: `59 passed, 0 failed, 1 skipped`. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      // A file that could not be loaded has no tests, and must not read as success.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed++
      for (const test of module.children.allTests()) count[test.result().state]++
    }
    console.log(`\n${samplingLine}`)
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}
