import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineProject, type UserWorkspaceConfig } from 'vitest/config'
import { patienceMs } from './patience.ts'
import { isWhole, seed } from './sampling.ts'

export interface ProjectOptions {
  /** Paths of files whose tests take turns: a sample has one in so many of these, and each next seed has others. */
  turns?: readonly (readonly [paths: RegExp, share: number])[]
}

// The processes of tests, and the programs that they start, leave what they compiled to the next.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/**
 * The settings that every package's tests share: sources run as they are, without a build. Node itself loads them, as it does in
 * the programs: what Vite makes of a module takes a sixth longer, as each use of an import goes through a getter.
 */
export const project = (name: string, test: UserWorkspaceConfig['test'] = {}, { turns = [] }: ProjectOptions = {}): UserWorkspaceConfig =>
  defineProject({
    test: {
      name,
      // Files at a time: one more than cores, as many tests wait for servers and browsers.
      maxWorkers: availableParallelism() + 1,
      // Files that run in one process share what they import, which is most of what a file would cost. No test may change what it imports, and what
      // helpers open is ended by the test that asked for it: a hook that a helper sets while it is imported runs for the first file alone.
      isolate: false,
      execArgv: ['--conditions=@reason/source'],
      // Without the loader there are no mocks of modules, which no test needs.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // More than what a test waits for, which then says what did not come.
      testTimeout: 1.2 * patienceMs,
      hookTimeout: 1.2 * patienceMs,
      env: {
        REASON_TEST_ALL: isWhole(name) ? '1' : '',
        // The same for all files, also of a run around midnight.
        REASON_TEST_SEED: String(seed),
        REASON_TEST_TURNS: JSON.stringify(turns.map(([paths, share]) => [paths.source, share])),
      },
      setupFiles: turns.length === 0 ? [] : [takingTurns],
      expect: { poll: { timeout: patienceMs } },
      ...test,
    },
  })

const takingTurns = fileURLToPath(new URL('turns.ts', import.meta.url))

/** For `globalSetup`, in a project whose tests need PostgreSQL or Redis: `inject('databaseUrl')`, `inject('redisUrl')`. */
export const services = fileURLToPath(new URL('services/setup.ts', import.meta.url))
