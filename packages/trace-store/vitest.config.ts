import { project, services } from '@reason/testkit/vitest'

export default project(
  'trace-store',
  { globalSetup: [services] },
  { turns: [[/\/(?:kill|store|chain|chain-head|usage|sqlite-damage|sqlite-faults|postgres-faults)\.test\./, 5]] },
)
