import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', './tooling/testkit/src/summary.ts'],
    projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts', 'tooling/*/vitest.config.ts'],
    // One more than there are cores, as some wait for servers and browsers; by itself Vitest would leave a core alone.
    maxWorkers: availableParallelism() + 1,
    coverage: { provider: 'v8', include: ['{packages,apps}/*/src/**'], reporter: ['text-summary'] },
  },
})
