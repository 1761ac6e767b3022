import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineProject, type UserWorkspaceConfig } from 'vitest/config'
import { patienceMs } from './patience.ts'
import { isWhole, seed } from './sampling.ts'

export interface ProjectOptions {
  /** Paths of files whose tests take seconds each, as they start programs or browsers: a sample has every other one of these. */
  alternate?: RegExp
}

/**
 * The settings that every package's tests share: sources run as they are, without a build. Conditions are those of Node: with
 * `module` a dependency may answer with sources for bundlers, which Node cannot load.
 */
export const project = (name: string, test: UserWorkspaceConfig['test'] = {}, { alternate }: ProjectOptions = {}): UserWorkspaceConfig =>
  defineProject({
    ssr: { resolve: { conditions: ['@reason/source', 'node', 'development|production'] } },
    test: {
      name,
      // Files at a time. By itself Vitest would leave a core alone; and many tests wait for servers and browsers.
      maxWorkers: availableParallelism() + 2,
      // Files that run in one process share what they import, which is most of what a file would cost. No test may change what it imports, and what
      // helpers open is ended by the test that asked for it: a hook that a helper sets while it is imported runs for the first file alone.
      isolate: false,
      // More than what a test waits for, which then says what did not come.
      testTimeout: 1.2 * patienceMs,
      hookTimeout: 1.2 * patienceMs,
      // What the programs compile that tests start, they leave to the next of them: a gateway starts in half the time.
      env: {
        NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
        REASON_TEST_ALL: isWhole(name) ? '1' : '',
        // The same for all files, also of a run around midnight.
        REASON_TEST_SEED: String(seed),
        REASON_TEST_ALTERNATE: alternate?.source ?? '',
      },
      setupFiles: alternate === undefined ? [] : [alternating],
      expect: { poll: { timeout: patienceMs } },
      ...test,
    },
  })

const alternating = fileURLToPath(new URL('alternate.ts', import.meta.url))

/** For `globalSetup`, in a project whose tests need PostgreSQL or Redis: `inject('databaseUrl')`, `inject('redisUrl')`. */
export const services = fileURLToPath(new URL('services/setup.ts', import.meta.url))
