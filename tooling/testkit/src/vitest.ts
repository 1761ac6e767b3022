import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineProject, type UserWorkspaceConfig } from 'vitest/config'
import { patienceMs } from './patience.ts'
import { isWhole, seed } from './sampling.ts'

export interface ProjectOptions {
  /** Paths of files whose tests take turns. A run has one in `share` of these tests, and another seed selects others. */
  turns?: readonly (readonly [paths: RegExp, share: number])[]
}

// Processes of tests, and programs that they start, share their compiled code through this cache.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/** Projects whose tests wait for programs, servers, browsers and clocks. Other tests compute, and a process more costs its imports. */
const waiting =
  /^(?:bench|budget|checks|cli|cluster|deploy|docs|doctor|gateway|keys|otel|probe|routing|runtimes|server|soak|trace-store|web)$/

/**
 * Vitest settings for the tests of every package: sources run as they are, without a build. Node itself loads them, as it does in
 * the programs: modules that Vite transforms take a sixth longer, because each use of an import goes through a getter.
 */
export const project = (name: string, test: UserWorkspaceConfig['test'] = {}, { turns = [] }: ProjectOptions = {}): UserWorkspaceConfig =>
  defineProject({
    test: {
      name,
      // Number of files that run at once: two more than cores where many tests wait. Those of browsers use a third of a core each.
      maxWorkers: availableParallelism() + (waiting.test(name) ? 2 : 0),
      // Vitest wants one number of files in each group of projects.
      sequence: { groupOrder: waiting.test(name) ? 0 : 1 },
      // Files that run in one process share their imports, which are most of the cost of a file. So no test may change a module that it imports.
      // A test closes what it opens through helpers: a hook that a helper sets during its import runs for the first file only.
      isolate: false,
      execArgv: ['--conditions=@reason/source'],
      // Mocks of modules need the loader. No test uses them.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      // Longer than the wait for an event, so that a test fails with a message about the missing event.
      testTimeout: 1.2 * patienceMs,
      hookTimeout: 1.2 * patienceMs,
      env: {
        REASON_TEST_ALL: isWhole(name) ? '1' : '',
        // All files get one seed, even in a run around midnight.
        REASON_TEST_SEED: String(seed),
        REASON_TEST_TURNS: JSON.stringify(turns.map(([paths, share]) => [paths.source, share])),
      },
      setupFiles: turns.length === 0 ? [] : [takingTurns],
      expect: { poll: { timeout: patienceMs } },
      ...test,
    },
  })

const takingTurns = fileURLToPath(new URL('turns.ts', import.meta.url))

/** Path for `globalSetup` of a project whose tests need PostgreSQL or Redis: `inject('databaseUrl')`, `inject('redisUrl')`. */
export const services = fileURLToPath(new URL('services/setup.ts', import.meta.url))
