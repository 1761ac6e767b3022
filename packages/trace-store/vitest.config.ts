import { project, services } from '@reason/testkit/vitest'

export default project(
  'trace-store',
  { globalSetup: [services], typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } },
  { turns: [[/\/(?:kill|store|chain|chain-head|usage|sqlite-damage|sqlite-faults|postgres-faults)\.test\./, 5]] },
)
