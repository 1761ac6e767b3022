import { project, services } from '@reason/testkit/vitest'

export default project('trace-store', {
  globalSetup: [services],
  // Ten megabytes through a real server, on a machine that does other things too.
  testTimeout: 30_000,
  typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' },
})
