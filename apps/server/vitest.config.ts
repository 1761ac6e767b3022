import { project, services } from '@reason/testkit/vitest'

export default project(
  'server',
  { globalSetup: [services] },
  { alternate: /\/(?:process|faults|carriers)\/|\/(?:program|stopping)\.test\./ },
)
