import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', './tooling/testkit/src/summary.ts', './tooling/testkit/src/stuck-run.ts'],
    projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts', 'tooling/*/vitest.config.ts'],
    coverage: { provider: 'v8', include: ['**/src/**'], reporter: ['text-summary'] },
  },
})
