import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { patienceMs } from './patience.ts'

/**
 * Ends a run in which no test has begun or ended for so long that none can. Vitest ends a test after its timeout, but it waits without limit
 * for a file that is loading, for a test that never gives its thread back, and for a process that does not end.
 */
export default class StuckRun implements Reporter {
  readonly #silenceMs: number
  #vitest!: Vitest
  #timer?: NodeJS.Timeout
  readonly #files = new Set<TestModule>()
  readonly #tests = new Set<TestCase>()
  readonly #processes = new Set<ChildProcess>()

  /** @param options.silenceMs - Default: what a test and its two hooks may take together, 6 minutes. */
  constructor({ silenceMs = 3 * 1.2 * patienceMs }: { silenceMs?: number } = {}) {
    this.#silenceMs = silenceMs
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    subscribe('child_process', (message) => {
      const { process: child } = message as { process: ChildProcess }
      this.#processes.add(child)
      child.once('exit', () => this.#processes.delete(child))
    })
  }

  onTestRunStart(): void {
    this.#wait()
  }

  onTestModuleQueued(file: TestModule): void {
    this.#files.add(file)
    this.#wait()
  }

  onTestCaseReady(test: TestCase): void {
    this.#tests.add(test)
    this.#wait()
  }

  onTestCaseResult(test: TestCase): void {
    this.#tests.delete(test)
    this.#wait()
  }

  onTestModuleEnd(file: TestModule): void {
    this.#files.delete(file)
    this.#wait()
  }

  onTestRunEnd(): void {
    clearTimeout(this.#timer)
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), this.#silenceMs)
  }

  #end(): void {
    const running = [...this.#files].map((file) => {
      const tests = [...this.#tests].filter((test) => test.module.id === file.id).map((test) => `"${test.fullName}"`)
      return `  ${relative(this.#vitest.config.root, file.moduleId)}: ${tests.join(', ') || 'no test, it is loading or ending'}`
    })
    console.error(
      `\nNo test has begun or ended for ${Math.round(this.#silenceMs / 1000)} s. This run ends as failed. These files are running:\n` +
        (running.join('\n') || '  None. A process of tests that has ended its files may still run.'),
    )
    process.exitCode = 1
    // A test that never gives its thread back does not hear that the run ends.
    process.once('exit', () => this.#processes.forEach((child) => child.kill('SIGKILL')))
    void this.#vitest.exit(true)
  }
}
